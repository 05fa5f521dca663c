"""The question that an absence raises where a clock keeps the time (ACF-1.VI.B).

The absent player's own time is proposed, and no game: the clock replaces the forfeits altogether.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hall_server.referee.moment import Moment
from hall_server.referee.questions import reasons
from hall_server.referee.questions.about_incidents import ordered
from hall_server.referee.questions.forfeit_order import order_given
from hall_server.referee.questions.lateness import absent_controls, excused, told_to
from hall_server.referee.questions.question import Question, Urgency, answer
from hall_server.referee.questions.reasons import in_english
from shared.core.events import Order
from shared.core.language import _
from shared.core.lateness import LatenessRule, LateProposal, propose
from shared.core.rulebooks import set_by_event
from shared.core.state import Match, Report
from shared.core.words import SEATS, Seat
from shared.tui.times import duration


def about_grace(
    moment: Moment,
    match: Match,
    rule: LatenessRule,
    empty: tuple[Seat, ...],
    reports: tuple[Report, ...],
    asked: tuple[str, ...],
) -> Iterator[Question]:
    """What ``empty`` seats ask of the referee now; ``asked`` is what was reported about them."""
    free = tuple(seat for seat in empty if excused(moment, match, seat) is not None)
    found = propose(
        rule,
        starts_at=match.starts_at,
        now=moment.hall_ms,
        absent=empty,
        clocked=True,
        games_per_match=moment.book(match).games_per_match,
        excused=free,
        uncertainty_ms=moment.link.uncertainty_ms,
    )
    late_ms = max(0, moment.hall_ms - match.starts_at)
    if not found.seats or not (late_ms or reports):
        return
    due = found.kind == "start_clock"
    if not (due or reports or len(empty) == 1):
        return
    names = said_of(moment, match, found.seats)
    stage = ("clock" if due else "grace") + (":reported" if reports else "")
    question = Question(
        key=f"late:{match.uid}:{''.join(str(seat) for seat in found.seats)}:{stage}",
        kind="late",
        urgency=Urgency.NOW if due else Urgency.LATER,
        since=found.since if found.since is not None else match.starts_at,
        title=_("Late {time}: {name}").format(time=duration(late_ms), name=names),
        clause=_clause(moment, match),
        evidence=(
            _("Scheduled start {time}; {seated}.").format(
                time=moment.at(match.starts_at),
                seated=_("{name} has not sat down").format(name=names),
            ),
            *asked,
            *set_by_event(moment.book(match), "lateness."),
        ),
        proposal="",
        opens="note",
        table=match.table,
        match=match.key,
        reports=tuple(report.ent for report in reports),
    )
    if not due:
        wait = _(
            "Nothing yet. The time of {names} can be started {time} after the start; where a clock"
            " keeps the time, no game is forfeited for being late."
        ).format(names=names, time=duration(rule.grace_ms))
        coming = tuple(answer(r.ent, "coming") for r in reports if r.answer is None)
        yield replace(question, proposal=wait, opens="write" if coming else "note", drafts=coming)
        return
    yield _start(moment, match, question, found, reports)


def about_running(
    moment: Moment, match: Match, reports: tuple[Report, ...], asked: tuple[str, ...]
) -> Question:
    """Reports about somebody whose time runs already: there is nothing left but to close them."""
    seats = tuple(seat for seat in SEATS if any(report.about == seat for report in reports))
    names = said_of(moment, match, seats)
    note = reasons.time_runs(in_english(lambda: said_of(moment, match, seats)))
    clause = _clause(moment, match)
    return Question(
        key=f"late:{match.uid}:{''.join(str(seat) for seat in seats)}:runs",
        kind="late",
        urgency=Urgency.LATER,
        since=min(report.at for report in reports),
        title=_("The time of {names} runs").format(names=names),
        clause=clause,
        evidence=(*asked, *moment.clock_lines(match)),
        proposal=_("Close the report: his own time runs until he presses his side."),
        drafts=tuple(answer(report.ent, "ruled", clause, note) for report in reports),
        table=match.table,
        match=match.key,
        reports=tuple(report.ent for report in reports),
    )


def _clause(moment: Moment, match: Match) -> str:
    return moment.book(match).clause("lateness.grace_ms")


def said_of(moment: Moment, match: Match, seats: tuple[Seat, ...]) -> str:
    """The names of those who sit, or do not sit, there."""
    return _(" and ").join(moment.names(match)[seat] for seat in seats)


def _start(
    moment: Moment,
    match: Match,
    question: Question,
    found: LateProposal,
    reports: tuple[Report, ...],
) -> Question:
    """The grace is over: the time of whoever is not there can be started."""
    names = said_of(moment, match, found.seats)
    for given in told_to(moment, match):
        if given.order.kind == "start_absent":
            words = _("Ordered {time}: the time of {names} runs as soon as the table has it.")
            return replace(
                question,
                key=f"{question.key}:ordered",
                urgency=Urgency.LATER,
                proposal=words.format(time=moment.at(given.at), names=names),
            )
    everybody = tuple(seat for seat in SEATS if not match.seated[seat])
    controls = absent_controls(moment, match)
    if len(controls) != 1 or found.seats != everybody:
        words = _("The time of {names} can be started: choose how.").format(names=names)
        return replace(question, proposal=words, opens="decide")
    control = controls[0]

    def sentence() -> str:
        return _("The time of {names} runs from now").format(
            names=said_of(moment, match, found.seats)
        )

    order, note = Order("start_absent", control), f"{in_english(sentence)}."
    drafts = tuple(
        ordered(report.ent, "ruled", question.clause, note, None if number else order)
        for number, report in enumerate(reports)
    )
    words = _("{what}, under {control}; no game is forfeited for being late.").format(
        what=sentence(), control=control
    )
    return replace(
        question,
        proposal=words,
        opens="write",
        drafts=drafts or (order_given(match, order, question.clause, note),),
    )
