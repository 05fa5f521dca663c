"""Questions that reports and empty seats raise: phones, lateness, calls, power cuts.

Everything counted here is counted from the moment it is asked about; nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions import reasons
from hall_server.referee.questions.about_grace import about_grace, about_running
from hall_server.referee.questions.about_incidents import incident, ordered
from hall_server.referee.questions.about_results import all_forfeited, lost_by_forfeit
from hall_server.referee.questions.delays import delayed
from hall_server.referee.questions.forfeit_order import forfeit, forfeit_order, forfeited
from hall_server.referee.questions.lateness import absent, clock_replaces, excused
from hall_server.referee.questions.question import Question, Urgency, answer, ruling
from shared.core.clock import face
from shared.core.language import _, ngettext
from shared.core.lateness import Lateness, lateness
from shared.core.report_clock import clock_words
from shared.core.reported import COSTS, rule_of
from shared.core.rulebooks import RULEBOOKS, set_by_event
from shared.core.scoring import in_words
from shared.core.state import FALLBACK, Match, Report
from shared.core.words import SEATS, Seat, other
from shared.port import Draft
from shared.tui.times import duration

UNCOUNTED_MS = 5 * 60_000
"""Where the sheet counts no lateness, an empty seat is no question before; a report always is."""

MOST_OF_A_TABLE = 8
"""So many reports of one table are questions at a time, beside its calls."""


def about_reports(moment: Moment) -> Iterator[Question]:
    """Every question that an open report or an empty seat raises now.

    All calls of a table are one question, and of its other reports the oldest are asked first: one
    table cannot bury the others.
    """
    calls: dict[tuple[str, bool], list[Report]] = {}
    others: dict[str, list[Report]] = {}
    for report in sorted(moment.state.reports.values(), key=lambda report: (report.at, report.ent)):
        match = moment.match(report.match)
        if not report.open or (match is not None and match.standing == "withdrawn"):
            continue
        if report.type not in ("phone", "restart") and (report.type == "call" or match is None):
            calls.setdefault((report.table, report.answer is not None), []).append(report)
        elif report.type != "late":
            others.setdefault(report.table, []).append(report)
    for filed in calls.values():
        yield _call(moment, filed)
    for filed in others.values():
        yield from _oldest(moment, filed)
    for match in moment.playing:
        yield from _late(moment, match)


def _oldest(moment: Moment, filed: Sequence[Report]) -> list[Question]:
    """What the oldest reports of a table ask; the last question says how many come after it."""
    shown: list[Question] = []
    for number, report in enumerate(filed, 1):
        found = _about(moment, report)
        shown += () if found is None else (found,)
        waiting = len(filed) - number
        if len(shown) == MOST_OF_A_TABLE and waiting:
            line = ngettext(
                "{count} more report of this table waits behind this one.",
                "{count} more reports of this table wait behind this one.",
                waiting,
            ).format(count=waiting)
            shown[-1] = replace(shown[-1], evidence=(*shown[-1].evidence, line))
            break
    return shown


def _about(moment: Moment, report: Report) -> Question | None:
    """What a report asks that is no call; None if that is asked elsewhere."""
    match = moment.match(report.match)
    if report.type == "phone":
        return _phone(moment, report, match)
    if report.type == "restart":
        return _restart(moment, report, match)
    assert match is not None
    return incident(moment, report, match, _asked(moment, report, match))


def _asked(moment: Moment, report: Report, match: Match | None) -> tuple[str, ...]:
    at = moment.at(report.at)
    words = _("Reported {time}").format(time=at)
    if match is not None and report.seat is not None:
        name = moment.names(match)[report.seat]
        words = _("Reported {time} by {name}").format(time=at, name=name)
    lines = [f"{words}: “{report.note}”" if report.note else words]
    if report.answer is not None:
        lines.append(
            _("You said at {time} that you are coming.").format(time=moment.at(report.answer.at))
        )
    return tuple(lines)


def _clocks(moment: Moment, report: Report, match: Match | None) -> tuple[str, ...]:
    """What the report does to the clocks, and how they stand (HALL-report-clock)."""
    if match is None:
        return ()
    return (_(clock_words(report.type)), *moment.clock_lines(match))


def _call(moment: Moment, filed: Sequence[Report]) -> Question:
    """All open calls of a table, the oldest first."""
    report, latest = filed[0], filed[-1]
    match, coming = moment.match(latest.match), report.answer is not None
    before: tuple[str, ...] = ()
    if len(filed) > 1:
        words = ngettext(
            "{count} open call of this table.", "{count} open calls of this table.", len(filed)
        )
        before = (words.format(count=len(filed)),)
    book = moment.book(match) if match is not None else RULEBOOKS[FALLBACK]
    question = Question(
        key=f"call:{report.ent}:{'coming' if coming else 'new'}",
        kind="call",
        urgency=Urgency.SOON if coming else Urgency.NOW,
        since=report.at,
        title=_("The referee is called"),
        clause=rule_of(book, "call")[0],
        evidence=before + _asked(moment, latest, match) + _clocks(moment, latest, match),
        proposal=_("Go to {table}; the screen there says that you are coming.").format(
            table=moment.table(report.table)
        ),
        drafts=tuple(answer(one.ent, "coming") for one in filed),
        table=report.table,
        match=latest.match,
        reports=tuple(one.ent for one in filed),
    )
    if not coming:
        return question
    return replace(
        question,
        title=_("You are at the table"),
        proposal=_("Close the call when it is dealt with."),
        drafts=tuple(
            answer(one.ent, "ruled", book.sheet.authority, reasons.AT_THE_TABLE) for one in filed
        ),
    )


def _phone(moment: Moment, report: Report, match: Match | None) -> Question:
    """A phone costs what the sheet says: under ACF-3.II.J the game."""
    book = moment.book(match) if match is not None else RULEBOOKS[FALLBACK]
    clause, course = rule_of(book, "phone")
    question = Question(
        key=f"phone:{report.ent}",
        kind="phone",
        urgency=Urgency.NOW,
        since=report.at,
        title=_("A phone rang"),
        clause=clause,
        evidence=_asked(moment, report, match) + _clocks(moment, report, match),
        proposal=" ".join((_("Find out whose phone it was."), _(COSTS[course]))),
        opens="decide",
        table=report.table,
        match=report.match,
        reports=(report.ent,),
    )
    if match is None or report.about is None or course != "game":
        return question
    owner, game = moment.names(match)[report.about], report.game or moment.game_now(match)
    note = reasons.forfeited(game, owner, "phone")
    lost = _("Game {game} is forfeited by {name}.").format(game=game, name=owner)
    drafts = (
        answer(report.ent, "ruled", clause, note),
        *_known(moment, match, game, report.about, clause),
    )
    return replace(
        question,
        title=_("A phone rang: {name}").format(name=owner),
        proposal=f"{lost} {_what_follows(drafts)}",
        opens="write",
        drafts=drafts,
    )


def _known(moment: Moment, match: Match, game: int, seat: Seat, clause: str) -> tuple[Draft, ...]:
    """The ruling on the whole match, where the other games are known or there are none."""
    games = moment.book(match).games_per_match
    if games == 1:
        outcome = all_forfeited(moment.book(match), seat)
    elif match.result.versions and len(match.result.versions[0].outcome.games) == games:
        outcome = lost_by_forfeit(match.result.versions[0].outcome.games, game, seat)
    else:
        return ()
    note = reasons.forfeited(game, moment.names(match)[seat])
    return (ruling(match, outcome, clause, note),)


def _what_follows(drafts: tuple[Draft, ...]) -> str:
    if len(drafts) > 1:
        return _("The result is changed with it.")
    return _("The players enter it with the score; if they leave it out, you are asked again.")


def _restart(moment: Moment, report: Report, match: Match | None) -> Question:
    """HALL-power-cut: the last reading is proposed, both clocks stand, the referee adjusts."""
    evidence = _asked(moment, report, match)
    book = moment.book(match) if match is not None else RULEBOOKS[FALLBACK]
    clause = book.sheet.power_cut
    question = Question(
        key=f"restart:{report.ent}",
        kind="restart",
        urgency=Urgency.NOW,
        since=report.at,
        title=_("A table slept") if report.which == "slept" else _("A table lost its power"),
        clause=clause,
        evidence=evidence,
        proposal=_("Both clocks stand. Go on from what the table shows."),
        drafts=(answer(report.ent, "ruled", clause, reasons.TIMES_SHOWN),),
        table=report.table,
        match=report.match,
        reports=(report.ent,),
    )
    if match is None:
        return question
    question = replace(question, evidence=evidence + moment.clock_lines(match))
    seen = moment.live.get(match.uid)
    remaining = (
        seen.live.remaining_ms
        if seen is not None and seen.live.clocked
        else match.clock.remaining_ms
        if match.clock is not None
        else None
    )
    if remaining is None:
        return question
    names = moment.names(match)
    times = ", ".join(f"{names[seat]} {face(remaining[seat])}" for seat in SEATS)
    return replace(
        question,
        proposal=_("Both clocks stand. Go on from {times}.").format(times=times),
        drafts=(answer(report.ent, "ruled", clause, reasons.go_on_from(times)),),
    )


def _late(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-1.VI.A: counts from the scheduled start while a report is open or a seat is empty."""
    seen = moment.live.get(match.uid)
    empty = absent(match, seen.live if seen else None)
    reports = [
        report for report in moment.reports_of(match.key) if report.type == "late" and report.open
    ]
    if match.result.counts or (not empty and not reports):
        return
    late = _lateness(moment, match)
    yield from _excused(moment, match, empty)
    rule = moment.book(match).lateness
    if rule is not None and clock_replaces(moment, match):
        # The clock replaces the count altogether: only who has come since is asked about below.
        gone = tuple(r for r in reports if r.about is not None and not match.seated[r.about])
        lines = tuple(line for report in gone for line in _asked(moment, report, match))
        if empty:
            yield from about_grace(moment, match, rule, empty, gone, lines)
        elif gone:
            yield about_running(moment, match, gone, lines)
        empty, reports = (), [r for r in reports if r not in gone]
    empty = tuple(seat for seat in empty if excused(moment, match, seat) is None)
    for seat in SEATS:
        about = tuple(r for r in reports if r.about == seat)
        alone = seat in empty and other(seat) not in empty
        if (
            about
            or (late.late_ms > _quiet_ms(moment, match) and alone)
            or (late.games and seat in empty)
        ):
            yield _late_seat(moment, match, seat, late, about)


def _quiet_ms(moment: Moment, match: Match) -> int:
    """How late somebody is before the queue says so unasked: at once where the sheet counts it."""
    book = moment.book(match)
    counted = book.lateness is not None or book.usbgf_time is not None
    return 0 if counted else UNCOUNTED_MS


def _excused(moment: Moment, match: Match, empty: tuple[Seat, ...]) -> Iterator[Question]:
    """ACF-1.VI.B: an absence that the referee excused costs nothing, and stays in sight."""
    for seat in empty:
        told = excused(moment, match, seat)
        if told is None or moment.hall_ms <= match.starts_at:
            continue
        name = moment.names(match)[seat]
        yield Question(
            key=f"excused:{match.uid}:{seat}:{told.at}",
            kind="late",
            urgency=Urgency.LATER,
            since=told.at,
            title=_("Excused: {name}").format(name=name),
            clause=moment.book(match).clause("lateness.grace_ms"),
            evidence=(_("Excused {time}: {why}").format(time=moment.at(told.at), why=told.why),),
            proposal=_("Nothing is counted against {name}. Choose otherwise to end it.").format(
                name=name
            ),
            opens="note",
            table=match.table,
            match=match.key,
        )


def _lateness(moment: Moment, match: Match) -> Lateness:
    """The lateness of who has not come; it costs nothing by itself where the sheet says nothing."""
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


def _late_seat(
    moment: Moment, match: Match, seat: Seat, late: Lateness, reports: tuple[Report, ...]
) -> Question:
    name = moment.names(match)[seat]
    both = len(absent(match)) == 2
    # A report makes it a question that can be answered at the table: it is asked anew.
    stage = f"{late.games}{'?' if late.unsure else ''}{':reported' if reports else ''}"
    lines = [line for report in reports for line in _asked(moment, report, match)]
    seated = _("nobody has sat down") if both else _("{name} has not sat down").format(name=name)
    if match.seated[seat]:
        seated = _("{name} has sat down since; when is not on record").format(name=name)
    book = moment.book(match)
    rule = book.lateness
    reached = (0, rule.first_forfeit_ms, rule.second_forfeit_ms)[late.games] if rule else 0
    question = Question(
        key=f"late:{match.uid}:{seat}:{stage}",
        kind="late",
        urgency=Urgency.NOW if late.games and not match.seated[seat] else Urgency.LATER,
        since=match.starts_at + reached,
        title=_("Late {time}: {name}").format(time=duration(late.late_ms), name=name),
        clause=book.clause("lateness"),
        evidence=(
            _("Scheduled start {time}; {seated}.").format(
                time=moment.at(match.starts_at), seated=seated
            ),
            *lines,
            *set_by_event(book, "lateness."),
        ),
        proposal="",
        opens="note",
        table=match.table,
        match=match.key,
        reports=tuple(report.ent for report in reports),
    )
    if match.seated[seat]:
        drafts = tuple(
            answer(r.ent, "dismissed", question.clause, reasons.has_come(name)) for r in reports
        )
        words = _("Close the report, or choose otherwise if a game is forfeited.")
        return replace(question, proposal=words, opens="write", drafts=drafts)
    if late.unsure:
        words = _("Nearer to the limit than the clocks are exact: the referee decides.")
        return replace(question, proposal=words, opens="decide")
    if rule is None and book.usbgf_time is not None:
        return delayed(book.usbgf_time, moment, match, seat, late.late_ms, question, reports)
    if rule is None:
        words = _("This rule sheet takes no game for lateness: the referee decides.")
        return replace(question, proposal=words, opens="decide")
    if late.games == 0:
        words = _("Nothing yet. One game is forfeited {time} after the start.").format(
            time=duration(late.next_ms or 0)
        )
        coming = tuple(answer(r.ent, "coming") for r in reports if r.answer is None)
        return replace(question, proposal=words, opens="write" if coming else "note", drafts=coming)
    if both:
        words = _(
            "Both are absent: the referee decides, or has both clocks started ({clause})."
        ).format(clause=moment.book(match).clause("lateness.grace_ms"))
        return replace(question, proposal=words, opens="decide")
    return _forfeits(moment, match, seat, late, question, reports)


def _forfeits(
    moment: Moment,
    match: Match,
    seat: Seat,
    late: Lateness,
    question: Question,
    reports: tuple[Report, ...],
) -> Question:
    name, names = moment.names(match)[seat], moment.names(match)
    book = moment.book(match)
    if late.games >= book.games_per_match:
        outcome = all_forfeited(book, seat)
        note = reasons.all_forfeited_late(name, duration(late.late_ms))
        return replace(
            question,
            proposal=_("Every game is forfeited: {result}.").format(
                result=in_words(outcome, names)
            ),
            opens="write",
            drafts=(
                ruling(match, outcome, question.clause, note),
                *(answer(report.ent, "ruled", question.clause, note) for report in reports),
            ),
            choices=(outcome,),
        )
    note = reasons.forfeited(1, name, reasons.TOO_LATE)
    second = _("At {time} the second game is forfeited too.")
    then = second.format(time=duration(late.next_ms or 0))
    if forfeited(moment, match, seat, 1):
        words = _("Game 1 was ruled forfeited by {name}.").format(name=name)
        key = f"{question.key}:ruled"
        return replace(question, key=key, urgency=Urgency.LATER, proposal=f"{words} {then}")
    # The first answer carries the order; where nobody reported, an order of its own does.
    drafts = tuple(
        ordered(report.ent, "ruled", question.clause, note, None if number else forfeit(seat, 1))
        for number, report in enumerate(reports)
    )
    words = _("Game 1 is forfeited by {name}; the table enters it.").format(name=name)
    return replace(
        question,
        proposal=f"{words} {then}",
        opens="write",
        drafts=drafts or (forfeit_order(match, seat, 1, question.clause, note),),
        choices=(all_forfeited(book, seat),),
    )
