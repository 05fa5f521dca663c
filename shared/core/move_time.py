"""Time for one move where no match clock keeps it: five minutes, Lowder's minute, 30 seconds.

Owns what a timekeeper is to say and when a game or a turn is lost. Times a turn by the ms that
have passed in it; reads no clock and rules nothing.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class MoveTimeRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The five-minute rule (DARK-time; ACF-1.X.B.a takes it over). All in ms."""

    move_ms: Annotated[
        int, Meta(gt=0, description="Time for a move, after which the player is told.")
    ]
    single_jump_ms: Annotated[
        int, Meta(gt=0, description="The same where exactly one jump is possible.")
    ]
    after_told_ms: Annotated[
        int, Meta(gt=0, description="Time left from being told to the loss of the game.")
    ]


class LowderRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One minute a move near the end of a round (ACF-1.X.B.c). All in ms.

    Only for unclocked matches, and only where the rulebook has it: never Masters (ACF-1.X.A.i).
    """

    notice_before_end_ms: Annotated[
        int, Meta(gt=0, description="Time before the round's end at which the players are told.")
    ]
    move_ms: Annotated[
        int, Meta(gt=0, description="Time for each move once the referee has chosen; then loss.")
    ]
    warning_ms: Annotated[
        int, Meta(gt=0, description="Least time between the audible warning and the loss.")
    ]

    def __post_init__(self) -> None:
        """Refuse a warning that is due before the turn begins."""
        if self.warning_ms >= self.move_ms:
            message = "warning_ms must be shorter than move_ms"
            raise ValueError(message)


class TurnRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn that passes to the opponent when it takes too long (SE-5)."""

    turn_ms: Annotated[int, Meta(gt=0, description="Time for a turn in ms; longer forfeits it.")]


class ImposedClockRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Clocks that a director brings to a slow match (APCA-9). All in ms."""

    match_alarm_ms: Annotated[
        int, Meta(gt=0, description="Time for a match; then the director is told, no more.")
    ]
    match_each_ms: Annotated[
        int, Meta(gt=0, description="Each side's time where clocks start with the match.")
    ]
    game_each_ms: Annotated[
        int, Meta(gt=0, description="Each side's time to finish one game after a complaint.")
    ]
