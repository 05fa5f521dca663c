"""Delays, breaks and reserve time of a backgammon match (USBGF-2.2, USBGF-3.5).

Owns what a delay costs and how much break is left. Runs no clock; all times are ms.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ClockUse = Literal["obligation", "preference", "option"]
"""``obligation``: always; ``preference``: either may insist; ``option``: only by agreement."""


class UsbgfTimeRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Breaks (USBGF-2.2a), penalty points (USBGF-2.2b) and clocks (USBGF-3.5). Times in ms."""

    first_penalty_ms: Annotated[
        int, Meta(gt=0, description="Delay of a match that costs the first point. USBGF-2.2b")
    ]
    further_penalty_ms: Annotated[
        int, Meta(gt=0, description="Further delay that costs one point more. USBGF-2.2b")
    ]
    forfeit_divisor: Annotated[
        int,
        Meta(ge=1, description="More points than the length by this lose the match. USBGF-2.2b"),
    ]
    points_to_opponent: Annotated[
        bool, Meta(description="Whether penalty points enter the opponent's score. USBGF-2.2b")
    ]
    break_ms: Annotated[
        int, Meta(ge=0, description="Break a player has for each period begun. USBGF-2.2a")
    ]
    break_period_ms: Annotated[
        int, Meta(gt=0, description="The period that brings another break. USBGF-2.2a")
    ]
    urgent_only_ms: Annotated[
        int, Meta(ge=0, description="Until here a break needs an urgent reason. USBGF-2.2a")
    ]
    reserve_per_point_ms: Annotated[
        int, Meta(gt=0, description="Reserve for each point of match length. USBGF-3.5")
    ]
    delay_ms: Annotated[
        int, Meta(ge=0, description="Simple delay of each turn before the reserve. USBGF-3.5")
    ]
    clock_use: Annotated[ClockUse, Meta(description="Who decides about a clock. USBGF-3.5")]
