"""Who has not come to a match, who is excused, and whether a clock keeps its time.

What lateness costs stands in ``shared.core.lateness``.
"""

from __future__ import annotations

from dataclasses import dataclass

from hall_server.referee.moment import Moment
from shared.core.events import Order
from shared.core.state import Match
from shared.core.time_controls import UNCLOCKED
from shared.core.words import SEATS, Seat
from shared.port import LiveTable


def absent(match: Match, live: LiveTable | None = None) -> tuple[Seat, ...]:
    """Seats of a match that nobody has taken; none once it is under way or has a result.

    Where ``live`` says that a clock runs for the absent, the clock replaces the count
    (ACF-1.VI.B).
    """
    if live is not None and live.running:
        return ()
    if match.result.status != "none" or match.presses or match.clock is not None:
        return ()
    if match.standing != "in_force":
        return ()
    return tuple(seat for seat in SEATS if not match.seated[seat])


@dataclass(frozen=True, slots=True)
class Told:
    """What a table was told to do by the referee, unasked or in an answer; ``at`` is UTC ms."""

    order: Order
    why: str
    at: int


def told_to(moment: Moment, match: Match) -> tuple[Told, ...]:
    """Every order to a match's table, oldest first."""
    found = [Told(g.order, g.why, g.at) for g in moment.state.desks.orders_to(match.uid)]
    for report in moment.reports_of(match.key):
        told = report.answer
        if told is not None and told.order is not None:
            found.append(Told(told.order, told.note, told.at))
    return tuple(sorted(found, key=lambda each: each.at))


def excused(moment: Moment, match: Match, seat: Seat) -> Told | None:
    """The referee's word that the absence of ``seat`` is excused, the last one (ACF-1.VI.B).

    What he orders about an absent side after it takes it back.
    """
    found = None
    for told in told_to(moment, match):
        if told.order.kind == "excuse" and told.order.seat == seat:
            found = told
        elif told.order.kind in ("start_absent", "forfeit"):
            found = None
    return found


def absent_controls(moment: Moment, match: Match) -> tuple[str, ...]:
    """The controls under which the absent side's time can run; none where no clock is used."""
    return tuple(name for name in _controls(moment, match) if name != UNCLOCKED)


def clock_replaces(moment: Moment, match: Match) -> bool:
    """Whether the absent player's own time replaces the forfeits: where a clock keeps the time,
    whatever the players agree on (ACF-1.VI.B)."""
    named = _controls(moment, match)
    return moment.book(match).lateness is not None and bool(named) and UNCLOCKED not in named


def _controls(moment: Moment, match: Match) -> tuple[str, ...]:
    if match.control is not None:
        return (match.control.name,)
    division = moment.state.divisions.get(match.key.division)
    fixed = division.control if division is not None else ""
    return (fixed,) if fixed else moment.book(match).time_controls
