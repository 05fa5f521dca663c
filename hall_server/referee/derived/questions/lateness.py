"""Who has not come to a match, and whether a clock keeps its time.

What lateness costs stands in ``shared.core.match.lateness``.
"""

from hall_server.referee.derived.moment import Moment
from shared.core.match.controls import UNCLOCKED
from shared.core.match.outcome import SEATS, Seat
from shared.core.state import Match
from shared.port import LiveTable


def absent(match: Match, live: LiveTable | None = None) -> tuple[Seat, ...]:
    """Return the seats of a match that nobody has taken; none once it is under way or has a result.

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


def absent_controls(moment: Moment, match: Match) -> tuple[str, ...]:
    """Return the controls under which the absent side's time can run; none where no clock is
    used."""
    return tuple(name for name in _controls(moment, match) if name != UNCLOCKED)


def clock_replaces(moment: Moment, match: Match) -> bool:
    """Return whether the absent player's own time replaces the forfeits: where a clock keeps the
    time, whatever the players agree on (ACF-1.VI.B)."""
    named = _controls(moment, match)
    return moment.book(match).lateness is not None and bool(named) and UNCLOCKED not in named


def _controls(moment: Moment, match: Match) -> tuple[str, ...]:
    if match.control is not None:
        return (match.control.name,)
    division = moment.state.played_by(match)
    fixed = division.control if division is not None else ""
    return (fixed,) if fixed else moment.book(match).time_controls
