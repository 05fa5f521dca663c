"""Delays in a match of points: late starts, long breaks, and what they cost (USBGF-2.2b)."""

from collections.abc import Iterator
from dataclasses import replace

from hall_server.referee.derived.moment import Moment, TableReading
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.events.measures import Dismissed, PenaltyPoints, token
from shared.core.match.delays import Penalty, UsbgfTimeRule, delay_that_forfeits, penalty
from shared.core.match.outcome import SEATS, Code, Outcome, Seat, other
from shared.core.standings.scoring import in_words
from shared.core.state import Match
from shared.core.text.language import _, listed, ngettext
from shared.port import BreaksSeen
from shared.tui.times import duration


def breaks_line(name: str, taken: BreaksSeen) -> str:
    """Return how many breaks a player took, how long they were, and what is allowed."""
    said = ngettext(
        "{name}: {count} break, {used} of {allowed}",
        "{name}: {count} breaks, {used} of {allowed}",
        taken.count,
    )
    used, allowed = duration(taken.used_ms), duration(taken.allowed_ms)
    return said.format(name=name, count=taken.count, used=used, allowed=allowed)


def about_breaks(moment: Moment) -> Iterator[Question]:
    """Yield who has delayed a match that is played on: a break too long, and penalty points due."""
    for match in moment.playing:
        rule, seen = moment.book(match).usbgf_time, moment.live.get(match.uid)
        if rule is None or match.result.status != "none":
            continue
        for seat in SEATS:
            taken = seen.live.breaks[seat] if seen and seen.live.breaks else None
            excess_ms = taken.excess_ms if taken else 0
            late_ms = max(late_start(match, seat), taken.delay_ms if taken else 0)
            cost = penalty(rule, max(1, match.length), late_ms, excess_ms)
            due = cost.points - _imposed(match, seat, taken)
            if due > 0:
                yield from _points(moment, match, seat, cost, due, seen)
            elif taken and excess_ms:
                yield _too_long(moment, match, seat, taken)


def late_start(match: Match, seat: Seat) -> int:
    """Return how late a player who is here sat down (ms)."""
    return max(0, match.seated_at[seat] - match.starts_at) if match.seated[seat] else 0


def _imposed(match: Match, seat: Seat, taken: BreaksSeen | None) -> int:
    """Return the penalty points that stand in the score, or that its table has still to carry
    out."""
    ruled = [one.measure for one in match.taken if isinstance(one.measure, PenaltyPoints)]
    imposed = sum(one.points for one in ruled if one.seat == seat)
    return max(imposed, taken.scored if taken else 0)


def _points(
    moment: Moment, match: Match, seat: Seat, cost: Penalty, due: int, seen: TableReading | None
) -> Iterator[Question]:
    """USBGF-2.2b: points at so many minutes, and the match once they are too many."""
    ident = f"delay/{match.uid}/{seat}/{cost.points}"
    if any(one.token == token(ident, Dismissed()) for one in match.taken):
        return
    names, book = moment.names(match), moment.book(match)
    assert book.usbgf_time is not None
    lost = lost_by_delay(moment, match, (seat,), cost.delay_ms)
    words = ngettext(
        "{count} penalty point {whose}. The table scores it.",
        "{count} penalty points {whose}. The table scores them.",
        due,
    ).format(count=due, whose=whose(moment, match, (seat,), book.usbgf_time))
    if lost:
        words = _("More penalty points than half the match length: {result}.").format(
            result=in_words(lost[0], names)
        )
    late = late_start(match, seat)
    came = _("{name} sat down {time}, {late} after the start.").format(
        name=names[seat], time=moment.minute(match.seated_at[seat]), late=duration(late)
    )
    breaks = seen.live.breaks if seen and seen.live.breaks else None
    yield Question(
        key=f"{ident}/{due}",
        kind="break",
        urgency=Urgency.NOW if lost else Urgency.SOON,
        since=moment.hall_ms,
        title=_("Delay {time}: {name}").format(time=duration(cost.delay_ms), name=names[seat]),
        clause=book.clause("usbgf_time.first_penalty_ms"),
        evidence=(
            *((came,) if late else ()),
            *(breaks_line(names[each], breaks[each]) for each in SEATS if breaks),
        ),
        proposal=words,
        **at(match),
        case=case_of(moment, "delay", match, ident=ident, seats=(seat,), points=due, proposed=lost),
    )


def _too_long(moment: Moment, match: Match, seat: Seat, taken: BreaksSeen) -> Question:
    names = moment.names(match)
    breaks = moment.live[match.uid].live.breaks
    return Question(
        key=f"break:{match.uid}:{seat}:{taken.count}",
        kind="break",
        urgency=Urgency.LATER,
        since=moment.hall_ms,
        title=_("Break {time} too long: {name}").format(
            time=duration(taken.excess_ms), name=names[seat]
        ),
        clause=moment.book(match).clause("usbgf_time.break_ms"),
        evidence=tuple(breaks_line(names[each], breaks[each]) for each in SEATS if breaks),
        proposal=_("What is too long is a delay of the match; it costs nothing yet."),
        opens="note",
        **at(match),
    )


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
    then = _("{time} late: the match is forfeited.").format(time=lost_at)
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
