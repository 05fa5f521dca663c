"""What lateness costs: games without a clock, the absent player's own time with one.

Owns the arithmetic of ACF-1.VI. Counts from the scheduled start; proposes, and rules nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.match.outcome import SEATS, Seat

_MINUTE_MS = 60_000


class LatenessRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When an absent player forfeits, or when his clock is started for him. All in ms.

    The forfeits are ACF-1.VI.A, the grace is ACF-1.VI.B. Raises ValueError for numbers that
    contradict each other.
    """

    first_forfeit_ms: Annotated[
        int, Meta(ge=0, description="Lateness beyond this, without a clock, costs one game.")
    ]
    second_forfeit_ms: Annotated[
        int, Meta(ge=0, description="Lateness from this on, without a clock, costs two games.")
    ]
    grace_ms: Annotated[
        int, Meta(ge=0, description="Lateness at which the absent side's clock is to start.")
    ]
    grace_min_ms: Annotated[
        int, Meta(ge=0, description="Shortest grace that the referee may choose.")
    ]
    grace_max_ms: Annotated[
        int, Meta(ge=0, description="Longest grace that the referee may choose.")
    ]

    def __post_init__(self) -> None:
        """Refuse thresholds out of order and a default grace that nobody may choose."""
        if self.second_forfeit_ms <= self.first_forfeit_ms:
            message = "the second game is forfeited later than the first: raise second_forfeit_ms"
            raise ValueError(message)
        if not self.grace_min_ms <= self.grace_ms <= self.grace_max_ms:
            message = "grace_ms lies between grace_min_ms and grace_max_ms"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Lateness:
    """Time since the scheduled start, in ms, and the games it costs.

    ``next_ms`` is the next threshold, None past the last. ``unsure`` says that a threshold is
    nearer than the clocks are exact, so that only the referee can decide.
    """

    late_ms: int
    games: int
    next_ms: int | None
    unsure: bool


def lateness(
    rule: LatenessRule,
    starts_at: int,
    now: int,
    uncertainty_ms: int = 0,
    *,
    games_per_match: int,
) -> Lateness:
    """Count from the *scheduled* start: more than the first threshold costs one game, the second
    threshold itself costs two (ACF-1.VI.A). Instants and times in ms."""
    late_ms = max(0, now - starts_at)
    first, second = rule.first_forfeit_ms, rule.second_forfeit_ms
    games = min(2 if late_ms >= second else 1 if late_ms > first else 0, games_per_match)
    following = None if games == min(2, games_per_match) else second if games else first
    unsure = any(abs(late_ms - threshold) < uncertainty_ms for threshold in (first, second))
    return Lateness(late_ms, games, following, unsure)


class GraceError(ValueError):
    """A grace that the rulebook does not allow; the sentence names the limits."""


def checked_grace(rule: LatenessRule, grace_ms: int | None = None) -> int:
    """Return the grace in ms, the rulebook's own where none is chosen (ACF-1.VI.B).

    Raises GraceError.
    """
    if grace_ms is None:
        return rule.grace_ms
    if not rule.grace_min_ms <= grace_ms <= rule.grace_max_ms:
        low, high = rule.grace_min_ms // _MINUTE_MS, rule.grace_max_ms // _MINUTE_MS
        message = f"choose a grace of {low} to {high} minutes"
        raise GraceError(message)
    return grace_ms


LateKind = Literal["nothing", "start_clock"]


@dataclass(frozen=True, slots=True)
class LateProposal:
    """What the referee may rule now about absent players; it is a view of ``now``, never a fact.

    ``kind`` "nothing": wait, until ``next_at`` where that is not None. "start_clock": the clocks
    of ``seats`` run from ``since``, both at once where both are absent. Instants are UTC ms.
    """

    kind: LateKind
    seats: tuple[Seat, ...] = ()
    since: int | None = None
    next_at: int | None = None
    unsure: bool = False


def propose(
    rule: LatenessRule,
    *,
    starts_at: int,
    now: int,
    absent: tuple[Seat, ...],
    excused: tuple[Seat, ...] = (),
    grace_ms: int | None = None,
    uncertainty_ms: int = 0,
) -> LateProposal:
    """Return what an absence costs at ``now`` where the match has a clock (ACF-1.VI.B).

    It costs the player's own time after the grace, and no game: the rule of the grace replaces
    the forfeits of ``lateness``. An excused player's absence costs nothing. Raises GraceError.
    """
    late = tuple(seat for seat in SEATS if seat in absent and seat not in excused)
    if not late:
        return LateProposal("nothing")
    since = starts_at + checked_grace(rule, grace_ms)
    unsure = abs(now - since) < uncertainty_ms
    if now < since:
        return LateProposal("nothing", late, next_at=since, unsure=unsure)
    return LateProposal("start_clock", late, since=since, unsure=unsure)
