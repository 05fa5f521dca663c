"""A disk that was set back: its node writes on under new numbers, and gets its own events back."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.node.home import engine_home, load
from tests.node.hall_kit import Hall, a_hall, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_each_start_has_an_incarnation_of_its_own(hall: Hall) -> None:
    membership, keys = load(hall.home)
    starts = [engine_home(hall.home, membership.root_key, keys) for _ in range(3)]
    assert len({start.instance for start in starts}) == len(starts)


def test_first_events_of_a_restored_disk_are_not_taken_for_its_earlier_ones(
    hall: Hall,
) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    table.file(report("first"))
    hall.stop(table)
    shutil.copytree(hall.folder / "table-1", hall.folder / "old")
    table = hall.start("table-1")
    table.file(report("lost-from-the-disk"))
    server.ears.until_sees("lost-from-the-disk")
    hall.stop(table, server)

    again = hall.start("table-1", home=hall.folder / "old")
    event = again.file(report("written-before-anything-was-heard"))
    server = hall.start_hall()

    server.ears.until_sees("first", "lost-from-the-disk", "written-before-anything-was-heard")
    again.ears.until_sees("lost-from-the-disk")
    again.ears.until(lambda: event not in again.ears.unsent)
    assert server.ears.state.alarms == again.ears.state.alarms == ()
