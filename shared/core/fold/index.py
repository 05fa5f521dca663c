"""The set of events, indexed by entity and by place in their authors' logs.

Different events in one place are twins: all are kept, and one is folded if it was chosen. Of a
clock with nothing odd about it only the last batches are kept here, the others stay on the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple, Protocol

from shared.core.events import ClockLogged, Event
from shared.core.fold.causality import Causality
from shared.core.language import N_
from shared.core.sentence import Sentence
from shared.core.state import Alarm, Branch, Fork

LogKey = tuple[str, str]
"""One log of an author: node and incarnation."""
Place = tuple[str, str, int]


class Choice(NamedTuple):
    """The event that counts in a place, "" for none; ``decided`` if no person need look."""

    event: str
    decided: bool


UNCHOSEN = Choice("", decided=False)

STRIDE = 4
"""So many batches of one clock are kept before all but the last are left on the disk."""


_NEITHER = N_("device {node} wrote two different events as number {seq} of {inc}: neither counts")
_PINNED = N_(
    "device {node} wrote two different events as number {seq} of {inc}: those count that were"
    " pinned"
)


class Shelf(Protocol):
    """The log on the disk, from which clock batches that were left there are read again."""

    def batches(self, ent: str) -> Iterable[Event]:
        """Read all batches of a clock, in the order in which they came."""

    def clocks_of(self, node: str, inc: str) -> Iterable[str]:
        """Return the clocks that batches of one log are about."""


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
        self.forked: dict[LogKey, set[int]] = {}
        """Logs with twins → the numbers of their places."""
        self.unsettled: set[LogKey] = set()
        """Those of which another event may count since this was emptied."""
        self._logs: dict[LogKey, dict[int, Event]] = {}
        self._ends: dict[LogKey, int] = {}
        self._twins: dict[Place, dict[str, Event]] = {}
        self._twinned: set[str] = set()
        self._chosen: dict[Place, Choice] = {}
        self._chains: dict[LogKey, dict[tuple[int, str], dict[int, str]]] = {}
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
            self._take_down_log(log, own, self._shelf)
        if event.seq in own:
            return self._add_twin(own[event.seq], event)
        own[event.seq] = event
        if log in self.forked:
            self._unchain(log)
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
        *early, last = events.values()
        if (last.node, last.inc) in self.forked:
            return
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

    def _take_down_log(self, log: LogKey, own: Mapping[int, Event], shelf: Shelf) -> None:
        """Have a whole log at hand: more than one event may stand in a place of it."""
        if len(own) < self._ends[log]:
            for clock in shelf.clocks_of(*log):
                self.take_down(clock)

    def _add_twin(self, first: Event, event: Event) -> tuple[str, ...]:
        twins = self._twins.get(event.place, {first.id: first})
        if event.id in twins:
            return ()
        self._twins[event.place] = twins
        twins[event.id] = event
        log = (event.node, event.inc)
        self.forked.setdefault(log, set()).add(event.seq)
        self.unsettled.add(log)
        self._chains.pop(log, None)
        self._chosen.pop(event.place, None)
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

    def has_twin(self, event: Event) -> bool:
        """Return whether another event stands in the place of an event."""
        return event.place in self._twins

    def without_twins(self, ent: str) -> dict[str, Event]:
        """Return those events of an entity that stand alone in their places."""
        known = self.by_ent.get(ent, {})
        return {ident: event for ident, event in known.items() if not self.has_twin(event)}

    def reaches(self, event: Event, number: int, head: str) -> bool:
        """Return whether an event counts with the one of a number and an id in its log: it is not
        after that one and, where it has a twin, that one chains back to it."""
        if event.seq > number or event.place not in self._twins:
            return event.seq <= number
        log = (event.node, event.inc)
        return self.on_chain(log, number, head, event.seq) == event.id

    def on_chain(self, log: LogKey, number: int, head: str, seq: int) -> str:
        """Return the event at ``seq`` that the event ``head`` at ``number`` chains back to.

        "" while a link between them is not here.
        """
        chains = self._chains.setdefault(log, {})
        if (number, head) not in chains:
            chains[number, head] = dict(self._chain(log, number, head))
        return chains[number, head].get(seq, "")

    def _chain(self, log: LogKey, number: int, head: str) -> Iterator[tuple[int, str]]:
        lowest = min(self.forked[log])
        event = self._at((*log, number)).get(head)
        while event is not None and event.seq >= lowest:
            yield event.seq, event.id
            event = self._at((*log, event.seq - 1)).get(event.prev)

    def _unchain(self, log: LogKey) -> None:
        """An event has come to a log with twins: a link that was missing may be here now."""
        chains, lowest = self._chains.get(log, {}), min(self.forked[log])
        for head in [head for head, chain in chains.items() if lowest not in chain]:
            del chains[head]
            self.unsettled.add(log)

    def choose(self, chosen: Mapping[Place, Choice]) -> set[str]:
        """Let of the events in each place the chosen one count, if any; return what it changes."""
        changed: set[str] = set()
        for place, twins in self._twins.items():
            now = chosen.get(place, UNCHOSEN)
            if now == self._choice(place):
                continue
            self.changed = True
            for twin in twins.values():
                known = self.by_ent.setdefault(twin.ent, {})
                if (twin.id in known) != (twin.id == now.event):
                    known.pop(twin.id, None)
                    if twin.id == now.event:
                        known[twin.id] = twin
                    self._heads.pop(twin.ent, None)
                    changed.add(twin.ent)
        self._chosen = dict(chosen)
        return changed

    def forks(self) -> tuple[Fork, ...]:
        """Return the logs with twins and their branches."""
        return tuple(sorted(map(self._fork, self.forked)))

    def _fork(self, log: LogKey) -> Fork:
        places = sorted(self.forked[log])
        twins = [twin for seq in places for twin in self._twins[(*log, seq)].values()]
        followed = {twin.prev for twin in twins}
        branches = (
            Branch(e.seq, e.id, e.ent, e.at, self._choice(e.place).event == e.id)
            for e in twins
            if e.id not in followed
        )
        decided = all(self._choice((*log, seq)).decided for seq in places)
        return Fork(*log, places[0], tuple(sorted(branches)), decided)

    def _choice(self, place: Place) -> Choice:
        return self._chosen.get(place, UNCHOSEN)

    def head_of(self, log: LogKey) -> tuple[int, str] | None:
        """Return number and id of the last event on the branch that counts of a log with twins."""
        chosen = {
            seq: choice.event
            for seq in self.forked.get(log, ())
            if (choice := self._choice((*log, seq))).event
        }
        if not chosen:
            return None
        seq = max(chosen)
        head = chosen[seq]
        while on := [e for e in self._at((*log, seq + 1)).values() if e.prev == head]:
            seq, head = seq + 1, on[0].id
        return seq, head

    def _at(self, place: Place) -> dict[str, Event]:
        """The events in one place of their author's log, by id."""
        node, inc, seq = place
        first = self._logs.get((node, inc), {}).get(seq)
        if first is None:
            return {}
        return self._twins.get(place) or {first.id: first}

    def alarms(self) -> Iterator[Alarm]:
        """What is wrong with the set itself."""
        for fork in self.forks():
            if fork.decided:
                continue
            twins = self._twins[fork.node, fork.inc, fork.first]
            counts = any(branch.counts for branch in fork.branches)
            sentence = _PINNED if counts else _NEITHER
            named = {"node": fork.node[:8], "seq": fork.first, "inc": fork.inc[:8]}
            ent = min(event.ent for event in twins.values())
            yield Alarm("equivocation", ent, Sentence(sentence, **named))
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
