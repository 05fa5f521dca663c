"""Delays and breaks of a backgammon match (USBGF-2.2), and who decides about a clock (USBGF-3.5).

Owns what a delay costs and how much break is left. Runs no clock; all times are ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ClockUse = Literal["obligation", "preference", "option"]
"""``obligation``: always; ``preference``: either may insist; ``option``: only by agreement."""


class UsbgfTimeRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Breaks (USBGF-2.2a), penalty points (USBGF-2.2b), use of clocks (USBGF-3.5). Times in ms."""

    first_penalty_ms: Annotated[
        int, Meta(gt=0, description="Delay of a match that costs the first point.")
    ]
    further_penalty_ms: Annotated[
        int, Meta(gt=0, description="Further delay that costs one point more.")
    ]
    forfeit_divisor: Annotated[
        int,
        Meta(ge=1, description="More points than the length by this lose the match."),
    ]
    points_to_opponent: Annotated[
        bool, Meta(description="Whether penalty points enter the opponent's score.")
    ]
    break_ms: Annotated[int, Meta(ge=0, description="Break a player has for each period begun.")]
    break_period_ms: Annotated[int, Meta(gt=0, description="The period that brings another break.")]
    urgent_only_ms: Annotated[
        int, Meta(ge=0, description="Until here a break needs an urgent reason.")
    ]
    clock_use: Annotated[ClockUse, Meta(description="Who decides about a clock.")]


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a player's delays of one match have cost so far.

    ``points`` in all, ``next_ms`` the cumulative delay that costs the next one, ``forfeit``
    whether the match is lost by them (USBGF-2.2b).
    """

    delay_ms: int
    points: int
    next_ms: int
    forfeit: bool


def penalty_points(rule: UsbgfTimeRule, delay_ms: int) -> int:
    """Return penalty points for a player's cumulative delay of one match (USBGF-2.2b)."""
    beyond = delay_ms - rule.first_penalty_ms
    return 0 if beyond < 0 else 1 + beyond // rule.further_penalty_ms


def points_that_forfeit(rule: UsbgfTimeRule, length: int) -> int:
    """Return the number of penalty points that loses a match to ``length`` points (USBGF-2.2b)."""
    return length // rule.forfeit_divisor + 1


def delay_that_forfeits(rule: UsbgfTimeRule, length: int) -> int:
    """Return the cumulative delay, ms, that loses a match to ``length`` points (USBGF-2.2b)."""
    further = points_that_forfeit(rule, length) - 1
    return rule.first_penalty_ms + further * rule.further_penalty_ms


def penalty(rule: UsbgfTimeRule, length: int, *delays_ms: int) -> Penalty:
    """Add up a player's delays of one match, late starts and excess breaks (USBGF-2.2b).

    ``length`` is the posted match length in points.
    """
    delay = sum(delays_ms)
    points = penalty_points(rule, delay)
    following = rule.first_penalty_ms + points * rule.further_penalty_ms
    return Penalty(delay, points, following, points >= points_that_forfeit(rule, length))


@dataclass(frozen=True, slots=True)
class BreakTaken:
    """One break between games of one player: from and to, in ms since the match began."""

    began_ms: int
    ended_ms: int


@dataclass(frozen=True, slots=True)
class BreakTime:
    """A player's breaks in one match, in ms.

    ``excess_ms`` is the part of ``used_ms`` that was not left when it was taken; it is a delay
    of the match, and a later hour does not give it back. ``urgent_only`` says that a break
    begun now asks for an urgent reason.
    """

    used_ms: int
    allowed_ms: int
    excess_ms: int
    urgent_only: bool

    @property
    def left_ms(self) -> int:
        """Break that may still be taken now."""
        return self.allowed_ms - (self.used_ms - self.excess_ms)


def allowed_break_ms(rule: UsbgfTimeRule, elapsed_ms: int) -> int:
    """Return all the break a player has in a match ``elapsed_ms`` old: a share for each hour begun.

    USBGF-2.2a.
    """
    return rule.break_ms * (elapsed_ms // rule.break_period_ms + 1)


def break_time(rule: UsbgfTimeRule, breaks: Sequence[BreakTaken], elapsed_ms: int) -> BreakTime:
    """Count a player's ``breaks``, in the order taken, at ``elapsed_ms`` of the match.

    A break that lasts still is one that ends now (USBGF-2.2a).
    """
    used = excess = 0
    for taken in breaks:
        length = taken.ended_ms - taken.began_ms
        left = allowed_break_ms(rule, taken.ended_ms) - (used - excess)
        used += length
        excess += max(0, length - left)
    allowed = allowed_break_ms(rule, elapsed_ms)
    return BreakTime(used, allowed, excess, elapsed_ms < rule.urgent_only_ms)
