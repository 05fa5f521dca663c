"""Rounds and their matches, from all pairings and calls: in force, contested or withdrawn.

Results of a withdrawn match are kept and listed, but not shown with it.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from shared.core.events import (
    PLAYOFF,
    Event,
    MatchCalled,
    PairedMatch,
    RoundPaired,
    RoundStarted,
    entities,
)
from shared.core.events.entities import MatchKey, Parsed, RoundKey
from shared.core.fold.causality import Causality
from shared.core.fold.register import Register
from shared.core.state import Match, MatchStanding, Round

CONTESTED = {
    entities.pairing.family: "two pairings of this round stand side by side",
    entities.call.family: "two calls of this match stand side by side",
}
"""Family of entities that name matches → the sentence for two that differ."""


class Slot(NamedTuple):
    """Where a pairing puts a match."""

    key: MatchKey
    paired: PairedMatch
    starts_at: int
    standing: MatchStanding
    event: str
    rules: str
    called: bool = False
    """Whether a call names it, and no pairing of a round."""

    def bare_match(self, begun_at: int) -> Match:
        """Return the match with nothing but its pairing and the start of its round."""
        return Match(
            self.key,
            self.paired.table,
            self.paired.players,
            max(self.starts_at, begun_at),
            self.standing,
            slot=self.paired.slot,
            length=self.paired.length,
            begun_at=begun_at,
            rules=self.rules,
            decisive=self.paired.decisive,
        )


class Called(NamedTuple):
    """A called match; ``at`` is when it was first called (UTC ms)."""

    at: int
    paired: PairedMatch
    starts_at: int


class RoundBook:
    """The rounds, from their pairings and from the matches that were called one by one."""

    def __init__(self) -> None:
        self.rounds: Register[RoundKey, Round] = Register()
        self.taken_back: Register[RoundKey, str] = Register()
        """Rounds whose pairing was taken back before play, with the reason."""
        self._published: dict[RoundKey, Round] = {}
        self._called: dict[RoundKey, dict[str, Called]] = {}
        self._places: dict[str, dict[str, Slot]] = {}
        self._tables: dict[str, dict[str, frozenset[str]]] = {}
        self._owners: dict[str, set[str]] = {}
        self._started: dict[RoundKey, RoundStarted] = {}
        self._begun: dict[RoundKey, dict[str, int]] = {}
        """Round → each pairing whose publication was its start → when."""
        self._changed: dict[RoundKey, dict[str, str]] = {}
        """Round → each pairing made by hand → the pairing that it replaces.

        A postponed round is not listed: it starts anew.
        """

    def refresh(
        self,
        ent: str,
        parsed: Parsed,
        events: Mapping[str, Event],
        in_force: Mapping[str, Event],
    ) -> tuple[set[str], bool]:
        """Derive one pairing or one call again.

        Returns the match uids that it touches or touched, and whether two versions of it stand
        side by side.
        """
        stated = {
            i: e.body for i, e in in_force.items() if isinstance(e.body, RoundPaired | MatchCalled)
        }
        heads = Causality(events).heads(stated)
        contested = len({stated[head] for head in heads}) > 1
        before = self._places.get(ent, {})
        places: dict[str, Slot] = {}
        tables: dict[str, set[str]] = {}
        for event_id in sorted(stated, key=lambda event_id: (event_id in heads, event_id)):
            body = stated[event_id]
            standing: MatchStanding = "withdrawn"
            if event_id in heads and not body.off:
                standing = "contested" if contested else "in_force"
            for paired in _matches(parsed, body):
                key = MatchKey(parsed.ident, parsed.round_no, paired.uid)
                starts_at = paired.starts_at or body.starts_at
                alone = parsed.match is not None
                places[paired.uid] = Slot(
                    key, paired, starts_at, standing, event_id, body.rules, alone
                )
                tables.setdefault(paired.uid, set()).add(paired.table)
        self._places[ent] = places
        for uid in before:
            self._owners[uid].discard(ent)
        for uid in places:
            self._owners.setdefault(uid, set()).add(ent)
        self._tables[ent] = {uid: frozenset(names) for uid, names in tables.items()}
        key_of_round = (parsed.ident, parsed.round_no)
        if parsed.match is None:
            self._publish(key_of_round, heads, in_force, contested)
            self._changed[key_of_round] = {
                changed: before
                for changed, before in _changes(stated).items()
                if not _postponed(stated[changed])
            }
            self._begun[key_of_round] = {
                event_id: body.starts_at
                for event_id, body in stated.items()
                if isinstance(body, RoundPaired) and body.begun
            }
        else:
            called = self._called.setdefault(key_of_round, {})
            called.pop(ent, None)
            place = places.get(parsed.match.uid)
            # A playoff decides a title and nothing else: no round has it (ACF-1.XIII.B).
            counted = place is not None and place.paired.slot != PLAYOFF
            if place is not None and counted and place.standing != "withdrawn":
                first = min(event.at for event in in_force.values())
                called[ent] = Called(first, place.paired, place.starts_at)
        self._put_together(key_of_round)
        return {*before, *places}, contested

    def start(self, key: RoundKey, body: RoundStarted | None) -> set[str]:
        """Set or remove the start of a round; return the match uids that it touches."""
        self._started.pop(key, None)
        if body is not None:
            self._started[key] = body
        self._put_together(key)
        paired = self.rounds.get(key)
        return {match.uid for match in paired.matches} if paired is not None else set()

    def _begun_at(self, key: RoundKey, pairing: str) -> int:
        given, begun = self._started.get(key), self._begun.get(key, {})
        changes = self._changed.get(key, {})
        while pairing:
            if given is not None and given.pairing == pairing:
                return 0 if given.off else given.at
            if pairing in begun:
                return begun[pairing]
            pairing = changes.get(pairing, "")
        return 0

    def bare_match(self, uid: str) -> Match | None:
        """Return a match as pairing and start of its round have it; None if there is none.

        A call of a match that its round has posts another hour for it (USBGF-2.2a).
        """
        place = self.place_of(uid)
        if place is None:
            return None
        hours = [
            one.starts_at
            for ent in sorted(self._owners[uid])
            if (one := self._places[ent][uid]).called
            and one.standing == "in_force"
            and (one.key, one.paired.players) == (place.key, place.paired.players)
        ]
        if hours and not place.called:
            place = place._replace(starts_at=hours[0])
        return place.bare_match(
            self._begun_at((place.key.division, place.key.round_no), place.event)
        )

    def _publish(
        self,
        key: RoundKey,
        heads: tuple[str, ...],
        in_force: Mapping[str, Event],
        contested: bool,
    ) -> None:
        self._published.pop(key, None)
        stated = {i: e.body for i, e in in_force.items() if isinstance(e.body, RoundPaired)}
        stands = next((head for head in heads if not stated[head].off), "")
        first = stated[stands] if stands else None
        self.taken_back.put(key, stated[heads[0]].off if heads and not stands else None)
        if first is not None:
            began, changes = stands, _changes(stated)
            while began in changes:
                began = changes[began]
            self._published[key] = Round(
                key[0],
                key[1],
                first.starts_at,
                first.seed,
                first.matches,
                first.byes,
                contested,
                first.trace,
                first.witnesses,
                stands,
                first.algorithm,
                first.field,
                by_hand=first.by_hand,
                rules=first.rules,
                edition=sum(not body.off for body in stated.values()),
                published_at=in_force[stands].at,
                first_at=in_force[began].at,
            )

    def _put_together(self, key: RoundKey) -> None:
        """Build the round: its published matches, then the called ones in the order of their
        calls."""
        called = sorted(self._called.get(key, {}).values(), key=lambda c: (c.at, c.paired.uid))
        paired = self._published.get(key)
        if paired is None and called:
            starts_at = min(call.starts_at for call in called)
            paired = Round(key[0], key[1], starts_at, "", (), (), contested=False)
        if paired is None:
            self.rounds.put(key, None)
            return
        own = {match.uid for match in paired.matches}
        matches = (*paired.matches, *(c.paired for c in called if c.paired.uid not in own))
        begun_at = self._begun_at(key, paired.event)
        starts_at = max(paired.starts_at, begun_at)
        whole = msgspec.structs.replace(
            paired, matches=matches, starts_at=starts_at, begun_at=begun_at
        )
        self.rounds.put(key, whole)

    def place_of(self, uid: str) -> Slot | None:
        """Return where a match stands.

        If two rounds claim one uid, the first by name has it, and a pairing before a call."""
        found = self._found(uid)
        return None if found is None else self._places[found][uid]

    def tables_of(self, match: MatchKey) -> frozenset[str]:
        """Return the tables that pairings of its round gave a match; none if there is no such
        match."""
        found = self._found(match.uid)
        if found is None or self._places[found][match.uid].key != match:
            return frozenset()
        return self._tables[found][match.uid]

    def _found(self, uid: str) -> str | None:
        """Return the entity that has a match."""
        owners = self._owners.get(uid, ())
        return min(owners, key=lambda ent: (self._places[ent][uid].called, ent), default=None)


def _changes(stated: Mapping[str, RoundPaired | MatchCalled]) -> dict[str, str]:
    """Return which pairing replaces which.

    An id is a hash of what it names, so there is no circle.
    """
    return {
        event_id: body.by_hand.changes
        for event_id, body in stated.items()
        if isinstance(body, RoundPaired)
        and body.by_hand is not None
        and body.by_hand.changes in stated
    }


def _postponed(body: RoundPaired | MatchCalled) -> bool:
    by_hand = body.by_hand if isinstance(body, RoundPaired) else None
    return by_hand is not None and by_hand.reason == "postponed"


def _matches(parsed: Parsed, body: RoundPaired | MatchCalled) -> tuple[PairedMatch, ...]:
    """Return the matches that a body names; a call names only the match of its entity."""
    if isinstance(body, RoundPaired):
        return body.matches
    called = parsed.match is not None and body.paired.uid == parsed.match.uid
    return (body.paired,) if called else ()
