"""Cuts: how far a revoked key's events count, and which revocations stand.

Knows no rights: it is given the revocations of those who may revoke.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shared.core.events import Cut, Event

Cuts = Mapping[str, Sequence[Cut]]


class Revocation(NamedTuple):
    """The word that the key of ``node`` is withdrawn beyond ``cut``."""

    node: str
    event: Event
    cut: Cut


def standing(claims: Sequence[Revocation]) -> list[Revocation]:
    """The revocations that count: none that lies beyond the cut of one that counts.

    Of keys that revoke each other, none having seen the other, both are revoked.
    """
    sure: list[Revocation] = []
    while True:
        possible = _within_cuts(claims, cuts_of(sure))
        surer = _within_cuts(claims, cuts_of(possible))
        if surer == sure:
            return possible
        sure = surer


def _within_cuts(claims: Sequence[Revocation], cuts: Cuts) -> list[Revocation]:
    return [claim for claim in claims if not beyond(claim.event, cuts)]


def cuts_of(claims: Sequence[Revocation]) -> Cuts:
    """The cuts of each revoked node."""
    cuts: dict[str, list[Cut]] = {}
    for claim in claims:
        cuts.setdefault(claim.node, []).append(claim.cut)
    return cuts


def beyond(event: Event, cuts: Cuts) -> bool:
    """Whether an event lies beyond a cut of its author's."""
    own = cuts.get(event.node)
    return own is not None and any(not within(event, cut) for cut in own)


def within(event: Event, cut: Cut) -> bool:
    """Whether an event lies within a cut of its author's."""
    return any(inc == event.inc and event.seq <= last for inc, last in cut)
