"""The latest events of one entity, kept up to date while they come in any order."""

from __future__ import annotations

from collections.abc import Iterable

from shared.core.events import Event


class Heads:
    """The ids of those events that no other has seen. One more costs the same however many."""

    __slots__ = ("_awaited", "_heads", "_ids")

    def __init__(self, events: Iterable[Event]) -> None:
        self._heads: set[str] = set()
        self._awaited: set[str] = set()
        """Events that others have seen, and that have not come."""
        self._ids: tuple[str, ...] | None = None
        known = {event.id: event for event in events}
        for event in known.values():
            self._awaited.update(event.deps)
        self._heads = known.keys() - self._awaited
        self._awaited -= known.keys()

    def add(self, event: Event) -> None:
        """One more event has come."""
        self._ids = None
        for dep in event.deps:
            if dep in self._heads:
                self._heads.discard(dep)
            else:
                self._awaited.add(dep)
        if event.id in self._awaited:
            self._awaited.discard(event.id)
        else:
            self._heads.add(event.id)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        if self._ids is None:
            self._ids = tuple(sorted(self._heads))
        return self._ids
