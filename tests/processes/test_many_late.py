"""Forty late nodes fetch the whole log of one hall at once: its memory is bounded by what may wait
for each of them, and a table's result comes between them."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq

from shared.machine.clocks import monotonic_ms
from shared.net.hub_sockets import HELD_BACK
from shared.net.keys import to_z85
from shared.wire.envelope import Signed
from shared.wire.limits import MAX_BATCH_BYTES
from shared.wire.messages import (
    PROTOCOL,
    Ack,
    Events,
    FromHall,
    Hello,
    Ping,
    Pong,
    Pull,
    Push,
    ToHall,
    Welcome,
    decode_from_hall,
    encode,
)
from tests.bench import field
from tests.bench.hall import LOOPBACK, HallProcess, running
from tests.bench.sync import hall_folder, new_events
from tests.processes.memory import resident_kb

STORE = "late"
LATE = 40
RESULTS = 10
"""What the table hands in meanwhile, one after the other."""
UNREAD = 4
"""Answers that an honest node may have asked for before it has read any: two that it reads ahead,
and as many that it has asked for again."""
SLACK_KB = 24_000
"""What sockets and their encryption may hold besides, for all of them."""
GREEDY, ASKS = 4, 300
"""Peers that ask and never read, and how often each asks."""
PATIENCE_MS = 30_000
SILENCE_MS = 3_000
"""Twice what a hall waits for the sign of life of a device that has stopped reading, before it
takes the device for dead and lets go of what waited for it."""

pytestmark = [
    pytest.mark.processes,
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc"),
]


class Peer:
    """A device on a bare socket, which has greeted the hall."""

    def __init__(self, socket: zmq.Socket[bytes], table: int) -> None:
        self.socket = socket
        self.table = table
        self.at = 0
        self.ids: set[str] = set()

    def say(self, message: ToHall) -> None:
        self.socket.send(encode(message))

    def greet(self) -> None:
        self.say(Hello(PROTOCOL, field.ROOT.node, f"store {self.table}", "i", "terminal"))

    def hear(self) -> FromHall:
        assert self.socket.poll(PATIENCE_MS), "the hall does not answer"
        return decode_from_hall(self.socket.recv())

    def pull(self) -> None:
        """Ask for the next stretch, as large as one may be."""
        self.say(Pull(STORE, self.at, MAX_BATCH_BYTES))

    def take(self, answer: FromHall) -> bool:
        """Take a stretch in; whether more is to come."""
        if isinstance(answer, Welcome):
            return True
        assert isinstance(answer, Events), answer
        if answer.after == self.at:
            self.ids |= {Signed(*one).id for one in answer.events}
            self.at = answer.upto
        return self.at < answer.end


@contextmanager
def peers(hall: HallProcess, tables: Sequence[int]) -> Iterator[list[Peer]]:
    """The devices of these tables, greeted; none of them holds anything."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    try:
        yield [_greeted(context, hall, table) for table in tables]
    finally:
        context.destroy(linger=0)


def _greeted(context: zmq.Context[zmq.Socket[bytes]], hall: HallProcess, table: int) -> Peer:
    keys = field.terminal(table)
    socket = context.socket(zmq.DEALER)
    socket.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
    socket.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
    socket.set(zmq.CURVE_SERVERKEY, to_z85(field.HALL.curve_public))
    # What is not read waits at the hall, and not in this process.
    socket.set(zmq.RCVHWM, 1)
    socket.set(zmq.RCVBUF, 16_384)
    socket.connect(f"tcp://{LOOPBACK}:{hall.ports[0]}")
    peer = Peer(socket, table)
    peer.greet()
    assert isinstance(peer.hear(), Welcome)
    return peer


def played(folder: Path) -> tuple[Path, set[str], list[Signed]]:
    """Return a hall's folder after three rounds, what it holds, and what a table has still to hand
    in."""
    home = hall_folder(folder, STORE, 0)
    replica = field.open_replica(home / "hall.db")
    for round_no in (1, 2, 3):
        field.play(replica, round_no, field.TABLES - 1)
    stored = replica.after(0, 1_000_000)
    replica.close()
    assert sum(len(one.signed.data) for one in stored) > 2 * MAX_BATCH_BYTES
    return home, {one.event.id for one in stored}, new_events(home, folder, RESULTS, 1)[-1]


def settle(table: Peer, asked: int) -> None:
    """Until the hall has answered all that others have asked for, ``asked`` times each.

    It takes a message of each in turn, so an answer to the table comes after one of every other's.
    """
    for n in range(asked):
        table.say(Ping(n))
        assert isinstance(table.hear(), Pong)


class Handing:
    """A table that hands in one entry after the other; how many answers to others came between."""

    def __init__(self, table: Peer, log: list[Signed]) -> None:
        self.table = table
        self.acked = 0
        self.worst = 0
        self._log = log
        self._between = 0
        self._next()

    def again(self) -> None:
        self.table.greet()
        self._next()

    def _next(self) -> None:
        if self.acked < len(self._log):
            one = self._log[self.acked]
            self.table.say(Push(self.acked, ((one.data, one.sig),)))

    def another_answer(self) -> None:
        self._between += self.acked < len(self._log)

    def hear(self) -> None:
        answer = self.table.hear()
        if isinstance(answer, Welcome) or (isinstance(answer, Ack) and answer.batch < self.acked):
            return  # to what was said again
        assert isinstance(answer, Ack), answer
        assert (answer.batch, answer.refused) == (self.acked, ())
        self.acked += 1
        self.worst, self._between = max(self.worst, self._between), 0
        self._next()


def read_on(late: list[Peer], handing: Handing) -> None:
    """All read, and ask for more as soon as they have read all that they asked for.

    Whoever was taken for dead, because it had read nothing for so long, greets and asks once more,
    as a node does.
    """
    poller, by_socket = zmq.Poller(), {node.socket: node for node in late}
    unread = dict.fromkeys(late, UNREAD)
    for socket in (*by_socket, handing.table.socket):
        poller.register(socket, zmq.POLLIN)
    until = monotonic_ms() + PATIENCE_MS
    while any(unread.values()) or handing.acked < RESULTS:
        ready = poller.poll(SILENCE_MS)
        assert ready or monotonic_ms() < until, "the hall does not answer"
        if not ready:
            for node in (node for node in late if unread[node]):
                node.greet()
                node.pull()
                unread[node] = 2
            if handing.acked < RESULTS:
                handing.again()
        for socket, _ in ready:
            until = monotonic_ms() + PATIENCE_MS
            if socket is handing.table.socket:
                handing.hear()
                continue
            node = by_socket[socket]
            handing.another_answer()
            unread[node] = max(0, unread[node] - 1)
            if node.take(node.hear()) and not unread[node]:
                node.pull()
                unread[node] += 1


def test_forty_late_nodes_get_the_whole_log_and_results_get_through_between_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, held, log = played(tmp_path)
    with running(home) as hall, peers(hall, [*range(LATE), field.TABLES - 1]) as everybody:
        [*late, table] = everybody
        fresh = resident_kb(hall.pid)
        for node in late:
            for _ in range(UNREAD):
                node.pull()
        settle(table, 2 * UNREAD)
        handing = Handing(table, log[:RESULTS])
        handing.hear()  # and nobody has read a single answer
        asked = resident_kb(hall.pid)
        read_on(late, handing)
        read = resident_kb(hall.pid)
    with capsys.disabled():
        print(  # noqa: T201
            f"\n  {LATE} late nodes, {len(held)} entries each: the hall {fresh} KiB, {asked} with"
            f" all unread, {read} at the end; at most {handing.worst} answers before a result's own"
        )
    assert all(held <= node.ids for node in late)
    bound = LATE * UNREAD * MAX_BATCH_BYTES // 1024 + SLACK_KB
    assert asked - fresh < bound
    assert read - fresh < bound
    assert handing.acked == RESULTS
    assert handing.worst <= LATE * UNREAD


def test_client_that_asks_endlessly_and_never_reads_fills_only_its_own_queue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, _, log = played(tmp_path)
    with running(home) as hall, peers(hall, [*range(GREEDY), field.TABLES - 1]) as everybody:
        [*greedy, table] = everybody
        fresh = resident_kb(hall.pid)
        handing = Handing(table, log[:RESULTS])
        for _ in range(RESULTS):
            for node in greedy:
                for _ in range(ASKS // RESULTS):
                    node.pull()
            handing.hear()
        settle(table, ASKS)
        asked = resident_kb(hall.pid)
    with capsys.disabled():
        print(f"\n  {GREEDY} that never read: the hall {fresh} KiB, then {asked}")  # noqa: T201
    assert 2 * HELD_BACK["sync"] < ASKS
    assert asked - fresh < GREEDY * HELD_BACK["sync"] * MAX_BATCH_BYTES // 1024 + SLACK_KB
