"""A player's birth date, contact, fees and tax form: shown when asked for, on this screen alone."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.parts.form import BACK, BEFORE, NEXT, Form
from hall_server.referee.derived.people import private_facts as facts
from hall_server.referee.derived.people.registration import Objection
from hall_server.referee.derived.writing import Writing
from shared.core.state import Player
from shared.core.state.office import NOTHING_KNOWN, Known
from shared.core.text.language import N_, _
from shared.port import Draft
from shared.tui.actions import Action, ActionBar
from shared.tui.names import fit
from shared.tui.text_input import TextInput

SAVE = Action("save", "enter", N_("Save"), N_("Seal and write what changed"))
_MEANWHILE = N_(
    "This was changed elsewhere while you typed: look above. Enter keeps what stands here."
)


class PrivateForm(Form[tuple[Draft, ...]]):
    """Answers with the events to write, or None when it is left."""

    CSS_PATH: ClassVar = ["player_form.tcss", "private_form.tcss"]
    ACTIONS: ClassVar[tuple[Action, ...]] = (SAVE, NEXT, BEFORE, BACK)

    def __init__(self, player: Player, known: Known) -> None:
        super().__init__()
        self.player = player
        self.known = known

    def compose(self) -> ComposeResult:
        title = _("Private: {name}").format(name=self.player.name)
        yield Static(fit(title, self.app.size.width - 2), classes="headline", markup=False)
        yield Static("", id="private-remarks", markup=False)
        shown = facts.values(self.player, self.known)
        with VerticalScroll(id="form", can_focus=False):
            for field in facts.FIELDS:
                with Horizontal(classes="field"):
                    yield Static(_(facts.LABELS[field]), classes="label", markup=False)
                    hint = facts.hint(self.desk.hall, self.player, field)
                    yield TextInput(shown[field], placeholder=hint, id=f"field-{field}")
        yield Static("", id="form-objection", markup=False)
        yield ActionBar(fitting((SAVE, NEXT, BACK), self.app.size.width))

    def on_mount(self) -> None:
        self._remark()
        self.query_one("#field-born", Input).focus()

    def _remark(self) -> None:
        said = [self.desk.private_said] if self.desk.private_said else []
        remarks = self.query_one("#private-remarks", Static)
        remarks.update("\n".join([*said, *facts.remarks(self.known)]))

    def on_input_changed(self) -> None:
        if self.changed_since:
            self._object("")

    def take(self) -> None:
        now = (self.desk.private or {}).get(self.player.id, NOTHING_KNOWN)
        if now != self.known:
            self._say_what_changed(now)
            return
        said = {field: self.query_one(f"#field-{field}", Input).value for field in facts.FIELDS}
        player = self.desk.hall.players.get(self.player.id, self.player)
        filled = facts.read_form(self.desk.hall, player, said, self.desk.wall())
        found = (
            filled if isinstance(filled, Objection) else facts.drafts(player, self.known, filled)
        )
        if isinstance(found, Objection):
            self._object(found.sentence)
            self.query_one(f"#field-{found.field}", Input).focus()
        else:
            self.dismiss(found)

    def _say_what_changed(self, now: Known) -> None:
        before, after = (facts.values(self.player, known) for known in (self.known, now))
        changed = [
            _("{field}: elsewhere {value}").format(
                field=_(facts.LABELS[field]), value=after[field] or _("nothing")
            )
            for field in facts.FIELDS
            if before[field] != after[field]
        ]
        self.known = now
        remarks = self.query_one("#private-remarks", Static)
        remarks.update("\n".join([*changed, *facts.remarks(now)]))
        self._object(_(_MEANWHILE))

    def _object(self, sentence: str) -> None:
        self.query_one("#form-objection", Static).update(sentence)


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
