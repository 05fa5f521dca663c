"""The node of headquarters: a hall without tables, whose events come down the stream.

Kiosks and dashboards attach to it as to any hall. What it holds can be read again from the stream.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from hall_server.championship.chain import Sealer
from hall_server.championship.intake import Intake, VenueStatus
from hall_server.championship.own_log import OwnLog
from hall_server.championship.reading import Reading
from hall_server.championship.segment import RUN_BYTES, Segment, seal_segment
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import Uplink
from hall_server.championship.venue import DOWN
from shared.clocks import monotonic_ms, wall_ms
from shared.core.venue_line import HEADQUARTERS, VenueLine
from shared.node.hall import HallNode
from shared.node.home import engine_home, load
from shared.node.open import serving_ports
from shared.wire.messages import TOPIC_ASKING, Venues
from shared.wire.sync.log import Stored

TELL_MS = 2_000

log = logging.getLogger(__name__)

Told = Callable[[Sequence[VenueStatus], str], None]
"""Hears what is known of the venues, and why there is no link ("" while there is one)."""


def venue_line(venue: VenueStatus) -> VenueLine:
    """What headquarters knows of a venue, as the dashboard is told it."""
    state: Literal["linked", "trouble"] = "trouble" if venue.trouble else "linked"
    words = ". ".join(part[:1].upper() + part[1:] for part in (venue.trouble, venue.note) if part)
    return VenueLine(venue.venue, state, venue.heard, 0, f"{words}." if words else "")


class HeadquartersNode(HallNode):
    """Takes in what the halls publish and serves it; what its own keys write goes down to them.

    ``venues_told`` is called in its thread."""

    def __init__(
        self,
        *args: Any,
        access: Access,
        replicas: int = 1,
        max_bytes: int,
        venues_told: Told = lambda venues, trouble: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._access = access
        self._replicas = replicas
        self._max_bytes = max_bytes
        self._venues_told = venues_told
        self._intake: Intake
        self._tasks: list[asyncio.Task[None]] = []
        self._trouble = ""
        self._since = 0
        self._tell_at = 0
        self._venues: Sequence[VenueStatus] = ()
        self._shown: tuple[Sequence[VenueStatus], str] | None = None

    async def look_around(self) -> None:
        """Say where headquarters is, and begin to read and to publish."""
        await super().look_around()
        replica, root = self.replica, self.replica.root
        self._intake = Intake(replica, self.wall, own=DOWN)
        reading = Reading(
            replica,
            self._intake,
            self._access,
            token="*",
            now=self.now,
            announce=self._taken,
            say=self._say,
            link_stands=self._found,
        )
        down = Uplink(
            OwnLog(replica),
            Sealer(root, DOWN, self.node_id, self._seal),
            lambda: Stream(self._access, root),
            wall=self.wall,
            new_run=lambda: secrets.token_bytes(RUN_BYTES),
        )
        self._tasks = [asyncio.create_task(part.run()) for part in (reading, down)]

    async def look_away(self) -> None:
        """Read and publish no more."""
        for task in self._tasks:
            await end(task)
        await super().look_away()

    def tick(self) -> None:
        """The heartbeat, and how the venues stand."""
        super().tick()
        if self.now() < self._tell_at or self._sockets is None or self.superseded_by is not None:
            return
        self._tell_at = self.now() + TELL_MS
        lines = [venue_line(venue) for venue in self._venues]
        link: Literal["linked", "no_link"] = "no_link" if self._trouble else "linked"
        lines.append(VenueLine(HEADQUARTERS, link, self._since, 0, self._trouble))
        self._sockets.publish(TOPIC_ASKING, Venues(tuple(lines)))

    async def _found(self, stream: Stream) -> None:
        await stream.found(replicas=self._replicas, max_bytes=self._max_bytes)

    def _taken(self, written: Sequence[Stored], changed: bool) -> None:
        self._announce([], written, changed=changed)

    def _seal(self, segment: Segment) -> bytes:
        return seal_segment(segment, self.home.keys.sign)

    def _say(self, trouble: str) -> None:
        shown = (tuple(self._intake.status.values()), trouble)
        if shown != self._shown:
            if trouble != self._trouble:
                log.info("championship: %s", trouble or "linked")
            if bool(trouble) != bool(self._trouble):
                self._since = self.wall()
            self._trouble, self._shown, self._tell_at = trouble, shown, 0
            self._venues = shown[0]
            self._venues_told(*shown)


def open_headquarters(
    home: Path,
    access: Access,
    *,
    host: str,
    port_base: int | None = None,
    replicas: int = 1,
    max_bytes: int,
    venues_told: Told = lambda venues, trouble: None,
) -> HeadquartersNode:
    """Headquarters' node, not yet started. Raises NotSetUp."""
    membership, keys = load(home)
    sync, feed = serving_ports(membership, port_base)
    return HeadquartersNode(
        engine_home(home, membership.root_key, keys),
        host=host,
        sync_port=sync,
        feed_port=feed,
        wall=wall_ms,
        monotonic=monotonic_ms,
        pinned=membership.halls[0],
        found_at=membership.halls[0].host,
        access=access,
        replicas=replicas,
        max_bytes=max_bytes,
        venues_told=venues_told,
    )
