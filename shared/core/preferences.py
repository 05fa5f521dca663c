"""Obligation, preference, option: what two players' wishes lead to before a match (USBGF-3.6).

Owns that decision. Rolls no dice and asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from shared.core.usbgf_time import ClockUse, UsbgfTimeRule
from shared.core.words import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that may be used in a match, and who decides about it."""

    standing: ClockUse
    clause: str


SUBJECTS: Final[Mapping[str, Subject]] = MappingProxyType(
    {
        "two_dice": Subject("preference", "USBGF-3.6"),
        "lipped_cups": Subject("preference", "USBGF-3.6"),
        "endless_clock": Subject("preference", "USBGF-4.1.8"),
        "baffle_box": Subject("option", "USBGF-3.4"),
        "approved_device": Subject("option", "USBGF-3.4"),
    }
)
"""What the sheet names, the game clock aside: that is the division's (:func:`clock_subject`)."""


def clock_subject(rule: UsbgfTimeRule) -> Subject:
    """The game clock: a preference in Open, an option or an obligation elsewhere (USBGF-3.5)."""
    return Subject(rule.clock_use, "USBGF-3.5")


def is_used(subject: Subject, wishes: tuple[bool, bool]) -> bool:
    """Whether it is used, by who wishes it.

    An obligation leaves no choice, a preference lets either insist, an option wants both.
    """
    match subject.standing:
        case "obligation":
            return True
        case "preference":
            return any(wishes)
        case "option":
            return all(wishes)


def larger_roll(rolls: tuple[int, int]) -> Seat | None:
    """Who has rolled more, None where both have to roll again. Raises ValueError for no roll."""
    if min(rolls) < 1:
        message = "each player rolls one at least"
        raise ValueError(message)
    return next((seat for seat in SEATS if rolls[seat] > rolls[1 - seat]), None)


def settled_wish(wishes: tuple[str, str], rolls: tuple[int, int] | None = None) -> str | None:
    """What the players settle on where the sheet names nothing: seats, direction, equipment.

    Equal wishes need no dice; else the larger roll's wish counts (USBGF-3.6). None: they have to
    roll, or to roll again.
    """
    if wishes[0] == wishes[1]:
        return wishes[0]
    winner = None if rolls is None else larger_roll(rolls)
    return None if winner is None else wishes[winner]
