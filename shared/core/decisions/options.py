"""What a referee can decide about a case: the lawful options, each by its rule.

The first one is what the sheet says, where it says something. Proposes; a person decides.
"""

from collections.abc import Callable, Iterator
from typing import Final

from shared.core.backgammon import setup_stands
from shared.core.clock import imposed_control
from shared.core.decisions.endings import Asks, Option, clause_of_result, decides, endings
from shared.core.decisions.facts import Case, decided
from shared.core.events import measures as m
from shared.core.events.reported import MINUTE, rule_of
from shared.core.match.controls import UNCLOCKED
from shared.core.match.move_time import lowder_applies
from shared.core.match.outcome import SEATS, Code, Outcome, Seat
from shared.core.rulebooks import Rulebook
from shared.core.rulebooks.sheet import Course

__all__ = ["TAKEN_BACK", "Asks", "Option", "options"]
ADDED_MS: Final = (60_000, 120_000)
"""What is added to one side's time, or taken, by an option; for others both clocks are set."""


def options(case: Case) -> tuple[Option, ...]:
    """Return everything that can be decided about a case, the likeliest first."""
    found: dict[object, Option] = {}
    for option in _OF_KIND[case.kind](case):
        found.setdefault((option.measures, option.asks), option)
    return tuple(found.values())


def _proposed(case: Case) -> Iterator[Option]:
    clause, seats = case.clause, case.seats
    match case.kind:
        case "call":
            coming = all(report.coming_at for report in case.reports)
            yield Option((m.DealtWith(),), case.book.sheet.authority) if coming else _COMING
        case "restart":
            yield Option((m.GoesOn(),), case.book.sheet.power_cut)
        case "late":
            yield from _lateness(case)
        case "phone" | "incident":
            _, course = rule_of(case.book, case.reports[0].type, case.reports[0].which)
            if case.reports[0].type in ("count_full", "draw_ruling"):
                if case.book.scoring == "points":
                    return  # A game of backgammon is not drawn.
                yield Option((m.GameDrawn(case.game),), clause)
            elif case.reports[0].type == "timekeeper":
                yield from _timekeeper(case)
            elif course == "set_up":
                if case.turns is not None:
                    stands = setup_stands(case.turns)
                    yield Option((m.SetUpStands() if stands else m.PutRight(),), clause)
            elif taken := _by_course(course, case, seats[0] if seats else None):
                settled = tuple(m.MatchDecided.by(outcome) for outcome in case.proposed[:1])
                lost = any(isinstance(one, m.GameLost) for one in taken)
                yield Option((*taken, *(settled if lost else ())), clause)


_COMING: Final = Option(coming=True)


def _by_course(course: Course, case: Case, seat: Seat | None) -> tuple[m.Measure, ...]:
    """Return what a clause makes of an incident, by how often it was ruled before (APCA-11,
    DARK-touch)."""
    match course:
        case "remove" | "points_out":
            return (m.HelperLeaves(course == "points_out"),)
        case "bar":
            return (m.SpectatorBarred(),)
    if seat is None:
        return ()
    lost: m.Measure = m.GameLost(seat, case.game)
    taken = case.match.taken if case.match is not None else ()
    if any(one.measure == lost and one.decision not in case.replaces for one in taken):
        lost = m.DealtWith()  # A game is lost once.
    found: dict[Course, m.Measure] = {
        "caution": lost if case.earlier else m.Caution(seat),
        "out": m.Suspended() if case.earlier else m.Warned(seat),
        "out_at_once": m.Suspended(),
        "correct": m.PutRight(),
        "game": lost,
        "move": m.TouchedPiece(seat, case.game),
        "go_on": m.GoesOnAsPushed(seat),
        "carry_out": m.CarriesOut(seat),
        "leave": m.MayLeave(seat),
    }
    return (found[course],) if course in found else ()


def _timekeeper(case: Case) -> Iterator[Option]:
    """Yield who times the moves of an unclocked table, or which clock comes (ACF-1.X.B.a,
    APCA-9)."""
    if case.clocked:
        return
    if case.reports[0].which == MINUTE and case.book.lowder is not None:
        yield Option((m.MovesTimed("lowder"),), case.book.clause("lowder"))
    elif case.book.move_time is not None:
        yield Option((m.MovesTimed("five_minutes"),), case.clause)
    elif case.book.imposed_clocks is not None:
        control = imposed_control(case.book.imposed_clocks, "game").name
        yield Option((m.ClockAssigned(control, "game"),), case.clause)


def _lateness(case: Case) -> Iterator[Option]:
    """Yield what an absence costs now: games without a clock, the player's own time with one."""
    assert case.match is not None
    if case.reports and all(case.match.seated[seat] for seat in case.seats):
        yield Option((m.Dismissed(),), _late_clause(case))
    elif case.running:
        yield Option((m.DealtWith(),), absence_clause(case.book))
    elif case.proposed:
        yield decides(case.proposed[0], _late_clause(case))
    elif case.losing:
        yield Option(case.losing, _late_clause(case))
    elif not case.due and any(not report.coming_at for report in case.reports):
        yield _COMING


def _late_clause(case: Case) -> str:
    return case.book.clause("lateness")


# -- all options, by kind of case ----------------------------------------------------------------


def _of_report(case: Case) -> Iterator[Option]:
    """About what happened at a board, and about phones."""
    yield from _proposed(case)
    yield Option((m.Dismissed(),), case.clause)
    if case.alike:
        yield Option((m.SameAs(case.alike),), case.clause)
    sheet = case.book.sheet
    if case.match is not None:
        if case.kind == "incident" and case.seats:
            yield Option((m.Caution(case.seats[0]),), case.clause)
            warned = next((ground.clause for ground in sheet.grounds if ground.warned), "")
            if warned:
                yield Option((m.Warned(case.seats[0]),), warned)
        yield from _games_lost(case)
        if case.kind == "incident":
            yield from _at_the_table(case)
    yield from _closing(case)
    if case.match is not None:
        if case.kind == "incident":
            yield from _directing(case)
        yield from endings(case, case.clause)
    yield Option((m.OwnWords(),), sheet.authority, "words")


def _of_call(case: Case) -> Iterator[Option]:
    yield from _proposed(case)
    yield from _closing(case)
    yield Option((m.OwnWords(),), case.book.sheet.authority, "words")
    yield Option((m.Dismissed(),), case.clause)
    if case.match is not None:
        yield from _at_the_table(case)
        yield from _directing(case)
        yield from endings(case, case.clause)


def _of_restart(case: Case) -> Iterator[Option]:
    yield from _proposed(case)
    yield Option((), case.book.sheet.power_cut, "times")
    yield from _closing(case)
    yield Option((m.OwnWords(),), case.book.sheet.authority, "words")
    if case.match is not None:
        yield from endings(case, case.clause)


def _of_absence(case: Case) -> Iterator[Option]:
    """About a seat that is empty, reported or not."""
    yield from _proposed(case)
    match = case.match
    assert match is not None
    yield from _absent_time(case)
    yield from _excuses(case)
    if not any(case.book.bye_points) and not case.book.places_by_exit:
        # No play, no points: a match to which a player never came is void (APCA-30).
        yield decides(Outcome((), "void"), case.book.clause("bye_points"))
    elif not case.clock_replaces:
        yield from _games_lost(case)
        yield from _lost_by_both(case)
    if case.reports:
        yield Option((m.Dismissed(),), _late_clause(case))
        yield from _closing(case)
        yield Option((m.OwnWords(),), case.book.sheet.authority, "words")
    yield from endings(case, _late_clause(case))


def _of_flag(case: Case) -> Iterator[Option]:
    clause = clause_of_result(case)
    yield from (decides(outcome, clause) for outcome in case.proposed)
    if case.book.flag_costs == "game" and not case.proposed:
        # HALL-apca-flag: whether the next game is played, and with which times.
        yield Option((), clause, "times")
    yield from endings(case, clause)


def _of_result(case: Case) -> Iterator[Option]:
    yield from endings(case, clause_of_result(case))


def _of_clock(case: Case) -> Iterator[Option]:
    """Yield what a match's table can be told to do without a report."""
    match, authority = case.match, case.book.sheet.authority
    assert match is not None
    yield from _absent_time(case)
    if case.paused:
        yield Option((m.Resumed(),), authority)
    elif all(match.seated):
        yield Option((m.Paused(),), authority)
    if all(match.seated):
        yield from _at_the_table(case)
    else:
        yield from _assigned(case)
    yield from _excuses(case)


def _of_delay(case: Case) -> Iterator[Option]:
    """Yield penalty points, or the match once they are too many (USBGF-2.2b)."""
    clause, seat = case.book.clause("usbgf_time.first_penalty_ms"), case.seats[0]
    yield from (decides(outcome, clause) for outcome in case.proposed)
    if case.points:
        yield Option((m.PenaltyPoints(seat, case.points),), clause)
    yield Option((m.Dismissed(),), clause)
    yield Option((), clause, "points")


def _of_contested(case: Case) -> Iterator[Option]:
    """Yield each of the decisions that differ, or neither."""
    for decision in case.replaces:
        measures = tuple(measure for _token, measure in decision.measures)
        yield Option(measures or (m.Dismissed(),), decision.clause)
    yield Option((m.Dismissed(),), case.book.sheet.authority)
    yield Option((m.OwnWords(),), case.book.sheet.authority, "words")


def _of_refused(case: Case) -> Iterator[Option]:
    """Yield that the measure is taken back, or another one in its place."""
    yield TAKEN_BACK
    yield from _of_clock(case)
    yield Option((m.OwnWords(),), case.book.sheet.authority, "words")


def _of_request(case: Case) -> Iterator[Option]:
    """Yield that a wish at a kiosk is granted, and that it is refused."""
    asked = case.request
    assert asked is not None
    for answer in (m.RequestGranted, m.RequestRefused):
        yield Option((answer(asked.what, asked.round_no),), case.rule)


TAKEN_BACK: Final = Option()
"""What was decided is undone, and nothing stands in its place."""

_OF_KIND: Final[dict[str, Callable[[Case], Iterator[Option]]]] = {
    "call": _of_call,
    "phone": _of_report,
    "incident": _of_report,
    "late": _of_absence,
    "restart": _of_restart,
    "flag": _of_flag,
    "result": _of_result,
    "clock": _of_clock,
    "contested": _of_contested,
    "refused": _of_refused,
    "request": _of_request,
    "delay": _of_delay,
}


def _closing(case: Case) -> Iterator[Option]:
    if any(not report.coming_at for report in case.reports):
        yield _COMING
    yield Option((m.DealtWith(),), case.clause)


def _games_lost(case: Case) -> Iterator[Option]:
    """Yield each game as lost by each player, the likely player and the game in play first."""
    match, book = case.match, case.book
    if match is None or book.scoring == "points":
        return  # A match of points has no games that are forfeited one by one.
    clause = _late_clause(case) if case.kind == "late" else case.clause
    numbers = sorted(range(1, book.games_per_match + 1), key=lambda game: game != case.game)
    for seat in sorted(SEATS, key=lambda seat: seat not in case.seats):
        for game in numbers:
            lost = m.GameLost(seat, game)
            if not decided(match, lost):
                yield Option((lost,), clause)


def _lost_by_both(case: Case) -> Iterator[Option]:
    """Yield where nobody has come: each game, and the match, as lost by both (ACF-1.VI.A)."""
    match, book = case.match, case.book
    if match is None or any(match.seated):
        return
    clause, numbers = _late_clause(case), range(1, book.games_per_match + 1)
    if book.scoring != "points":
        lost = (m.BothLose(game) for game in numbers)
        yield from (Option((each,), clause) for each in lost if not decided(match, each))
    yield decides(Outcome((Code.LOST_BY_BOTH,) * book.games_per_match), clause)


def _absent_time(case: Case) -> Iterator[Option]:
    """Yield the time of who is missing, under each control that may be meant (ACF-1.VI.B)."""
    assert case.match is not None
    for control in () if all(case.match.seated) else case.controls:
        for since in (case.grace_over, 0) if case.grace_over else (0,):
            yield Option((m.AbsentTimeStarted(control, since),), absence_clause(case.book))


def absence_clause(book: Rulebook) -> str:
    """Return by which clause the time of an absent side may run (ACF-1.VI.B)."""
    return book.clause("lateness.grace_ms") if book.lateness is not None else book.sheet.authority


def _excuses(case: Case) -> Iterator[Option]:
    """ACF-1.VI.B: an absence may be excused; then nothing is counted, and the reason is kept."""
    if case.book.lateness is None or case.match is None:
        return
    clause = case.book.clause("lateness.grace_ms")
    for seat in SEATS:
        if not case.match.seated[seat] and not decided(case.match, m.Excused(seat)):
            yield Option((m.Excused(seat),), clause, "reason")


def _at_the_table(case: Case) -> Iterator[Option]:
    """Yield what a table can be told to do: time added or taken, moves timed, a clock brought."""
    if case.clocked:
        yield from _added(case.book)
        yield Option((), rule_of(case.book, "clock_defect")[0], "times")
    else:
        yield from _unclocked(case.book, lowder=case.lowder_told)
        yield from _assigned(case)


def _unclocked(book: Rulebook, *, lowder: bool) -> Iterator[Option]:
    if book.move_time is not None:
        yield Option((m.MovesTimed("five_minutes"),), book.clauses["move_time.move_ms"])
    if lowder and lowder_applies(book.lowder, clocked=False):
        yield Option((m.MovesTimed("lowder"),), book.clause("lowder"))
    if book.move_time is not None or book.lowder is not None:
        yield Option(
            (m.TimingEnded(),), book.clause("lowder" if book.move_time is None else "move_time")
        )
    if book.contest is not None:
        yield Option((m.TimeCalled(),), book.clause("contest.match_ms"))
    if book.imposed_clocks is not None:
        clause = book.clause("imposed_clocks")
        game = imposed_control(book.imposed_clocks, "game").name
        yield Option((m.ClockAssigned(game, "game"),), clause)
        match = imposed_control(book.imposed_clocks, "match_start").name
        yield Option((m.ClockAssigned(match, "match"),), clause)


def _assigned(case: Case) -> Iterator[Option]:
    """Yield a clock for the games that have not begun, where players may play without
    (ACF-1.X.B.b)."""
    clause = case.book.sheet.match_clock
    if clause and UNCLOCKED in case.book.time_controls and not case.clocked:
        for name in case.book.time_controls if not case.clock_replaces else ():
            if name != UNCLOCKED:
                yield Option((m.ClockAssigned(name, "next"),), clause)


def _added(book: Rulebook) -> Iterator[Option]:
    clause = rule_of(book, "clock_defect")[0]
    for ms in ADDED_MS:
        for left, right in ((ms, ms), (ms, 0), (0, ms)):
            yield Option((m.TimeAdded(left, right),), clause)
    for ms in ADDED_MS:
        for left, right in ((-ms, 0), (0, -ms)):
            yield Option((m.TimeAdded(left, right),), clause)


def _directing(case: Case) -> Iterator[Option]:
    """Yield what a backgammon director may order beside what was reported."""
    sheet = case.book.sheet
    if sheet.equipment:
        yield Option((m.OtherEquipment(),), sheet.equipment, "words")
    if sheet.forgotten_press and case.clocked:
        yield Option((), sheet.forgotten_press, "press")
    if case.book.usbgf_time is not None:
        yield Option((), case.book.clause("usbgf_time.first_penalty_ms"), "points")
    if sheet.wrong_length:
        yield Option((m.WrongLength(),), sheet.wrong_length)
        yield Option((), sheet.wrong_length, "length")
