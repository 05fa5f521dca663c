"""The node of an uplink: it follows the hall, publishes its log, and brings headquarters' events.

It runs in a process of its own, and the hall knows it as a standby. The hall never waits for it.
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal

from hall_server.championship.intake import Intake
from hall_server.championship.reading import Reading
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import LOOK_S, Status, Timing, Uplink, sealer_of
from hall_server.championship.venue import DOWN
from shared.core.state.venue_line import VenueLine
from shared.core.text.fields import noted
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import engine_home, load
from shared.wire.messages import Venues

NO_VENUE = (
    "This hall was made without a venue, so it is in no championship. It plays on. To make a hall"
    " for one: hall-server new --venue NAME"
)
TELL_MS = 2_000
"""The hall hears the uplink's state this often, and each change at once."""


def venue_line(venue: str, status: Status) -> VenueLine:
    """Return what the dashboard is told of an uplink."""
    if status.state == "linked":
        return VenueLine(venue, "linked", status.since, status.behind)
    state: Literal["no_link", "trouble"] = "trouble"
    if status.state in ("no_link", "starting"):
        state = "no_link"
    return VenueLine(venue, state, status.since, status.behind, noted(status.sentence))


class UplinkLink(FollowerLink):
    """Follows the hall at ``hall`` and publishes under the venue that its log names.

    ``status_told`` hears its state, in the node's thread.
    """

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
            node,
            Intake(node.replica, node.wall),
            self._access,
            token=DOWN,
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
        uplink = Uplink(
            node.replica,
            sealer_of(node, node.state.venue),
            lambda: Stream(self._access, node.replica.root),
            timing=Timing(node.wall),
            told=self._fares,
            again=self._again,
        )
        await uplink.run()

    def tick(self) -> None:
        """Follow the hall, and tell it the uplink's state."""
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


def open_uplink(
    home: Path,
    access: Access,
    *,
    hall: str = "",
    again: bool = False,
    status_told: Callable[[Status], None],
) -> Engine[UplinkLink]:
    """Return an uplink's node, not yet started; ``hall`` is an address instead of the invite's.

    Raises NotSetUp.
    """
    membership, keys = load(home)
    address = membership.halls[0]
    link = UplinkLink(
        address.at(hall) if hall else address, access=access, again=again, status_told=status_told
    )
    own = engine_home(home, membership.root_key, keys)
    return Engine(own, link, wall=wall_ms, monotonic=monotonic_ms)
