"""The node of an uplink: a follower of the hall, in a process of its own, that publishes its log
and hands in what headquarters says.

The hall knows it as a standby: if it stops, hangs or fills its disk, no one in the hall waits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Literal

from hall_server.championship.chain import Sealer
from hall_server.championship.intake import Intake
from hall_server.championship.reading import Reading
from hall_server.championship.segment import RUN_BYTES, Segment, seal_segment
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import LOOK_S, Status, Uplink
from hall_server.championship.venue import DOWN
from shared.core.state.venue_line import VenueLine
from shared.core.text.fields import noted
from shared.net.address import HallAddress
from shared.node.follower import FollowerLink
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
    return VenueLine(venue, state, status.since, status.behind, noted(status.sentence))


class UplinkLink(FollowerLink):
    """Follows the hall at ``hall`` and publishes under the venue that its log names;
    ``status_told`` hears how it fares, in the node's thread."""

    def __init__(
        self,
        hall: HallAddress,
        *,
        access: Access,
        again: bool = False,
        status_told: Callable[[Status], None],
    ) -> None:
        super().__init__(hall, role="standby")
        self._access = access
        self._again = again
        self._status_told = status_told
        self._fared: Status | None = None
        self._tell_at = 0

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Look for the hall, and begin to publish and to read."""
        await super().look_around(opened)
        node = self.node
        reading = Reading(
            node.replica,
            Intake(node.replica, node.wall),
            self._access,
            token=DOWN,
            now=node.now,
            announce=node.announce,
        )
        for work in (self._publish(), reading.run()):
            opened.push_async_callback(end, asyncio.create_task(work))

    async def _publish(self) -> None:
        node, told = self.node, False
        while not node.state.venue:
            if node.state.tournament is not None and not told:
                told = True
                self._fares(Status("no_link", node.wall(), node.replica.end, NO_VENUE))
            await asyncio.sleep(LOOK_S)
        root = node.replica.root
        uplink = Uplink(
            node.replica,
            Sealer(root, node.state.venue, node.node_id, self._seal),
            lambda: Stream(self._access, root),
            wall=node.wall,
            new_run=lambda: secrets.token_bytes(RUN_BYTES),
            told=self._fares,
            again=self._again,
        )
        await uplink.run()

    def tick(self) -> None:
        """Follow, and let the hall know how the uplink fares."""
        super().tick()
        now = self.node.now()
        if self._fared is not None and now >= self._tell_at and self.answers:
            self._tell_at = now + TELL_MS
            venue = self.node.state.venue or "this hall"
            self.send(Venues((venue_line(venue, self._fared),)))

    def _fares(self, status: Status) -> None:
        if self._fared is None or status.state != self._fared.state:
            self._tell_at = 0
        self._fared = status
        self._status_told(status)

    def _seal(self, segment: Segment) -> bytes:
        return seal_segment(segment, self.node.home.keys.sign)
