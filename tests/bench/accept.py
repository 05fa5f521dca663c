"""An entry accepted at the table (held here), beside a raw FULL commit and the disk's own fsync."""

import sqlite3
from pathlib import Path
from queue import SimpleQueue

from hall_server.eventfile import parse_event_file
from hall_server.setting_up import Site, create_tournament
from shared.core.events import Actor, Draft, ResultSigned, entities
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome
from shared.machine.clocks import precise_ns
from shared.node.open import open_follower
from shared.port import NotSaved, Saved, Told
from tests.bench.figures import PATIENCE_S, Effort, fsyncs, ms, on_this_disk, percentile, row, say

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


def accepted(folder: Path, entries: int) -> list[int]:
    """Return nanoseconds from a signature on the screen to *held here*, one after another."""
    created = create_tournament(
        parse_event_file(EVENT, "bench"), folder / "hall", Site("127.0.0.1", 1)
    )
    node, _ = open_follower(folder / "table", invite=created.invites["table-1"])
    heard: SimpleQueue[Told] = SimpleQueue()
    node.start(heard.put)
    took = []
    for number in range(entries):
        ent = entities.result(MatchKey("open", 1, f"uid{number}"))
        body = ResultSigned(0, Outcome((Code.WIN, Code.DRAW)))
        begun = precise_ns()
        node.append(Draft(ent, body, Actor("0", "unverified press")))
        while not isinstance(told := heard.get(timeout=PATIENCE_S), Saved):
            if isinstance(told, NotSaved):
                raise OSError(told.sentence)
        took.append(precise_ns() - begun)
    node.stop()
    return took


def raw_commits(folder: Path, entries: int) -> list[int]:
    """Return nanoseconds of a bare INSERT and COMMIT, WAL and synchronous=FULL."""
    db = sqlite3.connect(folder / "raw.db", isolation_level=None)
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE log (pos INTEGER PRIMARY KEY, data BLOB)")
    took = []
    for _ in range(entries):
        begun = precise_ns()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO log (data) VALUES (?)", [b"x" * 200])
        db.execute("COMMIT")
        took.append(precise_ns() - begun)
    db.close()
    return took


def bench(effort: Effort) -> None:
    """Print the three rows and the bar."""
    entries = effort.pick(ENTRIES, 1)
    with on_this_disk() as name:
        folder = Path(name)
        held = row("held here", accepted(folder, entries))
        commit = row("raw FULL commit", raw_commits(folder, entries))
        values = fsyncs(folder, entries)
        fsync = row("the disk's own fsync of 4 KiB", values)
    say(f"  p99 {held / commit:.2f} × the raw commit; median fsync {ms(percentile(values, 0.5))}")
    bar = 5 * fsync + 20_000_000
    effort.judge(held <= bar, f"p99 ≤ 5 × fsync p99 + 20 ms = {ms(bar)}")
