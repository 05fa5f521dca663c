"""Results from paper: one line a slip, the next match follows."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Input, Static

from hall_server.referee.asked.main_talks import undo_last
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.asked.slips import write_slip
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.slips import SlipLine, read_slip, slips_due
from hall_server.referee.said.results_words import result_line
from hall_server.referee.said.table_words import match_told
from shared.core.standings.scoring import in_words
from shared.core.state import Match
from shared.core.text.language import N_, _, headed
from shared.tui.action import Action
from shared.tui.actions import bindings
from shared.tui.text_input import TextInput

WRITE = Action("write", "enter", N_("Write it"), N_("Write the result that is shown"))
UP = Action("before", "up", N_("Before"), N_("The match before this one"))
DOWN = Action("next", "down", N_("Next"), N_("The next match"))
TAKE_BACK = Action("undo", "ctrl+z", N_("Undo"), N_("Undo the result that was written last"))


class SlipScreen(ListScreen):
    """Every match without a result. What is typed is read out below before Enter writes it."""

    DESK = "slips"
    ACTIONS = (WRITE, TAKE_BACK, UP, DOWN, BACK)
    BINDINGS = bindings((TAKE_BACK, UP, DOWN))

    def body(self) -> ComposeResult:
        parts = list(super().body())
        yield from parts[:2]
        yield TextInput(placeholder=_("w, d or l for each game · another table: 12 wd"), id="slip")
        yield Static("", id="slip-read", markup=False)
        yield from parts[2:]

    def on_mount(self) -> None:
        self.call_after_refresh(self.query_one(Input).focus)

    def headline(self) -> str:
        return _("Results from the slips: {count} missing").format(count=len(self._due()))

    def lines(self, width: int) -> Sequence[ListLine]:
        moment = self.desk.moment()
        return [result_line(moment, match, width - 1) for match in self._due()]

    def details(self) -> Sequence[Toned]:
        desk, match = self.desk, self.desk.hall.matches.get(self.here)
        if match is None:
            return ()
        return match_told(desk.moment(), match, desk.monotonic(), desk.copies)

    def empty(self) -> str:
        return _("Every result is in.")

    def actions(self) -> Sequence[Action]:
        return (WRITE, TAKE_BACK, BACK)

    def look(self) -> None:
        super().look()
        self._read_out()

    def on_input_changed(self) -> None:
        self._read_out()

    def on_pick_list_moved(self) -> None:
        self._read_out()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        line = self._line()
        if line.match is None or line.outcome is None:
            self.app.bell()
            return
        write_slip(self.app, line.match, line.outcome)
        self.query_one(Input).value = ""

    def action_undo(self) -> None:
        undo_last(self.app)

    def action_before(self) -> None:
        self.query_one(PickList).action_move(-1)

    def action_next(self) -> None:
        self.query_one(PickList).action_move(1)

    def _due(self) -> tuple[Match, ...]:
        return slips_due(self.desk.moment())

    def _line(self) -> SlipLine:
        here = self.desk.hall.matches.get(self.here)
        return read_slip(self.desk.moment(), self.query_one(Input).value, here)

    def _read_out(self) -> None:
        line, moment = self._line(), self.desk.moment()
        told = line.wants
        if line.match is not None:
            names = moment.names(line.match)
            where = headed(moment.table(line.match.table), " – ".join(names))
            told = f"{where[:1].upper()}{where[1:]}. {told}"
            if line.outcome is not None:
                said = in_words(line.outcome, names)
                told = f"{told}{said}. " + _("Enter writes it.")
        self.query_one("#slip-read", Static).update(told)
