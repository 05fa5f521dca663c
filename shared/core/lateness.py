"""What lateness costs: games without a clock, the absent player's own time with one.

Owns the arithmetic of ACF-1.VI. Counts from the scheduled start; proposes, and rules nothing.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


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
