"""A table's day: from the call of a match to both signatures, as the list of its journal entries.

It owns the order of things at a table: seats, clock choice, games, pauses, flags, codes. It
draws nothing, signs nothing and reads no clock: the draw, and every ``at``, come from outside.
"""

from shared.core.day.phases import (
    LOBBY,
    Counting,
    DrawOffer,
    IllegalEntry,
    MatchInfo,
    Phase,
    Session,
    outcome,
)
from shared.core.day.restoring import break_left_ms, drawn, new_session, reading_at, recovery
from shared.core.day.table import DAY, Outside, phase_of, step

__all__ = [
    "DAY",
    "LOBBY",
    "Counting",
    "DrawOffer",
    "IllegalEntry",
    "MatchInfo",
    "Outside",
    "Phase",
    "Session",
    "break_left_ms",
    "drawn",
    "new_session",
    "outcome",
    "phase_of",
    "reading_at",
    "recovery",
    "step",
]
