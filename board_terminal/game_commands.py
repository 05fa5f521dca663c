"""What players and a timekeeper do during a game beside pressing: offers of a draw, counts, taps.

Each command does nothing where it does not fit the moment.
"""

from __future__ import annotations

from collections.abc import Callable

from board_terminal.desk import NOTHING, Ask
from board_terminal.due import timed_by
from board_terminal.flow import TableFlow
from board_terminal.takeover import GAME_END
from shared.core.counts import Quiet
from shared.core.day import Phase, Session
from shared.core.day.entries import (
    CountAnew,
    CountEnded,
    DrawAnswered,
    DrawOffered,
    MoveCounted,
    MoveTapped,
    SingleJump,
)
from shared.core.words import Seat, other


def _draw(flow: TableFlow, rest: str, at: int) -> None:
    """Somebody wants to offer a draw: who?"""
    session = _playing(flow)
    if session is not None and session.open_offer is None and session.info.games:
        flow.change(ask=Ask("draw"))


def _offer(flow: TableFlow, rest: str, at: int) -> None:
    """A side offers a draw, which is logged (ACF-3.IV)."""
    if _playing(flow) is not None and flow.desk.ask.kind == "draw" and rest in ("0", "1"):
        seat: Seat = 1 if rest == "1" else 0
        flow.change(ask=NOTHING)
        flow.enter(DrawOffered(seat, at))


def _answer(flow: TableFlow, rest: str, at: int) -> None:
    """The opponent accepts, and the game is drawn, or refuses."""
    session = _playing(flow)
    offer = session.open_offer if session is not None else None
    if offer is None or rest not in ("yes", "no"):
        return
    accepted = rest == "yes"
    if flow.enter(DrawAnswered(other(offer.seat), accepted, at)) and accepted:
        flow.log_presses(GAME_END, at)


def _plus(flow: TableFlow, rest: str, at: int) -> None:
    """One move more in the running count of a table that does not press."""
    session = _playing(flow)
    if session is None or session.counting is None:
        return
    count = session.counting.count
    if isinstance(count, Quiet):
        # A pair of moves is counted by two presses, the side behind first.
        seat: Seat = 0 if count.made[0] <= count.made[1] else 1
    else:
        seat = count.seat
    flow.enter(MoveCounted(seat, at))


def _anew(flow: TableFlow, rest: str, at: int) -> None:
    if _playing(flow) is not None:
        flow.enter(CountAnew(at))


def _no_count(flow: TableFlow, rest: str, at: int) -> None:
    if _playing(flow) is not None:
        flow.enter(CountEnded(at))


def _tap(flow: TableFlow, rest: str, at: int) -> None:
    """The timekeeper taps the move of whoever was to move (ACF-1.X.B.a)."""
    session = _playing(flow)
    if session is not None and timed_by(session):
        flow.enter(MoveTapped(at))


def _single(flow: TableFlow, rest: str, at: int) -> None:
    """The timekeeper sees that only one jump is possible (DARK-time)."""
    session = _playing(flow)
    if session is not None and timed_by(session) == "five_minutes":
        flow.enter(SingleJump(at))


def _playing(flow: TableFlow) -> Session | None:
    session = flow.desk.session
    return session if session is not None and session.phase is Phase.PLAYING else None


GAME_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {
    "draw": _draw,
    "offer": _offer,
    "draw_answer": _answer,
    "plus": _plus,
    "anew": _anew,
    "no_count": _no_count,
    "tap": _tap,
    "single": _single,
}
