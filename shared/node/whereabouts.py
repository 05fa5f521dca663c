"""Where each entry is safe: held here, at the hall, and on how many lasting disks.

The lasting disks are those of the hall, standbys, referees and kiosks. Each says how far it holds
the hall's log, and an entry counts there only if its position is certainly within that.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from shared.core.events import Event, Place

if TYPE_CHECKING:
    from shared.store.replica import Replica


COUNTED = frozenset({"t.result.signed", "a.decision.made"})
"""The kinds whose copies are counted, whichever node wrote them: results and decisions."""


class Whereabouts:
    """Where a node's own entries, all results and all decisions are safe."""

    def __init__(self, replica: Replica, authors: Sequence[str]) -> None:
        self._replica = replica
        self._authors = authors
        self._unsent: dict[str, Place] = self._beyond(replica.acked)
        self._upto: dict[str, int] = {}
        self._by_position: list[tuple[int, str]] = []
        self._kept: tuple[int, ...] = ()

    @property
    def unsent(self) -> frozenset[str]:
        """Return the ids of own events that the hall has not acknowledged as durable."""
        return frozenset(self._unsent)

    @property
    def keepers(self) -> int:
        """Return the number of known lasting disks, with the hall's; 0 before a hall was heard."""
        return len(self._kept)

    @property
    def few(self) -> dict[str, int]:
        """Return the entries that some of those disks may lack, with the number that hold each."""
        if not self._kept:
            return {}
        first = bisect_right(self._by_position, self._kept[-1], key=itemgetter(0))
        return {
            event_id: sum(kept >= upto for kept in self._kept)
            for upto, event_id in self._by_position[first:]
            if self._upto[event_id] == upto
        }

    def wrote(self, events: Iterable[Event]) -> None:
        """Note events that this node has written."""
        self._unsent.update({event.id: event.place for event in events})

    def acked(self, vector: Mapping[tuple[str, str], int], *, complete: bool, end: int) -> bool:
        """Note what a hall holds in its log up to ``end``; return whether that is news.

        If ``complete``, the hall holds nothing else, and its log may be another one.
        """
        still = {i: p for i, p in self._unsent.items() if p[2] > vector.get(p[:2], 0)}
        arrived = self._unsent.keys() - still.keys()
        if complete:
            still |= self._beyond(vector)
            self._kept = (end,)
            self._upto, self._by_position = {}, []
            arrived |= set(self._counted(vector))
        for event_id in arrived:
            self._note(event_id, end)
        self._reaches(end)
        news = complete or still.keys() != self._unsent.keys()
        self._unsent = still
        return news

    def stands(self, events: Iterable[Event], upto: int) -> None:
        """Note events that stand in the hall's log, at this position or before."""
        self._reaches(upto)
        for event in events:
            if event.kind in COUNTED and event.id not in self._upto:
                self._note(event.id, upto)

    def kept(self, positions: Sequence[int]) -> bool:
        """Note how far each lasting disk holds the hall's log; return whether that is news."""
        before = (self.few, self.keepers)
        self._kept = tuple(sorted(positions, reverse=True))
        return (self.few, self.keepers) != before

    def _note(self, event_id: str, upto: int) -> None:
        """Note that an entry stands in the hall's log at this position or before."""
        self._upto[event_id] = upto
        insort(self._by_position, (upto, event_id))

    def _reaches(self, end: int) -> None:
        """Note how far the hall's own disk holds its log."""
        if self._kept:
            self._kept = (max(end, self._kept[0]), *self._kept[1:])

    def _beyond(self, vector: Mapping[tuple[str, str], int]) -> dict[str, Place]:
        """Return this node's own events that a hall with ``vector`` lacks."""
        return {
            stored.id: stored.place
            for author in self._authors
            for stored in self._replica.beyond(author, vector)
        }

    def _counted(self, vector: Mapping[tuple[str, str], int]) -> list[str]:
        """Return the counted entries that a hall with ``vector`` holds."""
        return [
            event_id
            for event_id, node, inc, seq in self._replica.places(COUNTED, self._authors)
            if seq <= vector.get((node, inc), 0)
        ]
