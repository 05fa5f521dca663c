"""The single-elimination contest: when a match ends and who has won it (SE-2, SE-5 to SE-7).

Owns that decision. Times are ms since the match began; rules nothing that the sheet leaves open.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DecidedBy = Literal["games_then_captures", "captures"]
"""``games_then_captures``: games won first, captures when these are equal; or captures alone."""


class ContestRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Best of three within half an hour. Times in ms."""

    games: Annotated[
        int, Meta(ge=1, description="Games after which time is called, drawn ones too. SE-7")
    ]
    wins_needed: Annotated[int, Meta(ge=1, description="Game wins that end a match. SE-2")]
    match_ms: Annotated[int, Meta(gt=0, description="Time after which time is called. SE-7")]
    extra_ms: Annotated[
        int, Meta(gt=0, description="Further play where all is equal at the call. SE-7")
    ]
    decided_by: Annotated[DecidedBy, Meta(description="What counts at the call. SE-7")]

    def __post_init__(self) -> None:
        """Refuse a number of wins that the games do not hold."""
        if self.wins_needed > self.games:
            message = "wins_needed must not be more than games"
            raise ValueError(message)
