"""Which events of an entity have seen which: heads and ancestors, by ``deps`` alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from shared.core.events import Event


class Causality:
    """The causal order of one entity's events. ``events`` maps id to event."""

    def __init__(self, events: Mapping[str, Event]) -> None:
        self._events = events
        self._known: dict[str, frozenset[str]] = {}

    def ancestors(self, event_id: str) -> frozenset[str]:
        """Ids of all events of this entity that the author of ``event_id`` had seen.

        A cycle cannot be written by an honest author (an id is a hash of its deps); if one is
        given all the same, its members count as ancestors of one another.
        """
        if event_id in self._known:
            return self._known[event_id]
        seen: set[str] = set()
        waiting = [event_id]
        while waiting:
            for dep in self._events[waiting.pop()].deps:
                if dep not in seen and dep in self._events:
                    seen.add(dep)
                    done = self._known.get(dep)
                    if done is None:
                        waiting.append(dep)
                    else:
                        seen |= done
        self._known[event_id] = frozenset(seen)
        return self._known[event_id]

    def covered(self, ids: Collection[str]) -> frozenset[str]:
        """All ancestors of ``ids`` together."""
        return frozenset().union(*(self.ancestors(event_id) for event_id in ids))

    def heads(self, ids: Collection[str]) -> tuple[str, ...]:
        """Those of ``ids`` that no other of them has seen, in order of id."""
        covered = self.covered(ids)
        return tuple(sorted(event_id for event_id in ids if event_id not in covered))
