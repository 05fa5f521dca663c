"""What lateness costs: games without a clock, the absent player's own time with one.

Owns the arithmetic of ACF-1.VI. Counts from the scheduled start; proposes, and rules nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shared.core.match.outcome import SEATS, Seat


class LatenessRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When an absent player forfeits, or when their clock is started. All in ms.

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
    grace_min_ms: Annotated[int, Meta(ge=0, description="Shortest grace that an event may set.")]
    grace_max_ms: Annotated[int, Meta(ge=0, description="Longest grace that an event may set.")]

    def __post_init__(self) -> None:
        """Refuse thresholds out of order and a grace beyond its limits."""
        _check(self)


def _check(rule: LatenessRule) -> None:
    if rule.second_forfeit_ms <= rule.first_forfeit_ms:
        message = "the second game is forfeited later than the first: raise second_forfeit_ms"
        raise ValueError(message)
    if not rule.grace_min_ms <= rule.grace_ms <= rule.grace_max_ms:
        raise ValueError("grace_ms lies between grace_min_ms and grace_max_ms")


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


def propose(
    rule: LatenessRule, *, starts_at: int, now: int, absent: tuple[Seat, ...]
) -> LateProposal:
    """Return what an absence costs at ``now`` where the match has a clock (ACF-1.VI.B).

    After the grace it costs the player's own time, and no game: the grace replaces the forfeits of
    ``lateness``.
    """
    late = tuple(seat for seat in SEATS if seat in absent)
    if not late:
        return LateProposal("nothing")
    since = starts_at + rule.grace_ms
    if now < since:
        return LateProposal("nothing", late, next_at=since)
    return LateProposal("start_clock", late, since=since)
