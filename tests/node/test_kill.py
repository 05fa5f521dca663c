"""kill -9 of the hall and of a table under load: entries told as held here are never lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from shared.port import NotSaved, Saved, Told
from shared.store.replica import Replica
from tests.node.hall_kit import PATIENCE_S, Hall, Running, a_hall, pairing, report, result
from tests.node.hall_process import HallProcess

pytestmark = [pytest.mark.slow, pytest.mark.processes]

TABLES = 7
KILLED_TABLE = 7
KILLS = 4
ENTRIES = 40
"""Entries of each table between two kills of the hall."""


class Writer:
    """A table in this process that enters one thing after another, as long as it is granted."""

    def __init__(self, running: Running, table: int, counter: Counter) -> None:
        self._running = running
        self._table = table
        self._counter = counter
        self._lock = threading.Lock()
        self._granted = 0
        self._entered = 0
        self._busy = False
        running.ears.on_told = self._told

    def grant(self, entries: int) -> None:
        with self._lock:
            self._granted += entries
            go = not self._busy
            self._busy = True
        if go:
            self._enter()

    def _enter(self) -> None:
        with self._lock:
            if self._entered == self._granted:
                self._busy = False
                return
            n = self._entered
            self._entered += 1
        if n % 10 == 0:
            self._running.node.append(result(self._table, n // 10 % 2, "W", "D"))  # type: ignore[arg-type]
        else:
            self._running.node.append(report(f"{self._table}-{n}", self._table))

    def _told(self, told: Told) -> None:
        assert not isinstance(told, NotSaved)
        if isinstance(told, Saved):
            self._counter.add(*told.events)
            self._enter()


class Counter:
    """Every id that any table was told is held."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.held: set[str] = set()

    def add(self, *events: str) -> None:
        with self._changed:
            self.held.update(events)
            self._changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.held) >= count, PATIENCE_S)


class KilledTable:
    """The table in a process of its own."""

    def __init__(self, hall: Hall) -> None:
        keys = hall.keys(f"table-{KILLED_TABLE}")
        self.home = hall.folder / f"table-{KILLED_TABLE}"
        self._command = [
            sys.executable, "-m", "tests.node.kill_follower", str(self.home), str(KILLED_TABLE),
            *map(str, hall.ports), hall.keys("hall").curve_public.hex(),
            bytes(hall.root_key.verify_key).hex(), bytes(keys.sign).hex(),
        ]  # fmt: skip

    def live_and_die(self, entries: int) -> list[str]:
        """Run until ``entries`` entries were told, kill it, and return all that it told."""
        with subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
        ) as process:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(entries)]
            process.kill()
            told += process.stdout.readlines()
        return [line.strip() for line in told if line.endswith("\n")]


def log_of(hall: Hall) -> set[str]:
    replica = Replica(hall.home / "hall.db", bytes(hall.root_key.verify_key), new_store_id="unused")
    assert replica.state.alarms == ()
    assert replica.state.unforced == ()
    held = {stored.event.id for stored in replica.after(0, 1_000_000)}
    replica.close()
    return held


def test_killing_hall_and_table_loses_no_held_entry(tmp_path: Path) -> None:
    chance = random.Random(20260)
    counter = Counter()
    with a_hall(tmp_path, TABLES) as hall:
        server = hall.start_hall()
        server.file(pairing(TABLES))
        hall.stop(server)
        writers = [Writer(hall.start(f"table-{n}"), n, counter) for n in range(1, TABLES)]
        killed = KilledTable(hall)
        for kill in range(KILLS):
            before = len(counter.held)
            with HallProcess(hall) as process:
                for writer in writers:
                    writer.grant(ENTRIES)
                if kill:
                    counter.add(*killed.live_and_die(chance.randrange(1, 60)))
                counter.wait_for(before + chance.randrange(1, ENTRIES * len(writers)))
                process.end(signal.SIGKILL)
            assert process.code == -signal.SIGKILL
        for writer in writers:
            writer.grant(1)
        counter.wait_for((KILLS * ENTRIES + 1) * len(writers))

        with HallProcess(hall) as process:
            last = hall.start(f"table-{KILLED_TABLE}")
            for running in hall.running:
                running.ears.until(
                    lambda ears=running.ears: ears.link.state == "live" and not ears.unsent  # type: ignore[misc]
                )
            assert last.node.failure == ""
            process.end(signal.SIGKILL)
        assert len(counter.held) > (KILLS * ENTRIES + 1) * len(writers)
        assert counter.held <= log_of(hall)
