"""What both players set right together in a match of points, each on the own side.

A forgotten press, the written score, a delay and what it costs, other equipment. Whether it may
be, the day's table says.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask
from board_terminal.flow import TableFlow
from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon import delay_of
from shared.core.day import Phase, Session
from shared.core.day.entries import Acted, Entry, TermsSet
from shared.core.day.points import scoreboard_of
from shared.core.language import _
from shared.core.preferences import toggled
from shared.core.words import SEATS, Seat

_FIXED = (Phase.PAUSED, Phase.BETWEEN, Phase.READY)
_MINUTE_MS = 60_000
_MOST_DIGITS = {"score": 2, "forgot": 4, "delay": 2}
_MOST_SECONDS = 59


def penalty_due(session: Session, at: int) -> tuple[Seat, int] | None:
    """Who owes penalty points for delays at ``at``, and how many (USBGF-2.2b)."""
    board = scoreboard_of(session)
    owed = {seat: delay_of(board, seat, at).points - board.awarded[seat] for seat in SEATS}
    return next(((seat, points) for seat, points in owed.items() if points > 0), None)


def forfeits(session: Session, seat: Seat, at: int) -> bool:
    """Whether the delays of a player cost more than half the match: it is lost (USBGF-2.2b)."""
    return delay_of(scoreboard_of(session), seat, at).forfeit


def equipment_of(which: str) -> tuple[str, ...]:
    """The equipment that a question about it holds: "equipment:two_dice,baffle_box"."""
    return tuple(name for name in which.partition(":")[2].split(",") if name)


def _fix(flow: TableFlow, rest: str, at: int) -> None:
    """The list of what can be set right, or one line of it."""
    session = flow.desk.session
    if session is None or session.phase not in _FIXED or session.info.book.usbgf_time is None:
        return
    if rest in ("score", "forgot", "delay:0", "delay:1"):
        flow.change(ask=Ask("number", which=rest))
    elif rest == "equipment":
        flow.change(ask=Ask("equipment", which=f"equipment:{','.join(session.terms.used)}"))
    elif rest == "penalty" and penalty_due(session, at) is not None:
        flow.change(ask=Ask("agree", which="penalty"))
    elif rest in ("", "delay"):
        flow.change(ask=Ask("fix", which=rest))


def _digit(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    most = _MOST_DIGITS.get(ask.which.partition(":")[0], 0)
    if ask.kind == "number" and rest.isdigit() and len(ask.digits) < most:
        flow.change(ask=replace(ask, digits=ask.digits + rest))


def _ok(flow: TableFlow, rest: str, at: int) -> None:
    """A number is complete; with the last one both are asked."""
    ask = flow.desk.ask
    if ask.kind != "number":
        return
    if not ask.digits:
        flow.change(hint=_("Type the number first."))
    elif ask.which == "forgot" and int(ask.digits[-2:]) > _MOST_SECONDS:
        flow.change(ask=replace(ask, digits=""), hint=_("Minutes and seconds: 130 is 1:30."))
    else:
        numbers = (*ask.captured, int(ask.digits))
        complete = len(numbers) == (2 if ask.which == "score" else 1)
        asked = replace(ask, digits="", captured=numbers)
        flow.change(ask=replace(asked, kind="agree") if complete else asked)


def _toggle(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    session = flow.desk.session
    if session is not None and ask.kind == "equipment":
        wished = toggled(session.info.book.sheet.subjects, equipment_of(ask.which), rest)
        flow.change(ask=replace(ask, which=f"equipment:{','.join(wished)}"))


def _settle(flow: TableFlow, rest: str, at: int) -> None:
    if flow.desk.ask.kind == "equipment":
        flow.change(ask=replace(flow.desk.ask, kind="agree"))


def agree(flow: TableFlow, seat: Seat, at: int) -> None:
    """One side agrees; with the other it is done."""
    ask, session = flow.desk.ask, flow.desk.session
    if session is None or ask.seat == seat:
        return
    if ask.seat is None:
        flow.change(ask=replace(ask, seat=seat))
        return
    flow.change(ask=NOTHING)
    entry = _entry(session, ask, at)
    if entry is not None:
        flow.enter(entry)
        flow.tick(at)


def _entry(session: Session, ask: Ask, at: int) -> Entry | None:
    """What both have agreed on."""
    what, _colon, rest = ask.which.partition(":")
    match what:
        case "score":
            return Acted(a.ScoreSet(at, (ask.captured[0], ask.captured[1])))
        case "delay":
            return Acted(a.Delayed(at, 1 if rest == "1" else 0, ask.captured[0] * _MINUTE_MS))
        case "equipment":
            return TermsSet(equipment_of(ask.which))
        case "penalty":
            due = penalty_due(session, at)
            if due is None:
                return None
            lost = forfeits(session, due[0], at)
            return Acted(a.Forfeited(at, due[0]) if lost else a.Penalized(at, *due))
        case "forgot":
            runs = session.clock.runs if session.clock is not None else (False, False)
            seat: Seat = 1 if runs[1] else 0
            forgotten = c.Forgotten(seat, forgotten_ms(ask.captured[0]), at)
            return Acted(a.Clocked(at, forgotten))
    return None


def forgotten_ms(typed: int) -> int:
    """Minutes and seconds as they were typed, in ms: 130 is 1:30."""
    return (typed // 100) * _MINUTE_MS + (typed % 100) * 1_000


FIX_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {
    "fix": _fix,
    "fix_digit": _digit,
    "fix_ok": _ok,
    "fix_wish": _toggle,
    "fix_settle": _settle,
}
