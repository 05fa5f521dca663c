"""What the crew does for the referee on the service screen when the hall cannot be reached.

The referee confirms it later. What players may do themselves is not here.
"""

from collections.abc import Mapping

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Desk
from board_terminal.desk.due import timed_by
from board_terminal.pages.page import Does
from board_terminal.view.view import Choice
from shared.core.clock import Resume
from shared.core.day import IllegalEntry, Phase, step
from shared.core.day.entries import Clocked, Entry, MovesTimed
from shared.core.events import ReportFiled
from shared.core.events.reported import MINUTE
from shared.core.text.language import N_
from shared.core.text.sentence import Sentence

_TIMEKEEPER = Choice(
    "service_crew_times",
    "7",
    N_("Timekeeper"),
    N_("Each move is timed from now on"),
    detail=N_("times moves"),
)
_MINUTE = Choice(
    "service_crew_minute",
    "4",
    N_("A minute"),
    N_("A minute for each move, by the referee's word"),
    detail=N_("for each move"),
)
_GO_ON = Choice(
    "service_crew_go_on",
    "8",
    N_("Go on"),
    N_("The referee lets the game go on"),
    detail=N_("by the referee"),
)


def crew_choices(desk: Desk, at: int) -> tuple[Choice, ...]:
    """Return what the crew can do at ``at`` (monotonic ms) at this table."""
    goes_on = Clocked(Resume(at, referee=True))
    offered = (
        (_TIMEKEEPER, MovesTimed("five_minutes", at)),
        (_MINUTE, MovesTimed("lowder", at)),
        (_GO_ON, goes_on),
    )
    return tuple(choice for choice, entry in offered if _can(desk, choice, entry))


def _times(change: Change, rest: str) -> None:
    """Time the moves, and report it to the hall."""
    if change.enter(MovesTimed("five_minutes", change.at)):
        change.report(ReportFiled("timekeeper", game=change.session.game, found="crew"))


def _minute(change: Change, rest: str) -> None:
    if change.enter(MovesTimed("lowder", change.at)):
        game = change.session.game
        change.report(ReportFiled("timekeeper", which=MINUTE, game=game, found="crew"))


def _go_on(change: Change, rest: str) -> None:
    change.enter(Clocked(Resume(change.at, referee=True)))


def _hides(change: Change, rest: str) -> None:
    change.say(Sentence("Pause first: the service screen would hide a running clock."))


def _no_pin(change: Change, rest: str) -> None:
    change.say(Sentence("No service PIN was set up: its supervisor ends this program."))


DOES: Mapping[str, Does] = {
    _TIMEKEEPER.does: _times,
    _MINUTE.does: _minute,
    _GO_ON.does: _go_on,
    "service_hides": _hides,
    "service_no_pin": _no_pin,
}


def _can(desk: Desk, choice: Choice, entry: Entry) -> bool:
    session = desk.session
    if session is None or desk.done or session.phase is not Phase.PAUSED:
        return False
    if choice == _GO_ON and not session.held:
        return False
    if choice == _TIMEKEEPER and session.clock is not None and session.clock.watch is not None:
        return False
    if choice == _MINUTE and timed_by(session) == "lowder":
        return False
    try:
        step(session, entry)
    except IllegalEntry:
        return False
    return True
