"""The score-sheet desk: each copy is ticked as it is handed in, and taken off again (ACF-1.XII)."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import score_sheets as words
from hall_server.referee.said.table_words import match_told
from shared.core.match.outcome import SEATS, Seat
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

LEFT = Action(
    "left_copy",
    "less_than_sign",
    N_("Left copy"),
    N_("Tick the left player's copy, or take it off again"),
)
RIGHT = Action(
    "right_copy",
    "greater_than_sign",
    N_("Right copy"),
    N_("Tick the right player's copy, or take it off"),
)
BOTH = Action("pick", "enter", N_("Both"), N_("Tick both copies of the match, or take both off"))


class SheetScreen(DivisionScreen):
    """Every match of a division and whose copies are at the desk."""

    DESK = "sheets"
    ACTIONS: ClassVar[tuple[Action, ...]] = (BOTH, LEFT, RIGHT, AFTER, BEFORE, BACK)
    BINDINGS = bindings((LEFT, RIGHT))

    def headline(self) -> str:
        moment = self.desk.moment()
        count = words.count_words(moment, self.division)
        return _("Score sheets, {division}: {count}").format(division=self.opened.name, count=count)

    def heading(self, width: int) -> str:
        return words.sheets_heading(width)

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.sheet_lines(self.desk.moment(), self.division, width)

    def details(self) -> Sequence[Toned]:
        desk, match = self.desk, self.desk.hall.matches.get(self.here)
        if match is None:
            return ()
        return match_told(desk.moment(), match, desk.monotonic(), desk.copies)

    def empty(self) -> str:
        return _("No round is paired yet.")

    def actions(self) -> Sequence[Action]:
        return (BOTH, LEFT, RIGHT, BACK, *self.turning())

    def action_pick(self) -> None:
        self._tick(SEATS)

    def action_left_copy(self) -> None:
        self._tick((0,))

    def action_right_copy(self) -> None:
        self._tick((1,))

    def _tick(self, seats: tuple[Seat, ...]) -> None:
        match = self.desk.hall.matches.get(self.here)
        if match is not None:
            draft, said = words.ticked(self.desk.moment(), match, seats)
            self.desk.note(Writing(said, (draft,)))
