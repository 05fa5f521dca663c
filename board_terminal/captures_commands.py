"""Counting captured checkers once time is called: two numbers, for the match or for one side's say.

Whether they decide anything, the day's table says (SE-7).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask
from board_terminal.flow import TableFlow
from shared.core.day import Phase, Session
from shared.core.day.entries import Captured
from shared.core.day.playing import CHECKERS
from shared.core.language import N_, _
from shared.core.words import Code

_DIGITS = 2
_EXTRA = N_(
    "All is equal: play goes on for {count} minutes more. Press Go on, or set up the next game."
)


def needs_captures(session: Session, codes: tuple[Code, ...]) -> bool:
    """Whether games that a side enters leave its match to the captures."""
    book = session.info.book
    return book.contest is not None and session.info.settled(codes) is None


def _count(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None and session.phase is Phase.COUNTING:
        flow.change(ask=Ask("captures"))


def _digit(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    if ask.kind == "captures" and rest.isdigit() and len(ask.digits) < _DIGITS:
        flow.change(ask=replace(ask, digits=ask.digits + rest))


def _ok(flow: TableFlow, rest: str, at: int) -> None:
    ask, session = flow.desk.ask, flow.desk.session
    if ask.kind != "captures" or session is None:
        return
    most = CHECKERS * max(session.game, len(session.codes))
    again = replace(ask, digits="")
    if not ask.digits:
        flow.change(hint=_("Type how many checkers this side has captured; 0 for none."))
    elif int(ask.digits) > most:
        flow.change(
            ask=again, hint=_("A side has captured {most} checkers at most.").format(most=most)
        )
    else:
        counted = replace(again, captured=(*ask.captured, int(ask.digits)))
        flow.change(ask=counted)
        if len(counted.captured) == 2:
            _both(flow, session, counted, at)


def _both(flow: TableFlow, session: Session, ask: Ask, at: int) -> None:
    if ask.seat is not None:
        flow.change(ask=replace(ask, kind="sign_different"))
        return
    flow.change(ask=NOTHING)
    entered = flow.enter(Captured((ask.captured[0], ask.captured[1]), at))
    after, rule = flow.desk.session, session.info.book.contest
    if entered and after is not None and rule is not None and after.phase is not Phase.SCORING:
        flow.change(hint=_(_EXTRA).format(count=rule.extra_ms // 60_000))


CAPTURE_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {
    "count": _count,
    "count_digit": _digit,
    "count_ok": _ok,
}
