"""Questions about games that run long or short of time: overtime, and who is under five minutes.

Both are read off what the tables show now; nothing here runs a clock.
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_time import table_lines
from hall_server.referee.derived.questions.cases import round_end
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.match.outcome import SEATS
from shared.core.rulebooks import set_by_event
from shared.core.standings.records import division_timetable
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _
from shared.tui.times import age, duration


def about_overtime(moment: Moment) -> Iterator[Question]:
    """Yield every question that overtime and time trouble raise now."""
    for match in moment.playing:
        if match.standing == "in_force" and match.result.status == "none":
            yield from _low(moment, match)
    yield from _overtime(moment)


def in_overtime(moment: Moment, match: Match) -> bool:
    """Return whether an unclocked game is still played beyond the round's end (ACF-1.V.C)."""
    seen = moment.live.get(match.uid)
    plays = seen is not None and bool(seen.live.running) and not seen.live.clocked
    if not plays or match.result.counts or moment.book(match).schedule is None:
        return False
    ends_at = round_end(moment, match)
    return ends_at is not None and moment.hall_ms > ends_at


def _overtime(moment: Moment) -> Iterator[Question]:
    """ACF-1.V.C: without clocks a round may run into the break, and has to end quickly."""
    late: dict[tuple[str, int], list[Match]] = {}
    for match in moment.playing:
        if match.standing == "in_force" and in_overtime(moment, match):
            late.setdefault((match.key.division, match.key.round_no), []).append(match)
    for (ident, number), matches in late.items():
        matches.sort(key=lambda match: hall_order(match.table))
        book, ends_at = moment.book(matches[0]), round_end(moment, matches[0])
        assert ends_at is not None
        division = moment.state.divisions[ident]
        times = {timed.number: timed for timed in division_timetable(moment.state, ident)}
        following = times.get(number + 1)
        lines = [
            _("The round was to end {time}, {age} ago.").format(
                time=moment.minute(ends_at), age=age(moment.hall_ms - ends_at)
            )
        ]
        if following is not None:
            said = _("Round {number} is to start {time}.")
            at = moment.minute(following.starts_at)
            lines.append(said.format(number=number + 1, time=at))
        yield Question(
            key=f"overtime:{ident}:{number}",
            kind="overtime",
            since=ends_at,
            title=_("Overtime: {count} still playing, {division} round {number}").format(
                count=len(matches), division=division.name, number=number
            ),
            clause=book.clauses["schedule.round_length_ms"],
            evidence=(*lines, *table_lines(moment, matches), *set_by_event(book, "schedule.")),
            proposal=_(
                "They may play on into the break. Find a quick end: a minute for each move"
                " ({minute}), at last the committee ({committee})."
            ).format(minute=book.clause("lowder"), committee=book.sheet.adjudication),
            opens="look",
            division=ident,
        )


def _low(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-1.X.A.d: the referee is told of time trouble, and they alone may announce it."""
    seen, book = moment.live.get(match.uid), moment.book(match)
    if seen is None or not seen.live.clocked or not seen.live.running:
        return
    low, names = book.low_time_ms, moment.names(match)
    short = [seat for seat in SEATS if seen.live.remaining_ms[seat] <= low]
    if not short or book.scoring == "points" or seen.live.flag is not None:
        return
    both = len(short) == 2
    who = _(" and ").join(names[seat] for seat in short)
    alone = _("You may tell the player; spectators never.")
    ticks = _("{names} may tick instead of writing, and complete the sheet afterwards.")
    more = _("Both are short: you may write the moves down for them.")
    words = [alone, ticks.format(names=who), *((more,) if both else ())]
    clause, ticking = book.clauses["low_time_ms"], book.sheet.ticks
    yield Question(
        key=f"low:{match.uid}:{seen.live.game}:{'both' if both else short[0]}",
        kind="low",
        urgency=Urgency.LATER,
        since=moment.hall_ms,
        title=_("Under {time}: {names}").format(time=duration(low), names=who),
        clause=(ticking if both else "") or clause,
        evidence=moment.clock_lines(match),
        proposal=" ".join(words) if ticking else alone,
        opens="note",
        **at(match),
    )
