"""A player's registration, and their private facts, as forms: what is wrong is said at once.

What is private is shown when asked for, on its own screen alone.
"""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.screens import fitting
from hall_server.referee.derived.people import private_facts as facts
from hall_server.referee.derived.people import registration
from hall_server.referee.derived.people.registration import Objection
from hall_server.referee.derived.writing import Writing
from shared.core.state import Player
from shared.core.state.office import NOTHING_KNOWN, Known
from shared.core.text.language import N_, _
from shared.port import Draft
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.choice_input import ChoiceInput
from shared.tui.names import fit
from shared.tui.text_input import TextInput

NEXT = Action("next", "down,tab", N_("Next field"), N_("Go to the next field; ↑ goes back"))
BEFORE = Action("before", "up,shift+tab", N_("Field before"), N_("Go to the field before"))
BACK = Action("back", "escape", N_("Back"), N_("Back without writing anything"))
SAVE = Action("save", "enter", N_("Save"), N_("Write the registration"))
SEAL = Action("save", "enter", N_("Save"), N_("Seal and write what changed"))
_MEANWHILE = N_(
    "This was changed elsewhere while you typed: look above. Enter keeps what stands here."
)
_WIDTH, _EDGES = 64, 4
_WIDTHS = {
    "rating": 10, "seed": 10, "table": 10, "state": 24, "region": 24, "born": 16, "phone": 30,
    "due": 14, "paid": 14, "tax": 16, "member": 30,
}  # fmt: skip
"""A field is as wide as what it holds: its cells with its edges, ``_WIDTH`` if it is not named."""

T = TypeVar("T")


class Form(DeskScreen[T | None]):
    """A screen of fields of one player that are filled in together.

    Each field has its own queue of keys. The focus therefore moves before the next key is given to
    a field, and the form is read only after every field has taken its keys: a scanner types
    faster than a busy laptop takes it in.
    """

    CSS_PATH: ClassVar = ["player_form.tcss"]
    WAITED_FOR = True
    ACTIONS: ClassVar[tuple[Action, ...]]
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((NEXT, BEFORE), priority=True),
        *bindings((BACK,)),
    ]
    LABELS: ClassVar[Mapping[str, str]]
    CHOICES: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The fields that hold one of a few words."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self._taking: set[Input] = set()
        self._taken: dict[str, str] = {}

    def headline(self) -> str:
        """Return the headline."""
        raise NotImplementedError

    def known(self) -> Mapping[str, str]:
        """Return what the fields say at first."""
        raise NotImplementedError

    def above(self) -> ComposeResult:
        """Return what stands between the headline and the fields."""
        return iter(())

    def hint(self, field: str) -> str:
        """Return what stands in a field while it is empty."""
        return ""

    def take(self, typed: Mapping[str, str]) -> None:
        """Read the fields; all keys that came before Enter are in them."""
        raise NotImplementedError

    def body(self) -> ComposeResult:
        yield Static("", id="form-title", classes="headline", markup=False)
        yield from self.above()
        known = self.known()
        with VerticalScroll(id="form", can_focus=False):
            for field, label in self.LABELS.items():
                with Horizontal(classes="field"):
                    yield Static(_(label), classes="label", markup=False)
                    hint = self.hint(field)
                    box = self._box(field, known[field], hint)
                    box.styles.max_width = max(_WIDTHS.get(field, _WIDTH), cell_len(hint) + _EDGES)
                    yield box
        yield Static("", id="form-objection", markup=False)
        yield ActionBar()

    def _box(self, field: str, known: str, hint: str) -> TextInput:
        choices = self.CHOICES.get(field)
        if choices is None:
            return TextInput(known, placeholder=hint, id=f"field-{field}")
        return ChoiceInput(known, choices, placeholder=hint, id=f"field-{field}")

    def on_mount(self) -> None:
        self.query(Input).first().focus()

    def on_resize(self) -> None:
        width = self.app.size.width
        self.query_one("#form-title", Static).update(fit(self.headline(), width - 2))
        self.query_one(ActionBar).show(fitting((self.ACTIONS[0], NEXT, BACK), width))

    def object(self, sentence: str) -> None:
        """Say what is wrong with what was typed, "" for nothing."""
        self.query_one("#form-objection", Static).update(sentence)

    def object_to(self, objection: Objection) -> None:
        """Say what is wrong with a field, and go there."""
        self.object(objection.sentence)
        self.query_one(f"#field-{objection.field}", Input).focus()

    @property
    def _typed(self) -> dict[str, str]:
        boxes = {field: self.query_one(f"#field-{field}", Input) for field in self.LABELS}
        return {
            field: box.code if isinstance(box, ChoiceInput) else box.value
            for field, box in boxes.items()
        }

    def on_input_changed(self) -> None:
        if self._typed != self._taken:
            self.object("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_save()

    def action_save(self) -> None:
        """Read the fields as soon as each has taken the keys that came before."""
        self._taking = set(self.query(Input))
        for field in self._taking:
            field.call_later(self._has_taken, field)

    def _has_taken(self, field: Input) -> None:
        if field in self._taking:
            self._taking.remove(field)
            if not self._taking and self.is_current:
                self._taken = self._typed
                self.take(self._taken)

    def action_next(self) -> None:
        self.focus_next(Input)

    def action_before(self) -> None:
        self.focus_previous(Input)


class PlayerForm(Form[Player]):
    """Answers with the player as typed, or None when it is left."""

    ACTIONS = (SAVE, NEXT, BEFORE, BACK)
    LABELS = registration.LABELS

    def headline(self) -> str:
        division = self.desk.hall.divisions.get(self.player.division)
        name = division.name if division else self.player.division
        if self.player.name:
            return _("{division}, edit {name}").format(division=name, name=self.player.name)
        return _("{division}, new player").format(division=name)

    def known(self) -> Mapping[str, str]:
        self._shown = registration.values(self.desk.hall, self.player)
        return self._shown

    def take(self, typed: Mapping[str, str]) -> None:
        # What another desk has written meanwhile stays, where it was not touched here.
        now = self.desk.hall.players.get(self.player.id, self.player)
        touched = {field: text for field, text in typed.items() if text != self._shown[field]}
        said = registration.values(self.desk.hall, now) | touched
        found = registration.read_form(self.desk.hall, now, said)
        if isinstance(found, Objection):
            self.object_to(found)
        else:
            self.dismiss(found)


class PrivateForm(Form[tuple[Draft, ...]]):
    """Answers with the events to write, or None when it is left."""

    CSS_PATH: ClassVar = ["player_form.tcss", "private_form.tcss"]
    ACTIONS = (SEAL, NEXT, BEFORE, BACK)
    LABELS = facts.LABELS
    CHOICES = facts.CHOICES

    def __init__(self, player: Player, private: Known) -> None:
        super().__init__(player)
        self.private = private

    def headline(self) -> str:
        return _("Private: {name}").format(name=self.player.name)

    def above(self) -> ComposeResult:
        yield Static("", id="private-remarks", markup=False)

    def known(self) -> Mapping[str, str]:
        return facts.values(self.player, self.private)

    def hint(self, field: str) -> str:
        return facts.hint(self.desk.hall, self.player, field)

    def on_mount(self) -> None:
        super().on_mount()
        self._remark([self.desk.private_said] if self.desk.private_said else [])

    def _remark(self, said: list[str]) -> None:
        remarks = self.query_one("#private-remarks", Static)
        remarks.update("\n".join([*said, *facts.remarks(self.private)]))

    def take(self, typed: Mapping[str, str]) -> None:
        now = (self.desk.private or {}).get(self.player.id, NOTHING_KNOWN)
        if now != self.private:
            self._say_what_changed(now)
            return
        player = self.desk.hall.players.get(self.player.id, self.player)
        found: facts.Filled | Objection | tuple[Draft, ...]
        found = facts.read_form(self.desk.hall, player, typed, self.desk.wall())
        if not isinstance(found, Objection):
            found = facts.drafts(player, self.private, found)
        if isinstance(found, Objection):
            self.object_to(found)
        else:
            self.dismiss(found)

    def _say_what_changed(self, now: Known) -> None:
        before, after = self.known(), facts.values(self.player, now)
        changed = [
            _("{field}: elsewhere {value}").format(
                field=_(label), value=after[field] or _("nothing")
            )
            for field, label in self.LABELS.items()
            if before[field] != after[field]
        ]
        self.private = now
        self._remark(changed)
        self.object(_(_MEANWHILE))


@dialogue
async def note_private(ask: Ask, player: Player) -> None:
    """Show what is private of a player, and write what is changed."""
    known = ask.desk.private
    if known is None:
        words = (
            _(
                "This laptop has not opened the private facts: it has not fetched them yet, or its"
                " key may not read them."
            ),
            _("Nothing was changed."),
        )
        await ask.read(player.name, words)
        return
    drafts = await ask.screen(PrivateForm(player, known.get(player.id, NOTHING_KNOWN)))
    if drafts:
        said = _("{name}: private facts are noted").format(name=player.name)
        ask.desk.note(Writing(said, drafts))
