"""The part of headquarters' log that goes down to the halls: what its own keys wrote, and those of
a hall that stands in for it.

Reads the replica, writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.core import entities
from shared.core.events import DeviceEnrolled, TournamentOpened
from shared.store.replica import Replica
from shared.wire.sync.log import Stored

_STRETCH = 1_024


class OwnLog:
    """A log of its own, numbered from 1: whole incarnations, so that nobody misses a number.

    It only grows. Where a hall comes to stand in, what its keys wrote before is added at the end;
    after a restart the order is another, and the log goes down once more from its start.
    """

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._read = 0
        self._own: list[Stored] = []
        self._added: set[str] = set()
        self._venues: frozenset[str] = frozenset({""})
        self._roots: dict[str, str | None] = {}

    @property
    def end(self) -> int:
        """The position of the last event."""
        self._look()
        return len(self._own)

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Up to ``limit`` events after a position."""
        self._look()
        return self._own[pos : pos + limit]

    def _look(self) -> None:
        if self._read == self._replica.end:
            return
        standing_in = self._replica.fold.registry().leads.venues - self._venues
        if standing_in:
            self._venues |= standing_in
            self._read = 0
        while self._read < self._replica.end:
            for stored in self._replica.after(self._read, _STRETCH):
                self._read = stored.pos
                if stored.id not in self._added and self._venue(stored) in self._venues:
                    self._added.add(stored.id)
                    number = len(self._own) + 1
                    self._own.append(Stored(number, stored.id, stored.place, stored.signed))

    def _venue(self, stored: Stored) -> str | None:
        """Whose word an event is, None for what goes down to nobody."""
        node, inc, _ = stored.place
        if node == self._replica.root:
            if inc not in self._roots:
                self._roots[inc] = self._roots_subject(stored)
            return self._roots[inc]
        device = self._replica.fold.registry().devices.get(node)
        return device.venue if device is not None and device.scopes else None

    def _roots_subject(self, stored: Stored) -> str | None:
        """The venue of whose keys the tournament key speaks in one sitting.

        An opening goes down to nobody: to a hall it would say whose log this is.
        """
        body = stored.event.body
        if isinstance(body, DeviceEnrolled):
            return body.venue
        parsed = entities.parse(stored.event.ent)
        if isinstance(body, TournamentOpened) or parsed is None or parsed.family != "device":
            return None
        device = self._replica.fold.registry().devices.get(parsed.ident)
        return None if device is None else device.venue
