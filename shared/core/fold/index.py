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
        self.changed = False
        """Whether what is wrong with the set may have changed since this was reset."""
        self._logs: dict[tuple[str, str], dict[int, Event]] = {}
        self._twins: dict[Place, dict[str, Event]] = {}
        self._heads: dict[str, tuple[str, ...]] = {}
        self._broken: set[Place] = set()
        self._unknown: dict[str, Event] = {}

    def add(self, event: Event) -> tuple[str, ...]:
        """Add an event; return the entities whose events changed (none if it was known)."""
        own = self._logs.setdefault((event.node, event.inc), {})
        if event.seq in own:
            return self._add_twin(own[event.seq], event)
        own[event.seq] = event
        self._note(event)
        ent = event.ent
        heads = self.heads(ent)
        self.by_ent.setdefault(ent, {})[event.id] = event
        if heads in (event.deps, ()) or set(heads).issubset(event.deps):
            self._heads[ent] = (event.id,)
        else:
            self._heads.pop(ent)
        return (ent,)

    def keep_instead(self, shed: Event) -> None:
        """Keep an event that is here without its body."""
        self.by_ent[shed.ent][shed.id] = shed
        self._logs[shed.node, shed.inc][shed.seq] = shed

    def _add_twin(self, first: Event, event: Event) -> tuple[str, ...]:
        twins = self._twins.get(event.place, {first.id: first})
        if event.id in twins:
            return ()
        self._twins[event.place] = twins
        twins[event.id] = event
        self._note(event)
        self.changed = True
        ents = tuple({twin.ent for twin in twins.values()})
        for twin in twins.values():
            self.by_ent.get(twin.ent, {}).pop(twin.id, None)
        for ent in ents:
            self._heads.pop(ent, None)
        return ents

    def _note(self, event: Event) -> None:
        self.by_author.setdefault(event.node, set()).add(event.ent)
        node, inc, seq = event.node, event.inc, event.seq
        own = self._logs[node, inc]
        before = own.get(seq - 1)
        if before is not None and before.id != event.prev:
            self._check_chain((node, inc, seq))
        if seq + 1 in own:
            self._check_chain((node, inc, seq + 1))
        if event.body is None:
            self._unknown[event.id] = event
            self.changed = True

    def heads(self, ent: str) -> tuple[str, ...]:
        """Return the ids of the latest known events of an entity: what an author saw."""
        if ent not in self._heads:
            events = self.by_ent.get(ent, {})
            if not events:
                return ()
            self._heads[ent] = Causality(events).heads(events)
        return self._heads[ent]

    def _at(self, place: Place) -> dict[str, Event]:
        """The events in one place of their author's log, by id."""
        node, inc, seq = place
        first = self._logs.get((node, inc), {}).get(seq)
        if first is None:
            return {}
        return self._twins.get(place) or {first.id: first}

    def alarms(self) -> Iterator[Alarm]:
        """What is wrong with the set itself."""
        for place, twins in self._twins.items():
            node, inc, seq = place
            ents = sorted({event.ent for event in twins.values()})
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
            ent = min(event.ent for event in self._at((node, inc, seq)).values())
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
        before = self._at((node, inc, seq - 1))
        if seq < 2 or not before:
            return
        sound = all(event.prev in before for event in self._at(place).values())
        if sound == (place in self._broken):
            self.changed = True
            if sound:
                self._broken.discard(place)
            else:
                self._broken.add(place)
