"""The set of events, indexed by entity and by place in their authors' logs.

Two different events in one place are equivocation: both are kept, neither is folded.
"""

from __future__ import annotations

from collections.abc import Iterator

from shared.core.events import Event
from shared.core.fold.causality import Causality
from shared.core.sentence import Sentence
from shared.core.state import Alarm

Place = tuple[str, str, int]


class EventIndex:
    """A grow-only set of events. ``by_author`` are the entities that a node speaks about."""

    def __init__(self) -> None:
        self.by_ent: dict[str, dict[str, Event]] = {}
        self.by_author: dict[str, set[str]] = {}
        self._by_place: dict[Place, dict[str, Event]] = {}
        self._equivocated: set[Place] = set()
        self._broken: set[Place] = set()
        self._unknown: dict[str, Event] = {}

    def add(self, event: Event) -> set[str]:
        """Add an event; return the entities whose events changed (none if it was known)."""
        here = self._by_place.setdefault(event.place, {})
        if event.id in here:
            return set()
        here[event.id] = event
        self.by_author.setdefault(event.node, set()).add(event.ent)
        self._check_chain(event.place)
        after = (event.node, event.inc, event.seq + 1)
        if after in self._by_place:
            self._check_chain(after)
        if event.body is None:
            self._unknown[event.id] = event
        if len(here) > 1:
            self._equivocated.add(event.place)
            for twin in here.values():
                self.by_ent.get(twin.ent, {}).pop(twin.id, None)
            return {twin.ent for twin in here.values()}
        self.by_ent.setdefault(event.ent, {})[event.id] = event
        return {event.ent}

    def heads(self, ent: str) -> tuple[str, ...]:
        """Ids of the latest known events of an entity, in force or not: what an author saw."""
        events = self.by_ent.get(ent, {})
        return tuple(events) if len(events) < 2 else Causality(events).heads(events)

    def alarms(self) -> Iterator[Alarm]:
        """What is wrong with the set itself."""
        for place in self._equivocated:
            node, inc, seq = place
            ents = sorted({event.ent for event in self._by_place[place].values()})
            yield Alarm(
                "equivocation",
                ents[0],
                Sentence(
                    "device {node} wrote two different events as number {seq} of {inc}:"
                    " neither counts",
                    node=node[:8],
                    seq=seq,
                    inc=inc[:8],
                ),
            )
        for node, inc, seq in self._broken:
            ent = min(event.ent for event in self._by_place[(node, inc, seq)].values())
            yield Alarm(
                "broken_chain",
                ent,
                Sentence(
                    "event {seq} of {inc} by device {node} names another predecessor",
                    seq=seq,
                    inc=inc[:8],
                    node=node[:8],
                ),
            )
        for event in self._unknown.values():
            yield Alarm(
                "newer_software",
                event.ent,
                Sentence(
                    "'{kind}' version {version} is not known here: update this node",
                    kind=event.kind,
                    version=event.kv,
                ),
            )

    def _check_chain(self, place: Place) -> None:
        node, inc, seq = place
        before = self._by_place.get((node, inc, seq - 1))
        if seq < 2 or before is None:
            return
        if all(event.prev in before for event in self._by_place[place].values()):
            self._broken.discard(place)
        else:
            self._broken.add(place)
