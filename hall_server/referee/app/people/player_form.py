"""A player's registration as a form: one line a field, said at once what is wrong with it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.parts.form import BACK, BEFORE, NEXT, Form
from hall_server.referee.derived.people.registration import (
    FIELDS,
    LABELS,
    Objection,
    read_form,
    values,
)
from shared.core.state import Player
from shared.core.text.language import N_, _
from shared.tui.actions import Action, ActionBar
from shared.tui.names import fit
from shared.tui.text_input import TextInput

SAVE = Action("save", "enter", N_("Save"), N_("Write the registration"))


class PlayerForm(Form[Player]):
    """Answers with the player as typed, or None when it is left."""

    CSS_PATH = "player_form.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (SAVE, NEXT, BEFORE, BACK)

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self._shown: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        division = self.desk.hall.divisions.get(self.player.division)
        name = division.name if division else self.player.division
        title = (
            _("{division}, edit {name}").format(division=name, name=self.player.name)
            if self.player.name
            else _("{division}, new player").format(division=name)
        )
        yield Static(fit(title, self.app.size.width - 2), classes="headline", markup=False)
        shown = self._shown = values(self.desk.hall, self.player)
        with VerticalScroll(id="form", can_focus=False):
            for field in FIELDS:
                with Horizontal(classes="field"):
                    yield Static(_(LABELS[field]), classes="label", markup=False)
                    yield TextInput(shown[field], id=f"field-{field}")
            yield Static("", id="form-objection", markup=False)
        yield ActionBar(fitting((SAVE, NEXT, BACK), self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#field-name", Input).focus()

    def on_input_changed(self) -> None:
        if self.changed_since:
            self.query_one("#form-objection", Static).update("")

    def take(self) -> None:
        typed = {field: self.query_one(f"#field-{field}", Input).value for field in FIELDS}
        # What another desk has written meanwhile stays, where it was not touched here.
        now = self.desk.hall.players.get(self.player.id, self.player)
        said = values(self.desk.hall, now) | {
            f: text for f, text in typed.items() if text != self._shown[f]
        }
        found = read_form(self.desk.hall, now, said)
        if isinstance(found, Objection):
            self.query_one("#form-objection", Static).update(found.sentence)
            self.query_one(f"#field-{found.field}", Input).focus()
        else:
            self.dismiss(found)
