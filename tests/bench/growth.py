"""What one event costs as the log grows: applied, held here, at the hall; and a start on it.

Each row stands beside its raw part from the same run, at the same length of the log.
"""

import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import zmq

from shared.core.events import (
    ControlChosen,
    Draft,
    MovesLogged,
    OpeningDrawn,
    PlayerSeated,
    entities,
)
from shared.machine.clocks import monotonic_ms, precise_ns, wall_ms
from shared.net.address import HallAddress
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Home
from shared.port import NotSaved, Saved, Told
from shared.store.snapshot import branch
from shared.wire.envelope import Signed, read, verify
from shared.wire.messages import Ack, decode_from_hall
from tests.bench import desk, field
from tests.bench.figures import (
    PATIENCE_S,
    SECOND_NS,
    Effort,
    cpu_of,
    ms,
    on_this_disk,
    percentile,
    row,
    say,
)
from tests.bench.hall import LOOPBACK, HallProcess, running
from tests.bench.sync import lines_to, push

LENGTHS = (4_000, 30_000, 120_000)
"""Events in the log, where one more is measured."""
ONE_BY_ONE = 240
MOST_GROWTH = 1.25
FULL_APPLY_NS = 90_000
BATCH = 64
RESTART_NS = 3 * SECOND_NS
REFEREE_BYTES = 220_000_000
STARTS = 3
CLOCKS = 20
"""Clock batches of a match that lasts ten minutes."""
PDN = '[White "Ann"] [Black "Ben"] ' + " ".join(f"{n}. 11-15 23-19" for n in range(1, 30))


OneMore = Callable[[int], int]
"""Writes one event more, by its number; returns the nanoseconds that it took."""


def bench(effort: Effort) -> None:
    """Print the growth table, the CPU of a full apply, and the starts."""
    lengths = effort.pick(LENGTHS, (120,))
    tables = effort.pick(field.TABLES, 2)
    with on_this_disk() as name:
        folder = Path(name)
        homes = dict(_grow(folder, lengths, tables))
        for what, one_more in (
            ("one more applied", _applies),
            ("one more held here, by a table's node", _holds),
            ("one more at the hall", _reaches_the_hall),
        ):
            _judge_growth(what, one_more, homes, tables, effort)
        _full_apply(folder, lengths[min(1, len(lengths) - 1)], effort)
        _starts(folder / f"at-{lengths[-1]}", effort)


def _grow(folder: Path, lengths: tuple[int, ...], tables: int) -> Iterator[tuple[int, Path]]:
    """Give, at each length, the home of a hall with a copy of a log that goes on growing."""
    path = folder / "source.db"
    replica = field.open_replica(path, "source")
    field.found(replica, tables)
    with replica.batch() as batch:
        enrolled = field.enrol(desk.REFEREE, "referee", "Referee")
        batch.append(field.author(field.ROOT), enrolled, at=field.AT)
    rest = list(lengths)
    round_no = 0
    while rest:
        round_no += 1
        field.pair(replica, round_no, tables)
        for table in range(tables):
            with replica.batch() as batch:
                for draft in _played(round_no, table):
                    batch.append(field.author(field.terminal(table)), draft, at=field.AT)
            if rest and replica.end >= rest[0]:
                length = rest.pop(0)
                replica.close()
                home = folder / f"at-{length}"
                home.mkdir()
                shutil.copy(path, home / "hall.db")
                yield length, home
                replica = field.open_replica(path)
    replica.close()


def _played(round_no: int, table: int) -> list[Draft]:
    """Return all that a table writes of a match of two games."""
    key = field.match(round_no, table)
    clocks = field.table_says(round_no, table, clocks=CLOCKS)
    return [
        Draft(entities.presence(key, 0), PlayerSeated()),
        Draft(entities.presence(key, 1), PlayerSeated()),
        Draft(entities.draw(key), OpeningDrawn(0, 7, ("9-13", "21-17"))),
        Draft(entities.control(key), ControlChosen("75+5/30", "event")),
        *clocks[:-2],
        *(Draft(entities.moves(key, game), MovesLogged(game, PDN)) for game in (1, 2)),
        *clocks[-2:],
    ]


def _judge_growth(
    what: str,
    opened: Callable[[Path, int, ExitStack], OneMore],
    homes: dict[int, Path],
    tables: int,
    effort: Effort,
) -> None:
    """Write one event more at each length in turn, so that a machine that drifts favours none."""
    took: dict[int, list[int]] = {length: [] for length in homes}
    raw: list[int] = []
    with ExitStack() as stack:
        ready = {length: opened(home, tables, stack) for length, home in homes.items()}
        commit = _commits(next(iter(homes.values())), stack)
        for number in range(effort.pick(ONE_BY_ONE, 2)):
            for length, one_more in ready.items():
                took[length].append(one_more(number))
            raw.append(commit(number))
    medians = {}
    for length, values in took.items():
        row(f"{length} events: {what}", values)
        medians[length] = percentile(values, 0.5)
    row("a raw FULL commit", raw)
    first = next(iter(medians.values()))
    shares = [median / first for median in medians.values()]
    say(f"  {what}: " + ", ".join(f"{share:.2f}" for share in shares) + " × the first figure")
    effort.judge(max(shares) <= MOST_GROWTH, f"at most {MOST_GROWTH} ×")


def _copy(home: Path, stack: ExitStack) -> Path:
    """Return a folder with a replica of its own of the hall's log, until the stack is left."""
    scratch = Path(stack.enter_context(TemporaryDirectory(dir=home.parent)))
    branch(home / "hall.db", scratch / "hall.db", new_store_id="0d" * 8)
    return scratch


def _applies(home: Path, tables: int, stack: ExitStack) -> OneMore:
    """Return a bare replica: a result that is signed anew, at one table after the other."""
    replica = field.open_replica(_copy(home, stack) / "hall.db")
    stack.callback(replica.close)

    def one_more(number: int) -> int:
        table = number % tables
        draft = field.table_says(1, table, clocks=0)[0]
        begun = precise_ns()
        with replica.batch() as batch:
            batch.append(field.author(field.terminal(table)), draft, at=field.AT)
        return precise_ns() - begun

    return one_more


def _commits(home: Path, stack: ExitStack) -> OneMore:
    """Return the raw part: a row and a FULL commit."""
    db = sqlite3.connect(_copy(home, stack) / "hall.db", isolation_level=None)
    stack.callback(db.close)
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
        db.execute(f"PRAGMA {pragma}")

    def one_more(number: int) -> int:
        begun = precise_ns()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT OR REPLACE INTO reading VALUES (?, ?)", [f"raw{number}", b"x" * 400])
        db.execute("COMMIT")
        return precise_ns() - begun

    return one_more


def _holds(home: Path, _tables: int, stack: ExitStack) -> OneMore:
    """Return a table's node that has no hall: from its app's word to *held here*."""
    folder = _copy(home, stack)
    who = Home(folder, field.ROOT.sign_public, field.terminal(0), "0f" * 8, "0e" * 8)
    link = FollowerLink(HallAddress(LOOPBACK, 1, 2, field.HALL.curve_public), role="terminal")
    node = Engine(who, link, wall=wall_ms, monotonic=monotonic_ms)
    heard: SimpleQueue[Told] = SimpleQueue()
    node.start(heard.put)
    stack.callback(node.stop)
    assert node.wait_ready(PATIENCE_S), node.failure

    def one_more(number: int) -> int:
        draft = Draft(entities.table_report("0", f"r{number}"), field.CALL)
        begun = precise_ns()
        node.append(draft)
        while not isinstance(told := heard.get(timeout=PATIENCE_S), Saved):
            if isinstance(told, NotSaved):
                raise OSError(told.sentence)
        return precise_ns() - begun

    return one_more


def _reaches_the_hall(home: Path, tables: int, stack: ExitStack) -> OneMore:
    """From what one table sends to the hall's word that it is durable."""
    folder = _copy(home, stack)
    writer = field.open_replica(_copy(home, stack) / "hall.db")
    stack.callback(writer.close)
    hall = stack.enter_context(running(folder))
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    stack.callback(context.destroy, linger=0)
    lines = lines_to(hall, context, tables)

    def one_more(number: int) -> int:
        table = number % tables
        with writer.batch() as batch:
            draft = field.table_says(1, table, clocks=0)[0]
            batch.append(field.author(field.terminal(table)), draft, at=field.AT)
        message = push(number, [batch.written[0].signed])
        socket, _ = lines[table]
        begun = precise_ns()
        socket.send(message)
        while not isinstance(decode_from_hall(socket.recv()), Ack):
            pass
        return precise_ns() - begun

    return one_more


def _full_apply(folder: Path, length: int, effort: Effort) -> None:
    """A whole log taken in by a new replica; beside it its signatures alone, and its reading."""
    replica = field.open_replica(folder / f"at-{length}" / "hall.db")
    log = field.events(replica)
    keys = {device.node: device.sign_key for device in replica.state.devices.values()}
    keys[field.ROOT.node] = field.ROOT.sign_public
    replica.close()
    fresh = field.open_replica(folder / "fresh.db", "fresh")

    def apply() -> None:
        for at in range(0, len(log), BATCH):
            # One by one, so that what a signature takes is the same with and without the rest.
            with fresh.batch() as batch:
                for signed in log[at : at + BATCH]:
                    batch.ingest(signed)

    def signatures(pairs: list[tuple[Signed, bytes]]) -> None:
        for signed, key in pairs:
            verify(signed, key)

    pairs = [(signed, keys[read(signed).node]) for signed in log]
    whole, alone = cpu_of(apply) / len(log), cpu_of(lambda: signatures(pairs)) / len(log)
    reading = cpu_of(lambda: deque((read(signed) for signed in log), maxlen=0)) / len(log)
    fresh.close()
    say(
        f"  full apply {whole / 1e3:.0f} µs of CPU an event: signature {alone / 1e3:.0f},"
        f" reading {reading / 1e3:.0f}, all but the signature {(whole - alone) / 1e3:.0f}"
    )
    bar = f"all but the signature ≤ {FULL_APPLY_NS // 1_000} µs"
    effort.judge(whole - alone <= FULL_APPLY_NS, bar)


def _starts(home: Path, effort: Effort) -> None:
    """Hall, table and referee start on the longest log."""
    shutil.copy(home / "hall.db", home / "before.db")
    turns = effort.pick(STARTS, 1)
    took: list[int] = []
    while True:
        begun = precise_ns()
        hall = HallProcess(home)
        took.append(precise_ns() - begun)
        if len(took) == turns:
            break
        hall.kill()
    p50 = percentile(took, 0.5)
    say(f"  a hall serves after {ms(p50)}, the median of {turns}")
    effort.judge(p50 <= RESTART_NS, "≤ 3 s")
    for role in ("table", "referee"):
        folder = home / f"{role}-starts"
        branch(home / "before.db", folder / "hall.db", new_store_id="0e" * 8)
        field.open_replica(folder / "hall.db").close()  # it has been on this log before
        starts = [desk.started(role, folder, hall.ports) for _ in range(turns)]
        p50 = percentile([took for took, _ in starts], 0.5)
        most = max(memory for _, memory in starts)
        say(f"  a {role}'s screen knows its log after {ms(p50)}, {most / 1e6:.0f} MB")
        if role == "table":
            effort.judge(p50 <= RESTART_NS, "≤ 3 s")
        else:
            effort.judge(most <= REFEREE_BYTES, "≤ 220 MB")
    hall.kill()
