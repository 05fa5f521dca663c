"""What the log costs: one node applies, the hub takes in, all tables at once, a late node, a crash.

Each row stands beside its raw part from the same run, and the disk's own fsync.
"""

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Event as Signal

import zmq

from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.net.keys import DeviceKeys, to_z85
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Home
from shared.port import HallChanged, LinkChanged, Told
from shared.store.replica import Replica
from shared.wire.envelope import Signed, read, verify
from shared.wire.messages import PROTOCOL, Ack, Hello, Push, Welcome, decode_from_hall, encode
from tests.bench import field
from tests.bench.figures import (
    PATIENCE_S,
    Effort,
    fsyncs,
    ms,
    on_this_disk,
    row,
    say,
    times,
    wait_for,
)
from tests.bench.hall import LOOPBACK, HallProcess, running

BATCH = 64
TIMES_A_COPY = 1.3
TURNS = 3
"""So often a log is fetched and copied."""
RAW_EVENTS_S = 5_500
SUSTAINED = 0.7
Line = tuple[zmq.Socket[bytes], list[bytes]]


@dataclass(frozen=True)
class Size:
    """How large the tournament is, and how much of it is measured."""

    tables: int = field.TABLES
    rounds: int = 11
    clocks: int = 6
    at_once: tuple[tuple[int, int], ...] = ((300, 120_000_000), (1_000, 300_000_000))
    """Tables that sign at one moment, and the bar in ns."""
    late: tuple[tuple[int, int, int], ...] = ((11, 6, 4_000_000_000), (44, 6, 16_000_000_000))
    """Rounds of the log that a new node fetches, clock batches in each, and the bar in ns."""
    heard: int = 300
    """Events that one node hears one by one."""
    writers: int = 250
    """Tables whose three rounds go through the hub."""
    links: int = 8
    fsyncs: int = 400


SMOKE = Size(
    tables=4, rounds=1, clocks=1, at_once=((4, 0),), late=((1, 1, 0),),
    heard=4, writers=4, links=2, fsyncs=1,
)  # fmt: skip


def bench(effort: Effort) -> None:
    """Print all rows."""
    size = effort.pick(Size(), SMOKE)
    with on_this_disk() as name:
        folder = Path(name)
        fsync = row("the disk's own fsync of 4 KiB", fsyncs(folder, size.fsyncs))
        log = field.of_size(folder, size.rounds, tables=size.tables, clocks=size.clocks)
        _apply_one(folder, log, effort, size, fsync)
        for rounds, clocks, bar in size.late:
            _late_node(folder / f"late-{rounds}", size.tables, (rounds, clocks), effort, bar)
        for tables, bar in size.at_once:
            _at_once(folder, effort, tables, bar)
        _sustained(folder, effort, size)
        _crash(folder, effort, size)


def hall_folder(folder: Path, name: str, rounds: int, tables: int = field.TABLES) -> Path:
    """Return a hall's folder with a founded tournament in which so many rounds are paired."""
    home = folder / name
    replica = field.open_replica(home / "hall.db", name)
    field.found(replica, tables)
    for round_no in range(1, rounds + 1):
        field.pair(replica, round_no, tables)
    replica.close()
    return home


def new_events(
    home: Path, folder: Path, count: int, rounds: int, tables: int = field.TABLES
) -> list[list[Signed]]:
    """Return what tables write that a hall does not have: one list a table."""
    shutil.copy(home / "hall.db", folder / "writer.db")
    replica = field.open_replica(folder / "writer.db")
    before = replica.end
    found: list[list[Signed]] = []
    with replica.batch() as batch:
        for table in range(tables):
            start = len(batch.written)
            for round_no in range(1, rounds + 1):
                for draft in field.table_says(round_no, table, clocks=count):
                    batch.append(field.author(field.terminal(table)), draft, at=field.AT)
            found.append([stored.signed for stored in batch.written[start:]])
    assert replica.end > before
    replica.close()
    (folder / "writer.db").unlink()
    return found


def _take(replica: Replica, events: Sequence[Signed]) -> None:
    with replica.batch() as batch:
        batch.expect(events)
        for one in events:
            batch.ingest(one)


def _apply_one(folder: Path, log: list[Signed], effort: Effort, size: Size, fsync: int) -> None:
    """A kiosk late in the tournament hears one event after another."""
    replica = field.open_replica(folder / "apply.db", "apply")
    heard = log[-size.heard :]
    _take(replica, log[: -size.heard])
    took = []
    for one in heard:
        begun = precise_ns()
        _take(replica, [one])
        took.append(precise_ns() - begun)
    replica.close()
    p99 = row("one node applies what it received (fold, FULL commit)", took)
    bar = 5_000_000 + 2 * fsync
    effort.judge(p99 <= bar, f"p99 ≤ 5 ms + 2 × fsync p99 = {ms(bar)}")


def _late_node(folder: Path, tables: int, grown: tuple[int, int], effort: Effort, bar: int) -> None:
    """A new node fetches everything; beside it the same log as a copied file, and verified."""
    rounds, clocks = grown
    home = folder / "late-hall"
    home.mkdir(parents=True)
    log = field.of_size(folder, rounds, tables=tables, clocks=clocks)
    size = sum(len(one.data) + len(one.sig) for one in log) / 1e6
    say(f"  a log of {len(log)} events, {size:.1f} MB")
    shutil.copy(folder / "source.db", home / "hall.db")
    fetched, copied = [], []
    for turn in range(effort.pick(TURNS, 1)):  # in turn, so that both meet the same machine
        fetched.append(_fetched(folder / f"late-{turn}", home, len(log)))
        copied.append(_copied(folder, log))
    whole, raw = int(median(fetched)), int(median(copied))
    say(
        f"  a new node fetched {size:.1f} MB and is ready after {ms(whole)};"
        f" the file copied, opened and verified {ms(raw)}: {times(whole, raw)};"
        f" medians of {len(fetched)}"
    )
    effort.judge(whole <= bar, f"≤ {ms(bar)}")
    effort.judge(whole <= TIMES_A_COPY * raw, f"≤ {TIMES_A_COPY} × the copied file")
    shutil.rmtree(folder)


def _fetched(folder: Path, home: Path, events: int) -> int:
    """Return the ns until a new node has every event of a hall and is live."""
    with running(home) as hall:
        begun = precise_ns()
        node = _follower(folder, hall, field.terminal(1))
        live = Signal()

        def hear(told: Told) -> None:
            if isinstance(told, LinkChanged) and told.link.state == "live":
                live.set()

        node.start(hear)
        wait_for(live, "the link of the late node")
        took = precise_ns() - begun
        assert node.replica.end >= events
        node.stop()
    return took


def _copied(folder: Path, log: Sequence[Signed]) -> int:
    """Return the ns until the same log is copied as a file, opened, and each event verified."""
    begun = precise_ns()
    shutil.copy(folder / "source.db", folder / "copy.db")
    copy = field.open_replica(folder / "copy.db")
    keys = {device.node: device.sign_key for device in copy.state.devices.values()}
    keys[field.ROOT.node] = field.ROOT.sign_public
    for one in log:
        verify(one, keys[read(one).node])
    copy.close()
    took = precise_ns() - begun
    (folder / "copy.db").unlink()
    return took


def _follower(home: Path, hall: HallProcess, keys: DeviceKeys) -> Engine[FollowerLink]:
    whole = Home(home, field.ROOT.sign_public, keys, random.randbytes(8).hex(), home.name)
    link = FollowerLink(hall.address, role="terminal")
    return Engine(whole, link, wall=wall_ms, monotonic=monotonic_ms)


def lines_to(hall: HallProcess, context: zmq.Context[zmq.Socket[bytes]], count: int) -> list[Line]:
    """Return bare sockets of so many tables that have greeted the hall."""
    context.set(zmq.MAX_SOCKETS, 4 * count + 16)
    lines: list[Line] = []
    for table in range(count):
        keys = field.terminal(table)
        socket = context.socket(zmq.DEALER)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.RCVTIMEO, PATIENCE_S * 1_000)
        socket.set(zmq.CURVE_PUBLICKEY, to_z85(keys.curve_public))
        socket.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
        socket.set(zmq.CURVE_SERVERKEY, to_z85(field.HALL.curve_public))
        socket.connect(f"tcp://{LOOPBACK}:{hall.ports[0]}")
        root = field.author(field.ROOT).node
        hello = Hello(PROTOCOL, root, f"store {table}", "i", "terminal")
        socket.send(encode(hello))
        lines.append((socket, []))
    for socket, _ in lines:
        assert isinstance(decode_from_hall(socket.recv()), Welcome)
    return lines


def _acks(lines: Sequence[Line]) -> tuple[list[int], int]:
    """Send what each line has, one message in flight; return the ns of each ack, and of all."""
    poller = zmq.Poller()
    waiting = {socket: list(messages) for socket, messages in lines}
    begun = precise_ns()
    for socket, messages in waiting.items():
        poller.register(socket, zmq.POLLIN)
        socket.send(messages.pop(0))
    took, left = [], sum(len(messages) for _, messages in lines)
    while left:
        ready = poller.poll(PATIENCE_S * 1_000)
        if not ready:
            raise TimeoutError(f"the hall left {left} messages without an answer")
        for socket, _ in ready:
            message = decode_from_hall(socket.recv())
            if isinstance(message, Ack):
                assert not message.refused
                took.append(precise_ns() - begun)
                left -= 1
                if waiting[socket]:
                    socket.send(waiting[socket].pop(0))
    return took, precise_ns() - begun


def push(number: int, events: Sequence[Signed]) -> bytes:
    return encode(Push(number, tuple((one.data, one.sig) for one in events)))


def _at_once(folder: Path, effort: Effort, tables: int, bar: int) -> None:
    """All tables sign at one moment."""
    home = hall_folder(folder, f"at-once-{tables}", 1, tables)
    said = new_events(home, folder, 0, 1, tables)
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    took: list[int] = []
    with running(home) as hall:
        lines = lines_to(hall, context, tables)
        # One side signs, then the other: the first is the warm-up of nothing but the sockets.
        for n in range(2):
            messages = [(s, [push(n, [said[t][n]])]) for t, (s, _) in enumerate(lines)]
            took, _ = _acks(messages)
        context.destroy(linger=0)
    p99 = row(f"{tables} tables enter a result at once: verified and at the hall", took)
    effort.judge(p99 <= bar, f"p99 ≤ {ms(bar)}")


def _sustained(folder: Path, effort: Effort, size: Size) -> None:
    """Tables with long outboxes; beside it a bare apply and verify of the same batches."""
    rounds = 3
    home = hall_folder(folder, "sustained", rounds, size.tables)
    said = new_events(home, folder, size.clocks, rounds, size.tables)[: size.writers]
    shutil.copytree(home, folder / "raw-home")
    own: list[list[Signed]] = [[] for _ in range(size.links)]
    for number, events in enumerate(said):
        own[number % size.links] += events
    batches = [[o[i : i + BATCH] for i in range(0, len(o), BATCH)] for o in own]
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    with running(home) as hall:
        lines = lines_to(hall, context, size.links)
        messages = [
            (socket, [push(n, batch) for n, batch in enumerate(mine)])
            for (socket, _), mine in zip(lines, batches, strict=True)
        ]
        _, whole = _acks(messages)
        context.destroy(linger=0)
    replica = field.open_replica(folder / "raw-home" / "hall.db")
    count = sum(len(events) for events in said)
    begun = precise_ns()
    for turn in range(max(map(len, batches))):
        for mine in batches:
            if turn < len(mine):
                _take(replica, mine[turn])
    raw = precise_ns() - begun
    replica.close()
    part, apart = raw / whole, count * 10**9 // raw
    say(
        f"  sustained through the hub {count * 10**9 // whole:>7} events/s;"
        f" raw full apply and verify {apart:>7} events/s: {part:.0%}"
    )
    effort.judge(apart >= RAW_EVENTS_S, f"raw ≥ {RAW_EVENTS_S} events/s")
    effort.judge(part >= SUSTAINED, f"sustained ≥ {SUSTAINED:.0%} of it")


def _crash(folder: Path, effort: Effort, size: Size) -> None:
    """The hall's process is killed and started again under a table that goes on writing."""
    home = hall_folder(folder, "crash", 1, size.tables)
    hall = HallProcess(home)
    node = _follower(folder / "crash-table", hall, field.terminal(0))
    live, gone, safe = Signal(), Signal(), Signal()

    def hear(told: Told) -> None:
        if isinstance(told, LinkChanged):
            if told.link.state == "live":
                live.set()
            if told.link.state == "offline" and live.is_set():
                gone.set()
        if isinstance(told, HallChanged) and not told.unsent and gone.is_set():
            safe.set()

    node.start(hear)
    wait_for(live, "the link of the table")
    begun = precise_ns()
    hall.kill()
    wait_for(gone, "the table's word that the hall is gone")
    noticed = precise_ns() - begun
    safe.clear()
    node.append(*field.table_says(1, 0))
    begun = precise_ns()
    again = HallProcess(home, hall.ports)
    wait_for(safe, "the new hall's receipt for all entries")
    restarted = precise_ns() - begun
    node.stop()
    again.kill()
    say(f"  dead hall noticed after {ms(noticed)}")
    effort.judge(noticed <= 2_000_000_000, "≤ 2 s")
    say(f"  process restart to all acknowledged {ms(restarted)}")
    effort.judge(restarted <= 5_000_000_000, "≤ 5 s")
