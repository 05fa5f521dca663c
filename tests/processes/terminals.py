"""Hundreds of virtual terminals on real sockets, in one thread: each greets the hall, hears the
feed, tells its clock, asks whether the hall is there, and hands in its log one push at a time."""

import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import zmq

from shared.machine.clocks import monotonic_ms
from shared.net.keys import DeviceKeys, to_z85
from shared.port import LiveTable
from shared.wire.codec import pack
from shared.wire.envelope import Signed
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
from tests.bench import field
from tests.bench.hall import LOOPBACK, HallProcess

PATIENCE_MS = 30_000
RESEND_MS = 2_000


class Terminal:
    """One table's sockets and the log that it still has to hand in."""

    def __init__(
        self, context: zmq.Context[zmq.Socket[bytes]], hall: HallProcess, table: int,
        log: Sequence[Signed],
    ) -> None:  # fmt: skip
        self.table = table
        self.log = list(log)
        self.acked = 0
        self.asked = 0
        self.answered = 0
        self.heard = 0
        self.greeted = False
        keys = field.terminal(table)
        self.sync = self._socket(context, zmq.DEALER, keys, hall.ports[0])
        self.feed = self._socket(context, zmq.SUB, keys, hall.ports[1])
        self.feed.subscribe(TOPIC_EVENTS)
        self.feed.subscribe(TOPIC_HEARTBEAT)
        self._send(Hello(PROTOCOL, field.ROOT.node, f"store {table}", "i", "terminal"))

    @staticmethod
    def _socket(
        context: zmq.Context[zmq.Socket[bytes]], kind: int, keys: DeviceKeys, port: int
    ) -> zmq.Socket[bytes]:
        socket = context.socket(kind)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
        socket.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
        socket.set(zmq.CURVE_SERVERKEY, to_z85(field.HALL.curve_public))
        socket.connect(f"tcp://{LOOPBACK}:{port}")
        return socket

    def _send(self, message: ToHall) -> None:
        self.sync.send(encode(message))

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return not self.greeted or self.answered < self.asked

    @property
    def done(self) -> bool:
        """Whether the hall holds the whole log of this table."""
        return self.acked == len(self.log)

    def second(self, moves: int) -> None:
        """A second passes: the clock is told, the hall is asked, the next entry is handed in."""
        uid = field.match(1, self.table).uid
        reading = LiveTable(f"{self.table}", uid, "game 1", 1, (moves, 1), (0,), (moves, moves))
        self._send(Live(f"{self.table}", pack(reading)))
        self._send(Ping(moves))
        self.asked += 1
        self.push()

    def push(self) -> None:
        """Hand in the next entry, or again the one that was not acknowledged."""
        if not self.done:
            one = self.log[self.acked]
            self._send(Push(self.acked, ((one.data, one.sig),)))

    def take(self) -> None:
        """Read what the hall says."""
        message = decode_from_hall(self.sync.recv())
        match message:
            case Welcome():
                self.greeted = True
            case Pong():
                self.answered += 1
            case Ack(batch=batch, refused=refused):
                assert not refused
                self.acked = max(self.acked, batch + 1)
            case _:
                raise AssertionError(message)

    def listen(self) -> None:
        """Read what the feed says."""
        self.heard += len(self.feed.recv()) - 1


class Crowd:
    """All terminals and their hall."""

    def __init__(self, terminals: list[Terminal]) -> None:
        self.terminals = terminals
        self._poller = zmq.Poller()
        self._reads = {t.sync: t.take for t in terminals} | {t.feed: t.listen for t in terminals}
        for socket in self._reads:
            self._poller.register(socket, zmq.POLLIN)

    def second(self, moves: int) -> None:
        """A second passes at every table; ends when every one has its answer."""
        for terminal in self.terminals:
            terminal.second(moves)
        self.settle()

    def settle(self) -> None:
        """Read on until nobody waits."""
        deadline = monotonic_ms() + PATIENCE_MS
        resend = monotonic_ms() + RESEND_MS
        while any(terminal.waits for terminal in self.terminals):
            assert monotonic_ms() < deadline, "the hall does not answer"
            for socket, _ in self._poller.poll(RESEND_MS):
                self._reads[socket]()
            if monotonic_ms() > resend:
                resend += RESEND_MS
                for terminal in self.terminals:
                    terminal.push()


@contextmanager
def a_crowd(hall: HallProcess, logs: Sequence[Sequence[Signed]]) -> Iterator[Crowd]:
    """A terminal on the air for each log."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, 4 * len(logs) + 16)
    try:
        crowd = Crowd([Terminal(context, hall, table, log) for table, log in enumerate(logs)])
        crowd.settle()
        yield crowd
    finally:
        context.destroy(linger=0)
