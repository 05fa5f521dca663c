"""``python -m tests.load``: a hall of a thousand tables for a round, or for a day at speed.

Every table is a link of its own with its own key. Beside them listen a referee, a kiosk and a
standby. Printed are what a round costs the hall, and how soon a result is where it is needed.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from shared.core.events import Role
from shared.machine.clocks import precise_ns
from tests.bench import field
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
from tests.bench.hall import HallProcess, running
from tests.bench.sync import hall_folder, new_events
from tests.load import SECOND_MS
from tests.load.tables import Played, Script
from tests.load.watcher import keys

PROCESSES = 4
"""The tables' processes."""
LISTENERS: tuple[Role, ...] = ("referee", "kiosk", "standby")
CLOCKS = 3
"""Batches of clock presses that a table writes in a round."""
IDLE_S = 10
MIB = 1 << 20
REFEREE_NS = 250_000_000
CORE = 1.0
MEMORY = 250 * MIB


@dataclass(frozen=True)
class Cost:
    """What a round cost the hall: its share of a core, memory, open files, bytes in its WAL."""

    share: float
    memory: int
    files: int
    wal: int
    shown: int
    """How soon the referee was told, p99 in ns."""


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
            seen = dict(_seen(listener, self.count))
            p99 = row(f"a result at the {role}", [seen[n] - at for n, (at, _) in sent.items()])
            shown = p99 if role == "referee" else shown
        row("a ping and its answer", [pong * 1_000_000 for one in played for pong in one.pongs])
        lost, again = sum(one.silences for one in played), sum(one.again for one in played)
        say(f"  links lost so far {lost}, batches sent again so far {again}")
        cost = Cost(
            share,
            used(self.process.pid).memory,
            len(list(Path(f"/proc/{self.process.pid}/fd").iterdir())),
            (self.home / "hall.db-wal").stat().st_size,
            shown,
        )
        say(
            f"  the hall: {cost.share:.0%} of a core, {cost.memory / MIB:.0f} MiB,"
            f" {cost.files} open files, {cost.wal / MIB:.1f} MiB in its WAL"
        )
        return cost


def _seen(listener: Program, count: int) -> Iterator[tuple[int, int]]:
    for _ in range(count):
        _, table, at = listener.line().split()
        yield int(table), int(at)


def scripts(folder: Path, tables: int, rounds: int) -> list[Path]:
    """Write what the tables will say, one file a process; return the files."""
    paired = hall_folder(folder, "script", rounds, tables)
    said = new_events(paired, folder, CLOCKS, rounds, tables)
    pairs = [[(event.data, event.sig) for event in events] for events in said]
    each = CLOCKS + 2
    root = field.author(field.ROOT).node
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


def found(folder: Path, tables: int) -> Path:
    """Return the folder of a hall before its first round, with the keys of all who listen."""
    home = hall_folder(folder, "hall", 0, tables)
    replica = field.open_replica(home / "hall.db")
    with replica.batch() as batch:
        for role in LISTENERS:
            draft = field.enrol(keys(role), role, role.capitalize())
            batch.append(field.author(field.ROOT), draft, at=field.AT)
    replica.close()
    return home


@contextmanager
def a_hall(folder: Path, tables: int, rounds: int) -> Iterator[Hall]:
    """Run a hall with so many tables until the end of the block."""
    files = scripts(folder, tables, rounds)
    home = found(folder, tables)
    with ExitStack() as opened, running(home) as process:

        def program(module: str, *words: object) -> Program:
            one = Program(module, *words, *process.ports)
            opened.callback(one.close)
            return one

        listeners = {role: program("tests.load.watcher", role, folder / role) for role in LISTENERS}
        for listener in listeners.values():
            assert listener.line() == "live"
        programs = [program("tests.load.tables", file) for file in files]
        begun = precise_ns()
        for one in programs:
            assert one.line() == "linked"
        say(f"{tables} tables linked after {ms(precise_ns() - begun)}")
        yield Hall(process, home, programs, listeners, tables)


def load(effort: Effort, tables: int, rounds: int, over_s: float) -> None:
    """Print what each round costs, and how the last compares with the first."""
    with on_this_disk() as name:
        folder = Path(name)
        row("the disk's own fsync of 4 KiB", fsyncs(folder, effort.pick(400, 1)))
        with a_hall(folder, tables, rounds) as hall:
            costs = [hall.plays(n, int(over_s * SECOND_MS)) for n in range(1, rounds + 1)]
    first, last = costs[0], costs[-1]
    slowest = max(cost.shown for cost in costs)
    effort.judge(slowest <= REFEREE_NS, f"a result at the referee, p99 ≤ {ms(REFEREE_NS)}")
    effort.judge(max(cost.share for cost in costs) <= CORE, f"the hall ≤ {CORE:.0%} of a core")
    most = max(cost.memory for cost in costs)
    effort.judge(most <= MEMORY, f"the hall ≤ {MEMORY // MIB} MiB")
    if rounds > 1:
        say(
            f"  round {rounds} beside round 1: memory {times(last.memory, first.memory)},"
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
    parser.add_argument("--smoke", action="store_true", help="four tables, two quick rounds")
    wanted = parser.parse_args(argv)
    say("  A hall at work: each table is a link of its own; a referee, a kiosk, a standby listen.")
    effort = Effort(smoke=wanted.smoke)
    random.seed(1)
    if wanted.smoke:
        load(effort, tables=4, rounds=2, over_s=1.0)
    else:
        load(effort, wanted.tables, wanted.rounds, wanted.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
