"""Which events of an entity have seen which: heads and ancestors, by ``deps`` alone."""

from collections.abc import Collection, Iterable, Mapping

from shared.core.events import Event


class Causality:
    """The causal order of one entity's events. ``events`` maps id to event."""

    def __init__(self, events: Mapping[str, Event]) -> None:
        self._events = events

    def covered(self, ids: Collection[str]) -> set[str]:
        """Return the ids of all events of this entity that the authors of ``ids`` had seen.

        An honest author cannot write a cycle: an id is a hash of its deps. If a cycle is given all
        the same, its members count as ancestors of one another.
        """
        seen: set[str] = set()
        waiting = list(ids)
        while waiting:
            for dep in self._events[waiting.pop()].deps:
                if dep not in seen and dep in self._events:
                    seen.add(dep)
                    waiting.append(dep)
        return seen

    def heads(self, ids: Collection[str]) -> tuple[str, ...]:
        """Return those of ``ids`` that no other of them has seen, in order of id."""
        if len(ids) == 1:
            return tuple(ids)
        covered = self.covered(ids)
        return tuple(sorted(event_id for event_id in ids if event_id not in covered))


class Heads:
    """The events of one entity that no other has seen, kept up to date as events arrive.

    Adding an event takes the same time however many there are.
    """

    __slots__ = ("_awaited", "_heads", "_ids")

    def __init__(self, events: Iterable[Event]) -> None:
        known = {event.id: event for event in events}
        named = {dep for event in known.values() for dep in event.deps}
        self._heads = known.keys() - named
        self._awaited = named - known.keys()
        """Ids that others name, of events that have not arrived."""
        self._ids: tuple[str, ...] | None = None

    def add(self, event: Event) -> None:
        """Add an event."""
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
