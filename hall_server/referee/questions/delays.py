"""What a late player costs himself in a match of points: penalty points, then the match.

Counts the late start alone; breaks are added at the table. Notes nothing (USBGF-2.2b).
"""

from __future__ import annotations

from dataclasses import replace

from hall_server.referee.moment import Moment, sayings
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import Question, Urgency, answer, ruling
from shared.core.language import _, ngettext
from shared.core.state import Match, Report
from shared.core.usbgf_time import UsbgfTimeRule, delay_that_forfeits, penalty
from shared.core.words import Code, Outcome, Seat, other
from shared.tui.times import duration


def delayed(
    rule: UsbgfTimeRule,
    moment: Moment,
    match: Match,
    seat: Seat,
    late_ms: int,
    question: Question,
    reports: tuple[Report, ...],
) -> Question:
    """The question about ``seat``, who is ``late_ms`` late, with what that costs by now."""
    cost = penalty(rule, max(1, match.length), late_ms)
    coming = tuple(answer(r.ent, "coming") for r in reports if r.answer is None)
    stage = "lost" if cost.forfeit else str(cost.points)
    question = replace(
        question,
        key=f"{question.key}:{stage}",
        urgency=Urgency.SOON if cost.points else Urgency.LATER,
        opens="write" if coming else "note",
        drafts=coming,
    )
    if cost.forfeit:
        return _lost(moment, match, seat, late_ms, question, reports)
    lost_at = duration(delay_that_forfeits(rule, max(1, match.length)))
    then = _("At {time} the match is forfeited.").format(time=lost_at)
    words = _("Nothing yet. The first penalty point is due {time} after the start.").format(
        time=duration(cost.next_ms)
    )
    if cost.points:
        due = ngettext(
            "{count} penalty point {whose}; the next at {time}.",
            "{count} penalty points {whose}; the next at {time}.",
            cost.points,
        ).format(
            count=cost.points,
            whose=_whose(moment, match, seat, rule),
            time=duration(cost.next_ms),
        )
        noted = _("When {name} comes, note the delay at the table: Set right, Delay.").format(
            name=moment.names(match)[seat]
        )
        words = f"{due} {noted}"
    return replace(question, proposal=f"{words} {then}")


def _whose(moment: Moment, match: Match, seat: Seat, rule: UsbgfTimeRule) -> str:
    if rule.points_to_opponent:
        return _("for {name}").format(name=moment.names(match)[other(seat)])
    return _("against {name}").format(name=moment.names(match)[seat])


def _lost(
    moment: Moment,
    match: Match,
    seat: Seat,
    late_ms: int,
    question: Question,
    reports: tuple[Report, ...],
) -> Question:
    """More penalty points than half the length: the match is lost, 0 to its length."""
    length = max(1, match.length)
    score = (0, length) if seat == 0 else (length, 0)
    code = Code.LOSS_BY_FORFEIT if seat == 0 else Code.WIN_BY_FORFEIT
    outcome = Outcome((code,), points=score)
    note = reasons.lost_by_delay(moment.names(match)[seat], duration(late_ms))
    return replace(
        question,
        urgency=Urgency.NOW,
        proposal=_("More penalty points than half the match length: {result}.").format(
            result=sayings(outcome, moment.names(match))
        ),
        opens="write",
        drafts=(
            ruling(match, outcome, question.clause, note),
            *(answer(report.ent, "ruled", question.clause, note) for report in reports),
        ),
        choices=(outcome,),
    )
