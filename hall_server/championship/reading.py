"""Reads a stream into a node's replica while the node runs. The intake decides what counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from hall_server.championship.chain import held_bytes
from hall_server.championship.intake import Intake
from hall_server.championship.stream import FETCH, Access, Arrived, NoLink, Stream, StreamFull
from shared.store.errors import CannotSave

if TYPE_CHECKING:
    from shared.node.view import LinkedNode

PAUSE_S = 1.0
ASK_MS = 5_000
"""The time between two questions for missing segments."""

Stood = Callable[[Stream], Awaitable[None]]


async def _nothing(stream: Stream) -> None:
    """Do nothing when the link stands."""


class Reading:
    """Takes in the messages of ``token``.

    ``say`` hears why there is no link, "" with one. ``link_stands`` is awaited before anything is
    read.
    """

    def __init__(
        self,
        node: LinkedNode,
        intake: Intake,
        access: Access,
        *,
        token: str,
        say: Callable[[str], None] = lambda trouble: None,
        link_stands: Stood = _nothing,
    ) -> None:
        self._node = node
        self._replica = node.replica
        self._intake = intake
        self._access = access
        self._token = token
        self._ask_at = 0
        self._say = say
        self._link_stands = link_stands

    async def run(self) -> None:
        """Read until cancelled; no message of the stream ends this."""
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
        """Compare the last segment of each chain in the stream with what is here."""
        for venue in tuple(self._intake.status):
            place, last = await stream.tail(venue)
            if last is not None and place <= read_to:
                self._intake.compare(Arrived(place, venue, last))

    async def _ask(self, stream: Stream) -> None:
        """Ask for what the stream lacks: everything in it has been read."""
        if self._node.now() < self._ask_at:
            return
        for venue, held in self._intake.waiting():
            self._ask_at = self._node.now() + ASK_MS
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
        self._node.announce(batch.written, self._replica.state is not state)
        self._say("")
