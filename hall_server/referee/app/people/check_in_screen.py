"""Check-in: who is here. What waits is accepted at once, and it is closed for the next round."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked import check_in as talks
from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.derived import check_in
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.said.player_words import player_told
from shared.core.decisions.requests import round_to_pair
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

HERE = Action(
    "pick", "enter", N_("Here"), N_("The player is here: let them in; or they are not here")
)
ACCEPT = Action("accept", "a", N_("Accept all"), N_("Accept every check-in that waits, at once"))
CLOSE = Action(
    "close",
    "full_stop",
    N_("Close"),
    N_("Close check-in: leave who is not here out of the next round"),
)
OPEN = Action(
    "open",
    "colon",
    N_("Open again"),
    N_("Everybody who was left out of the next round is in again"),
)
MISSING = Action("filter", "slash", N_("Missing"), N_("Only players not seen yet, or all"))


class CheckInScreen(DivisionScreen):
    """Every player of a division, and whether they are here."""

    DESK = "check_in"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        HERE,
        ACCEPT,
        CLOSE,
        MISSING,
        OPEN,
        BEFORE,
        AFTER,
        BACK,
    )
    BINDINGS = bindings((ACCEPT, CLOSE, OPEN, MISSING))

    def __init__(self, division: str = "") -> None:
        super().__init__(division)
        self.only: tuple[check_in.Presence, ...] = ()

    def headline(self) -> str:
        number = round_to_pair(self.desk.hall, self.division)
        words = _("Check-in, {division}")
        if number is not None:
            words = _("Check-in, {division}, round {number}")
        return words.format(division=self.opened.name, number=number)

    def notes(self) -> Sequence[str]:
        return (check_in.count_words(self.desk.moment(), self.division),)

    def heading(self, width: int) -> str:
        return check_in.heading(width)

    def lines(self, width: int) -> Sequence[ListLine]:
        return check_in.lines(self.desk.moment(), self.division, width, self.only)

    def details(self) -> Sequence[Toned]:
        return player_told(self.desk.moment(), self.here)

    def empty(self) -> str:
        return _("Nobody is missing.") if self.only else _("Nobody is registered here.")

    def actions(self) -> Sequence[Action]:
        found = check_in.presences(self.desk.moment(), self.division).values()
        asks = (ACCEPT,) if "asks" in found else ()
        opens = (OPEN,) if "left_out" in found else ()
        return (HERE, *asks, CLOSE, MISSING, *opens, BACK, *self.turning())

    def action_pick(self) -> None:
        if self.here in self.desk.hall.players:
            talks.turn(self.app, self.here)

    def action_accept(self) -> None:
        talks.accept_all(self.app, self.division)

    def action_close(self) -> None:
        talks.close(self.app, self.division)

    def action_open(self) -> None:
        talks.open_again(self.app, self.division)

    def action_filter(self) -> None:
        self.only = () if self.only else check_in.MISSING
        self.look()
