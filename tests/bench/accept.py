"""An entry accepted at the table (held here), beside a raw FULL commit and the disk's own fsync."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

from hall_server.eventfile import parse_event_file
from hall_server.setup import create_tournament
from shared.clocks import precise_ns
from shared.core import entities
from shared.core.entities import MatchKey
from shared.core.events import Actor, Draft, ResultSigned
from shared.core.words import Code, Outcome
from shared.node.open import open_follower
from shared.port import NotSaved, Saved, Told
from tests.bench.figures import ms, on_this_disk, percentile, row

ENTRIES = 400

EVENT = """
schema = 1
[event]
name = "Bench"
tables = 1
[[division]]
id = "open"
rulebook = "acf-majors"
"""


def accepted(folder: Path) -> list[int]:
    """Nanoseconds from a signature on the screen to *held here*, one after another."""
    created = create_tournament(
        parse_event_file(EVENT, "bench"), folder / "hall", host="127.0.0.1", port_base=1
    )
    node, _ = open_follower(folder / "table", invite=created.invites["table-1"])
    saved = threading.Event()

    def told(what: Told) -> None:
        assert not isinstance(what, NotSaved)
        if isinstance(what, Saved):
            saved.set()

    node.start(told)
    took = []
    for number in range(ENTRIES):
        ent = entities.result(MatchKey("open", 1, f"uid{number}"))
        body = ResultSigned(0, Outcome((Code.WIN, Code.DRAW)))
        saved.clear()
        begun = precise_ns()
        node.append(Draft(ent, body, Actor("0", "unverified press")))
        saved.wait(30)
        took.append(precise_ns() - begun)
    node.stop()
    return took


def raw_commits(folder: Path) -> list[int]:
    """Nanoseconds of a bare INSERT and COMMIT, WAL and synchronous=FULL."""
    db = sqlite3.connect(folder / "raw.db", isolation_level=None)
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE log (pos INTEGER PRIMARY KEY, data BLOB)")
    took = []
    for _ in range(ENTRIES):
        begun = precise_ns()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO log (data) VALUES (?)", [b"x" * 200])
        db.execute("COMMIT")
        took.append(precise_ns() - begun)
    db.close()
    return took


def fsyncs(folder: Path) -> list[int]:
    """Nanoseconds of the disk's own fsync of 4 KiB."""
    took = []
    with (folder / "raw.bin").open("wb") as file:
        for _ in range(ENTRIES):
            begun = precise_ns()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(precise_ns() - begun)
    return took


def bench() -> None:
    """Print the three rows and the bar."""
    print("An entry accepted at the table")  # noqa: T201
    with on_this_disk() as name:
        folder = Path(name)
        held = row("held here", accepted(folder))
        commit = row("raw FULL commit", raw_commits(folder))
        values = fsyncs(folder)
        fsync = row("the disk's own fsync of 4 KiB", values)
    print(f"  p99 {held / commit:.2f} × the raw commit; median fsync {ms(percentile(values, 0.5))}")  # noqa: T201
    bar = 5 * fsync + 20_000_000
    print(f"  bar: p99 ≤ 5 × fsync p99 + 20 ms = {ms(bar)}: {'met' if held <= bar else 'MISSED'}")  # noqa: T201
