"""What a table does without a key: it notices a sleep, takes the referee's word, says time is over.

Each is a step of the flow; none of them reads a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_terminal.desk import NOTHING
from board_terminal.due import time_called, time_over, to_tell, too_long, turn_over
from board_terminal.owed import move_time_report, orders, refusals
from shared.core.day import IllegalEntry, Phase, step
from shared.core.day.entries import Entry, Ordered, RefereeResumed, Slept
from shared.core.events import ReportFiled
from shared.core.language import _
from shared.core.measures import TimeCalled

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
    flow.report(ReportFiled("restart", which="slept", found="slept", numbers=(slept,)))
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
    said = restarts[-1].decision if restarts else None
    decided = said is not None and said.counts and bool(said.measures)
    if decided and flow.enter(RefereeResumed()):
        flow.change(hint=_("The referee has answered: the game can go on."))
        flow.tell_live(at)


def take_orders(flow: TableFlow, at: int) -> None:
    """Carry out what referees decided, each measure once, as soon as it fits the moment.

    What can never be carried out is refused, with the reason.
    """
    if flow.desk.session is None or not flow.desk.serves:
        return
    told: tuple[Ordered, ...] = ()
    for entry in orders(flow.desk, at):
        was = flow.desk.session.phase
        # That it is done is written with the entry, and so before what the clock reads then.
        if not _fits(flow, entry) or not flow.enter(entry):
            continue
        told = (*told, entry)
        flow.sounds += 1
        if isinstance(entry.measure, TimeCalled):
            flow.change(ask=NOTHING)
        if was in (Phase.PLAYING, Phase.PAUSED):
            flow.log_presses("ruling", at)
        flow.save_reading(at)
        flow.tell_live(at)
    if told:
        flow.change(told=told)
    for purpose, draft in refusals(flow.desk, at):
        flow.write(purpose, draft)


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
