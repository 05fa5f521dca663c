"""Many tables in one process: ``python -m tests.load.tables FILE SYNC FEED``.

Each has its own key and both sockets of a terminal: it greets, pings, tells its clock each second
and signs one result a round. It keeps no log: the feed is emptied once a second and not decoded.
"""

import asyncio
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import zmq

from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.net.address import HallAddress
from shared.net.link import socket_to
from shared.net.pump import Frames, Pump, watch
from shared.port import LiveTable
from shared.wire.codec import pack
from shared.wire.messages import (
    PROTOCOL,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    Ack,
    Hello,
    Live,
    Ping,
    Pong,
    Push,
    ToHall,
    Welcome,
    decode_from_hall,
    encode,
)
from shared.wire.sync.follower import DEAF_MS, HELLO_MAX_MS, PING_MS, SILENCE_MS, TABLE_PING_MS
from shared.wire.sync.outbox import RESEND_MAX_MS
from tests.bench import field
from tests.bench.figures import say
from tests.bench.hall import LOOPBACK
from tests.load import ENDS, SECOND_MS

TICK_S = 0.05
Signed = tuple[bytes, bytes]


class Script(msgspec.Struct, frozen=True):
    """What tables write: table → round (from 0) → first what one side signs, then the other."""

    root: str
    tables: dict[int, list[tuple[list[Signed], list[Signed]]]]


class Table:
    """One terminal, ``linked`` once the hall has welcomed it over this connection.

    ``took``: round → when its result was sent and acknowledged (ns). ``welcomed``: whether the
    hall has welcomed it at all, or since word came that it ends.
    """

    def __init__(
        self, context: zmq.Context[zmq.Socket[bytes]], ports: tuple[int, int], number: int
    ) -> None:
        self.number = number
        self.took: dict[int, tuple[int, int]] = {}
        self.pongs: list[int] = []
        self.silences = self.again = 0
        self.linked = self.welcomed = False
        self._greeted = -HELLO_MAX_MS
        self._heard = 0
        self._ping_at = self._tell_at = monotonic_ms() + random.randrange(SECOND_MS)
        self._due: dict[int, tuple[int, list[list[Signed]]]] = {}
        self._flying: tuple[int, Push, int, int] | None = None
        self._batch = 0
        hall, keys = HallAddress(LOOPBACK, *ports, field.HALL.curve_public), field.terminal(number)
        sync, self._feed = (socket_to(context, k, hall, keys) for k in (zmq.DEALER, zmq.SUB))
        sync.set(zmq.IMMEDIATE, 1)
        self._connections = Pump(
            watch(context, sync, zmq.EVENT_HANDSHAKE_SUCCEEDED), self._on_connection
        )
        self._sync = Pump(sync, self._on_sync)
        for topic in (TOPIC_EVENTS, TOPIC_HEARTBEAT):
            self._feed.subscribe(topic)
        sync.connect(f"tcp://{LOOPBACK}:{ports[0]}")
        self._feed.connect(f"tcp://{LOOPBACK}:{ports[1]}")

    def sign(self, round_no: int, at: int, parts: Sequence[list[Signed]]) -> None:
        """Sign a round's result at a moment (monotonic ms)."""
        self._due[round_no] = (at, list(parts))

    def tick(self, root: str, now: int, deaf: int) -> None:
        """Do what is due. ``deaf``: ms for which this process did not listen."""
        self._heard += deaf
        if not self.linked:
            if now - self._greeted >= HELLO_MAX_MS:
                self._greeted = now
                store = f"store {self.number}"
                self._send(Hello(PROTOCOL, root, store, "i", "terminal"))
            return
        if now - self._heard > SILENCE_MS + TABLE_PING_MS - PING_MS:
            self.linked = False
            self.silences += 1
            return
        if now >= self._ping_at:
            self._ping_at = now + TABLE_PING_MS
            self._send(Ping(wall_ms()))
        if now >= self._tell_at:
            self._tell_at += SECOND_MS
            self._tell(now)
            self._empty_feed()
        if self._flying is None:
            self._next(now)
        elif now - self._flying[3] > RESEND_MAX_MS:
            round_no, push, sent, _ = self._flying
            self._flying = (round_no, push, sent, now)
            self.again += 1
            self._send(push)

    def _tell(self, now: int) -> None:
        left = max(0, 3_600_000 - now % 3_600_000)
        uid = field.match(max(self.took, default=0) + 1, self.number).uid
        live = LiveTable(f"{self.number}", uid, "playing", 1, (left, left), (0,), (12, 11))
        self._send(Live(live.table, pack(live)))

    def _empty_feed(self) -> None:
        with suppress(zmq.Again):
            while True:
                self._feed.recv(zmq.NOBLOCK, copy=False)

    def _next(self, now: int) -> None:
        for round_no, (at, parts) in self._due.items():
            if now >= at:
                self._batch += 1
                push = Push(self._batch, tuple(parts.pop(0)))
                self._flying = (round_no, push, precise_ns(), now)
                self._send(push)
                return

    def _on_connection(self, _: list[Frames]) -> None:
        """Greet over each new connection, as a terminal does."""
        self.linked = False
        self._greeted = -HELLO_MAX_MS

    def _on_sync(self, burst: list[Frames]) -> None:
        for frames in burst:
            message = decode_from_hall(frames[-1].bytes)
            self._heard = monotonic_ms()
            if isinstance(message, Welcome):
                self.linked = self.welcomed = True
            elif isinstance(message, Pong):
                self.pongs.append(wall_ms() - message.sent)
            elif isinstance(message, Ack):
                self._acked(message)

    def _acked(self, ack: Ack) -> None:
        assert not ack.refused, ack.refused
        if self._flying is None or ack.batch != self._batch or ack.later:
            return
        (round_no, _, sent, _), self._flying = self._flying, None
        if not self._due[round_no][1]:
            del self._due[round_no]
            self.took[round_no] = (sent, precise_ns())

    def _send(self, message: ToHall) -> None:
        self._sync.send([encode(message)])

    def close(self) -> None:
        """Leave the hall."""
        self._sync.socket.monitor(None, 0)
        self._connections.close()
        self._sync.close()
        self._feed.close(linger=0)


class Tables:
    """The tables of this process, driven by lines on its input."""

    def __init__(self, script: Script, ports: tuple[int, int]) -> None:
        self._script = script
        self._ports = ports

    async def play(self) -> None:
        """Serve until the input ends."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        context.set(zmq.MAX_SOCKETS, 6 * len(self._script.tables) + 16)
        tables = [Table(context, self._ports, number) for number in self._script.tables]
        lines: list[str] = []

        def read() -> None:
            line = sys.stdin.readline()
            if line:
                lines.append(line.strip())
            else:
                loop.remove_reader(0)
                ended.set()

        loop.add_reader(0, read)
        await self._link(tables)
        while not ended.is_set():
            await self._tick(tables)
            if lines and lines[0] == ENDS:
                lines.clear()
                for table in tables:
                    table.welcomed = False
                await self._link(tables)
            elif lines:
                await self._round(tables, *map(int, lines.pop(0).split()))
        for table in tables:
            table.close()
        context.destroy(linger=0)

    async def _link(self, tables: Sequence[Table]) -> None:
        while not all(table.welcomed for table in tables):
            await self._tick(tables)
        say("linked")

    async def _tick(self, tables: Sequence[Table]) -> None:
        before = monotonic_ms()
        await asyncio.sleep(TICK_S)
        now = monotonic_ms()
        for table in tables:
            table.tick(self._script.root, now, max(0, now - before - DEAF_MS))

    async def _round(self, tables: Sequence[Table], round_no: int, over_ms: int) -> None:
        """Play a round: every table signs once within ``over_ms``. Print what it took."""
        begun = monotonic_ms()
        for table in tables:
            parts = self._script.tables[table.number][round_no - 1]
            table.sign(round_no, begun + random.randrange(over_ms), parts)
        while not all(round_no in table.took for table in tables):
            await self._tick(tables)
        while monotonic_ms() < begun + over_ms:
            await self._tick(tables)
        took = {table.number: table.took[round_no] for table in tables}
        pongs = [pong for table in tables for pong in table.pongs]
        silences = sum(table.silences for table in tables)
        again = sum(table.again for table in tables)
        for table in tables:
            table.pongs.clear()
        say(msgspec.json.encode(Played(took, pongs, silences, again)).decode())


class Played(msgspec.Struct, frozen=True):
    """A round of these tables: sent and acknowledged (ns), every pong (ms), lost links, resends."""

    took: dict[int, tuple[int, int]]
    pongs: list[int]
    silences: int
    again: int


def main(file: str, sync: str, feed: str) -> None:
    """Run the tables of a script."""
    script = msgspec.msgpack.decode(Path(file).read_bytes(), type=Script)
    asyncio.run(Tables(script, (int(sync), int(feed))).play())


if __name__ == "__main__":
    main(*sys.argv[1:4])
