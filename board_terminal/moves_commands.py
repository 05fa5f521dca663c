"""What keys and touches do where moves are entered: squares are typed, nothing is judged."""

from __future__ import annotations

from collections.abc import Callable

from board_terminal.desk import NOTHING, Ask, squares_of
from board_terminal.flow import TableFlow
from shared.core.day import Phase
from shared.core.day.entries import MoveClarified, MovesEntered
from shared.core.day.moves import entered_now

Do = Callable[[TableFlow, str, int], None]
_LAST_SQUARE = 32
_LONGEST = 60


def _digit(flow: TableFlow, rest: str, at: int) -> None:
    """One digit more, or the next square: where no square begins so, the next one begins."""
    typed = flow.desk.typed
    last = typed.rpartition("-")[2]
    if len(typed) > _LONGEST or not _entering(flow):
        return
    if rest == "-":
        grown = f"{typed}-" if last else typed
    elif last and int(last + rest) <= _LAST_SQUARE:
        grown = typed + rest
    elif rest == "0":
        return
    else:
        grown = f"{typed}-{rest}" if last else typed + rest
    flow.change(typed=grown)


def _square(flow: TableFlow, rest: str, at: int) -> None:
    """A tap on a square of the board."""
    square = int(rest) if rest.isdigit() else 0
    if 1 <= square <= _LAST_SQUARE and len(flow.desk.typed) <= _LONGEST and _entering(flow):
        squares = (*squares_of(flow.desk.typed), square)
        flow.change(typed="-".join(map(str, squares)) + "-")


def _erase(flow: TableFlow, rest: str, at: int) -> None:
    flow.change(typed="")


def _was(flow: TableFlow, rest: str, at: int) -> None:
    """Which of the captures that fit it was; the game goes on with that."""
    if flow.enter(MoveClarified(squares_of(rest), at)):
        flow.change(ask=NOTHING)
        flow.tick(at)


def _more_captures(flow: TableFlow, rest: str, at: int) -> None:
    flow.change(ask=Ask(page=flow.desk.ask.page + 1))


def _moves(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None:
        flow.enter(MovesEntered(not session.entering))


def _entering(flow: TableFlow) -> bool:
    session = flow.desk.session
    return session is not None and entered_now(session) and session.phase is Phase.PLAYING


TABLE: dict[str, Do] = {
    "digit": _digit,
    "square": _square,
    "erase": _erase,
    "was": _was,
    "more_captures": _more_captures,
    "moves": _moves,
}
