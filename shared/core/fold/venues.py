"""Venues: several halls under one tournament key, each with its own devices, terms and divisions.

A hall that is alone has no venue (""), and no limits from here.
"""

from collections.abc import Collection, Iterable, Mapping

from shared.core.events import (
    Body,
    DeviceEnrolled,
    Event,
    MatchCalled,
    PairedMatch,
    RoundPaired,
    TournamentOpened,
    entities,
)
from shared.core.events.entities import Parsed, belongs, owner
from shared.core.fold.causality import Causality
from shared.core.text.sentence import Sentence


def homes(root: str, about_devices: list[tuple[str, Event]]) -> dict[str, str]:
    """Return node → the venue that it belongs to, as far as it is known.

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
    """Return venue → what the tournament key says of the tournament there."""
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


def seen_from(node: str, home_of: Mapping[str, str], opened: Mapping[str, TournamentOpened]) -> str:
    """Return the venue of a log: the one that ``node``, which keeps it, belongs to.

    Any node may bring an opening of another venue here, so openings count only while it is not
    known where the node belongs. A hall's log holds its own, headquarters' log all of them.
    """
    if node in home_of:
        return home_of[node]
    return next(iter(opened)) if len(opened) == 1 else ""


def trespass(venue: str, here: str, parsed: Parsed, tables: Iterable[str]) -> Sentence | None:
    """Return why an event by a key of ``venue`` is not in force here; None if it may be.

    ``here`` is the venue of the log; ``tables`` are those of the match that the event is about.
    ``leads`` judges what belongs to the lead of a division.
    """
    if parsed.entity.matter in ("keys", "lead"):
        return None
    if parsed.entity.matter == "venue":
        # Headquarters' announcements are heard everywhere.
        said_here = venue == here or (not venue and parsed.entity is entities.announcement)
        if said_here:
            return None
        if not venue:
            return Sentence("a matter of headquarters alone")
        return Sentence("a matter of the hall of {venue} alone", venue=venue)
    if not venue:
        return None
    at_own_tables = [belongs(table, venue) for table in tables]
    if parsed.match is not None and at_own_tables and all(at_own_tables):
        return None
    ident = parsed.ident if parsed.match is None else parsed.match.division
    if not belongs(ident, venue):
        return Sentence(
            "its author belongs to the hall of {venue}, and what it speaks about does not",
            venue=venue,
        )
    return None


def stray(event: Event, division: str, venue: str, venues: Collection[str]) -> Sentence | None:
    """Return why a pairing or a call by a key of ``venue`` names another hall's match or table.

    None if it does not. ``venues`` are those that the log knows.
    """
    own = owner(division, venues)
    for paired in _paired(event.body):
        if owner(paired.uid, venues) != own:
            return Sentence("the match {match} is another hall's", match=paired.uid)
        if own and venue and paired.table and not belongs(paired.table, venue):
            return Sentence(
                "its author belongs to the hall of {venue}, and table {table} does not",
                venue=venue,
                table=paired.table,
            )
    return None


def named(parsed: Parsed, body: Body | None) -> list[str]:
    """Return the venues that the ids of an event may belong to: one of them may open later."""
    ids = [parsed.ident] if parsed.match is None else [parsed.ident, parsed.match.division]
    if isinstance(body, RoundPaired | MatchCalled):
        ids += [paired.uid for paired in _paired(body)]
    return [ident.partition(".")[0] for ident in ids if "." in ident]


def _paired(body: Body | None) -> tuple[PairedMatch, ...]:
    if isinstance(body, RoundPaired):
        return body.matches
    return (body.paired,) if isinstance(body, MatchCalled) else ()
