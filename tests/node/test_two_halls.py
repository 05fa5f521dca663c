"""Two halls after a split: they find each other, and one of them steps back, the same at both."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.state import FoundAt
from shared.node.engine import Engine
from shared.node.follower import FollowerLink, MayServe
from shared.node.hall import HallLink
from shared.node.home import join_by_file
from shared.node.open import open_follower, open_hall
from shared.node.readiness import NOBODY
from shared.port import Ready, Stopped
from tests.node.hall_kit import (
    LOOPBACK,
    PATIENCE_S,
    Ears,
    Hall,
    Running,
    a_hall,
    free_ports,
    report,
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def started(hall: Hall, node: Engine[HallLink]) -> Running:
    running = Running(node, Ears())
    hall.running.append(running)
    node.start(running.ears.hear)
    assert node.wait_ready(PATIENCE_S)
    return running


def prepared(hall: Hall) -> tuple[Path, int]:
    """Return a laptop whose place hall and table know; all are stopped again."""
    home, ports = hall.folder / "laptop", free_ports()
    join_by_file(home, hall.invites["referee-1"])
    server, table = hall.start_hall(), hall.start("table-1")
    laptop, _ = open_follower(home, serves=MayServe(FoundAt(LOOPBACK, *ports, ports[0] + 2)))
    ears = Ears()
    laptop.start(ears.hear)
    server.ears.until(lambda: laptop.node_id in server.ears.state.places)
    table.ears.until(lambda: laptop.node_id in table.ears.state.places)
    laptop.stop()
    hall.stop(table, server)
    return home, ports[0]


def test_first_of_two_halls_of_one_term_by_id_goes_on(hall: Hall) -> None:
    home, port = prepared(hall)
    one, _ = open_hall(hall.home, host=LOOPBACK, port_base=hall.ports[0], opens_term="split")
    other, _ = open_hall(home, host=LOOPBACK, port_base=port, opens_term="split")
    both = [started(hall, one), started(hall, other)]
    both.sort(key=lambda running: running.node.node_id)
    stays, goes = both

    goes.ears.first(Stopped)

    assert goes.node.link.superseded_by is not None
    assert not stays.node.failure
    assert stays.ears.state.term == 1


def test_the_hall_of_the_later_term_goes_on_and_the_tables_find_it(hall: Hall) -> None:
    home, port = prepared(hall)
    table = hall.start("table-1")
    later, _ = open_hall(home, host=LOOPBACK, port_base=port, opens_term="the hall is gone")
    new = started(hall, later)
    earlier, _ = open_hall(hall.home, host=LOOPBACK, port_base=hall.ports[0])
    old = started(hall, earlier)

    old.ears.first(Stopped)

    assert not new.node.failure
    event = table.file(report("to-the-later-one"))
    table.ears.until(lambda: event not in table.ears.unsent)
    table.ears.until(lambda: table.ears.state.hall == later.node_id)
    new.ears.until_sees("to-the-later-one")


def taken_over(hall: Hall) -> tuple[Path, int, Running]:
    """Folder and port of a laptop that was the hall in term 1 and is off; a table that knows it."""
    home, port = prepared(hall)
    table = hall.start("table-1")
    later, _ = open_hall(home, host=LOOPBACK, port_base=port, opens_term="the hall is gone")
    new = started(hall, later)
    table.ears.until(lambda: table.ears.state.hall == later.node_id)
    hall.stop(new)
    table.ears.until_link("offline")
    return home, port, table


@pytest.mark.slow
def test_a_hall_that_hears_of_a_later_term_from_a_table_alone_steps_back(hall: Hall) -> None:
    _, port, _ = taken_over(hall)

    old = hall.start_hall()

    old.ears.first(Stopped)
    assert old.node.link.superseded_by is not None
    assert old.node.link.superseded_by.sync_port == port


@pytest.mark.slow
def test_a_hall_that_does_not_step_back_is_left_for_the_one_of_the_later_term(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief of a hall's machine may serve on with another program."""
    monkeypatch.setattr(HallLink, "_step_back", lambda self, address=None: None)
    home, port, table = taken_over(hall)
    hall.start_hall()
    table.ears.until(lambda: table.ears.link.state == "live")
    assert table.node.link.hall.sync_port == hall.ports[0]

    again, _ = open_hall(home, host=LOOPBACK, port_base=port)
    new = started(hall, again)

    table.file(report("to-the-true-one"))
    new.ears.until_sees("to-the-true-one")
    assert table.node.link.hall.sync_port == port


@pytest.mark.slow
def test_a_hall_that_was_set_back_to_before_its_term_is_told_of_until_one_is_promoted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It follows the hall that it remembers, which follows it."""
    monkeypatch.setattr("shared.node.readiness.LOST_MS", 0)
    home, port = prepared(hall)
    shutil.copytree(home, hall.folder / "old")
    table = hall.start("table-1")
    later, _ = open_hall(home, host=LOOPBACK, port_base=port, opens_term="the hall is gone")
    new = started(hall, later)
    first_place = FoundAt(LOOPBACK, *hall.ports, hall.ports[0] + 2)
    first, _ = open_follower(hall.home, serves=MayServe(first_place))
    old = followed(hall, first)
    old.ears.until(lambda: old.ears.state.hall == later.node_id)
    held = table.file(report("in-the-first-term"))
    table.ears.until(lambda: held not in table.ears.unsent)
    hall.stop(new)

    shutil.rmtree(home)
    (hall.folder / "old").rename(home)
    back, _ = open_follower(home, serves=MayServe(FoundAt(LOOPBACK, port, port + 1, port + 2)))
    set_back = followed(hall, back)
    assert set_back.ears.first(Ready, lambda told: bool(told.notice)).notice == NOBODY
    assert old.ears.first(Ready, lambda told: bool(told.notice)).notice == NOBODY

    hall.stop(set_back)
    again, _ = open_hall(home, host=LOOPBACK, port_base=port, opens_term="it was set back")
    served = started(hall, again)
    old.ears.until(lambda: old.ears.link.state == "live")
    served.ears.until_sees("in-the-first-term")
    table.ears.until(lambda: table.ears.link.state == "live")
    assert not old.ears.state.unforced


def followed(hall: Hall, node: Engine[FollowerLink]) -> Running:
    running = Running(node, Ears())
    hall.running.append(running)
    node.start(running.ears.hear)
    return running
