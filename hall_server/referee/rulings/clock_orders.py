"""Orders to tables that no report asked for: pause, go on, start the absent side's time. Pure.

The tables carry them out, each once, and log it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from hall_server.referee.moment import Moment
from hall_server.referee.questions import reasons
from hall_server.referee.questions.about_time import lowder_told
from hall_server.referee.questions.lateness import absent_controls
from hall_server.referee.questions.question import REFEREE
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.rulings.orders import clocked, orders
from shared.core import entities
from shared.core.events import Order, OrderGiven
from shared.core.language import _, ngettext
from shared.core.rulebooks import Rulebook
from shared.core.state import Match
from shared.port import Draft


@dataclass(frozen=True, slots=True)
class Offer:
    """An order that makes sense now: to which matches, the words of the list, the clause."""

    key: str
    words: str
    order: Order
    matches: tuple[Match, ...]
    clauses: tuple[str, ...]
    """One a match: divisions of several sheets may play side by side."""
    reason: str
    """What is offered as the reason; the table reads it."""

    @property
    def clause(self) -> str:
        """What the order rests on, in a sentence."""
        return ", ".join(dict.fromkeys(self.clauses))


def offers(moment: Moment, match: Match | None) -> tuple[Offer, ...]:
    """What can be ordered, the table that is looked at first."""
    found: list[Offer] = []
    if match is not None and not match.result.counts:
        found += _to_one(moment, match)
    open_ones = tuple(m for m in moment.playing if not m.result.counts)
    paused = tuple(m for m in open_ones if stands_paused(moment, m))
    running = tuple(m for m in open_ones if m not in paused)
    if running:
        words = _("Pause every table: {tables}").format(tables=_tables(running))
        found.append(
            Offer(
                "pause all",
                words,
                Order("pause"),
                running,
                _authorities(moment, running),
                reasons.ALL_STAND_STILL,
            )
        )
    if paused:
        words = _("Let every paused table go on: {tables}").format(tables=_tables(paused))
        found.append(
            Offer(
                "resume all",
                words,
                Order("resume"),
                paused,
                _authorities(moment, paused),
                reasons.ALL_GO_ON,
            )
        )
    return tuple(found)


def stands_paused(moment: Moment, match: Match) -> bool:
    """Whether the referee has paused a match and not let it go on."""
    kinds = [given.order.kind for given in moment.state.desks.orders_to(match.uid)]
    asked = [kind for kind in kinds if kind in ("pause", "resume")]
    return bool(asked) and asked[-1] == "pause"


def absence_clause(book: Rulebook) -> str:
    """By which clause the time of an absent side may run (ACF-1.VI.B)."""
    return book.clause("lateness.grace_ms") if book.lateness is not None else book.sheet.authority


def absent_sides(moment: Moment, match: Match) -> str:
    """Who is not there, in words; "" where both are."""
    names = moment.names(match)
    missing = [name for name, seated in zip(names, match.seated, strict=True) if not seated]
    return _(" and ").join(missing)


def _to_one(moment: Moment, match: Match) -> Iterator[Offer]:
    table = moment.table(match.table)
    missing = absent_sides(moment, match)
    for control in absent_controls(moment, match) if missing else ():
        under = (
            "" if match.control or not control else _(", under {control}").format(control=control)
        )
        yield Offer(
            f"absent {control}",
            _("Start the time of {names} at {table}{under}").format(
                names=missing, table=table, under=under
            ),
            Order("start_absent", control),
            (match,),
            (absence_clause(moment.book(match)),),
            reasons.time_runs(in_english(lambda: absent_sides(moment, match))),
        )
    by = _authorities(moment, (match,))
    if stands_paused(moment, match):
        words = _("Let {table} go on").format(table=table)
        yield Offer("resume", words, Order("resume"), (match,), by, reasons.GOES_ON)
    elif all(match.seated):
        words = _("Pause {table}").format(table=table)
        yield Offer("pause", words, Order("pause"), (match,), by, reasons.STANDS_STILL)
    if all(match.seated):
        yield from _unasked(moment, match)


def _unasked(moment: Moment, match: Match) -> Iterator[Offer]:
    """Time added or taken, moves timed, a clock brought: by the referee's own choice, as it may
    follow a report (ACF-1.X.B.a, ACF-1.X.B.c)."""
    table = moment.table(match.table)
    offered = partial(orders, moment.book(match), clocked(match), lowder=lowder_told(moment, match))
    for number, ((order, words, clause), (_order, note, _by)) in enumerate(
        zip(offered(), in_english(offered), strict=True)
    ):
        said = _("{table}: {words}").format(table=table.capitalize(), words=words)
        yield Offer(f"unasked {number}", said, order, (match,), (clause,), f"{note}.")


def sentence(moment: Moment, offer: Offer, why: str) -> str:
    """The fact that is confirmed."""
    words = {
        "pause": _("Both clocks stop at {table}"),
        "resume": _("The game goes on at {table}"),
        "start_absent": _("The time of {names} runs at {table}"),
    }.get(offer.order.kind)
    if words is None:
        return f"{offer.words} ({offer.clause}): {why}"
    first = offer.matches[0]
    table = moment.table(first.table) if len(offer.matches) == 1 else _tables(offer.matches)
    said = words.format(table=table, names=absent_sides(moment, first))
    return f"{said} ({offer.clause}): {why}"


def drafts(offer: Offer, why: str, token: Callable[[], str]) -> tuple[Draft, ...]:
    """The orders, one for each match, to be written."""
    return tuple(
        Draft(entities.order(match.key, token()), OrderGiven(offer.order, clause, why), REFEREE)
        for match, clause in zip(offer.matches, offer.clauses, strict=True)
    )


def _authorities(moment: Moment, matches: Sequence[Match]) -> tuple[str, ...]:
    return tuple(moment.book(match).sheet.authority for match in matches)


def _tables(matches: Sequence[Match]) -> str:
    return ngettext("{count} table", "{count} tables", len(matches)).format(count=len(matches))
