"""The part of headquarters' log that goes down to the halls: what its own keys wrote.

Reads the replica, writes nothing; what came up from a hall never goes down again.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.core import entities
from shared.core.events import DeviceEnrolled, TournamentOpened
from shared.store.replica import Replica
from shared.wire.sync.log import Stored

_STRETCH = 1_024


class OwnLog:
    """A log of its own, numbered from 1: whole incarnations, so that nobody misses a number."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._read = 0
        self._own: list[Stored] = []
        self._roots: dict[str, bool] = {}

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
        while self._read < self._replica.end:
            for stored in self._replica.after(self._read, _STRETCH):
                self._read = stored.pos
                if self._is_own(stored):
                    number = len(self._own) + 1
                    self._own.append(Stored(number, stored.id, stored.place, stored.signed))

    def _is_own(self, stored: Stored) -> bool:
        node, inc, _ = stored.place
        if node == self._replica.root:
            if inc not in self._roots:
                self._roots[inc] = self._about_own(stored)
            return self._roots[inc]
        device = self._replica.fold.registry().devices.get(node)
        return device is not None and not device.venue

    def _about_own(self, stored: Stored) -> bool:
        """Whether the tournament key, in one sitting, speaks of headquarters' keys.

        Headquarters' opening stays here: to a hall it would say whose log this is.
        """
        body = stored.event.body
        if isinstance(body, DeviceEnrolled):
            return not body.venue
        parsed = entities.parse(stored.event.ent)
        if isinstance(body, TournamentOpened) or parsed is None or parsed.family != "device":
            return False
        device = self._replica.fold.registry().devices.get(parsed.ident)
        return device is not None and not device.venue
