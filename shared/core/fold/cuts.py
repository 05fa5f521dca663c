"""Cuts: how far a revoked key's events count, and which revocations stand.

Knows no rights: the caller passes only the revocations of keys that may revoke.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shared.core.events import Cut, Event

Cuts = Mapping[str, Sequence[Cut]]
Reaches = Callable[[Event, int, str], bool]
"""Whether an event counts if the event of that number and id in its log is the last that counts.

It does if it is not after that one and, where it has a twin, that one chains back to it."""


class Revocation(NamedTuple):
    """An event that withdraws the key of ``node`` beyond ``cut``."""

    node: str
    event: Event
    cut: Cut


def standing(claims: Sequence[Revocation], reaches: Reaches) -> list[Revocation]:
    """Return the revocations that count: none lies beyond the cut of one that counts.

    Two keys that revoke each other, neither having seen the other, are both revoked.
    """
    sure: list[Revocation] = []
    while True:
        possible = _within_cuts(claims, cuts_of(sure), reaches)
        surer = _within_cuts(claims, cuts_of(possible), reaches)
        if surer == sure:
            return possible
        sure = surer


def _within_cuts(claims: Sequence[Revocation], cuts: Cuts, reaches: Reaches) -> list[Revocation]:
    return [claim for claim in claims if not beyond(claim.event, cuts, reaches)]


def cuts_of(claims: Sequence[Revocation]) -> Cuts:
    """Return the cuts of each revoked node."""
    cuts: dict[str, list[Cut]] = {}
    for claim in claims:
        cuts.setdefault(claim.node, []).append(claim.cut)
    return cuts


def beyond(event: Event, cuts: Cuts, reaches: Reaches) -> bool:
    """Return whether an event lies beyond a cut of its author."""
    own = cuts.get(event.node)
    return own is not None and any(not within(event, cut, reaches) for cut in own)


def within(event: Event, cut: Cut, reaches: Reaches) -> bool:
    """Return whether an event lies within a cut of its author."""
    return any(inc == event.inc and reaches(event, last, head) for inc, last, head in cut)


def head_in(cut: Cut, inc: str) -> tuple[int, str]:
    """Return number and id of the last event within a cut, of one start of a device."""
    return next(((last, head) for of, last, head in reversed(cut) if of == inc), (0, ""))
