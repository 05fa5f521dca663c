"""The part of headquarters' log that goes to the halls.

It holds what headquarters' keys wrote, what the keys of a hall that stands in for it wrote, and
which keys the tournament key has withdrawn. Reads the replica and writes nothing.
"""

from collections.abc import Iterator, Sequence

from shared.core.events import (
    DeviceEnrolled,
    DeviceRevoked,
    DivisionLed,
    TournamentOpened,
    entities,
)
from shared.store.replica import Replica
from shared.wire.sync.log import Stored

_STRETCH = 1_024


class OwnLog:
    """A log with numbers of its own from 1: it has whole incarnations, so no number is missing.

    It only grows. When a hall begins to stand in, what its keys wrote before follows that event.
    So the order is the same after a restart.
    """

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._read = 0
        self._own: list[Stored] = []
        self._added: set[str] = set()
        self._venues: set[str] = {""}
        self._roots: dict[str, str | None] = {}
        self._withdrawing: set[str] = set()

    @property
    def end(self) -> int:
        """Return the position of the last event."""
        self._look()
        return len(self._own)

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Return up to ``limit`` events after a position."""
        self._look()
        return self._own[pos : pos + limit]

    def _look(self) -> None:
        for stored in self._stretch(self._read, self._replica.end):
            self._read = stored.pos
            if self._widens(stored):
                for earlier in self._stretch(0, stored.pos):
                    self._add(earlier)
            else:
                self._add(stored)

    def _stretch(self, pos: int, upto: int) -> Iterator[Stored]:
        while pos < upto:
            for stored in self._replica.after(pos, min(_STRETCH, upto - pos)):
                pos = stored.pos
                yield stored

    def _add(self, stored: Stored) -> None:
        if stored.id not in self._added and self._goes_down(stored):
            self._added.add(stored.id)
            number = len(self._own) + 1
            self._own.append(Stored(number, stored.id, stored.place, stored.signed))

    def _widens(self, stored: Stored) -> bool:
        """Return whether more of the earlier events go down from this event on."""
        event = stored.event
        parsed = entities.parse(event.ent)
        if isinstance(event.body, DivisionLed) and parsed is not None:
            registry, venue = self._replica.fold.registry(), event.body.venue
            stands = registry.leads.claim_objection(event) is None
            if venue in self._venues or venue == registry.owner(parsed.ident) or not stands:
                return False
            self._venues.add(venue)
            return True
        _, inc, _ = stored.place
        if not isinstance(event.body, DeviceRevoked) or event.node != self._replica.root:
            return False
        if inc in self._withdrawing:
            return False
        self._withdrawing.add(inc)
        return True

    def _goes_down(self, stored: Stored) -> bool:
        node, inc, _ = stored.place
        if node == self._replica.root:
            if inc not in self._roots:
                self._roots[inc] = self._roots_subject(stored)
            return inc in self._withdrawing or self._roots[inc] in self._venues
        device = self._replica.fold.registry().devices.get(node)
        return device is not None and bool(device.scopes) and device.venue in self._venues

    def _roots_subject(self, stored: Stored) -> str | None:
        """Return the venue whose keys an incarnation of the tournament key is about, or None."""
        event = stored.event
        if isinstance(event.body, DeviceEnrolled | TournamentOpened):
            return event.body.venue
        parsed = entities.parse(event.ent)
        if parsed is None or parsed.family != "device":
            return None
        device = self._replica.fold.registry().devices.get(parsed.ident)
        return None if device is None else device.venue
