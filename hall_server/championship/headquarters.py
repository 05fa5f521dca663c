"""The node of headquarters: a hall without tables, whose events come down the stream.

Kiosks and dashboards attach to it as to any hall. What it holds can be read again from the stream.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal

from hall_server.championship.chain import Sealer
from hall_server.championship.intake import Intake, VenueStatus
from hall_server.championship.own_log import OwnLog
from hall_server.championship.reading import Reading, Stood
from hall_server.championship.segment import RUN_BYTES, Segment, seal_segment
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import Uplink
from hall_server.championship.venue import DOWN
from shared.core.state.venue_line import HEADQUARTERS, VenueLine
from shared.core.text.fields import noted
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress, ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home, load
from shared.node.open import serving_ports
from shared.wire.messages import TOPIC_ASKING, Venues

TELL_MS = 2_000

log = logging.getLogger(__name__)

HearsVenues = Callable[[Sequence[VenueStatus], str], None]
"""Hears what is known of the venues, and why there is no link ("" while there is one)."""


def venue_line(venue: VenueStatus) -> VenueLine:
    """What headquarters knows of a venue, as the dashboard is told it."""
    state: Literal["linked", "trouble"] = "trouble" if venue.trouble else "linked"
    words = ". ".join(part[:1].upper() + part[1:] for part in (venue.trouble, venue.note) if part)
    return VenueLine(venue.venue, state, venue.heard, 0, noted(f"{words}.") if words else "")


class HeadquartersLink(HallLink):
    """Takes in what the halls publish and serves it; what its own keys write goes down to them.

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
        """Say where headquarters is, and begin to read and to publish."""
        await super().look_around(opened)
        node, replica, root = self.node, self.node.replica, self.node.replica.root
        intake = Intake(replica, node.wall, own=DOWN)
        reading = Reading(
            replica,
            intake,
            self._access,
            token="*",
            now=node.now,
            announce=node.announce,
            say=lambda trouble: self._say(tuple(intake.status.values()), trouble),
            link_stands=self._founds,
        )
        down = Uplink(
            OwnLog(replica),
            Sealer(root, DOWN, node.node_id, self._seal),
            lambda: Stream(self._access, root),
            wall=node.wall,
            new_run=lambda: secrets.token_bytes(RUN_BYTES),
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

    def _seal(self, segment: Segment) -> bytes:
        return seal_segment(segment, self.node.home.keys.sign)

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
    replicas: int = 1,
    max_bytes: int,
    venues_told: HearsVenues = lambda venues, trouble: None,
) -> Engine[HeadquartersLink]:
    """Return headquarters' node, not yet started. Raises NotSetUp."""
    membership, keys = load(home)
    link = HeadquartersLink(
        access,
        host=host,
        ports=serving_ports(membership, port_base),
        pinned=membership.halls[0],
        founds=lambda stream: stream.found(replicas=replicas, max_bytes=max_bytes),
        venues_told=venues_told,
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms)
