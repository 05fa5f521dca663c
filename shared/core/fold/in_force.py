"""What is in force of each entity, what is only listed, and what of it is contradicted.

An entity's word is the event of a kind that no other of them has seen; decides nothing about keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from shared.core.entities import MatchKey
from shared.core.events import Body, Event
from shared.core.fold.authority import Registry
from shared.core.fold.causality import Causality
from shared.core.fold.index import EventIndex
from shared.core.state import Alarm, Unforced

B = TypeVar("B", bound=Body)


class InForce:
    """Kept up to date by the fold, which says what to sift again."""

    def __init__(self, index: EventIndex) -> None:
        self._index = index
        self._events: dict[str, dict[str, Event]] = {}
        self._unforced: dict[str, tuple[Unforced, ...]] = {}
        self._conflicts: dict[str, dict[str, Alarm]] = {}

    def sift(
        self, ent: str, registry: Registry, tables_of: Callable[[MatchKey], frozenset[str]]
    ) -> None:
        """Part an entity's events into those in force and those that are only listed."""
        in_force: dict[str, Event] = {}
        unforced: list[Unforced] = []
        for event in self.all_of(ent).values():
            if event.body is None:
                continue
            objection = registry.objection(event, tables_of)
            if objection is None:
                in_force[event.id] = event
            else:
                unforced.append(Unforced(event.id, event.kind, ent, objection))
        self._events[ent] = in_force
        self._unforced.pop(ent, None)
        if unforced:
            self._unforced[ent] = tuple(unforced)

    def all_of(self, ent: str) -> Mapping[str, Event]:
        """All events of an entity, in force or not."""
        return self._index.by_ent.get(ent, {})

    def of(self, ent: str) -> Mapping[str, Event]:
        """The events of an entity that are in force."""
        return self._events.get(ent, {})

    def latest(
        self, ent: str, kind: type[B], only: Callable[[B], bool] = lambda body: True
    ) -> tuple[Event, B] | None:
        """The event of a kind that no other has seen; several that differ are a conflict.

        ``only`` says which of them are asked for.
        """
        mine = {i: e for i, e in self.of(ent).items() if isinstance(e.body, kind) and only(e.body)}
        if not mine:
            self.note_conflict(ent, kind.__name__, False, "")
            return None
        heads = tuple(mine) if len(mine) == 1 else Causality(self.all_of(ent)).heads(mine)
        differ = len({mine[head].body for head in heads}) > 1
        self.note_conflict(ent, kind.__name__, differ, "two versions of this stand side by side")
        body = mine[heads[0]].body
        assert isinstance(body, kind)
        return mine[heads[0]], body

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

    def note(self, ent: str, fact: str, alarm: Alarm) -> None:
        """Something about an entity has to be looked at."""
        self._conflicts.setdefault(ent, {})[fact] = alarm

    def forget(self, ent: str) -> None:
        """The entity is derived afresh: what was to be looked at may be over."""
        self._conflicts.pop(ent, None)

    def alarms(self) -> Iterator[Alarm]:
        """What has to be looked at."""
        for facts in self._conflicts.values():
            yield from facts.values()

    def unforced(self) -> Iterator[Unforced]:
        """What is listed and not in force."""
        for group in self._unforced.values():
            yield from group
