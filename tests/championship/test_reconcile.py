"""What headquarters lacks of a hall's log comes again by itself, from where it is lacking."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from hall_server.championship.chain import BadSegment, Chain, gone_on_from, held_bytes, read_segment
from hall_server.championship.headquarters import HeadquartersLink, StreamSize, open_headquarters
from hall_server.championship.intake import VenueStatus
from hall_server.championship.stream import Stream, Tail
from hall_server.championship.uplink import LOOKS, Timing, Uplink
from shared.machine.clocks import wall_ms
from shared.node.engine import Engine
from tests.championship.kit import PLENTY, ROOT, Server, a_log, a_server, sealer
from tests.championship.test_intake import Venue, found_headquarters
from tests.championship.test_uplink import Running
from tests.node.hall_kit import LOOPBACK

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120)]
RUN = b"r" * 8


@pytest.fixture
def north(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path / "north", "north")
    venue.players(400)
    yield venue
    venue.replica.close()


@asynccontextmanager
async def headquarters(folder: Path, server: Server) -> AsyncIterator[Engine[HeadquartersLink]]:
    """Headquarters as it runs, in its own thread; ``wait`` is until it knows enough."""
    if folder not in KNOWN.founded:
        KNOWN.founded.add(folder)
        found_headquarters(folder)
    node = open_headquarters(
        folder,
        server.access,
        host=LOOPBACK,
        port_base=0,
        size=StreamSize(1, PLENTY),
        venues_told=KNOWN.hear,
    )
    node.start(lambda told: None)
    assert await asyncio.to_thread(node.wait_ready)
    try:
        yield node
    finally:
        await asyncio.to_thread(node.stop)


class Known:
    """What headquarters has said of its venues."""

    def __init__(self) -> None:
        self.venues: dict[str, VenueStatus] = {}
        self.founded: set[Path] = set()

    def hear(self, venues: tuple[VenueStatus, ...], trouble: str) -> None:
        self.venues = {venue.venue: venue for venue in venues}

    async def until(self, holds: Callable[[VenueStatus], bool]) -> None:
        while "north" not in self.venues or not holds(self.venues["north"]):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


KNOWN = Known()


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    KNOWN.venues = {}


class Up(Running):
    """The uplink of a real hall's replica."""

    def __init__(self, server: Server, venue: Venue) -> None:
        super().__init__(server, a_log(0))
        self.task.cancel()
        self.log = venue.replica  # type: ignore[assignment]
        self.uplink = Uplink(
            venue.replica,
            venue.by._replace(new_run=lambda: b"n" * 8),
            lambda: Stream(server.access, venue.by.root),
            timing=Timing(wall_ms, self._pause),
            told=self.said.append,
        )
        self.task = asyncio.create_task(self.uplink.run())


async def with_a_hole(server: Server, venue: Venue, *lost: int) -> None:
    stream = Stream(server.access, venue.by.root)
    await stream.open()
    await stream.found(replicas=1, max_bytes=PLENTY)
    place = 0
    for number, message in enumerate(venue.segments(RUN)):
        if number not in lost:
            place = await stream.publish("north", message, after=place)
    await stream.close()


@pytest.mark.parametrize("lost", [(1,), (2, 3), (0,)], ids=str)
async def test_a_hole_in_the_stream_is_filled_by_itself(
    tmp_path: Path, north: Venue, lost: tuple[int, ...]
) -> None:
    with a_server(tmp_path / "nats") as server:
        await with_a_hole(server, north, *lost)
        up = Up(server, north)
        await up.until_all()
        async with headquarters(tmp_path / "hq", server) as node:
            await KNOWN.until(lambda v: v.last == north.replica.end and not v.trouble)
            assert set(node.state.players) == set(north.replica.state.players)
        await up.stop()


async def test_a_hole_is_known_again_after_a_restart(tmp_path: Path, north: Venue) -> None:
    with a_server(tmp_path / "nats") as server:
        await with_a_hole(server, north, 2)
        async with headquarters(tmp_path / "hq", server):
            await KNOWN.until(lambda v: "missing before it" in v.trouble)
        up = Up(server, north)
        await up.until_all()
        async with headquarters(tmp_path / "hq", server) as node:
            await KNOWN.until(lambda v: v.last == north.replica.end and not v.trouble)
            assert set(node.state.players) == set(north.replica.state.players)
        await up.stop()


async def test_cluster_and_headquarters_wiped_to_nothing_are_rebuilt_from_the_hall(
    tmp_path: Path, north: Venue
) -> None:
    with a_server(tmp_path / "nats") as server:
        async with headquarters(tmp_path / "hq", server):
            up = Up(server, north)
            await KNOWN.until(lambda v: v.last == north.replica.end)
        server.kill()
        shutil.rmtree(tmp_path / "nats/store")
        server.start()
        KNOWN.venues = {}
        async with headquarters(tmp_path / "hq-2", server) as node:
            await KNOWN.until(lambda v: v.last == north.replica.end and not v.trouble)
            assert set(node.state.players) == set(north.replica.state.players)
        await up.stop()


def test_what_is_sent_again_begins_where_headquarters_got_to(north: Venue) -> None:
    chain, steps = Chain(RUN), []
    for message in north.segments(RUN):
        chain = chain.with_next(read_segment(message), message)
        steps.append(chain)
    log = north.replica
    assert gone_on_from(held_bytes(steps[1]), chain, log) == steps[1]
    assert gone_on_from(held_bytes(chain), chain, log) == chain
    assert gone_on_from(held_bytes(None), chain, log) is None
    for other in (replace(steps[1], run=b"s" * 8), replace(steps[1], head=b"h" * 16)):
        assert gone_on_from(held_bytes(other), chain, log) is None
    with pytest.raises(BadSegment):
        gone_on_from(b"\xc1", chain, log)


class Recorder:
    """A stream in memory, which hears a question at the ``nth`` look."""

    def __init__(self, nth: int) -> None:
        self.messages: list[bytes] = []
        self._left = nth

    async def open(self) -> None:
        """It is open."""

    async def close(self) -> None:
        """It stays as it is."""

    def check(self) -> None:
        """It is never cut."""

    async def tail(self, token: str) -> Tail:
        return Tail(len(self.messages), self.messages[-1] if self.messages else None)

    async def publish(self, token: str, message: bytes, *, after: int) -> int:
        assert after == len(self.messages)
        self.messages.append(message)
        return len(self.messages)

    async def hear_asking(self, token: str) -> None:
        """It has a question ready."""

    def asked(self) -> bytes | None:
        self._left -= 1
        return None if self._left else held_bytes(None)


@pytest.mark.parametrize("nth", [1, LOOKS, LOOKS + 1])
async def test_question_of_headquarters_is_answered_at_any_look(nth: int) -> None:
    stream, runs = Recorder(nth), iter((b"1" * 8, b"2" * 8))
    uplink = Uplink(
        a_log(3),
        sealer(ROOT)._replace(new_run=lambda: next(runs)),
        lambda: stream,
        timing=Timing(wall_ms, lambda _: asyncio.sleep(0)),
    )
    task = asyncio.create_task(uplink.run())
    while len(stream.messages) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0)
    task.cancel()
    assert [read_segment(message).run for message in stream.messages] == [b"1" * 8, b"2" * 8]
