"""What is in force of each entity, what is only listed, and what of it is contradicted.

An entity's word is the event of a kind that no other of them has seen; decides nothing about keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from shared.core.events import Body, Event, is_read
from shared.core.fold.causality import Causality
from shared.core.fold.index import EventIndex
from shared.core.fold.long_register import LongRegister
from shared.core.state import Alarm, Unforced
from shared.core.state.pieces import Pieces
from shared.core.text.sentence import Sentence

B = TypeVar("B", bound=Body)
Objections = Callable[[Sequence[Event]], Sequence[Sentence | None]]
"""Says of each event of an entity why it is not in force, None if it is."""

MOST_HEADS = 4_000
"""Honest authors leave a handful of heads; so many ids fill a quarter of the largest event."""


class InForce:
    """Kept up to date by the fold, which says what to sift again."""

    def __init__(self, index: EventIndex) -> None:
        self._index = index
        self._parted: dict[str, dict[str, Event]] = {}
        """What is in force of each entity of which not everything is."""
        self._unforced: dict[str, list[str]] = {}
        """The ids of what is not in force of an entity."""
        self._beyond: dict[str, frozenset[str]] = {}
        """The ids of what is in force by its keys, and not read: there is too much of it."""
        self._listed = LongRegister[Unforced]()
        self._conflicts: dict[str, dict[str, Alarm]] = {}
        self.changed = False
        """Whether what is contradicted may have changed since this was reset."""

    def sift(self, ent: str, objections: Objections, new: Iterable[str] | None = None) -> None:
        """Part an entity's events into those in force and those that are only listed.

        ``new`` are the ids of those that have come; None to look at all of them again.
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
        """List what there is too much of about an entity, and nothing else of it."""
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
        """Return whether not everything that is said of an entity is in force."""
        return ent in self._parted

    def all_of(self, ent: str) -> Mapping[str, Event]:
        """All events of an entity, in force or not; of a clock the last ones."""
        return self._index.by_ent.get(ent, {})

    def heads(self, ent: str) -> tuple[str, ...]:
        """Return the ids of an entity's latest known events.

        Of very many those in force come first, so that no flood fills what an event can hold.
        """
        heads = self._index.heads(ent)
        if len(heads) <= MOST_HEADS:
            return heads
        in_force = self.of(ent)
        first = [head for head in heads if head in in_force]
        return tuple(first + [head for head in heads if head not in in_force])[:MOST_HEADS]

    def presses_before(self, ent: str) -> int:
        """How many presses a clock had before those batches."""
        return self._index.shelved.get(ent, 0)

    def of(self, ent: str) -> Mapping[str, Event]:
        """The events of an entity that are in force."""
        parted = self._parted.get(ent)
        return self.all_of(ent) if parted is None else parted

    def latest(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> tuple[Event, B] | None:
        """The event of a kind that no other has seen; several that differ are a conflict.

        ``only`` says which of them are asked for.
        """
        heads = self.standing(ent, kind, only)
        self.note_differing(ent, kind.__name__, [body for _, body in heads])
        return heads[0] if heads else None

    def standing(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> list[tuple[Event, B]]:
        """The events of a kind that no other of them has seen: several were written apart."""
        found = ((event, event.body) for event in self.of(ent).values())
        mine = {e.id: (e, body) for e, body in found if isinstance(body, kind) and only(body)}
        if len(mine) < 2:
            return list(mine.values())
        events = {ident: event for ident, (event, _) in mine.items()}
        return [mine[head] for head in Causality(self.all_of(ent)).heads(events)]

    def note_differing(self, ent: str, fact: str, bodies: Sequence[Body | None]) -> None:
        """Note whether what stands of an entity side by side differs."""
        differ = len(bodies) > 1 and len(set(bodies)) > 1
        self.note_conflict(ent, fact, differ, "two versions of this stand side by side")

    def word(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> B | None:
        """What the latest event of a kind says."""
        latest = self.latest(ent, kind, only)
        return None if latest is None else latest[1]

    def note_conflict(self, ent: str, fact: str, there: bool, sentence: str) -> None:
        """Something about an entity is contradicted, or is not."""
        if there:
            self.note(ent, fact, Alarm("conflict", ent, sentence))
        elif ent in self._conflicts:
            self._conflicts[ent].pop(fact, None)
            self.changed = True

    def note(self, ent: str, fact: str, alarm: Alarm) -> None:
        """Something about an entity has to be looked at."""
        self._conflicts.setdefault(ent, {})[fact] = alarm
        self.changed = True

    def forget(self, ent: str) -> None:
        """The entity is derived afresh: what was to be looked at may be over."""
        if self._conflicts.pop(ent, None):
            self.changed = True

    def alarms(self) -> Iterator[Alarm]:
        """What has to be looked at."""
        for facts in self._conflicts.values():
            yield from facts.values()

    def unforced(self) -> Pieces[Unforced]:
        """What is listed and not in force, by event: the same value while nothing changed."""
        return self._listed.take()
