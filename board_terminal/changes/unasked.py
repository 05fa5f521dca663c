"""What a table does without a key: it notices a sleep, carries out decisions, calls time."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.due import passes_or_warns, time_called, time_over, too_long
from board_terminal.hall.owed import move_time_report, orders, refusals
from shared.core.clock import Gap
from shared.core.day import IllegalEntry, Phase, step
from shared.core.day.entries import Clocked, Entry, Ordered, RefereeResumed
from shared.core.events import ReportFiled
from shared.core.events.measures import TimeCalled
from shared.core.text.sentence import Sentence

SLEPT_MS = 2_000
"""A shorter sleep of the machine is passed over."""


def notice_sleep(change: Change) -> bool:
    """Return whether the machine slept while a clock ran.

    If so, both clocks go back to where they were, and the referee is asked.
    """
    desk, at = change.desk, change.at
    last, slept = desk.seen_at, change.now.slept - desk.slept
    change.desk = replace(desk, seen_at=at, slept=change.now.slept)
    if slept < SLEPT_MS or not desk.serves or change.phase not in (Phase.PLAYING, Phase.ABSENT):
        return False
    if not change.enter(Clocked(Gap(last, max(at, last + 1), slept))):
        return False
    change.ask(None)
    change.sound()
    change.report(ReportFiled("restart", which="slept", found="slept", numbers=(slept,)))
    change.log_presses("sleep")
    change.save_reading()
    return True


def take_answer(change: Change) -> None:
    """Let the game go on once the referee has answered the report of a restart."""
    desk = change.desk
    if change.phase is not Phase.RECOVERING:
        return
    reports = [desk.state.reports.get(ent) for ent in desk.receipts]
    restarts = [r for r in reports if r and r.type == "restart" and r.match == change.match.key]
    # An answer to an earlier interruption says nothing about this one.
    said = restarts[-1].decision if restarts else None
    decided = said is not None and said.counts and bool(said.measures)
    if decided and change.enter(RefereeResumed()):
        change.say(Sentence("The referee has answered: the game can go on."))


def take_orders(change: Change) -> None:
    """Carry out each decision of the referees once, as soon as it is possible.

    Refuse, with the reason, what never will be.
    """
    if change.desk.session is None or not change.desk.serves:
        return
    told: tuple[Ordered, ...] = ()
    for entry in orders(change.desk, change.at):
        was = change.phase
        # That it is done is written with the entry, and so before what the clock reads then.
        if not _fits(change, entry) or not change.enter(entry):
            continue
        told = (*told, entry)
        change.sound()
        if isinstance(entry.measure, TimeCalled):
            change.ask(None)
        if was in (Phase.PLAYING, Phase.PAUSED):
            change.log_presses("ruling")
        change.save_reading()
    if told:
        change.desk = replace(change.desk, told=told)
    for purpose, draft in refusals(change.desk, change.at):
        change.write(purpose, draft)


def _fits(change: Change, entry: Entry) -> bool:
    try:
        return bool(step(change.session, entry))
    except IllegalEntry:
        return False


def notice_due(change: Change) -> None:
    """Enter what is due: a turn that passes, a warning, a call of time, an alarm."""
    at = change.at
    passed = passes_or_warns(change.desk.session, at)
    if passed is not None and change.enter(passed):
        change.sound()
    called = time_called(change.desk.session, at)
    if called is not None and change.enter(called):
        change.sound()
        change.ask(None)
        change.log_presses("time called")
    _notice_time_over(change)
    _notice_long_match(change)


def _notice_time_over(change: Change) -> None:
    """Ring when the last time for a move is over, and propose the loss to the referee once."""
    desk = change.desk
    over = time_over(desk.session, change.at)
    if over is None:
        return
    ent, draft = move_time_report(desk, change.match, change.session, over)
    if ent not in desk.receipts and ent not in desk.state.reports:
        change.write(ent, draft)
        change.sound()


def _notice_long_match(change: Change) -> None:
    """Ring once when a match lasts longer than its sheet allows; the clocks go on (APCA-9)."""
    session, long = change.desk.session, change.desk.long
    if session is not None and too_long(session, change.at) and session.info.uid not in long:
        change.desk = replace(change.desk, long=long | {session.info.uid})
        change.sound()
