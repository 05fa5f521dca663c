"""A link that flaps and a store that is full: every event once, in order, and the words for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from hall_server.championship.stream import Access, Stream
from tests.championship.kit import (
    ROOT_ID,
    Author,
    Server,
    a_log,
    a_server,
    founded,
)
from tests.championship.test_uplink import Running, events_of, last_place, stored
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, free_ports

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(120)]


class Flapping:
    """A line to a server that is cut, on both sides, whenever so many bytes have gone up it."""

    def __init__(self, server: Server, after: int) -> None:
        self._server = server
        self._after = after
        self.cuts = 0
        self.cut = asyncio.Event()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Flapping]:
        line = await asyncio.start_server(self._carry, LOOPBACK, 0)
        self.access = Access((f"nats://{LOOPBACK}:{line.sockets[0].getsockname()[1]}",))
        try:
            yield self
        finally:
            line.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far = await asyncio.open_connection(LOOPBACK, self._server.port)
        down = asyncio.create_task(_copy(far[0], writer, None))
        await _copy(reader, far[1], self._after)
        self.cuts += 1
        self.cut.set()
        down.cancel()
        for end in (writer, far[1]):
            end.close()


async def _copy(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, most: int | None
) -> None:
    carried = 0
    with suppress(OSError, asyncio.CancelledError):
        while (most is None or carried < most) and (part := await source.read(4096)):
            carried += len(part)
            target.write(part)
            await target.drain()


async def test_a_link_that_flaps_brings_every_event_once_and_in_order(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        author = Author(SigningKey(b"a" * 32))
        log = a_log(1_000, author)
        async with Flapping(server, 60_000).open() as line:
            up = Running(line, log)
            await up.until_all()
            log.events += [author.write(f"late{n}") for n in range(500)]
            await up.until_all()
            await up.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events
    assert line.cuts >= 3
    assert {status.state for status in up.said} == {"linked", "no_link"}


async def test_a_connection_ends_although_nobody_waits_for_its_end(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        async with Flapping(server, 1_000_000).open() as line:
            stream = Stream(line.access, ROOT_ID)
            await stream.open()
            closing = asyncio.create_task(stream.close())
            await asyncio.sleep(0)
            closing.cancel()
            await asyncio.wait({closing})
            await asyncio.wait_for(line.cut.wait(), PATIENCE_S)


async def test_a_full_store_of_the_server_is_reported(tmp_path: Path) -> None:
    server = Server(tmp_path, free_ports()[0], store=", max_file_store: 60KB")
    server.start()
    try:
        stream = Stream(server.access, ROOT_ID)
        await stream.open()
        await stream.found(replicas=1, max_bytes=-1)
        up = Running(server, a_log(600))
        status = await up.until(lambda s: s.state not in ("starting", "linked"))
        await up.stop()
        await stream.close()
    finally:
        server.kill()
    assert (status.state, "plays on" in status.sentence) == ("full", True), status
    assert "room" in status.sentence
    assert 0 < status.behind < 600
