"""Which events of each entity are in force, which are only listed, and which contradict others.

Decides nothing about keys.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from shared.core.events import Body, Event, is_read
from shared.core.fold.causality import Causality
from shared.core.fold.index import EventIndex
from shared.core.fold.register import LongRegister
from shared.core.state import Alarm, Unforced
from shared.core.state.pieces import Pieces
from shared.core.text.sentence import Sentence

B = TypeVar("B", bound=Body)
Objections = Callable[[Sequence[Event]], Sequence[Sentence | None]]
"""Says of each event of an entity why it is not in force, None if it is."""

MOST_HEADS = 4_000
"""Honest authors leave a handful of heads; so many ids fill a quarter of the largest event."""


class InForce:
    """The events in force, kept up to date by the fold, which says what to sift again."""

    def __init__(self, index: EventIndex) -> None:
        self._index = index
        self._parted: dict[str, dict[str, Event]] = {}
        """Entity → its events in force, where not all of them are."""
        self._unforced: dict[str, list[str]] = {}
        """Entity → the ids of its events that are not in force."""
        self._beyond: dict[str, frozenset[str]] = {}
        """Entity → the ids of events that nothing reads because there are too many."""
        self._listed = LongRegister[Unforced]()
        self._conflicts: dict[str, dict[str, Alarm]] = {}
        self.changed = False
        """Whether ``alarms`` may have changed since this was reset."""

    def sift(self, ent: str, objections: Objections, new: Iterable[str] | None = None) -> None:
        """Part an entity's events into those in force and those that are only listed.

        ``new`` are the ids of events that have arrived; None to look at all of them again.
        """
        events = self.all_of(ent)
        if new is None:
            self._parted.pop(ent, None)
            for gone in self._unforced.pop(ent, ()):
                self._listed.put(gone, None)
        looked_at = list(events.values()) if new is None else [events[ident] for ident in new]
        readable = [e for e in looked_at if e.body is not None or is_read(e.kind, e.kv)]
        found = objections(readable)
        if ent not in self._parted:
            if len(readable) == len(looked_at) and not any(found):
                return
            coming = {event.id for event in looked_at}
            self._parted[ent] = {i: event for i, event in events.items() if i not in coming}
        for event, objection in zip(readable, found, strict=True):
            if objection is None:
                self._parted[ent][event.id] = event
            else:
                unforced = Unforced(event.id, event.kind, ent, objection)
                self._unforced.setdefault(ent, []).append(event.id)
                self._listed.put(event.id, unforced)

    def list_beyond(self, ent: str, beyond: Collection[str], why: Sentence) -> None:
        """List the events of an entity that are ``beyond`` its budget, and no longer any others."""
        before, now = self._beyond.pop(ent, frozenset()), frozenset(beyond)
        if now:
            self._beyond[ent] = now
        events = self.all_of(ent)
        for ident in now - before:
            self._listed.put(ident, Unforced(ident, events[ident].kind, ent, why))
        listed = self._unforced.get(ent, ())
        for ident in (before - now).difference(listed):
            self._listed.put(ident, None)

    def is_parted(self, ent: str) -> bool:
        """Return whether some event of an entity is not in force."""
        return ent in self._parted

    def all_of(self, ent: str) -> Mapping[str, Event]:
        """Return all events of an entity, in force or not; of a clock the last ones."""
        return self._index.by_ent.get(ent, {})

    def heads(self, ent: str) -> tuple[str, ...]:
        """Return the ids of an entity's latest known events, at most MOST_HEADS.

        If there are more, those in force come first: a flood cannot push them out.
        """
        heads = self._index.heads(ent)
        if len(heads) <= MOST_HEADS:
            return heads
        in_force = self.of(ent)
        first = [head for head in heads if head in in_force]
        return tuple(first + [head for head in heads if head not in in_force])[:MOST_HEADS]

    def presses_before(self, ent: str) -> int:
        """Return how many presses of a clock are on the shelf."""
        return self._index.shelved.get(ent, 0)

    def of(self, ent: str) -> Mapping[str, Event]:
        """Return the events of an entity that are in force."""
        parted = self._parted.get(ent)
        return self.all_of(ent) if parted is None else parted

    def latest(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> tuple[Event, B] | None:
        """Return the event of a kind that no other has seen; note a conflict if several differ.

        ``only`` filters by the body.
        """
        heads = self.standing(ent, kind, only)
        differ = len({body for _, body in heads}) > 1
        self.note_conflict(ent, kind.__name__, differ, "two versions of this stand side by side")
        return heads[0] if heads else None

    def standing(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> list[tuple[Event, B]]:
        """Return the events of a kind that no other of them has seen."""
        found = ((event, event.body) for event in self.of(ent).values())
        mine = {e.id: (e, body) for e, body in found if isinstance(body, kind) and only(body)}
        if len(mine) < 2:
            return list(mine.values())
        events = {ident: event for ident, (event, _) in mine.items()}
        return [mine[head] for head in Causality(self.all_of(ent)).heads(events)]

    def word(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> B | None:
        """Return the body of the latest event of a kind."""
        latest = self.latest(ent, kind, only)
        return None if latest is None else latest[1]

    def note_conflict(self, ent: str, fact: str, there: bool, sentence: str) -> None:
        """Note that a fact about an entity is contradicted, or is not any more."""
        if there:
            self.note(ent, fact, Alarm("conflict", ent, sentence))
        elif ent in self._conflicts:
            self._conflicts[ent].pop(fact, None)
            self.changed = True

    def note(self, ent: str, fact: str, alarm: Alarm) -> None:
        """Note that a person has to look at a fact about an entity."""
        self._conflicts.setdefault(ent, {})[fact] = alarm
        self.changed = True

    def forget(self, ent: str) -> None:
        """Drop the alarms of an entity before it is derived again."""
        if self._conflicts.pop(ent, None):
            self.changed = True

    def alarms(self) -> Iterator[Alarm]:
        """Yield what a person has to look at."""
        for facts in self._conflicts.values():
            yield from facts.values()

    def unforced(self) -> Pieces[Unforced]:
        """Return the events not in force, by id: the same value while nothing changed."""
        return self._listed.take()
