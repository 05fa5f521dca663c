"""The node of headquarters: a hall without tables, whose events come down the stream.

Kiosks and dashboards attach to it as to any hall. What it holds can be read again from the stream.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from hall_server.championship.chain import held_bytes
from hall_server.championship.intake import Intake, VenueStatus
from hall_server.championship.stream import FETCH, Access, Arrived, NoLink, Stream, StreamFull
from shared.clocks import monotonic_ms, wall_ms
from shared.core.venue_line import HEADQUARTERS, VenueLine
from shared.node.hall import HallNode
from shared.node.home import engine_home, load
from shared.node.open import serving_ports
from shared.store.errors import CannotSave
from shared.wire.messages import TOPIC_ASKING, Venues

PAUSE_S = 1.0
TELL_MS = 2_000
ASK_MS = 5_000
"""So often a hall is asked for what is missing of its log."""

log = logging.getLogger(__name__)

Told = Callable[[Sequence[VenueStatus], str], None]
"""Hears what is known of the venues, and why there is no link ("" while there is one)."""


def venue_line(venue: VenueStatus) -> VenueLine:
    """What headquarters knows of a venue, as the dashboard is told it."""
    state: Literal["linked", "trouble"] = "trouble" if venue.trouble else "linked"
    words = ". ".join(part[:1].upper() + part[1:] for part in (venue.trouble, venue.note) if part)
    return VenueLine(venue.venue, state, venue.heard, 0, f"{words}." if words else "")


class HeadquartersNode(HallNode):
    """Takes in what the halls publish and serves it. ``venues_told`` is called in its thread."""

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
        self._reading: asyncio.Task[None] | None = None
        self._trouble = ""
        self._since = 0
        self._tell_at = 0
        self._ask_at = 0
        self._venues: Sequence[VenueStatus] = ()
        self._shown: tuple[Sequence[VenueStatus], str] | None = None

    async def look_around(self) -> None:
        """Say where headquarters is, and begin to read."""
        await super().look_around()
        self._intake = Intake(self.replica, self.wall)
        self._reading = asyncio.create_task(self._read())

    async def look_away(self) -> None:
        """Read no more."""
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
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

    async def _read(self) -> None:
        """Read the stream until cancelled; nothing that comes down it ends this."""
        while True:
            stream = Stream(self._access, self.replica.root)
            try:
                await stream.open()
                await stream.found(replicas=self._replicas, max_bytes=self._max_bytes)
                born = await stream.created()
                self._say("")
                await self._compare(stream, self._intake.place(born))
                async for arrived in stream.arrivals(self._intake.place(born)):
                    self._store(born, arrived)
                    if len(arrived) < FETCH:
                        await self._ask(stream)
            except (NoLink, StreamFull, CannotSave) as error:
                self._say(str(error))
            finally:
                await stream.close()
            await asyncio.sleep(PAUSE_S)

    async def _compare(self, stream: Stream, read_to: int) -> None:
        """What of each venue is last in the stream, beside what is here; the rest is to be read."""
        for venue in tuple(self._intake.status):
            place, last = await stream.tail(venue)
            if last is not None and place <= read_to:
                self._intake.compare(Arrived(place, venue, last))

    async def _ask(self, stream: Stream) -> None:
        """All that is in the stream is read: what is still missing has to come again."""
        if self.now() < self._ask_at:
            return
        for venue, held in self._intake.waiting():
            self._ask_at = self.now() + ASK_MS
            await stream.ask(venue, held_bytes(held))

    def _store(self, born: str, arrived: Sequence[Arrived]) -> None:
        if not arrived:
            return
        before, state = dict(self._intake.status), self.replica.state
        try:
            with self.replica.batch() as batch:
                self._intake.take(batch, born, arrived)
        except BaseException:
            self._intake.status = before
            raise
        self._announce([], batch.written, changed=self.replica.state is not state)
        self._say("")

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
