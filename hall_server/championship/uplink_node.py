"""The node of an uplink: a follower of the hall, in a process of its own, that publishes its log
and hands in what headquarters says.

The hall knows it as a standby: if it stops, hangs or fills its disk, no one in the hall waits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Literal

from hall_server.championship.chain import Sealer
from hall_server.championship.intake import Intake
from hall_server.championship.reading import Reading
from hall_server.championship.segment import RUN_BYTES, Segment, seal_segment
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import LOOK_S, Status, Uplink
from hall_server.championship.venue import DOWN
from shared.clocks import Clock
from shared.core.venue_line import VenueLine
from shared.net.address import HallAddress
from shared.node.follower import FollowerNode
from shared.node.identity import Home
from shared.wire.messages import Venues

NO_VENUE = (
    "This hall was made without a venue, so it belongs to no championship. It plays on; a hall for"
    " one is made with: hall-server new --venue NAME"
)
TELL_MS = 2_000
"""The hall hears so often how the uplink fares, and at once when that changes."""


def venue_line(venue: str, status: Status) -> VenueLine:
    """The uplink's status as the dashboard is told it."""
    if status.state == "linked":
        return VenueLine(venue, "linked", status.since, status.behind)
    state: Literal["no_link", "trouble"] = "trouble"
    if status.state in ("no_link", "starting"):
        state = "no_link"
    return VenueLine(venue, state, status.since, status.behind, status.sentence)


class UplinkNode(FollowerNode):
    """Follows the hall at ``hall`` and publishes under the venue that its log names;
    ``status_told`` hears how it fares, in the node's thread."""

    def __init__(
        self,
        home: Home,
        hall: HallAddress,
        *,
        access: Access,
        again: bool = False,
        status_told: Callable[[Status], None],
        wall: Clock,
        monotonic: Clock,
    ) -> None:
        super().__init__(home, hall, role="standby", wall=wall, monotonic=monotonic)
        self._access = access
        self._again = again
        self._status_told = status_told
        self._status: Status | None = None
        self._tell_at = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def look_around(self) -> None:
        """Look for the hall, and begin to publish and to read."""
        await super().look_around()
        reading = Reading(
            self.replica,
            Intake(self.replica, self.wall),
            self._access,
            token=DOWN,
            now=self.now,
            announce=lambda written, changed: self._announce([], written, changed=changed),
        )
        self._tasks = [asyncio.create_task(work) for work in (self._publish(), reading.run())]

    async def _publish(self) -> None:
        told = False
        while not self.state.venue:
            if self.state.tournament is not None and not told:
                told = True
                self._fares(Status("no_link", self.wall(), self.replica.end, NO_VENUE))
            await asyncio.sleep(LOOK_S)
        root = self.replica.root
        uplink = Uplink(
            self.replica,
            Sealer(root, self.state.venue, self.node_id, self._seal),
            lambda: Stream(self._access, root),
            wall=self.wall,
            new_run=lambda: secrets.token_bytes(RUN_BYTES),
            told=self._fares,
            again=self._again,
        )
        await uplink.run()

    def tick(self) -> None:
        """Follow, and let the hall know how the uplink fares."""
        super().tick()
        if self._status is None or self.now() < self._tell_at or self._sockets is None:
            return
        if self.link.state in ("live", "catching_up"):
            self._tell_at = self.now() + TELL_MS
            self._sockets.send(Venues((venue_line(self.state.venue or "this hall", self._status),)))

    def _fares(self, status: Status) -> None:
        if self._status is None or status.state != self._status.state:
            self._tell_at = 0
        self._status = status
        self._status_told(status)

    async def look_away(self) -> None:
        """Publish and read no more."""
        for task in self._tasks:
            await end(task)
        await super().look_away()

    def _seal(self, segment: Segment) -> bytes:
        return seal_segment(segment, self.home.keys.sign)
