"""Orders to tables that no report asked for: pause, go on, start the absent side's time. Pure.

The tables carry them out, each once, and log it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import Order, OrderGiven
from shared.core.lateness import GRACE_CLAUSE
from shared.core.state import Match
from shared.core.time_controls import UNCLOCKED
from shared.port import Draft

AUTHORITY = "ACF-1.VII"


@dataclass(frozen=True, slots=True)
class Offer:
    """An order that makes sense now: to which matches, the words of the list, the clause."""

    key: str
    words: str
    order: Order
    matches: tuple[Match, ...]
    clause: str
    reason: str
    """What is offered as the reason; the table reads it."""


def offers(moment: Moment, match: Match | None) -> tuple[Offer, ...]:
    """What can be ordered, the table that is looked at first."""
    found: list[Offer] = []
    if match is not None and not match.result.counts:
        found += _to_one(moment, match)
    open_ones = tuple(m for m in moment.playing if not m.result.counts)
    paused = tuple(m for m in open_ones if stands_paused(moment, m))
    running = tuple(m for m in open_ones if m not in paused)
    if running:
        words = f"Pause every table: {_tables(running)}"
        found.append(
            Offer("pause all", words, Order("pause"), running, AUTHORITY, "All games stand still.")
        )
    if paused:
        words = f"Let every paused table go on: {_tables(paused)}"
        found.append(
            Offer("resume all", words, Order("resume"), paused, AUTHORITY, "All games go on.")
        )
    return tuple(found)


def stands_paused(moment: Moment, match: Match) -> bool:
    """Whether the referee has paused a match and not let it go on."""
    kinds = [given.order.kind for given in moment.state.desks.orders_to(match.uid)]
    asked = [kind for kind in kinds if kind in ("pause", "resume")]
    return bool(asked) and asked[-1] == "pause"


def absent_sides(moment: Moment, match: Match) -> str:
    """Who is not there, in words; "" where both are."""
    names = moment.names(match)
    missing = [name for name, seated in zip(names, match.seated, strict=True) if not seated]
    return " and ".join(missing)


def absent_control(moment: Moment, match: Match) -> str:
    """The one control under which the absent side's time can run; "" for none or several."""
    found = () if all(match.seated) else _controls(moment, match)
    return found[0] if len(found) == 1 else ""


def _to_one(moment: Moment, match: Match) -> Iterator[Offer]:
    table = moment.table(match.table)
    missing = absent_sides(moment, match)
    for control in _controls(moment, match) if missing else ():
        under = "" if match.control or not control else f", under {control}"
        yield Offer(
            f"absent {control}",
            f"Start the time of {missing} at {table}{under}",
            Order("start_absent", control),
            (match,),
            GRACE_CLAUSE,
            f"The time of {missing} runs.",
        )
    if stands_paused(moment, match):
        words = f"Let {table} go on"
        yield Offer("resume", words, Order("resume"), (match,), AUTHORITY, "The game goes on.")
    elif all(match.seated):
        words = f"Pause {table}"
        yield Offer("pause", words, Order("pause"), (match,), AUTHORITY, "The game stands still.")


def _controls(moment: Moment, match: Match) -> tuple[str, ...]:
    """The controls under which the absent side's time can run; none where no clock is used."""
    if match.control is not None:
        return () if match.control.name == UNCLOCKED else (match.control.name,)
    division = moment.state.divisions.get(match.key.division)
    fixed = division.control if division is not None else ""
    named = (fixed,) if fixed else moment.book(match).time_controls
    return tuple(name for name in named if name != UNCLOCKED)


def sentence(moment: Moment, offer: Offer, why: str) -> str:
    """The fact that is confirmed."""
    what = {
        "pause": "Both clocks stop at",
        "resume": "The game goes on at",
        "start_absent": f"The time of {absent_sides(moment, offer.matches[0])} runs at",
    }[offer.order.kind]
    where = (
        moment.table(offer.matches[0].table) if len(offer.matches) == 1 else _tables(offer.matches)
    )
    return f"{what} {where} ({offer.clause}): {why}"


def drafts(offer: Offer, why: str, token: Callable[[], str]) -> tuple[Draft, ...]:
    """The orders, one for each match, to be written."""
    return tuple(
        Draft(
            entities.order(match.key, token()), OrderGiven(offer.order, offer.clause, why), REFEREE
        )
        for match in offer.matches
    )


def _tables(matches: Sequence[Match]) -> str:
    return f"{len(matches)} {'table' if len(matches) == 1 else 'tables'}"
