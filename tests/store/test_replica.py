"""A replica: a batch is written whole or not at all, in memory and on the disk."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from shared.core.events import Draft, Event, ReportFiled
from shared.core.events.entities import device
from shared.core.state import HallState
from shared.net.keys import DeviceKeys
from shared.store.batch import Batch
from shared.store.database import execute_many
from shared.store.database import sqlite3 as store_sqlite
from shared.store.errors import CannotSave
from shared.store.replica import Replica
from shared.wire.envelope import BadEvent, Signed, Stamp, seal
from tests.large import large
from tests.store.store_kit import (
    AT,
    HALL,
    MATCH,
    REFEREE,
    TABLES,
    by,
    enrolment,
    fill,
    open_replica,
    report,
    result,
    rows,
    set_up,
    small_disk,
    write,
)

TERMINAL = TABLES["1"]
EVERYTHING = ("log", "vector", "cursors", "acked", "journal", "reading")


def seen(replica: Replica) -> tuple[object, ...]:
    """Return everything that a replica holds, in memory and on the disk."""
    return (
        replica.state,
        dict(replica.vector),
        dict(replica.acked),
        replica.end,
        [rows(replica, table) for table in EVERYTHING],
    )


def signed(replica: Replica) -> list[Signed]:
    return [stored.signed for stored in replica.after(0, 10_000)]


def test_stored_events_are_there_after_the_file_is_opened_again(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    write(replica, by(TERMINAL), result(0, "W", "D"), result(1, "W", "D"))
    with replica.batch() as batch:
        batch.journal("m-1", [b"one", b"two"], b"12:00")
        batch.cursor("other", 7)
        batch.acked(TERMINAL.node, {(TERMINAL.node, "0" * 15 + "1"): 1}, complete=True)
    before = seen(replica)
    replica.close()

    again = open_replica(tmp_path / "hall.db", store="another")
    assert seen(again) == before
    assert again.store_id == "5151"
    assert again.state.matches["m-1"].result.status == "confirmed"
    assert again.journal("m-1") == ((b"one", b"two"), b"12:00")
    assert again.cursor("other") == 7
    assert again.cursor("unknown") == 0
    again.close()


def test_one_batch_is_one_transaction(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    before = seen(replica)

    def write_all(batch: Batch) -> None:
        batch.append(by(TERMINAL), result(0, "W", "W"), at=AT)
        batch.ingest(foreign_event())
        batch.journal("m-1", [b"press"], b"reading")
        batch.cursor("other", 9)
        batch.acked(TERMINAL.node, {(TERMINAL.node, "0" * 15 + "1"): 1}, complete=True)

    with pytest.raises(LookupError), replica.batch() as batch:  # noqa: PT012
        write_all(batch)
        raise LookupError
    assert seen(replica) == before
    with replica.batch() as batch:
        write_all(batch)
    assert replica.journal("m-1") == ((b"press",), b"reading")
    assert len(replica.state.matches["m-1"].result.versions) == 1
    assert replica.cursor("other") == 9
    replica.close()


def foreign_event(seq: int = 1, prev: str = "") -> Signed:
    """Return a report by the other table's terminal."""
    body = ReportFiled("call", note=f"number {seq}")
    draft = Draft(f"table/2/report/r{seq}", body, report("x").actor)
    return seal(TABLES["2"].sign, draft, Stamp(f"{1:016x}", seq, AT, prev=prev))[0]


@pytest.mark.parametrize(
    "statement", ["INSERT INTO log", "INSERT OR REPLACE INTO vector", "COMMIT"]
)
def test_an_error_of_the_disk_takes_the_whole_batch_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    before = seen(replica)
    execute = type(replica.database).execute

    def failing(self: Database, sql: str, *args: Any) -> Any:
        if sql.startswith(statement):
            raise store_sqlite.OperationalError("disk I/O error")
        return execute(self, sql, *args)

    def failing_many(db: Database, sql: str, rows: Sequence[Sequence[object]]) -> None:
        failing(db, sql, rows[0])
        execute_many(db, sql, rows[1:])

    with monkeypatch.context() as patch:
        patch.setattr(type(replica.database), "execute", failing)
        patch.setattr("shared.store.batch.execute_many", failing_many)
        with pytest.raises(CannotSave, match=r"NOT saved \(disk I/O error\)"):
            write(replica, by(TERMINAL), result(0, "W", "W"), result(1, "W", "W"))
    assert seen(replica) == before
    write(replica, by(TERMINAL), result(0, "W", "W"), result(1, "W", "W"))
    after = seen(replica)
    assert replica.state.matches["m-1"].result.status == "confirmed"
    replica.close()
    again = open_replica(tmp_path / "hall.db")
    assert seen(again) == after
    again.close()


@pytest.mark.needs("mount")
def test_a_full_disk_loses_nothing_that_was_saved_before(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        replica = open_replica(disk / "hall.db")
        set_up(replica)
        filler = fill(disk)
        held: list[str] = []
        with pytest.raises(CannotSave, match="disk of this node is full"):  # noqa: PT012
            for n in range(10_000):
                held += write(replica, by(TERMINAL), report(f"r{n}", "x" * 500))
        before = seen(replica)
        assert held == [s.event.id for s in replica.beyond(TERMINAL.node, {})]
        with pytest.raises(CannotSave), replica.batch() as batch:
            batch.journal("m-1", [b"x" * 20_000])
        assert seen(replica) == before

        filler.unlink()
        held += write(replica, by(TERMINAL), report("after", "x" * 500))
        before = seen(replica)
        assert held == [s.event.id for s in replica.beyond(TERMINAL.node, {})]
        replica.close()
        again = open_replica(disk / "hall.db")
        assert seen(again) == before
        again.close()


def test_event_is_stored_once(tmp_path: Path) -> None:
    here, there = open_replica(tmp_path / "a.db"), open_replica(tmp_path / "b.db", "b")
    set_up(here)
    for _ in range(2):
        with there.batch() as batch:
            for event in signed(here) * 2:
                batch.ingest(event)
    assert there.state == here.state
    assert there.vector == here.vector
    assert there.end == here.end
    assert signed(there) == signed(here)
    assert there.missing(here.vector, 100) == []
    here.close()
    there.close()


def test_unacceptable_event_is_refused_and_the_rest_of_the_batch_is_stored(
    tmp_path: Path,
) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    stranger = DeviceKeys.from_seed(bytes([99]) * 32)
    first = foreign_event(1)
    forged = Signed(first.data, bytes(64))
    draft = Draft("table/1/report/s", ReportFiled("call"), report("x").actor)
    unknown, _ = seal(stranger.sign, draft, Stamp("00" * 8, 1, AT))
    with replica.batch() as batch:
        for bad, why in (
            (forged, "signature"),
            (unknown, "not enrolled"),
            (foreign_event(2, first.id), "came before 1"),
            (Signed(b"", b""), "readable"),
            (Signed(b"\x00" * 300_000, b""), "more than an event"),
        ):
            with pytest.raises(BadEvent, match=why):
                batch.ingest(bad)
        assert batch.ingest(first).new
        assert not batch.ingest(foreign_event(2, first.id)).new
    assert replica.vector[TABLES["2"].node, f"{1:016x}"] == 2
    replica.close()


def test_two_events_under_one_number_are_both_kept_and_neither_counts(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    twin = foreign_event(1, prev="ab" * 16)
    with replica.batch() as batch:
        batch.ingest(foreign_event(1))
        batch.ingest(twin)
    assert replica.known(twin.id)
    assert replica.known(foreign_event(1).id)
    assert replica.state.reports == {}
    assert [alarm.kind for alarm in replica.state.alarms] == ["equivocation"]
    assert replica.vector[TABLES["2"].node, f"{1:016x}"] == 1
    replica.close()


def test_an_author_is_known_from_its_enrolment_in_the_same_batch(tmp_path: Path) -> None:
    here, there = open_replica(tmp_path / "a.db"), open_replica(tmp_path / "b.db", "b")
    set_up(here)
    late = DeviceKeys.from_seed(bytes([77]) * 32)
    write(here, by(HALL), enrolment(late, "terminal", "Late"))
    write(here, by(late), report("late"))
    with there.batch() as batch:
        assert all(batch.ingest(event).new for event in signed(here))
    assert device(late.node) in {stored.event.ent for stored in there.after(0, 1_000)}
    here.close()
    there.close()


def test_a_batch_taken_back_forgets_the_author_that_it_enrolled(tmp_path: Path) -> None:
    here, there = open_replica(tmp_path / "a.db"), open_replica(tmp_path / "b.db", "b")
    set_up(here)
    with pytest.raises(LookupError), there.batch() as batch:  # noqa: PT012
        for event in signed(here):
            batch.ingest(event)
        raise LookupError
    assert there.end == 0
    with there.batch() as batch, pytest.raises(BadEvent, match="not enrolled"):
        batch.ingest(foreign_event())
    here.close()
    there.close()


def test_peer_gets_the_events_it_lacks_in_log_order(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    half = dict(replica.vector)
    late = write(replica, by(TERMINAL), *(report(f"r{n}") for n in range(5)))
    late += write(replica, by(REFEREE), report("z"))
    late += write(replica, by(TERMINAL, inc=2), report("y"))
    assert [s.event.id for s in replica.missing(half, 100)] == late
    assert [s.event.id for s in replica.missing(half, 3)] == late[:3]
    assert [s.event.id for s in replica.beyond(TERMINAL.node, half)] == [*late[:5], late[6]]
    assert [s.event.id for s in replica.after(replica.end - 7, 2)] == late[:2]
    assert [s.pos for s in replica.after(0, 1_000)] == list(range(1, replica.end + 1))
    replica.close()


def test_each_start_names_the_last_event_that_the_node_knew_of_its_own(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    last = write(replica, by(TERMINAL), report("a"), report("b"))[-1]
    replica.close()
    again = open_replica(tmp_path / "hall.db")
    write(again, by(TERMINAL, inc=2), report("c"))
    event: Event = again.after(again.end - 1, 1)[0].event
    assert (event.seq, event.prev) == (1, last)
    again.close()


def test_a_new_version_names_the_heads_that_its_author_saw(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    first, second = write(replica, by(TERMINAL), result(0, "W", "W"), result(1, "W", "D"))
    events = {s.event.id: s.event for s in replica.after(0, 1_000)}
    assert events[second].deps == (first,)
    assert replica.fold.heads(f"{MATCH}/result") == (second,)
    replica.close()


def test_complete_acknowledgement_takes_back_earlier_ones(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    write(replica, by(TERMINAL), report("a"), report("b"))
    place = (TERMINAL.node, f"{1:016x}")
    foreign = (HALL.node, f"{1:016x}")
    for vector, complete, expected in (
        ({place: 2, foreign: 3}, False, {place: 2}),
        ({place: 1}, False, {place: 2}),
        ({place: 1}, True, {place: 1}),
        ({}, True, {}),
    ):
        with replica.batch() as batch:
            batch.acked(TERMINAL.node, vector, complete=complete)
        assert replica.acked == expected
    replica.close()


def test_the_file_is_for_its_owner_only_and_leaves_no_log_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "hall.db"
    replica = open_replica(path)
    set_up(replica)
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {"hall.db": 0o600, "hall.db-wal": 0o600}
    replica.close()
    assert [file.name for file in path.parent.iterdir()] == ["hall.db"]


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    asked = {
        name: replica.database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("synchronous", "journal_mode", "locking_mode")
    }
    assert asked == {"synchronous": 2, "journal_mode": "wal", "locking_mode": "exclusive"}
    replica.close()


def test_a_closed_file_opens_in_any_sqlite(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    state: HallState = replica.state
    replica.close()
    plain = sqlite3.connect(tmp_path / "hall.db")
    names = {row[0] for row in plain.execute("SELECT name FROM players")}
    plain.close()
    assert names == {player.name for player in state.players.values()}


def test_an_event_that_is_too_large_is_not_written(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    before = seen(replica)
    with pytest.raises(BadEvent, match="the limit is 262144"):
        write(replica, by(TERMINAL), report("a"), Draft("table/1/report/b", large(300_000)))
    assert seen(replica) == before
    write(replica, by(TERMINAL), Draft("table/1/report/c", ReportFiled("call")))
    assert len(replica.state.reports) == 1
    replica.close()
