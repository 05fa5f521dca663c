"""Disks that are full: nothing is claimed that is not so, and all goes on when there is room."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.port import JournalLoaded, NotSaved, Saved
from tests.node.hall_kit import Hall, Running, a_hall, player, report
from tests.store.store_kit import fill, small_disk

pytestmark = pytest.mark.needs("mount")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


@pytest.fixture
def disk(tmp_path: Path, hall: Hall) -> Iterator[Path]:
    """A small disk; the nodes that live on it stop before it goes."""
    with small_disk(tmp_path / "disk") as disk:
        yield disk
        hall.stop(*list(hall.running))


def test_a_table_with_a_full_disk_claims_nothing(hall: Hall, disk: Path) -> None:
    server = hall.start_hall()
    table = hall.start("table-1", home=disk / "table")
    table.ears.until_link("live")
    filler = fill(disk)
    held: list[str] = []
    refused: list[NotSaved] = []
    for n in range(200):
        answer = table.ears.answer(table.node.append(report(f"n{n}-" + "x" * 400)))
        if isinstance(answer, Saved):
            held += answer.events
        else:
            refused.append(answer)
    assert refused
    assert all("disk of this node is full" in told.sentence for told in refused)
    ticket = table.node.journal("m-1", b"x" * 100_000)
    assert isinstance(table.ears.answer(ticket), NotSaved)
    filler.unlink()

    event = table.file(report("room-again"))
    table.ears.until(lambda: event not in table.ears.unsent)
    server.ears.until_sees("room-again")
    said = {r.event for r in server.ears.state.reports.values()}
    assert said == {event, *held}
    table.node.load_journal("m-1")
    assert table.ears.first(JournalLoaded).entries == ()


def test_table_with_a_full_disk_fetches_missed_events_later(hall: Hall, disk: Path) -> None:
    server = hall.start_hall()
    table = hall.start("table-1", home=disk / "table")
    table.ears.until_link("live")
    filler = fill(disk)
    for n in range(4):
        server.node.append(*(player(f"p{n}-{m}") for m in range(100)))
    table.ears.until(lambda: table.ears.link.behind > 0 and table.ears.link.full == "here")
    filler.unlink()
    table.ears.until_sees("p0-0", "p3-99")
    table.ears.until(lambda: table.ears.link.state == "live" and not table.ears.link.full)


def reports(node: Running) -> set[str]:
    """Return the events of the reports that a node's screen was told of."""
    return {report.event for report in node.ears.state.reports.values()}


def test_a_hall_with_a_full_disk_acknowledges_nothing_that_it_does_not_hold(
    hall: Hall, disk: Path
) -> None:
    shutil.copytree(hall.home, disk / "hall")
    server, table = hall.start_hall(disk / "hall"), hall.start("table-1")
    table.ears.until_link("live")
    filler = fill(disk)
    drain = 0
    while isinstance(server.ears.answer(server.node.append(player(f"fill-{drain}"))), Saved):
        drain += 1
    events = {table.file(report(f"n{n}-" + "x" * 400)) for n in range(3)}
    table.ears.until(lambda: events <= reports(table))
    answer = server.ears.answer(server.node.append(player("full")))
    assert isinstance(answer, NotSaved)
    acknowledged = events - table.ears.unsent
    server.ears.until(lambda: acknowledged <= reports(server))
    table.ears.until(lambda: table.ears.link.full == "hall")
    filler.unlink()

    last = table.file(report("last"))
    server.ears.until(lambda: {*events, last} <= reports(server))
    table.ears.until(lambda: not table.ears.unsent and not table.ears.link.full)


def test_a_node_that_cannot_be_opened_says_why(hall: Hall, tmp_path: Path) -> None:
    (tmp_path / "table-1").mkdir()
    (tmp_path / "table-1" / "hall.db").write_bytes(b"not a database" * 100)
    table = hall.start("table-1")
    assert "is damaged" in table.node.failure
    assert [type(told).__name__ for told in table.ears.told] == ["Stopped"]
    table.node.append(report("into-the-void"))
    hall.stop(table)
    assert (tmp_path / "table-1" / "hall.db").read_bytes() == b"not a database" * 100
