"""Reading a stream into a node's replica, for as long as the node runs.

Decides nothing about what comes: the intake does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from hall_server.championship.chain import held_bytes
from hall_server.championship.intake import Intake
from hall_server.championship.stream import FETCH, Access, Arrived, NoLink, Stream, StreamFull
from shared.store.errors import CannotSave

if TYPE_CHECKING:
    from shared.store.replica import Replica
    from shared.wire.sync.log import Stored

PAUSE_S = 1.0
ASK_MS = 5_000
"""So often the author of a chain is asked for what is missing of it."""

Stood = Callable[[Stream], Awaitable[None]]
Announce = Callable[[Sequence["Stored"], bool], None]
"""Hears what was written, durably, and whether the state changed."""


async def _nothing(stream: Stream) -> None:
    """There is nothing to do when the link stands."""


class Reading:
    """Takes the messages of ``token`` in. ``say`` hears why there is no link, "" while there is
    one; ``link_stands`` is awaited before anything is read; ``now`` is monotonic milliseconds."""

    def __init__(
        self,
        replica: Replica,
        intake: Intake,
        access: Access,
        *,
        token: str,
        now: Callable[[], int],
        announce: Announce,
        say: Callable[[str], None] = lambda trouble: None,
        link_stands: Stood = _nothing,
    ) -> None:
        self._replica = replica
        self._intake = intake
        self._access = access
        self._token = token
        self._now = now
        self._ask_at = 0
        self._announce = announce
        self._say = say
        self._link_stands = link_stands

    async def run(self) -> None:
        """Read until cancelled; nothing that comes down the stream ends this."""
        while True:
            stream = Stream(self._access, self._replica.root)
            try:
                await stream.open()
                await self._link_stands(stream)
                born = await stream.created()
                self._say("")
                await self._compare(stream, self._intake.place(born))
                async for arrived in stream.arrivals(self._intake.place(born), self._token):
                    self._store(born, arrived)
                    if len(arrived) < FETCH:
                        await self._ask(stream)
            except (NoLink, StreamFull, CannotSave) as error:
                self._say(str(error))
            finally:
                await stream.close()
            await asyncio.sleep(PAUSE_S)

    async def _compare(self, stream: Stream, read_to: int) -> None:
        """What of each chain is last in the stream, beside what is here; the rest is to be read."""
        for venue in tuple(self._intake.status):
            place, last = await stream.tail(venue)
            if last is not None and place <= read_to:
                self._intake.compare(Arrived(place, venue, last))

    async def _ask(self, stream: Stream) -> None:
        """All that is in the stream is read: what is still missing has to come again."""
        if self._now() < self._ask_at:
            return
        for venue, held in self._intake.waiting():
            self._ask_at = self._now() + ASK_MS
            await stream.ask(venue, held_bytes(held))

    def _store(self, born: str, arrived: Sequence[Arrived]) -> None:
        if not arrived:
            return
        before, state = dict(self._intake.status), self._replica.state
        try:
            with self._replica.batch() as batch:
                self._intake.take(batch, born, arrived)
        except BaseException:
            self._intake.status = before
            raise
        self._announce(batch.written, self._replica.state is not state)
        self._say("")
