"""``python -m tests.load``: a hall of a thousand tables for a round, or for a day at speed.

Every table is a link of its own with its own key. Beside them listen a referee, a kiosk and a
standby. Printed are what a round costs the hall, and how soon a result is where it is needed.
With a hardship, the hall has a slow disk or half a core, or a new node fetches its log over a slow
line.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from shared.core.events import Role
from shared.machine.clocks import precise_ns
from shared.store.batch import Author
from tests.bench import field as event
from tests.bench.figures import (
    Effort,
    fsyncs,
    ms,
    on_this_disk,
    row,
    say,
    times,
    used,
)
from tests.bench.hall import SLOW_DISK, HallProcess, running
from tests.bench.sync import hall_folder, new_events
from tests.load import ENDS, SECOND_MS
from tests.load.hardships import Hardship, Line, half_a_core
from tests.load.tables import Played, Script
from tests.load.watcher import keys

PROCESSES = 4
"""The tables' processes."""
LISTENERS: tuple[Role, ...] = ("referee", "kiosk", "standby")
CLOCKS = 3
"""Batches of clock presses that a table writes in a round."""
BEHIND, FEW = 10_000, 1_000
"""Events that a node on a slow line lacks; in a smoke run."""
BEFORE = "0e" * 8
"""The start of each table in which it wrote them."""
MIB = 1 << 20
REFEREE_NS = 250_000_000
LINKED_NS = 10_000_000_000
"""Within which time a thousand tables are linked with a hall that was killed and started again."""
CORE = 1.0
MEMORY = 250 * MIB
"""Of a hall in its first round; ZeroMQ's queues to a thousand tables are most of it."""
MATCH = 20 * 1024
"""What each further match may add: what the fold keeps of it, and queues used for the first time.
"""


@dataclass(frozen=True)
class Cost:
    """What a round cost the hall: its share of a core, memory, open files, bytes in its WAL."""

    share: float
    memory: int
    files: int
    wal: int
    shown: int
    """How soon the referee was told, p99 in ns."""
    lost: int
    """Links that tables and listeners lost since the hall began."""


class Program:
    """A process that is told and asked by lines."""

    def __init__(self, module: str, *words: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, *words: object) -> None:
        """Write a line to it."""
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)

    def line(self) -> str:
        """Return its next line. Raises RuntimeError if it has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._process.args!r} ended by itself")
        return line.strip()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


@dataclass(frozen=True)
class Hall:
    """A hall at work: its process and folder, its tables and those that listen."""

    process: HallProcess
    home: Path
    tables: Sequence[Program]
    listeners: dict[Role, Program]
    count: int
    lost: list[str] = field(default_factory=list)
    """Whoever of those that listen lost the link, each time."""

    def plays(self, round_no: int, over_ms: int) -> Cost:
        """Publish a round, and let every table enter its result within ``over_ms``."""
        for listener in self.listeners.values():
            listener.tell(round_no, self.count)
        begun, before = precise_ns(), used(self.process.pid).cpu
        for program in self.tables:
            program.tell(round_no, over_ms)
        played = [msgspec.json.decode(one.line(), type=Played) for one in self.tables]
        share = (used(self.process.pid).cpu - before) / (precise_ns() - begun)
        sent = {n: took for one in played for n, took in one.took.items()}
        say(f"round {round_no}: {self.count} results within {over_ms / SECOND_MS:g} s")
        row("a result at the hall, acknowledged", [there - at for at, there in sent.values()])
        shown = 0
        for role, listener in self.listeners.items():
            seen = dict(self._seen(role, listener))
            p99 = row(f"a result at the {role}", [seen[n] - at for n, (at, _) in sent.items()])
            shown = p99 if role == "referee" else shown
        row("a ping and its answer", [pong * 1_000_000 for one in played for pong in one.pongs])
        lost = len(self.lost) + sum(one.silences for one in played)
        again = sum(one.again for one in played)
        say(f"  links lost so far {lost}, batches sent again so far {again}")
        cost = Cost(
            share,
            used(self.process.pid).memory,
            len(list(Path(f"/proc/{self.process.pid}/fd").iterdir())),
            (self.home / "hall.db-wal").stat().st_size,
            shown,
            lost,
        )
        say(
            f"  the hall: {cost.share:.0%} of a core, {cost.memory / MIB:.0f} MiB,"
            f" {cost.files} open files, {cost.wal / MIB:.1f} MiB in its WAL"
        )
        return cost

    def comes_back(self) -> int:
        """Kill the hall and start it again; return the ns until all tables are linked again."""
        for program in self.tables:
            program.tell(ENDS)
        begun = precise_ns()
        self.process.kill()
        with running(self.home, ports=self.process.ports):
            for one in self.tables:
                assert one.line() == "linked"
            return precise_ns() - begun

    def _seen(self, role: str, listener: Program) -> Iterator[tuple[int, int]]:
        """Yield table and moment of each result."""
        left = self.count
        while left:
            word, *rest = listener.line().split()
            if word == "seen":
                left -= 1
                yield int(rest[0]), int(rest[1])
            elif word == "lost":
                self.lost.append(role)


def scripts(folder: Path, tables: int, rounds: int) -> list[Path]:
    """Write what the tables will say, one file a process; return the files."""
    paired = hall_folder(folder, "script", rounds, tables)
    said = new_events(paired, folder, CLOCKS, rounds, tables)
    pairs = [[(event.data, event.sig) for event in events] for events in said]
    each = CLOCKS + 2
    root = event.author(event.ROOT).node
    files = []
    for part in range(min(PROCESSES, tables)):
        mine = {
            number: [
                (events[at : at + each - 1], [events[at + each - 1]])
                for at in range(0, len(events), each)
            ]
            for number, events in enumerate(pairs)
            if number % PROCESSES == part
        }
        files.append(folder / f"script-{part}")
        files[-1].write_bytes(msgspec.msgpack.encode(Script(root, mine)))
    return files


def found(folder: Path, tables: int, behind: int) -> Path:
    """Return the folder of a hall before its first round, with the keys of all who listen, and at
    least ``behind`` events of the tables from before."""
    home = hall_folder(folder, "hall", 0, tables)
    replica = event.open_replica(home / "hall.db")
    with replica.batch() as batch:
        for role in LISTENERS:
            draft = event.enrol(keys(role), role, role.capitalize())
            batch.append(event.author(event.ROOT), draft, at=event.AT)
    before = replica.end
    while replica.end < before + behind:
        with replica.batch() as batch:
            for table in range(tables):
                author = Author(event.terminal(table).sign, BEFORE)
                for draft in event.table_says(1_000, table, clocks=8):
                    batch.append(author, draft, at=event.AT)
    replica.close()
    return home


@contextmanager
def a_hall(
    folder: Path, tables: int, rounds: int, hardship: Hardship = "", behind: int = 0
) -> Iterator[Hall]:
    """Run a hall with so many tables until the end of the block."""
    files = scripts(folder, tables, rounds)
    home = found(folder, tables, behind)
    words = [SLOW_DISK] if hardship == "disk" else []
    with ExitStack() as opened, running(home, *words) as process:

        def program(module: str, *words: object) -> Program:
            one = Program(module, *words)
            opened.callback(one.close)
            return one

        def listens(role: Role, ports: Sequence[int]) -> Program:
            return program("tests.load.watcher", role, folder / role, *ports)

        near = [role for role in LISTENERS if hardship != "line" or role != "standby"]
        listeners = {role: listens(role, process.ports) for role in near}
        for listener in listeners.values():
            assert listener.line() == "live"
        programs = [program("tests.load.tables", file, *process.ports) for file in files]
        begun = precise_ns()
        for one in programs:
            assert one.line() == "linked"
        say(f"{tables} tables linked after {ms(precise_ns() - begun)}")
        if hardship == "core":
            opened.enter_context(half_a_core(process.pid))
        if hardship == "line":
            listeners["standby"] = listens("standby", Line(*process.ports).ports)
        yield Hall(process, home, programs, listeners, tables)


def load(effort: Effort, tables: int, rounds: int, over_s: float, hardship: Hardship = "") -> None:
    """Print what each round costs, and how the last compares with the first."""
    with on_this_disk() as name:
        folder = Path(name)
        row("the disk's own fsync of 4 KiB", fsyncs(folder, effort.pick(400, 1)))
        behind = effort.pick(BEHIND, FEW) if hardship == "line" else 0
        with a_hall(folder, tables, rounds, hardship, behind) as hall:
            costs = [hall.plays(n, int(over_s * SECOND_MS)) for n in range(1, rounds + 1)]
            linked = 0 if hardship else hall.comes_back()
    if hardship:
        effort.judge(not costs[-1].lost, "nobody falls OFFLINE")
        return
    say(f"the hall is killed and started again: {tables} tables are linked after {ms(linked)}")
    effort.judge(linked <= LINKED_NS, f"≤ {ms(LINKED_NS)}")
    first, last = costs[0], costs[-1]
    slowest = max(cost.shown for cost in costs)
    effort.judge(slowest <= REFEREE_NS, f"a result at the referee, p99 ≤ {ms(REFEREE_NS)}")
    effort.judge(max(cost.share for cost in costs) <= CORE, f"the hall ≤ {CORE:.0%} of a core")
    effort.judge(first.memory <= MEMORY, f"the hall ≤ {MEMORY // MIB} MiB in a round")
    if rounds > 1:
        grown = (last.memory - first.memory) / (tables * (rounds - 1))
        effort.judge(grown <= MATCH, f"each further match ≤ {MATCH // 1024} KiB")
        say("  round   at the referee, p99   memory   open files   WAL   of a core")
        for number, cost in enumerate(costs, start=1):
            say(
                f"  {number:5}   {ms(cost.shown):>19}   {cost.memory // MIB:3} MiB"
                f"   {cost.files:10}   {cost.wal / MIB:4.1f} MiB   {cost.share:.0%}"
            )
        say(
            f"  round {rounds} beside round 1: memory {times(last.memory, first.memory)}"
            f" ({grown / 1024:.1f} KiB a match),"
            f" open files {times(last.files, first.files)},"
            f" WAL {times(last.wal, first.wal)},"
            f" at the referee p99 {times(last.shown, first.shown)}"
        )


def main(argv: Sequence[str]) -> None:
    """Play what the words ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load", description="A whole hall at work on this machine."
    )
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=1, help="12 make a day")
    parser.add_argument("--seconds", type=float, default=60.0, help="for the results of a round")
    parser.add_argument("--hardship", choices=("line", "disk", "core"), default="")
    parser.add_argument("--smoke", action="store_true", help="twelve tables, two quick rounds")
    wanted = parser.parse_args(argv)
    say("  A hall at work: each table is a link of its own; a referee, a kiosk, a standby listen.")
    effort = Effort(smoke=wanted.smoke)
    random.seed(1)
    if wanted.smoke:
        load(effort, tables=12, rounds=2, over_s=1.0, hardship=wanted.hardship)
    else:
        load(effort, wanted.tables, wanted.rounds, wanted.seconds, wanted.hardship)


if __name__ == "__main__":
    main(sys.argv[1:])
