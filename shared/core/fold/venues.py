"""Venues: several halls under one tournament key, each with its own devices, terms and matters.

A hall that is alone has no venue (""), and nothing here bounds it.
"""

from __future__ import annotations

from collections.abc import Mapping

from shared.core.entities import Parsed, belongs
from shared.core.events import (
    Body,
    DeviceEnrolled,
    Event,
    MatchCalled,
    RoundPaired,
    TournamentOpened,
)
from shared.core.fold.causality import Causality

LOCAL = frozenset({"enrolment", "layout", "announcement", "shows", "address"})
"""Families of entities that each venue has for itself: headquarters lists them, and no more."""
_BY_KEY = frozenset({"tournament", "device", "rights", "term", "private_share"})
"""Families that are judged by the device they are about, or by rules of their own."""


def homes(root: str, about_devices: list[tuple[str, Event]]) -> dict[str, str]:
    """Node → the venue that it belongs to, as far as anybody has said.

    The tournament key's word comes first; a device that a hall admitted belongs where its hall
    does. ``about_devices`` are nodes and the events about them, in the order of their ids.
    """
    certified = {
        node: event.body.venue
        for node, event in about_devices
        if event.node == root and isinstance(event.body, DeviceEnrolled)
    }
    found = dict(certified)
    for node, event in about_devices:
        if isinstance(event.body, DeviceEnrolled) and event.node in certified:
            found.setdefault(node, certified[event.node])
    return found


def openings(opened: Mapping[str, Event], root: str) -> dict[str, TournamentOpened]:
    """Venue → what the tournament key says of the tournament there."""
    words = {
        ident: event.body
        for ident, event in opened.items()
        if event.node == root and isinstance(event.body, TournamentOpened)
    }
    order = Causality(opened)
    by_venue: dict[str, list[str]] = {}
    for ident, body in words.items():
        by_venue.setdefault(body.venue, []).append(ident)
    return {venue: words[order.heads(of)[0]] for venue, of in by_venue.items()}


def seen_from(opened: Mapping[str, TournamentOpened]) -> str:
    """Whose log this is: a hall's holds its own opening alone, headquarters' all of them."""
    return next(iter(opened)) if len(opened) == 1 else ""


def trespass(venue: str, here: str, event: Event, parsed: Parsed) -> str | None:
    """Why authority, or a request, of a key of ``venue`` is not in force; None if it may be.

    ``here`` is the venue that the log is of.
    """
    if not venue or parsed.family in _BY_KEY:
        return None
    if parsed.family in LOCAL:
        return None if venue == here else f"a matter of the hall of {venue} alone"
    ident = parsed.ident if parsed.match is None else parsed.match.division
    if not belongs(ident, venue) or not _at_own_tables(event.body, venue):
        return f"its author belongs to the hall of {venue}, and what it speaks about does not"
    return None


def _at_own_tables(body: Body | None, venue: str) -> bool:
    if isinstance(body, RoundPaired):
        return all(not m.table or belongs(m.table, venue) for m in body.matches)
    if isinstance(body, MatchCalled):
        return not body.paired.table or belongs(body.paired.table, venue)
    return True
