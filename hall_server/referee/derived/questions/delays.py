"""What a delay costs in a match of points: penalty points, then the match (USBGF-2.2b)."""

from dataclasses import replace

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.match.delays import UsbgfTimeRule, delay_that_forfeits, penalty
from shared.core.match.outcome import Code, Outcome, Seat, other
from shared.core.standings.scoring import in_words
from shared.core.state import Match
from shared.core.text.language import _, listed, ngettext
from shared.tui.times import duration


def going(question: Question, proposal: str) -> Question:
    """Return the question while nothing is due: the referee says that the players are coming, or
    has read it."""
    first = next(iter(question.options), None)
    says = first is not None and first.coming
    return replace(question, proposal=proposal, opens="write" if says else "note")


def lost_by_delay(
    moment: Moment, match: Match, seats: tuple[Seat, ...], late_ms: int
) -> tuple[Outcome, ...]:
    """Return more penalty points than half the length: the match is lost, 0 to its length, or by
    both."""
    book, length, seat = moment.book(match), max(1, match.length), seats[0]
    rule = book.usbgf_time
    if rule is None or not penalty(rule, length, late_ms).forfeit:
        return ()
    if len(seats) == 2:
        return (Outcome((Code.LOST_BY_BOTH,) * book.games_per_match),)
    code = Code.LOSS_BY_FORFEIT if seat == 0 else Code.WIN_BY_FORFEIT
    return (Outcome((code,), points=(0, length) if seat == 0 else (length, 0)),)


def delayed(
    rule: UsbgfTimeRule,
    moment: Moment,
    match: Match,
    seats: tuple[Seat, ...],
    late_ms: int,
    question: Question,
) -> Question:
    """Propose penalty points, then the match; count the late start alone (USBGF-2.2b)."""
    cost = penalty(rule, max(1, match.length), late_ms)
    stage = "lost" if cost.forfeit else str(cost.points)
    question = replace(
        question,
        key=f"{question.key}:{stage}",
        urgency=Urgency.SOON if cost.points else Urgency.LATER,
    )
    if cost.forfeit:
        [outcome] = lost_by_delay(moment, match, seats, late_ms)
        words = _("More penalty points than half the match length: {result}.").format(
            result=in_words(outcome, moment.names(match))
        )
        return replace(question, urgency=Urgency.NOW, proposal=words, opens="write")
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
            whose=whose(moment, match, seats, rule),
            time=duration(cost.next_ms),
        )
        noted = _("When {name} sits down, you are asked to impose them.").format(
            name=listed([moment.names(match)[seat] for seat in seats])
        )
        words = f"{due} {noted}"
    return going(question, f"{words} {then}")


def whose(moment: Moment, match: Match, seats: tuple[Seat, ...], rule: UsbgfTimeRule) -> str:
    """For whom penalty points count, or against whom."""
    if len(seats) == 2:
        return _("for each player")
    [seat] = seats
    if rule.points_to_opponent:
        return _("for {name}").format(name=moment.names(match)[other(seat)])
    return _("against {name}").format(name=moment.names(match)[seat])
