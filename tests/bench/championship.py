"""A championship of many halls on this machine: real uplinks, a real server, a real headquarters.

Each row stands beside its raw part from the same run. The server syncs every segment to the disk.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import nats
from nats.js.api import StreamConfig

from hall_server.championship.chain import MAX_EVENTS, LogReader
from hall_server.championship.stream import Stream, stream_name
from hall_server.championship.uplink import Timing, Uplink
from shared.machine.clocks import precise_ns, wall_ms
from shared.wire.sync.log import Stored
from tests.bench.figures import (
    PATIENCE_S,
    Effort,
    fsyncs,
    ms,
    on_this_disk,
    row,
    say,
    times,
    used,
)
from tests.bench.headquarters import ROOM, HeadquartersProcess
from tests.bench.venues import ROUNDS, Venue, venues
from tests.championship.kit import ROOT_ID, ListLog, Server, a_server, all_segments
from tests.championship.test_intake import found_headquarters

EVENTS_A_SECOND = 1.5
"""Of one hall: a hundred make 150."""
DURABLE, SOON_NS, BURST_NS, FLAT = 0.5, 1_000_000_000, 5_000_000_000, 1.25


@dataclass(frozen=True)
class Size:
    """How many halls play, once few and once many, and for how long."""

    halls: tuple[int, int] = (10, 100)
    tables: int = 40
    seconds: int = 20
    """Of steady play."""
    segments: int = 2_000
    """Of all halls, where publishing alone is measured."""
    fsyncs: int = 400
    patience_s: int = 600


SMOKE = Size(halls=(1, 2), tables=2, seconds=2, segments=2, fsyncs=1, patience_s=PATIENCE_S)


class Cost(NamedTuple):
    """Of one hall: CPU of headquarters, of the server and of the uplink in ns; bytes held."""

    headquarters: float
    server: float
    uplink: float
    memory: float
    stream: float
    disk: float


class ReadyLog:
    """A log whose reading costs nothing."""

    def __init__(self) -> None:
        self.stored: list[Stored] = []

    @property
    def end(self) -> int:
        """The position of the last event."""
        return len(self.stored)

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Up to ``limit`` events after a position."""
        return self.stored[pos : pos + limit]


def bench(effort: Effort) -> None:
    """Print all rows."""
    size = effort.pick(Size(), SMOKE)
    costs = []
    with on_this_disk() as name:
        row("the disk's own fsync of 4 KiB", fsyncs(Path(name), size.fsyncs))
        for count in size.halls:
            halls = venues(count, size.tables)
            folder = Path(name) / str(count)
            with a_server(folder / "nats") as server:
                championship = Championship(folder, server, halls, effort, size)
                costs.append(asyncio.run(championship.play()))
    few, many = costs
    for what, one, other, unit in (
        ("CPU of headquarters", few.headquarters / 1e6, many.headquarters / 1e6, "ms"),
        ("CPU of the server", few.server / 1e6, many.server / 1e6, "ms"),
        ("CPU of its uplink", few.uplink / 1e6, many.uplink / 1e6, "ms"),
        ("memory of headquarters", few.memory / 1e3, many.memory / 1e3, "KB"),
        ("bytes in the stream", few.stream / 1e3, many.stream / 1e3, "KB"),
        ("bytes on headquarters' disk", few.disk / 1e3, many.disk / 1e3, "KB"),
    ):
        say(
            f"  cost a hall, {what:<28} {size.halls[0]} halls {one:8.1f} {unit}   "
            f"{size.halls[1]} halls {other:8.1f} {unit}   {times(other, one)}"
        )
        effort.judge(other <= FLAT * one, f"flat: at most {FLAT} ×")


class Championship:
    """One run with so many halls."""

    def __init__(
        self, folder: Path, server: Server, halls: Sequence[Venue], effort: Effort, size: Size
    ) -> None:
        self._effort = effort
        self._size = size
        self._folder = folder
        self._server = server
        self._halls = halls
        self._changed = threading.Condition()
        self._matches = 0
        self._stands: dict[str, int] = {}

    def _hear(self, what: str, value: int) -> None:
        with self._changed:
            if what == "matches":
                self._matches = value
            else:
                self._stands[what] = value
            self._changed.notify_all()

    async def play(self) -> Cost:
        """Found, publish, play steadily, end a round at once; return the cost of a hall."""
        halls = self._halls
        say(f"  {len(halls)} halls, {sum(v.log.end for v in halls)} events to begin with")
        await self._durable()
        home = self._folder / "hq"
        found_headquarters(home)
        hq = HeadquartersProcess(home, self._server.url, self._hear)
        assert self._server.process is not None
        nats_pid = self._server.process.pid
        before, served, mine = used(hq.pid), used(nats_pid), used(os.getpid())
        _, tasks = self._uplinks([venue.log for venue in halls])
        begun = precise_ns()
        wanted = len(halls) * self._size.tables * ROUNDS
        await asyncio.to_thread(self._wait, lambda: self._matches == wanted)
        events = sum(venue.log.end for venue in halls)
        took = precise_ns() - begun
        say(f"  founding at headquarters {ms(took)}, {events * 10**9 // took} events/s")
        await self._steady()
        await self._burst()
        after, server, own = used(hq.pid), used(nats_pid), used(os.getpid())
        await _ended(tasks)
        stored = await self._stored()
        hq.stop()
        disk = sum(file.stat().st_size for file in home.glob("hall.db*"))
        return Cost(
            *(
                value / len(halls)
                for value in (
                    after.cpu - before.cpu,
                    server.cpu - served.cpu,
                    own.cpu - mine.cpu,
                    after.memory - before.memory,
                    stored,
                    disk,
                )
            )
        )

    def _wait(self, holds: Callable[[], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(holds, self._size.patience_s):
                raise TimeoutError(
                    f"headquarters holds {self._matches} matches and"
                    f" {len(self._stands)} results, and not all that the halls sent"
                )

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(self._size.patience_s):
            while not holds():  # noqa: ASYNC110
                await asyncio.sleep(0.002)

    def _uplinks(self, logs: Sequence[LogReader]) -> tuple[list[Uplink], list[asyncio.Task[None]]]:
        made = [
            Uplink(
                log,
                venue.by,
                lambda: Stream(self._server.access, ROOT_ID),
                timing=Timing(wall_ms),
            )
            for venue, log in zip(self._halls, logs, strict=True)
        ]
        return made, [asyncio.create_task(uplink.run()) for uplink in made]

    async def _durable(self) -> None:
        """All halls publish a long log at once, beside bare clients before and after it."""
        logs = [ReadyLog() for _ in self._halls]
        each = self._size.segments // len(self._halls) * MAX_EVENTS
        whole = [ListLog((v.log.events * each)[:each]) for v in self._halls]
        stored = [log.after(0, each) for log in whole]
        messages = [all_segments(w, v.by) for w, v in zip(whole, self._halls, strict=True)]
        bare = await self._raw(messages)
        stream = Stream(self._server.access, ROOT_ID)
        await stream.open()
        await stream.found(replicas=1, max_bytes=ROOM)
        uplinks, tasks = self._uplinks(logs)
        await self._until(lambda: all(uplink.status.state == "linked" for uplink in uplinks))
        begun, before = precise_ns(), used(os.getpid()).cpu
        for log, then in zip(logs, stored, strict=True):
            log.stored += then
        await self._until(lambda: all(uplink.published == each for uplink in uplinks))
        took, worked = precise_ns() - begun, used(os.getpid()).cpu - before
        await _ended(tasks)
        await stream.close()
        client = await nats.connect(self._server.url)
        await client.jetstream().delete_stream(stream_name(ROOT_ID))
        await client.close()
        raw = (bare + await self._raw(messages)) // 2
        count, size = sum(map(len, messages)), sum(len(m) for own in messages for m in own)
        say(
            f"  {count} segments, {size / 1e6:.1f} MB durable in {ms(took)} (CPU {ms(worked)});"
            f" raw JetStream, one in flight a hall {ms(raw)}: {raw / took:.0%}"
        )
        self._effort.judge(raw / took >= DURABLE, f"≥ {DURABLE:.0%}")

    async def _raw(self, messages: Sequence[Sequence[bytes]]) -> int:
        clients = [await nats.connect(self._server.url) for _ in messages]
        streams = clients[0].jetstream()
        await streams.add_stream(StreamConfig(name="RAW", subjects=["raw.*"], allow_direct=True))

        async def send(number: int) -> None:
            for message in messages[number]:
                await clients[number].jetstream().publish(f"raw.{number}", message, stream="RAW")

        begun = precise_ns()
        await asyncio.gather(*(send(number) for number in range(len(clients))))
        took = precise_ns() - begun
        await streams.delete_stream("RAW")
        for client in clients:
            await client.close()
        return took

    async def _steady(self) -> None:
        """Tables sign one after the other, at an even pace."""
        results = [
            (venue, *venue.said[0][table], venue.uid(1, table))
            for table in range(self._size.tables)
            for venue in self._halls
        ][: int(self._size.seconds * EVENTS_A_SECOND * len(self._halls) / 2)]
        begun = precise_ns()
        signed: dict[str, int] = {}
        for number, (venue, one, other, uid) in enumerate(results):
            due = begun + number * 2 * 10**9 / (EVENTS_A_SECOND * len(self._halls))
            await asyncio.sleep(max(0.0, (due - precise_ns()) / 1e9))
            venue.log.events += [one, other]
            signed[uid] = precise_ns()
        await asyncio.to_thread(self._wait, lambda: signed.keys() <= self._stands.keys())
        took = [self._stands[uid] - at for uid, at in signed.items()]
        rate = round(EVENTS_A_SECOND * len(self._halls))
        p99 = row(f"from a table into the standings, {rate} events/s", took)
        self._effort.judge(p99 <= SOON_NS, f"p99 ≤ {ms(SOON_NS)}")

    async def _burst(self) -> None:
        """All tables of all halls end a round at one moment."""
        uids = {venue.uid(2, table) for venue in self._halls for table in range(venue.tables)}
        begun = precise_ns()
        for venue in self._halls:
            for pair in venue.said[1]:
                venue.log.events += pair
        await asyncio.to_thread(self._wait, lambda: uids <= self._stands.keys())
        took = max(self._stands[uid] for uid in uids) - begun
        say(f"  a burst of {len(uids)} results in the standings after {ms(took)}")
        self._effort.judge(took <= BURST_NS, f"≤ {ms(BURST_NS)}")

    async def _stored(self) -> int:
        client = await nats.connect(self._server.url)
        info = await client.jetstream().stream_info(stream_name(ROOT_ID))
        await client.close()
        return info.state.bytes


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
