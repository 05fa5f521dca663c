"""The set of events, indexed by entity and by place in their authors' logs.

Different events in one place are twins: all are kept, and at most one is folded. Of a clock that
one device wrote in one line, only the last batch is kept here; the others stay on the disk.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Protocol

from shared.core.events import ClockLogged, Event, LogKey, is_read
from shared.core.fold.causality import Heads
from shared.core.fold.logs import Logs
from shared.core.fold.twins import Judge, Objection, Twins
from shared.core.state import Alarm
from shared.core.text.sentence import Sentence

FEW = 8
"""Heads of an entity with at most so many events are found anew each time and not kept: a hall has
tens of thousands of such entities."""


class Shelf(Protocol):
    """The log on the disk, from which clock batches that were left there are read again."""

    def batches(self, ent: str) -> Iterable[Event]:
        """Return all batches of a clock, in the order in which they came."""

    def clocks_of(self, node: str, inc: str) -> Iterable[str]:
        """Return the clocks that batches of one log are about."""


class EventIndex:
    """A grow-only set of events. ``by_author`` are the entities that a node speaks about.

    With a ``shelf`` the events of each author come in the order of their numbers.
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self.shelved: dict[str, int] = {}
        """Clocks with batches on the shelf → how many presses those hold."""
        self.moved: set[str] = set()
        """Clocks of which batches went to or from the shelf since this was emptied."""
        self.by_ent: dict[str, dict[str, Event]] = {}
        self.by_author: dict[str, set[str]] = {}
        self.changed = False
        """Whether ``alarms`` may have changed since this was reset."""
        self._logs = Logs()
        self.twins = Twins(self._logs)
        self._twinned: set[str] = set()
        self._heads: dict[str, Heads] = {}
        """Those of entities with more than a few events."""
        self._unknown: dict[str, Event] = {}

    def add(self, event: Event) -> tuple[str, ...]:
        """Add an event; return the entities whose events changed (none if it was known)."""
        log = (event.node, event.inc)
        last = self._logs.lengthen(event)
        if not last and self._shelf is not None:
            self._take_down_log(log, self._shelf)
        there = {} if last else self._logs.at(event.place)
        if event.id in there:
            return ()
        alone = tuple(there.values()) if len(there) == 1 else ()
        self._logs.put(event)
        self.twins.hear(event)
        self._note(event, last=last)
        if there:
            return self._add_twin(event, alone)
        ent = event.ent
        if ent in self._heads:
            self._heads[ent].add(event)
        self.by_ent.setdefault(ent, {})[event.id] = event
        return (ent,)

    def all_of(self, ent: str) -> Mapping[str, Event]:
        """Return all events of an entity by id, those on the shelf too."""
        here = self.by_ent.get(ent, {})
        if self._shelf is None or ent not in self.shelved:
            return here
        return {event.id: event for event in self._shelf.batches(ent)} | here

    def in_line(self, ent: str) -> bool:
        """Return whether one start of one device wrote the batches of a clock, each having seen
        the one before it and nothing else, and the first one nothing at all."""
        events = [*self.by_ent[ent].values()]
        if events[0].deps and ent not in self.shelved:
            return False
        return all(isinstance(event.body, ClockLogged) for event in events) and all(
            (event.node, event.inc, event.deps) == (before.node, before.inc, (before.id,))
            for before, event in pairwise(events)
        )

    def put_away(self, ent: str) -> None:
        """Leave all batches of a clock but the last on the shelf.

        Batches near a twin or a broken chain stay here.
        """
        events = self.by_ent[ent]
        if self._shelf is None or len(events) < 2 or ent in self._twinned:
            return
        *early, last = events.values()
        if self.twins.is_forked((last.node, last.inc)):
            return
        if any(map(self._logs.is_broken_at, early)):
            return
        presses = 0
        for event in early:
            assert isinstance(event.body, ClockLogged)
            presses += len(event.body.presses)
            del events[event.id]
            self._logs.take_out(event)
        self.shelved[ent] = self.shelved.get(ent, 0) + presses
        self.moved.add(ent)

    def take_down(self, ent: str) -> None:
        """Bring all batches of a clock back from the shelf."""
        known = self.all_of(ent)
        if self.shelved.pop(ent, None) is None:
            return
        self.by_ent[ent] = dict(known)
        for event in known.values():
            self._logs.put_back(event)
        self.moved.add(ent)

    def _take_down_log(self, log: LogKey, shelf: Shelf) -> None:
        """Bring all of a log back from the shelf: there may be twins in it."""
        if not self._logs.is_whole(log):
            for clock in shelf.clocks_of(*log):
                self.take_down(clock)

    def _add_twin(self, event: Event, alone: tuple[Event, ...]) -> tuple[str, ...]:
        """Add an event beside others; ``alone`` holds the one that had no twin so far."""
        ents = tuple({twin.ent for twin in (event, *alone)})
        self._twinned.update(ents)
        for ent in ents:
            self.take_down(ent)
        for twin in alone:
            self._set_aside(twin)
        for twin in (*alone, event):
            self.twins.add(twin)
        return ents

    def _set_aside(self, event: Event) -> None:
        """Let an event not count: it has a twin."""
        self.by_ent.get(event.ent, {}).pop(event.id, None)
        self._heads.pop(event.ent, None)

    def _note(self, event: Event, *, last: bool) -> None:
        self.by_author.setdefault(event.node, set()).add(event.ent)
        self.changed |= self._logs.check(event, last=last)
        if event.body is None and not is_read(event.kind, event.kv):
            self._unknown[event.id] = event
            self.changed = True

    def heads(self, ent: str) -> tuple[str, ...]:
        """Return the ids of the latest known events of an entity."""
        if ent in self._heads:
            return self._heads[ent].ids
        known = self.by_ent.get(ent, {})
        heads = Heads(known.values())
        if len(known) > FEW:
            self._heads[ent] = heads
        return heads.ids

    def without_twins(self, ent: str) -> dict[str, Event]:
        """Return the events of an entity that have no twin."""
        known = self.by_ent.get(ent, {})
        return {ident: event for ident, event in known.items() if not self.twins.has_twin(event)}

    def choose(self, judge: Judge, objection: Objection) -> set[str]:
        """Choose again which twins count; return the entities whose events in force may change."""
        changed: set[str] = set()
        for event, counts in self.twins.choose(judge, objection):
            changed.add(event.ent)
            if counts:
                self.by_ent.setdefault(event.ent, {})[event.id] = event
                self._heads.pop(event.ent, None)
            else:
                self._set_aside(event)
        self.changed |= self.twins.changed
        self.twins.changed = False
        for node in self.twins.relinked():
            changed |= self.by_author.get(node, set())
        return changed

    def alarms(self) -> Iterator[Alarm]:
        """Yield what is wrong with the set: twins, broken chains, unknown kinds."""
        yield from self.twins.alarms()
        yield from self._logs.alarms()
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
