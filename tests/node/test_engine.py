"""The engine under its own feet: an app that fails, a disk that cannot be read back."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from time import sleep

import pytest

from shared.core.events import ClockLogged, Draft, Press, entities
from shared.node.engine import Engine
from shared.node.view import NodeLink
from shared.node.work import Append
from shared.port import HallChanged, NotSaved, Saved, Stopped, Told
from shared.store.batch import Batch
from shared.store.database import sqlite3
from shared.store.replica import Replica
from shared.wire.envelope import BadEvent
from shared.wire.sync.effects import TakeIn
from tests.node.hall_kit import MATCHES, Hall, a_hall, pairing, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_an_app_that_fails_over_an_answer_does_not_make_the_node_write_twice(hall: Hall) -> None:
    table = hall.start("table-1")

    def fail(told: Told) -> None:
        if isinstance(told, Saved):
            raise LookupError("the app stumbled")

    table.ears.on_told = fail
    first = [table.node.append(report(f"r{n}")) for n in range(5)]
    assert len(first) == 5
    table.ears.until(lambda: len(table.ears.unsent) == 5)
    table.ears.on_told = lambda told: None
    table.file(report("last"))
    hall.stop(table)
    again = hall.start("table-1")
    assert len(again.ears.first(HallChanged).unsent) == 6


def test_entries_that_come_while_a_screen_is_drawn_are_one_commit(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hall.start("table-1")
    commits: list[int] = []
    batch = Replica.batch

    def counted(self: Replica) -> AbstractContextManager[Batch]:
        commits.append(self.end)
        return batch(self)

    monkeypatch.setattr(Replica, "batch", counted)
    monkeypatch.setattr("shared.node.engine.DRAWING_S", 1.0)
    first = table.node.append(report("r1"))
    sleep(0.1)
    second = table.node.journal("m-1", b"a press")
    assert [type(table.ears.answer(ticket)) for ticket in (first, second)] == [Saved, Saved]
    assert len(commits) == 1


def test_work_that_makes_the_program_stumble_is_answered_and_hurts_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hall.start("table-1")
    journal = Batch.journal

    def stumble(self: Batch, uid: str, entries: tuple[bytes, ...], reading: bytes) -> None:
        if uid == "m-2":
            raise LookupError("a mistake")
        journal(self, uid, entries, reading)

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "journal", stumble)
        tickets = [table.node.journal("m-1", b"a"), table.node.journal("m-2", b"b")]
        tickets.append(table.node.append(report("c")))
        answers = [type(table.ears.answer(ticket)) for ticket in tickets]
    assert answers == [Saved, NotSaved, Saved]
    refused = table.ears.answer(tickets[1])
    assert isinstance(refused, NotSaved)
    assert "NOT saved" in refused.sentence


def test_an_entry_that_shares_its_commit_with_news_from_the_hall_is_still_handed_in(
    hall: Hall,
) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    table.ears.until_link("live")
    there = server.node.replica
    draft = report("in-between")

    def both() -> None:
        table.node.put(Append(77, (draft,)))
        table.node.put(TakeIn((), there.store_id, there.end))

    table.node.call(both)
    saved = table.ears.answer(77)
    assert isinstance(saved, Saved)
    server.ears.until_sees("in-between")
    table.ears.until(lambda: not set(saved.events) & table.ears.unsent)


def test_signatures_of_events_from_the_link_are_checked_together(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_by_one(*_: object) -> None:
        raise BadEvent("checked one by one")

    monkeypatch.setattr("shared.store.batch.verify", one_by_one)
    table = hall.start("table-1")
    for n in range(20):
        table.file(report(f"r{n}"))
    server = hall.start_hall()
    server.ears.until_sees(*(f"r{n}" for n in range(20)))
    table.ears.until(lambda: not table.ears.unsent)


def test_stretch_after_one_that_was_not_stored_does_not_move_the_cursor(
    hall: Hall,
) -> None:
    """What lies between would never be asked for again while the link stands."""
    table = hall.start("table-1")
    read: list[int] = []

    def read_on() -> None:
        table.node.put(TakeIn((), "some hall", 500, 0))
        table.node.put(TakeIn((), "some hall", 900, 600))

    table.node.call(read_on)
    table.file(report("committed"))
    table.node.call(lambda: read.append(table.node.replica.cursor("some hall")))
    hall.stop(table)
    assert read == [500]


def test_a_replica_that_cannot_be_read_back_ends_the_node(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory that is not what the disk holds would give numbers out twice."""
    table = hall.start("table-1")
    table.file(report("before"))

    def broken(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(Replica, "_load", broken)
        patch.setattr(Batch, "finish", broken)
        ticket = table.node.append(report("during"))
        assert isinstance(table.ears.answer(ticket), NotSaved)
        stopped = table.ears.first(Stopped)
    assert "cannot be read any more" in stopped.sentence
    engine: Engine[NodeLink] = table.node
    assert engine.failure == stopped.sentence
    hall.stop(table)
    again = hall.start("table-1")
    assert len(again.ears.first(HallChanged).unsent) == 1


def test_a_node_that_finds_damage_after_its_start_says_so_and_ends(
    hall: Hall, tmp_path: Path
) -> None:
    """A start passes over a clock's early batches; they are checked while the node works."""
    server, table = hall.start_hall(), hall.start("table-1")
    server.node.append(pairing())
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    for number in range(10):
        presses = (Press(0, number), Press(1, 7))
        body = ClockLogged(1, presses, (9, 9), (1, 1), f"mark {number:02}")
        table.file(Draft(entities.clock(MATCHES[1]), body))
    hall.stop(table)
    file = tmp_path / "table-1" / "hall.db"
    file.write_bytes(file.read_bytes().replace(b"mark 02", b"mark 03"))

    again = hall.start("table-1")
    assert again.ears.state.matches["m-1"].presses == 20
    stopped = again.ears.first(Stopped)
    assert "of its log is not sound" in stopped.sentence
    assert "Move it aside and keep it" in stopped.sentence
    assert again.node.failure == stopped.sentence


def test_a_page_that_is_found_damaged_at_work_ends_the_node_in_the_same_words(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hall.start("table-1")

    def malformed(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(Replica, "journal", malformed)
    table.node.load_journal("m-1")
    stopped = table.ears.first(Stopped)
    assert "is damaged (database disk image is malformed)" in stopped.sentence
    assert "Move it aside and keep it" in stopped.sentence
