"""How late a player is and what that costs (ACF-1.VI.A). Counts only; it rules nothing."""

from __future__ import annotations

from dataclasses import dataclass

from shared.core.rulebooks import Rulebook
from shared.core.state import Match
from shared.core.words import SEATS, Seat
from shared.port import LiveTable


@dataclass(frozen=True, slots=True)
class Lateness:
    """Time since the scheduled start, in ms, and the games it costs.

    ``next_ms`` is the next threshold, None past the last. ``unsure`` says that the threshold is
    nearer than the clocks are exact, so that only the referee can decide.
    """

    late_ms: int
    games: int
    next_ms: int | None
    unsure: bool


def lateness(book: Rulebook, starts_at: int, hall_ms: int, uncertainty_ms: int = 0) -> Lateness:
    """Count from the *scheduled* start: more than the first threshold costs one game, the second
    threshold itself costs two (ACF-1.VI.A). All times are ms."""
    late_ms = max(0, hall_ms - starts_at)
    first, second = book.late_first_forfeit_ms, book.late_second_forfeit_ms
    games = 2 if late_ms >= second else 1 if late_ms > first else 0
    following = None if games == 2 else second if games == 1 else first
    unsure = any(abs(late_ms - threshold) < uncertainty_ms for threshold in (first, second))
    return Lateness(late_ms, min(games, book.games_per_match), following, unsure)


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
