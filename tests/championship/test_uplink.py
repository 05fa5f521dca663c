"""The uplink against a real server: every event once and in order, whatever the link does."""

import asyncio
import itertools
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest
from nacl.signing import SigningKey

from hall_server.championship.chain import read_segment
from hall_server.championship.stream import Access, Stream, end
from hall_server.championship.uplink import Status, Timing, Uplink
from shared.machine.clocks import wall_ms
from shared.wire.envelope import Signed
from tests.championship.kit import (
    ROOT_ID,
    VENUE,
    Author,
    ListLog,
    Server,
    a_log,
    a_server,
    enlarge,
    everything,
    founded,
    sealer,
)

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120)]
BY = sealer(SigningKey(b"h" * 32))
AUTHOR_B = SigningKey(b"b" * 32)


class Reachable(Protocol):
    """A server, or a cluster of them."""

    @property
    def access(self) -> Access: ...


class Running:
    """An uplink that runs in the test's loop, with a short pause instead of a long one."""

    def __init__(
        self, server: Reachable, log: ListLog, first_run: int = 0, *, again: bool = False
    ) -> None:
        self.log = log
        runs = itertools.count(first_run)
        self.said: list[Status] = []
        self.pauses: list[float] = []
        self.uplink = Uplink(
            log,
            BY._replace(new_run=lambda: next(runs).to_bytes(8, "big")),
            lambda: Stream(server.access, ROOT_ID),
            timing=Timing(wall_ms, self._pause),
            told=self.said.append,
            again=again,
        )
        self.task = asyncio.create_task(self.uplink.run())

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(min(seconds, 0.02))

    async def until(self, holds: Callable[[Status], bool]) -> Status:
        while not holds(self.uplink.status):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return self.uplink.status

    async def until_all(self) -> None:
        await self.until(lambda s: s.state == "linked" and self.uplink.published == self.log.end)

    async def stop(self) -> None:
        await end(self.task)


def events_of(messages: list[bytes], run: bytes | None = None) -> list[Signed]:
    segments = [read_segment(message) for message in messages]
    wanted = [s for s in segments if run is None or s.run == run]
    return [signed for s in wanted for signed in s.signed_events()]


async def stored(server: Server, upto: int) -> list[bytes]:
    stream = Stream(server.access, ROOT_ID)
    await stream.open()
    try:
        return await everything(stream, upto)
    finally:
        await stream.close()


async def last_place(server: Server) -> int:
    stream = Stream(server.access, ROOT_ID)
    await stream.open()
    try:
        return (await stream.tail(VENUE)).place
    finally:
        await stream.close()


async def test_all_of_the_log_goes_up_and_then_what_comes(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        author = Author(SigningKey(b"a" * 32))
        log = a_log(150, author)
        up = Running(server, log)
        await up.until_all()
        log.events += [author.write(f"late{n}") for n in range(3)]
        await up.until_all()
        await up.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events


async def test_a_new_start_goes_on_where_the_stream_ends(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        author = Author(SigningKey(b"a" * 32))
        log = a_log(100, author)
        first = Running(server, log)
        await first.until_all()
        await first.stop()
        log.events += [author.write(f"late{n}") for n in range(30)]
        second = Running(server, log, first_run=7)
        await second.until_all()
        await second.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events
    assert len({read_segment(m).run for m in messages}) == 1


async def test_kills_of_the_server_lose_and_repeat_nothing(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        author = Author(SigningKey(b"a" * 32))
        log = a_log(200, author)
        up = Running(server, log)
        for round_no in range(3):
            await up.until(lambda s: s.state == "linked")
            server.kill()
            log.events += [author.write(f"r{round_no}n{n}") for n in range(100)]
            await up.until(lambda s: s.state == "no_link")
            assert "plays on" in up.uplink.status.sentence
            server.start()
        await up.until_all()
        await up.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events


async def test_waits_grow_without_a_link_and_the_backlog_is_reported(tmp_path: Path) -> None:
    server = Server(tmp_path, 1)
    up = Running(server, a_log(42))
    await up.until(lambda s: s.state == "no_link" and len(up.pauses) >= 8)
    await up.stop()
    assert up.uplink.status.behind == 42
    assert up.pauses[:8] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert len({s.since for s in up.said if s.state == "no_link"}) == 1


async def test_a_full_stream_is_reported_and_publishing_goes_on_with_new_room(
    tmp_path: Path,
) -> None:
    with a_server(tmp_path) as server:
        stream = await founded(server, max_bytes=20_000)
        log = a_log(300)
        up = Running(server, log)
        status = await up.until(lambda s: s.state == "full")
        assert "full" in status.sentence
        assert "plays on" in status.sentence
        assert 0 < status.behind < 300
        await enlarge(stream, 1 << 20)
        await up.until_all()
        await up.stop()
        await stream.close()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events


async def test_a_hall_from_an_older_disk_sends_its_log_again(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        log = a_log(100)
        first = Running(server, log)
        await first.until_all()
        await first.stop()
        older = ListLog([*log.events[:80], *a_log(40, Author(AUTHOR_B), start=900).events])
        second = Running(server, older, first_run=7)
        await second.until_all()
        await second.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages, (0).to_bytes(8, "big")) == log.events
    assert events_of(messages, (7).to_bytes(8, "big")) == older.events


async def test_a_log_is_sent_again_where_that_is_asked_for(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        log = a_log(100)
        for again in (False, True):
            up = Running(server, log, first_run=7 if again else 0, again=again)
            await up.until_all()
            await up.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == [*log.events, *log.events]


async def test_a_cluster_wiped_to_nothing_is_filled_again(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        log = a_log(100)
        up = Running(server, log)
        await up.until_all()
        server.kill()
        shutil.rmtree(tmp_path / "store")
        await up.until(lambda s: s.state == "no_link")
        server.start()
        stream = None
        while stream is None:
            with suppress(Exception):
                stream = await founded(server)
        await stream.close()
        await up.until_all()
        await up.stop()
        messages = await stored(server, await last_place(server))
    assert events_of(messages) == log.events


async def test_two_uplinks_of_one_venue_are_reported(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        await (await founded(server)).close()
        authors = (Author(SigningKey(b"a" * 32)), Author(AUTHOR_B))
        logs = tuple(a_log(200, author) for author in authors)
        one, other = Running(server, logs[0]), Running(server, logs[1], first_run=1_000_000)
        # Both have something to publish at any moment, however late one of them has begun.
        while not any(s.state == "rival" for s in [*one.said, *other.said]):
            for author, log in zip(authors, logs, strict=True):
                log.events.append(author.write(f"p{log.end + 1}"))
            await asyncio.sleep(0.002)
        await one.stop()
        await other.stop()
    said = next(s for s in [*one.said, *other.said] if s.state == "rival")
    assert "Stop one of them" in said.sentence


async def test_an_uplink_ends_though_an_answer_hides_the_cancel() -> None:
    asked, answered = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def speak() -> None:
        asked.set()
        with suppress(asyncio.CancelledError):
            await answered
        await asyncio.Event().wait()

    task = asyncio.create_task(speak())
    await asked.wait()
    await end(task)
    assert task.cancelled()
