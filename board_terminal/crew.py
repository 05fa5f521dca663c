"""What the crew does for the referee, from the service screen, where the hall cannot be reached.

The referee's order confirms it later; what players may do themselves is not here.
"""

from __future__ import annotations

from board_terminal.desk import Desk
from board_terminal.flow import TableFlow
from board_terminal.view import Choice
from shared.core.day import Phase, step
from shared.core.day.entries import Entry, MovesTimed, Resumed
from shared.core.day.phases import IllegalEntry
from shared.core.events import ReportFiled
from shared.core.language import N_

_TIMEKEEPER = Choice(
    "service_timekeeper",
    "7",
    N_("Timekeeper"),
    N_("Each move is timed from now on"),
    detail=N_("times moves"),
)
_GO_ON = Choice(
    "service_go_on",
    "8",
    N_("Go on"),
    N_("The referee lets the game go on"),
    detail=N_("by the referee"),
)


def crew_choices(desk: Desk, at: int) -> tuple[Choice, ...]:
    """What the crew can do at ``at`` (monotonic ms) at this table."""
    offered = ((_TIMEKEEPER, MovesTimed("five_minutes", at)), (_GO_ON, Resumed(at, referee=True)))
    return tuple(choice for choice, entry in offered if _can(desk, choice, entry))


def crew_does(flow: TableFlow, command: str, at: int) -> bool:
    """Carry out a command of the crew; the hall hears of a timekeeper by a report."""
    if command == _TIMEKEEPER.does and flow.enter(MovesTimed("five_minutes", at)):
        game = flow.desk.session.game if flow.desk.session is not None else 0
        flow.report(ReportFiled("timekeeper", game=game, found="crew"))
        return True
    if command == _GO_ON.does and flow.enter(Resumed(at, referee=True)):
        flow.tick(at)
        return True
    return False


def _can(desk: Desk, choice: Choice, entry: Entry) -> bool:
    session = desk.session
    if session is None or desk.done or session.phase is not Phase.PAUSED:
        return False
    if choice == _GO_ON and not session.held:
        return False
    if choice == _TIMEKEEPER and session.clock is not None and session.clock.watch is not None:
        return False
    try:
        step(session, entry)
    except IllegalEntry:
        return False
    return True
