"""The node of headquarters: a hall without tables whose events come from the stream.

Kiosks and dashboards attach to it as to any hall. The stream can give everything again.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal, NamedTuple

from hall_server.championship.intake import Intake, Reading, Stood, VenueStatus
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import Timing, Uplink, sealer_of
from hall_server.championship.venue import DOWN
from shared.core.events import (
    DeviceEnrolled,
    DeviceRevoked,
    DivisionLed,
    TournamentOpened,
    entities,
)
from shared.core.state.venue_line import HEADQUARTERS, VenueLine
from shared.core.text.fields import noted
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home, load
from shared.node.open import serving_ports
from shared.store.replica import Replica
from shared.wire.messages import TOPIC_ASKING, Venues
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


TELL_MS = 2_000

log = logging.getLogger(__name__)

HearsVenues = Callable[[Sequence[VenueStatus], str], None]
"""Hears how the venues are, and why there is no link, "" with one."""


class StreamSize(NamedTuple):
    """How large the stream is made: servers that keep it, and its bytes."""

    replicas: int
    max_bytes: int


def venue_line(venue: VenueStatus) -> VenueLine:
    """Return what the dashboard is told of a venue."""
    state: Literal["linked", "trouble"] = "trouble" if venue.trouble else "linked"
    words = ". ".join(part[:1].upper() + part[1:] for part in (venue.trouble, venue.note) if part)
    return VenueLine(venue.venue, state, venue.heard, 0, noted(f"{words}.") if words else "")


class HeadquartersLink(HallLink):
    """Takes in what the halls publish, serves it, and publishes what its own keys write.

    ``founds`` is awaited with the stream before anything is read. ``venues_told`` is called in the
    node's thread.
    """

    def __init__(
        self,
        access: Access,
        *,
        host: str,
        ports: tuple[int, int],
        pinned: HallAddress,
        founds: Stood,
        venues_told: HearsVenues,
    ) -> None:
        super().__init__(ListenAt(host, *ports), pinned=pinned, found_at=pinned.host)
        self._access = access
        self._founds = founds
        self._venues_told = venues_told
        self._since = 0
        self._tell_at = 0
        self._shown: tuple[Sequence[VenueStatus], str] | None = None

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Announce headquarters, and begin to read and to publish."""
        await super().look_around(opened)
        node, replica = self.node, self.node.replica
        intake = Intake(replica, node.wall, own=DOWN)
        reading = Reading(
            node,
            intake,
            self._access,
            token="*",
            say=lambda trouble: self._say(tuple(intake.status.values()), trouble),
            link_stands=self._founds,
        )
        down = Uplink(
            OwnLog(replica),
            sealer_of(node, DOWN),
            lambda: Stream(self._access, replica.root),
            timing=Timing(node.wall),
        )
        for part in (reading, down):
            opened.push_async_callback(end, asyncio.create_task(part.run()))

    def tick(self) -> None:
        """Send the heartbeat, and how the venues stand."""
        super().tick()
        now = self.node.now()
        if now < self._tell_at or self.superseded_by is not None:
            return
        self._tell_at = now + TELL_MS
        venues, trouble = self._shown or ((), "")
        link: Literal["linked", "no_link"] = "no_link" if trouble else "linked"
        own = VenueLine(HEADQUARTERS, link, self._since, 0, noted(trouble))
        self.publish(TOPIC_ASKING, Venues((*map(venue_line, venues), own)))

    def _say(self, venues: Sequence[VenueStatus], trouble: str) -> None:
        if (venues, trouble) == self._shown:
            return
        _, before = self._shown or ((), "")
        if trouble != before:
            log.info("championship: %s", trouble or "linked")
        if bool(trouble) != bool(before):
            self._since = self.node.wall()
        self._shown, self._tell_at = (venues, trouble), 0
        self._venues_told(venues, trouble)


def open_headquarters(
    home: Path,
    access: Access,
    *,
    host: str,
    port_base: int | None = None,
    size: StreamSize,
    venues_told: HearsVenues = lambda venues, trouble: None,
) -> Engine[HeadquartersLink]:
    """Return headquarters' node, not yet started. ``size`` is for a new stream. Raises NotSetUp."""
    membership, keys = load(home)
    link = HeadquartersLink(
        access,
        host=host,
        ports=serving_ports(membership, port_base),
        pinned=membership.halls[0],
        founds=lambda stream: stream.found(replicas=size.replicas, max_bytes=size.max_bytes),
        venues_told=venues_told,
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms)
