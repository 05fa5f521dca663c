"""What a table does without a key: it notices a sleep, takes the referee's word, says time is over.

Each is a step of the flow; none of them reads a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_terminal.desk import NOTHING
from board_terminal.due import time_called, time_over, to_tell, too_long, turn_over
from board_terminal.owed import move_time_report, orders
from shared.core.day import IllegalEntry, Phase, step
from shared.core.day.entries import Entry, RefereeResumed, Slept
from shared.core.events import ReportFiled
from shared.core.language import _

if TYPE_CHECKING:
    from board_terminal.flow import TableFlow

SLEPT_MS = 2_000
"""A machine that was away for less lost nobody's time worth asking about."""


def notice_sleep(flow: TableFlow, at: int) -> bool:
    """Whether the machine has slept under a running clock since the last look.

    Then both sides stand as they were before, and the referee is asked.
    """
    last, flow.seen_at = flow.seen_at, at
    total = flow.asleep()
    slept, flow.slept_ms = total - flow.slept_ms, total
    session = flow.desk.session
    if slept < SLEPT_MS or session is None or not flow.desk.serves:
        return False
    if session.phase not in (Phase.PLAYING, Phase.ABSENT):
        return False
    if not flow.enter(Slept(last, max(at, last + 1), slept)):
        return False
    flow.change(ask=NOTHING)
    flow.sounds += 1
    note = f"the table slept for {slept // 60_000}:{slept // 1000 % 60:02}"
    flow.report(ReportFiled("restart", note=note, which="slept"))
    flow.log_presses("sleep", at)
    flow.save_reading(at)
    return True


def take_answer(flow: TableFlow, at: int) -> None:
    """Once the referee has answered the report of a restart, the game can go on."""
    match, session = flow.desk.match, flow.desk.session
    if match is None or session is None or session.phase is not Phase.RECOVERING:
        return
    reports = [flow.desk.state.reports.get(ent) for ent in flow.receipts.now]
    restarts = [r for r in reports if r and r.type == "restart" and r.match == match.key]
    # An answer to an earlier interruption says nothing about this one.
    last = restarts[-1] if restarts else None
    if last is not None and not last.open and flow.enter(RefereeResumed()):
        flow.change(hint=_("The referee has answered: the game can go on."))
        flow.tell_live(at)


def take_orders(flow: TableFlow, at: int) -> None:
    """Carry out what the referee's answers order, each once, as soon as it fits the moment."""
    session = flow.desk.session
    if session is None or not flow.desk.serves:
        return
    for entry in orders(flow.desk, at):
        if _fits(flow, entry) and flow.enter(entry):
            flow.sounds += 1
            flow.change(hint=_("The referee: {reason}").format(reason=entry.reason or entry.clause))
            if entry.order.kind == "call_time":
                flow.change(ask=NOTHING)
            if session.phase in (Phase.PLAYING, Phase.PAUSED):
                flow.log_presses(entry.order.kind.replace("_", " "), at)
            flow.save_reading(at)
            flow.tell_live(at)


def _fits(flow: TableFlow, entry: Entry) -> bool:
    session = flow.desk.session
    try:
        return session is not None and bool(step(session, entry))
    except IllegalEntry:
        return False


def notice_due(flow: TableFlow, at: int) -> None:
    """What time brings by itself: a turn that passes, a warning, a call of time, an alarm."""
    passed = turn_over(flow.desk.session, at) or to_tell(flow.desk.session, at)
    if passed is not None and flow.enter(passed):
        flow.sounds += 1
    called = time_called(flow.desk.session, at)
    if called is not None and flow.enter(called):
        flow.sounds += 1
        flow.change(ask=NOTHING)
        flow.log_presses("time called", at)
    _notice_time_over(flow, at)
    _notice_long_match(flow, at)


def _notice_time_over(flow: TableFlow, at: int) -> None:
    """The last time for a move is over: it is heard, and proposed to the referee once."""
    match = flow.desk.match
    over = time_over(flow.desk.session, at)
    if match is None or flow.desk.session is None or over is None:
        return
    ent, draft = move_time_report(flow.desk, match, flow.desk.session, over)
    if ent not in flow.receipts and ent not in flow.desk.state.reports:
        flow.write(ent, draft)
        flow.sounds += 1


def _notice_long_match(flow: TableFlow, at: int) -> None:
    """A match that lasts longer than its sheet has it is heard once; the clocks go on (APCA-9)."""
    session = flow.desk.session
    if session is not None and too_long(session, at) and session.info.uid not in flow.long:
        flow.long.add(session.info.uid)
        flow.sounds += 1
