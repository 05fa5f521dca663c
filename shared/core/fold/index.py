"""The set of events, indexed by entity and by place in their authors' logs.

Two different events in one place are equivocation: both are kept, neither is folded. Of a clock
with nothing odd about it only the last batches are kept here, the others are left on the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Protocol

from shared.core.events import ClockLogged, Event
from shared.core.fold.causality import Causality
from shared.core.sentence import Sentence
from shared.core.state import Alarm

Place = tuple[str, str, int]

STRIDE = 4
"""So many batches of one clock are kept before all but the last are left on the disk."""


class Shelf(Protocol):
    """The log on the disk, from which clock batches that were left there are read again."""

    def batches(self, ent: str) -> Iterable[Event]:
        """Read all batches of a clock, in the order in which they came."""

    def clock_at(self, node: str, inc: str, seq: int) -> str | None:
        """Return the clock that the batch in a place of its author's log is about."""


class EventIndex:
    """A grow-only set of events. ``by_author`` are the entities that a node speaks about.

    With a ``shelf`` the events of each author come in the order of their numbers.
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self.shelved: dict[str, int] = {}
        """Clocks with batches on the shelf → the presses in those."""
        self.moved: set[str] = set()
        """Clocks of which more or less is on the shelf since this was emptied."""
        self.by_ent: dict[str, dict[str, Event]] = {}
        self.by_author: dict[str, set[str]] = {}
        self.changed = False
        """Whether what is wrong with the set may have changed since this was reset."""
        self._logs: dict[tuple[str, str], dict[int, Event]] = {}
        self._ends: dict[tuple[str, str], int] = {}
        self._twins: dict[Place, dict[str, Event]] = {}
        self._twinned: set[str] = set()
        self._heads: dict[str, tuple[str, ...]] = {}
        self._broken: set[Place] = set()
        self._unknown: dict[str, Event] = {}

    def add(self, event: Event) -> tuple[str, ...]:
        """Add an event; return the entities whose events changed (none if it was known)."""
        log = (event.node, event.inc)
        own = self._logs.setdefault(log, {})
        if event.seq > self._ends.get(log, 0):
            self._ends[log] = event.seq
        elif self._shelf is not None:
            self._take_down_around(event, own, self._shelf)
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

    def all_of(self, ent: str) -> Mapping[str, Event]:
        """Return all events of an entity, by id, those on the shelf as well."""
        here = self.by_ent.get(ent, {})
        if self._shelf is None or ent not in self.shelved:
            return here
        return {event.id: event for event in self._shelf.batches(ent)} | here

    def in_line(self, ent: str) -> bool:
        """Return whether the batches of a clock were written by one start of one author, each
        having seen the one before it and nothing else."""
        events = self.by_ent[ent].values()
        return all(isinstance(event.body, ClockLogged) for event in events) and all(
            (event.node, event.inc, event.deps) == (before.node, before.inc, (before.id,))
            for before, event in pairwise(events)
        )

    def put_away(self, ent: str) -> None:
        """Leave all batches of a clock in one line but the last on the shelf, STRIDE at once.

        Those that are odd, or next to what is odd, stay here.
        """
        events = self.by_ent[ent]
        if self._shelf is None or len(events) < STRIDE or ent in self._twinned:
            return
        *early, _ = events.values()
        if self._broken and any(
            (event.node, event.inc, seq) in self._broken
            for event in early
            for seq in (event.seq, event.seq + 1)
        ):
            return
        presses = 0
        for event in early:
            assert isinstance(event.body, ClockLogged)
            presses += len(event.body.presses)
            del events[event.id]
            del self._logs[event.node, event.inc][event.seq]
        self.shelved[ent] = self.shelved.get(ent, 0) + presses
        self.moved.add(ent)

    def take_down(self, ent: str) -> None:
        """Keep all batches of a clock here: something is odd about them."""
        known = self.all_of(ent)
        if self.shelved.pop(ent, None) is None:
            return
        self.by_ent[ent] = dict(known)
        for event in known.values():
            self._logs[event.node, event.inc].setdefault(event.seq, event)
        self.moved.add(ent)

    def _take_down_around(self, event: Event, own: Mapping[int, Event], shelf: Shelf) -> None:
        """Have at hand what stands in the place of an event and next to it."""
        for seq in (event.seq - 1, event.seq, event.seq + 1):
            clock = None if seq in own else shelf.clock_at(event.node, event.inc, seq)
            if clock is not None:
                self.take_down(clock)

    def _add_twin(self, first: Event, event: Event) -> tuple[str, ...]:
        twins = self._twins.get(event.place, {first.id: first})
        if event.id in twins:
            return ()
        self._twins[event.place] = twins
        twins[event.id] = event
        self._note(event)
        self.changed = True
        ents = tuple({twin.ent for twin in twins.values()})
        self._twinned.update(ents)
        for ent in ents:
            self.take_down(ent)
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
