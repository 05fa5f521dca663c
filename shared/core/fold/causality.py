"""Which events of an entity have seen which: heads and ancestors, by ``deps`` alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from shared.core.events import Event


class Causality:
    """The causal order of one entity's events. ``events`` maps id to event."""

    def __init__(self, events: Mapping[str, Event]) -> None:
        self._events = events

    def covered(self, ids: Collection[str]) -> set[str]:
        """Return the ids of all events of this entity that the authors of ``ids`` had seen.

        A cycle cannot be written by an honest author (an id is a hash of its deps); if one is
        given all the same, its members count as ancestors of one another.
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
