"""Obligation, preference, option: what two players' wishes lead to before a match (USBGF-3.6).

Owns that decision. Rolls no dice and asks nobody.
"""

from collections.abc import Collection, Iterable

import msgspec

from shared.core.match.delays import ClockUse
from shared.core.match.outcome import SEATS, Seat


class Subject(msgspec.Struct, frozen=True):
    """Something that may be used in a match, who decides about it, and by which clause."""

    name: str
    standing: ClockUse
    clause: str


def is_used(standing: ClockUse, wishes: tuple[bool, bool]) -> bool:
    """Return whether it is used, by who wishes it.

    An obligation leaves no choice, a preference lets either insist, an option wants both.
    """
    match standing:
        case "obligation":
            return True
        case "preference":
            return any(wishes)
        case "option":
            return all(wishes)


def toggled(subjects: Iterable[Subject], used: Collection[str], name: str) -> tuple[str, ...]:
    """Return what is used once the wish for ``name`` changes; no change for an unknown name."""
    return tuple(one.name for one in subjects if (one.name in used) != (one.name == name))


def larger_roll(rolls: tuple[int, int]) -> Seat | None:
    """Return who has rolled more, None where both have to roll again. Raises ValueError for no
    roll."""
    if min(rolls) < 1:
        raise ValueError("each player rolls one at least")
    return next((seat for seat in SEATS if rolls[seat] > rolls[1 - seat]), None)
