"""The node of an uplink: a follower of the hall, in a process of its own, that publishes its log.

The hall knows it as a standby: if it stops, hangs or fills its disk, no one in the hall waits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from hall_server.championship.chain import Sealer
from hall_server.championship.segment import RUN_BYTES, Segment, seal_segment
from hall_server.championship.stream import Access, Stream
from hall_server.championship.uplink import LOOK_S, Status, Uplink
from shared.clocks import Clock
from shared.net.address import HallAddress
from shared.node.follower import FollowerNode
from shared.node.identity import Home

NO_VENUE = (
    "This hall was made without a venue, so it belongs to no championship. It plays on; a hall for"
    " one is made with: hall-server new --venue NAME"
)


class UplinkNode(FollowerNode):
    """Follows the hall at ``hall`` and publishes under the venue that its log names;
    ``status_told`` hears how it fares, in the node's thread."""

    def __init__(
        self,
        home: Home,
        hall: HallAddress,
        *,
        access: Access,
        status_told: Callable[[Status], None],
        wall: Clock,
        monotonic: Clock,
    ) -> None:
        super().__init__(home, hall, role="standby", wall=wall, monotonic=monotonic)
        self._access = access
        self._status_told = status_told
        self._uplink: asyncio.Task[None] | None = None

    async def look_around(self) -> None:
        """Look for the hall, and begin to publish."""
        await super().look_around()
        self._uplink = asyncio.create_task(self._publish())

    async def _publish(self) -> None:
        told = False
        while not self.state.venue:
            if self.state.tournament is not None and not told:
                told = True
                self._status_told(Status("no_link", self.wall(), self.replica.end, NO_VENUE))
            await asyncio.sleep(LOOK_S)
        root = self.replica.root
        uplink = Uplink(
            self.replica,
            Sealer(root, self.state.venue, self.node_id, self._seal),
            lambda: Stream(self._access, root),
            wall=self.wall,
            new_run=lambda: secrets.token_bytes(RUN_BYTES),
            told=self._status_told,
        )
        await uplink.run()

    async def look_away(self) -> None:
        """Publish no more."""
        if self._uplink is not None:
            self._uplink.cancel()
            with suppress(asyncio.CancelledError):
                await self._uplink
        await super().look_away()

    def _seal(self, segment: Segment) -> bytes:
        return seal_segment(segment, self.home.keys.sign)
