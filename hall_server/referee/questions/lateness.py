"""Who has not come to a match. What lateness costs stands in ``shared.core.lateness``."""

from __future__ import annotations

from shared.core.state import Match
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
