"""Questions that an empty seat raises, reported or not: what lateness costs by the sheet, and when.

Counts from the scheduled start, each time anew; nothing is remembered (ACF-1.VI, USBGF-2.2b).
"""

from collections.abc import Iterator
from dataclasses import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_delays import delayed, going, lost_by_delay
from hall_server.referee.derived.questions.about_results import all_forfeited
from hall_server.referee.derived.questions.cases import (
    SETTLING_MS,
    absent,
    absent_controls,
    asked,
    case_of,
    clock_replaces,
)
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.clock import face
from shared.core.decisions.facts import excused, games_decided, with_games
from shared.core.decisions.words import all_said, said
from shared.core.events.measures import AbsentTimeStarted, BothLose, GameLost, OfGame
from shared.core.match.controls import parse_time_control
from shared.core.match.delays import penalty
from shared.core.match.lateness import Lateness, LatenessRule, lateness, propose
from shared.core.match.outcome import SEATS, Outcome, Seat, other
from shared.core.rulebooks import set_by_event
from shared.core.standings.scoring import in_words
from shared.core.state import InForce, Match, Report
from shared.core.text.language import _
from shared.tui.times import duration

UNCOUNTED_MS = 5 * 60_000
"""Where the sheet counts no lateness, an empty seat is no question before; a report always is."""


def about_absence(moment: Moment, match: Match) -> Iterator[Question]:
    """Yield what is asked about a match while a report is open or a seat is empty."""
    seen = moment.live.get(match.uid)
    empty = absent(match, seen.live if seen else None)
    reports = [
        report for report in moment.reports_of(match.key) if report.type == "late" and report.open
    ]
    if match.result.counts or (not reports and (not empty or moment.is_on_paper(match))):
        return
    yield from _excused(moment, match, empty)
    empty = tuple(seat for seat in empty if excused(match, seat) is None)
    rule = moment.book(match).lateness
    replaced = clock_replaces(moment, match) or _ordered(match) is not None
    if rule is not None and replaced:
        # The clock replaces the count altogether: only who has come since is asked about below.
        gone = tuple(r for r in reports if r.about is not None and not match.seated[r.about])
        if empty:
            yield from _grace(moment, match, rule, empty, gone)
        elif gone:
            yield _running(moment, match, gone)
        empty, reports = (), [r for r in reports if r not in gone]
    late = _lateness(moment, match)
    if empty == SEATS and (late.games or _delays(moment, match, late.late_ms)):
        yield _late(moment, match, SEATS, late, tuple(reports))
        return
    for seat in SEATS:
        about = tuple(r for r in reports if r.about == seat)
        alone = seat in empty and other(seat) not in empty
        quiet = late.late_ms <= _quiet_ms(moment, match)
        if about or (alone and not quiet) or (late.games and seat in empty):
            yield _late(moment, match, (seat,), late, about)


def _delays(moment: Moment, match: Match, late_ms: int) -> bool:
    """Return whether a delay costs penalty points by now (USBGF-2.2b)."""
    rule = moment.book(match).usbgf_time
    return rule is not None and penalty(rule, max(1, match.length), late_ms).points > 0


def _quiet_ms(moment: Moment, match: Match) -> int:
    """Return how late a player may be before the queue says so: a minute where the sheet counts."""
    book = moment.book(match)
    counted = book.lateness is not None or book.usbgf_time is not None
    return SETTLING_MS if counted else UNCOUNTED_MS


def _excused(moment: Moment, match: Match, empty: tuple[Seat, ...]) -> Iterator[Question]:
    """ACF-1.VI.B: an absence that the referee excused costs nothing, and stays in sight."""
    for seat in empty:
        told = excused(match, seat)
        if told is None or moment.hall_ms <= match.starts_at:
            continue
        name = moment.names(match)[seat]
        yield Question(
            key=f"excused:{match.uid}:{seat}:{told.event}",
            kind="late",
            urgency=Urgency.LATER,
            since=told.at,
            title=_("Excused: {name}").format(name=name),
            clause=told.clause,
            evidence=(_("Excused {time}: {why}").format(time=moment.at(told.at), why=told.reason),),
            proposal=_("Nothing is counted against {name}. Choose otherwise to end it.").format(
                name=name
            ),
            opens="note",
            **at(match),
            case=case_of(moment, "refused", match, ident=f"after/{told.event}", replaces=(told,)),
        )


def _lateness(moment: Moment, match: Match) -> Lateness:
    """Return the lateness of who has not come; it costs nothing by itself where the sheet says
    nothing."""
    book = moment.book(match)
    if book.lateness is None:
        return Lateness(max(0, moment.hall_ms - match.starts_at), 0, None, False)
    return lateness(
        book.lateness,
        match.starts_at,
        moment.hall_ms,
        moment.link.uncertainty_ms,
        games_per_match=book.games_per_match,
    )


def _asked(moment: Moment, match: Match, reports: tuple[Report, ...]) -> tuple[str, ...]:
    return tuple(line for report in reports for line in asked(moment, report, match))


def _evidence(
    moment: Moment, match: Match, seated: str, reports: tuple[Report, ...]
) -> tuple[str, ...]:
    """Return the start, who is there, what was reported, and what the event has set otherwise."""
    start = _("Scheduled start {time}; {seated}.")
    return (
        start.format(time=moment.at(match.starts_at), seated=seated),
        *_asked(moment, match, reports),
        *set_by_event(moment.book(match), "lateness."),
    )


# -- with a clock --------------------------------------------------------------------------------


def _grace(
    moment: Moment,
    match: Match,
    rule: LatenessRule,
    empty: tuple[Seat, ...],
    reports: tuple[Report, ...],
) -> Iterator[Question]:
    """ACF-1.VI.B: the absent player's own time is proposed, and no game."""
    found = propose(rule, starts_at=match.starts_at, now=moment.hall_ms, absent=empty)
    late_ms = max(0, moment.hall_ms - match.starts_at)
    due = found.kind == "start_clock"
    alone = len(empty) == 1 and late_ms > SETTLING_MS
    if not (due or reports or alone):
        return
    names = _names(moment, match, empty)
    stage = ("clock" if due else "grace") + (":reported" if reports else "")
    case = case_of(
        moment,
        "late",
        match,
        reports,
        ident=_ident(match, empty, reports),
        seats=empty,
        due=due,
        grace_over=found.since or 0,
    )
    question = Question(
        key=f"late:{match.uid}:{''.join(map(str, empty))}:{stage}",
        kind="late",
        urgency=Urgency.NOW if due else Urgency.LATER,
        since=found.since if found.since is not None else match.starts_at,
        title=_("Late {time}: {name}").format(time=duration(late_ms), name=names),
        clause=moment.book(match).clause("lateness.grace_ms"),
        evidence=_evidence(moment, match, _("{name} has not sat down").format(name=names), reports),
        proposal="",
        opens="note",
        **at(match),
        reports=tuple(report.ent for report in reports),
        case=case,
    )
    ordered = _ordered(match)
    if ordered is not None:
        words = _("Ordered {time}: the time of {names} runs as soon as the table has it.")
        yield replace(
            question,
            key=f"{question.key}:ordered",
            urgency=Urgency.LATER,
            proposal=words.format(time=moment.at(ordered.decision.at), names=names),
        )
        return
    if not due:
        wait = _(
            "Nothing yet. The time of {names} can be started {time} after the start; where a clock"
            " keeps the time, no game is forfeited for being late."
        ).format(names=names, time=duration(rule.grace_ms))
        yield going(question, wait)
        return
    controls = absent_controls(moment, match)
    everybody = tuple(seat for seat in SEATS if not match.seated[seat])
    if len(controls) != 1 or empty != everybody:
        words = _("The time of {names} can be started: choose how.").format(names=names)
        yield replace(question, proposal=words, opens="decide")
        return
    words = _("Start the time of {names} as from {time}: {left} is left. No game is forfeited.")
    gone_ms = moment.hall_ms - (found.since or moment.hall_ms)
    left_ms = parse_time_control(controls[0]).starting_ms - gone_ms
    yield replace(
        question,
        proposal=words.format(
            names=names,
            time=moment.minute(found.since or moment.hall_ms),
            left=face(max(0, left_ms)),
        ),
        opens="write",
    )


def _ordered(match: Match) -> InForce | None:
    """Return the measure by which the time of who is absent runs, unless the table refuses it."""
    for one in match.taken:
        carried = match.carried.get(one.token)
        refused = carried is not None and carried.refused is not None
        if isinstance(one.measure, AbsentTimeStarted) and not refused:
            return one
    return None


def _running(moment: Moment, match: Match, reports: tuple[Report, ...]) -> Question:
    """Yield reports about a player whose time runs already: they can only be closed."""
    seats = tuple(seat for seat in SEATS if any(report.about == seat for report in reports))
    names = _names(moment, match, seats)
    return Question(
        key=f"late:{match.uid}:{''.join(map(str, seats))}:runs",
        kind="late",
        urgency=Urgency.LATER,
        since=min(report.at for report in reports),
        title=_("The time of {names} runs").format(names=names),
        clause=moment.book(match).clause("lateness.grace_ms"),
        evidence=(*_asked(moment, match, reports), *moment.clock_lines(match)),
        proposal=_("Close the report: the player's own time runs until they press their side."),
        **at(match),
        reports=tuple(report.ent for report in reports),
        case=case_of(moment, "late", match, reports, seats=seats, running=True),
    )


def _names(moment: Moment, match: Match, seats: tuple[Seat, ...]) -> str:
    return _(" and ").join(moment.names(match)[seat] for seat in seats)


def _ident(match: Match, seats: tuple[Seat, ...], reports: tuple[Report, ...]) -> str:
    """Return the case of an absence: two who rule on it apart have its measures carried out
    once."""
    return reports[0].event if reports else f"late/{match.uid}/{''.join(map(str, seats))}"


# -- without a clock -----------------------------------------------------------------------------


def _late(
    moment: Moment,
    match: Match,
    seats: tuple[Seat, ...],
    late: Lateness,
    reports: tuple[Report, ...],
) -> Question:
    """Ask what the absence of one player, or of both, costs by now (ACF-1.VI.A)."""
    name, book = _names(moment, match, seats), moment.book(match)
    here = any(match.seated[seat] for seat in seats)
    # A report makes it a question that can be answered at the table: it is asked anew.
    stage = f"{late.games}{'?' if late.unsure else ''}{':reported' if reports else ''}"
    seated = _("{name} has not sat down").format(name=name)
    if not any(match.seated):
        seated = _("nobody has sat down")
    if here:
        seated = _("{name} has sat down since; when is not on record").format(name=name)
    rule = book.lateness
    reached = (0, rule.first_forfeit_ms, rule.second_forfeit_ms)[late.games] if rule else 0
    lost, ends = _costs(moment, match, seats, late)
    question = Question(
        key=f"late:{match.uid}:{''.join(map(str, seats))}:{stage}",
        kind="late",
        urgency=Urgency.NOW if late.games and not here else Urgency.LATER,
        since=match.starts_at + reached,
        title=_("Late {time}: {name}").format(time=duration(late.late_ms), name=name),
        clause=book.clause("lateness"),
        evidence=_evidence(moment, match, seated, reports),
        proposal="",
        opens="note",
        **at(match),
        reports=tuple(report.ent for report in reports),
        case=case_of(
            moment,
            "late",
            match,
            reports,
            ident=_ident(match, seats, reports),
            seats=seats,
            game=1 if late.games else moment.game_now(match),
            losing=lost,
            proposed=ends,
        ),
    )
    if here:
        words = _("Close the report, or choose otherwise if a game is forfeited.")
        return replace(question, proposal=words, opens="write")
    if settled := _settled(moment, match, seats, late, leaves_it=rule is None):
        key = f"{question.key}:ruled"
        return replace(question, key=key, urgency=Urgency.LATER, proposal=settled)
    if moment.is_silent(match.table):
        words = _("The table is not heard, and who sits there is not known: look before you rule.")
        return replace(question, key=f"{question.key}:silent", proposal=words, opens="decide")
    if late.unsure:
        words = _("Nearer to the limit than the clocks are exact: the referee decides.")
        return replace(question, proposal=words, opens="decide")
    if rule is None and book.usbgf_time is not None:
        return delayed(book.usbgf_time, moment, match, seats, late.late_ms, question)
    if rule is None:
        words = _("This rule sheet takes no game for lateness: the referee decides.")
        return replace(question, proposal=words, opens="decide")
    if late.games == 0:
        words = _("Nothing yet. One game is forfeited {time} after the start.").format(
            time=duration(late.next_ms or 0)
        )
        return going(question, words)
    if ends:
        words = _("Every game is forfeited: {result}.").format(
            result=in_words(ends[0], moment.names(match))
        )
        return replace(question, proposal=words, opens="write")
    second = _("{time} late: the second game is forfeited too.")
    then = second.format(time=duration(late.next_ms or 0))
    if not lost:
        words = _("Ruled: {ruling}").format(
            ruling=all_said(games_decided(match), moment.names(match))
        )
        key = f"{question.key}:ruled"
        return replace(question, key=key, urgency=Urgency.LATER, proposal=f"{words} {then}")
    words = _("{ruling} The table enters it.").format(ruling=all_said(lost, moment.names(match)))
    return replace(question, proposal=f"{words} {then}", opens="write")


def _settled(
    moment: Moment, match: Match, seats: tuple[Seat, ...], late: Lateness, *, leaves_it: bool
) -> str:
    """Return what the referee has ruled on an absence that is theirs to rule on, in words; "" if
    nothing.

    ``leaves_it`` says whether the sheet leaves it to the referee.
    """
    if not leaves_it and not late.unsure:
        return ""
    ordered = _ordered(match)
    if ordered is not None:
        return said(ordered.measure, moment.names(match))
    lost = [one for one in games_decided(match) if any(_has_lost(one, seat) for seat in seats)]
    return all_said(lost, moment.names(match)) if len(lost) >= max(1, late.games) else ""


def _costs(
    moment: Moment, match: Match, seats: tuple[Seat, ...], late: Lateness
) -> tuple[tuple[GameLost | BothLose, ...], tuple[Outcome, ...]]:
    """Return the games that are lost by now and not ruled so yet; how the match ends if all are."""
    book = moment.book(match)
    if late.unsure or any(match.seated[seat] for seat in seats):
        return (), ()
    if book.lateness is None:
        return (), lost_by_delay(moment, match, seats, late.late_ms)
    if late.games >= book.games_per_match:
        numbers = range(1, book.games_per_match + 1)
        lost = [_forfeit(match, seats, game) for game in numbers]
        return (), (with_games(all_forfeited(book, seats[0]), lost),)
    games = (game for game in range(1, late.games + 1) if not _ruled(match, seats, game))
    return tuple(_forfeit(match, seats, game) for game in games), ()


def _forfeit(match: Match, seats: tuple[Seat, ...], game: int) -> GameLost | BothLose:
    """Return a game that those of ``seats`` lose, and the other too where that is ruled already."""
    before = any(
        _has_lost(one, other(seats[0])) for one in games_decided(match) if one.game == game
    )
    return BothLose(game) if before or len(seats) == 2 else GameLost(seats[0], game)


def _ruled(match: Match, seats: tuple[Seat, ...], game: int) -> bool:
    """Return whether it is ruled that a game is lost by one of ``seats``."""
    mine = [one for one in games_decided(match) if one.game == game]
    return any(_has_lost(one, seat) for one in mine for seat in seats)


def _has_lost(measure: OfGame, seat: Seat) -> bool:
    return isinstance(measure, BothLose) or measure == GameLost(seat, measure.game)
