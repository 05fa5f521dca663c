"""After a power cut at any moment, all that was committed before is in the file."""

import itertools
import random
from pathlib import Path

from shared.core.fold import fold
from shared.store.replica import Replica
from tests.store.store_kit import TABLES, by, open_replica, report, rows, set_up, write

COMMITS = 40
CUTS = 120
FRAME = 4096 + 24
"""A page in SQLite's write-ahead log, with its header; the log itself begins with 32 bytes."""


class Disk:
    """What lay on the disk after a commit, and what had been said to be held by then."""

    def __init__(self, replica: Replica, held: list[str]) -> None:
        self.main = replica.path.read_bytes()
        self.wal = replica.path.with_name("hall.db-wal").read_bytes()
        self.held = list(held)
        self.journal = replica.journal("m-1")[0]

    @property
    def salts(self) -> bytes:
        """What SQLite's log is told by from the one that it wrote before in the same file."""
        return self.wal[16:24]

    def put(self, folder: Path, wal: bytes, main: bytes | None = None) -> Path:
        folder.mkdir()
        (folder / "hall.db").write_bytes(self.main if main is None else main)
        (folder / "hall.db-wal").write_bytes(wal)
        return folder / "hall.db"


def discs(folder: Path) -> list[Disk]:
    """Return a disk after each of many commits."""
    replica = open_replica(folder / "hall.db")
    # Small enough that the log is folded into the file some times on the way.
    replica.database.execute("PRAGMA wal_autocheckpoint=60")
    set_up(replica)
    held = [stored.event.id for stored in replica.after(0, 1_000)]
    found = [Disk(replica, held)]
    for n in range(COMMITS):
        held += write(
            replica, by(TABLES["1"]), *(report(f"r{n}-{m}", "x" * 50) for m in range(n % 4 + 1))
        )
        with replica.batch() as batch:
            batch.journal("m-1", [b"press %d" % n])
        found.append(Disk(replica, held))
    replica.close()
    return found


def opened(path: Path) -> tuple[list[str], tuple[bytes, ...]]:
    """Events and journal of a file after a cut; memory, tables and log agree in it."""
    replica = open_replica(path)
    stored = replica.after(0, 10_000)
    assert replica.state == fold(replica.root, [s.event for s in stored])
    assert len(rows(replica, "incidents")) == len(replica.state.reports)
    for (node, inc), seq in replica.vector.items():
        assert seq == sum(1 for s in stored if (s.event.node, s.event.inc) == (node, inc))
    held = ([s.event.id for s in stored], replica.journal("m-1")[0])
    write(replica, by(TABLES["1"], 9), report("after-the-cut"))
    replica.close()
    return held


def test_a_cut_after_a_commit_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    for n, disk in enumerate(discs(tmp_path / "live")):
        path = disk.put(tmp_path / f"cut{n}", disk.wal)
        assert opened(path) == (disk.held, disk.journal)


def test_a_cut_within_a_commit_leaves_all_that_was_committed_before(tmp_path: Path) -> None:
    """The log that SQLite was writing is cut off, or its last bytes are not those it wrote."""
    (tmp_path / "live").mkdir()
    found = discs(tmp_path / "live")
    chance = random.Random(47301)
    for n in range(CUTS):
        before, after = chance.choice(list(itertools.pairwise(found)))
        if after.main != before.main:
            continue
        start = next(
            (
                i
                for i, pair in enumerate(zip(before.wal, after.wal, strict=False))
                if pair[0] != pair[1]
            ),
            min(len(before.wal), len(after.wal)),
        )
        cut = chance.randrange(start, len(after.wal) + 1)
        torn = after.wal[:cut] + chance.choice([b"", bytes(len(after.wal) - cut)])
        events, journal = opened(after.put(tmp_path / f"cut{n}", torn))
        assert events[: len(before.held)] == before.held
        assert events == after.held[: len(events)]
        assert journal == after.journal[: len(journal)]
        assert journal[: len(before.journal)] == before.journal


def test_a_log_that_is_cut_anywhere_opens_as_some_moment_of_the_past(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    found = discs(tmp_path / "live")
    moments = [(disk.held, disk.journal) for disk in found]
    founded = found[0].held[:3]  # the tournament key's own batch
    chance = random.Random(47302)
    # A log is whole on the disk before it is folded into the file: one that is cut was not yet.
    unfolded = {disk.salts: disk.main for disk in reversed(found)}
    for n in range(CUTS):
        disk = chance.choice(found)
        torn = disk.wal[: chance.randrange(len(disk.wal) + 1)]
        path = disk.put(tmp_path / f"cut{n}", torn, unfolded[disk.salts])
        events, journal = opened(path)
        assert events in ([], founded, *(held for held, _ in moments))
        assert journal in ((), *(entries for _, entries in moments))


def test_a_cut_while_the_tables_are_being_made_leaves_a_file_that_opens(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    replica = open_replica(tmp_path / "made" / "hall.db")
    disk = Disk(replica, [])
    replica.close()
    frames = (len(disk.wal) - 32) // FRAME
    assert frames > 20
    for n in range(frames + 1):
        path = disk.put(tmp_path / f"cut{n}", disk.wal[: 32 + n * FRAME])
        assert opened(path) == ([], ())
