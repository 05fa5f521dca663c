"""Rounds and their matches from all pairings of them: in force, contested or withdrawn.

The results under a withdrawn match uid stay and are listed; they are not projected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shared.core import entities
from shared.core.entities import MatchKey, Parsed
from shared.core.events import Event, PairedMatch, RoundPaired
from shared.core.fold.causality import Causality
from shared.core.state import Match, MatchStanding, Round


class Place(NamedTuple):
    """Where a pairing puts a match."""

    key: MatchKey
    paired: PairedMatch
    starts_at: int
    standing: MatchStanding

    def bare_match(self) -> Match:
        """The match before anything has been said about it."""
        return Match(
            self.key,
            self.paired.table,
            self.paired.players,
            self.starts_at,
            self.standing,
            slot=self.paired.slot,
            length=self.paired.length,
        )


class RoundBook:
    """The rounds, by the entity of their pairing."""

    def __init__(self) -> None:
        self.rounds: dict[str, Round] = {}
        self._places: dict[str, dict[str, Place]] = {}
        self._tables: dict[str, dict[str, frozenset[str]]] = {}

    def refresh(
        self,
        ent: str,
        parsed: Parsed,
        events: Mapping[str, Event],
        in_force: Mapping[str, Event],
    ) -> set[str]:
        """Derive one round again; return the match uids that it touches or touched."""
        bodies = {i: e.body for i, e in in_force.items() if isinstance(e.body, RoundPaired)}
        heads = Causality(events).heads(bodies)
        contested = len({bodies[head] for head in heads}) > 1
        before = self._places.get(ent, {})
        places: dict[str, Place] = {}
        tables: dict[str, set[str]] = {}
        for event_id in sorted(bodies, key=lambda event_id: (event_id in heads, event_id)):
            body = bodies[event_id]
            standing: MatchStanding = "withdrawn"
            if event_id in heads:
                standing = "contested" if contested else "in_force"
            for paired in body.matches:
                key = MatchKey(parsed.ident, parsed.round_no, paired.uid)
                places[paired.uid] = Place(key, paired, body.starts_at, standing)
                tables.setdefault(paired.uid, set()).add(paired.table)
        self._places[ent] = places
        self._places = dict(sorted(self._places.items()))
        self._tables[ent] = {uid: frozenset(names) for uid, names in tables.items()}
        if heads:
            first = bodies[heads[0]]
            self.rounds[ent] = Round(
                parsed.ident,
                parsed.round_no,
                first.starts_at,
                first.seed,
                first.matches,
                first.byes,
                contested,
                first.trace,
                first.witnesses,
                heads[0],
                first.algorithm,
                first.field,
            )
            self.rounds = dict(sorted(self.rounds.items(), key=lambda item: item[1].key))
        else:
            self.rounds.pop(ent, None)
        return {*before, *places}

    def place_of(self, uid: str) -> Place | None:
        """Where a match stands; if two rounds claim one uid, the first by name has it."""
        for places in self._places.values():
            if uid in places:
                return places[uid]
        return None

    def tables_of(self, match: MatchKey) -> frozenset[str]:
        """The tables that any pairing of its round gave a match; none if it has no such match."""
        place = self.place_of(match.uid)
        if place is None or place.key != match:
            return frozenset()
        return self._tables[entities.pairing(match.division, match.round_no)][match.uid]
