"""Places that other nodes name: one that is no address is a place where nobody answers, and one
where no hall listens keeps no table for long."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import Draft, NodePlaced, entities
from shared.core.state import FoundAt
from shared.node import dial
from shared.node.follower import MayServe
from shared.node.open import open_follower
from shared.port import Ready
from tests.node.hall_kit import LOOPBACK, Ears, Hall, Running, a_hall, free_ports, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


@pytest.mark.parametrize("host", ["", "not an address", "a" * 253, "1.2.3.4:5;ipc", "*"])
def test_a_place_that_is_no_address_stops_no_node(hall: Hall, host: str) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    laptop = hall.start("referee-1", role="referee")
    node = hall.keys("referee-1").node
    laptop.file(Draft(entities.address(node), NodePlaced(host, 1, 2, 3)))
    table.ears.until(lambda: node in table.ears.state.places)
    hall.stop(server)
    table.ears.until_link("offline")
    held = table.file(report("held"))

    again = hall.start_hall()

    again.ears.until_sees("held")
    table.ears.until(lambda: held not in table.ears.unsent)
    assert not table.node.failure


def test_a_table_waits_neither_at_a_closed_port_nor_at_a_node_that_may_become_the_hall(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, ports = hall.start_hall(), free_ports()
    invite = hall.invites["referee-1"]
    serves = MayServe(FoundAt(LOOPBACK, *ports, ports[0] + 2))
    laptop, _ = open_follower(hall.folder / "laptop", invite=invite, serves=serves)
    standby = Running(laptop, Ears())
    hall.running.append(standby)
    laptop.start(standby.ears.hear)
    table = hall.start("table-1")
    table.ears.until(lambda: laptop.node_id in table.ears.state.places)
    hall.stop(server, table)
    for silent in ("KNOCK_MS", "TRY_MS"):  # a place that says nothing at all would be tried for
        monkeypatch.setattr(dial, silent, 600_000)

    table = hall.start("table-1")
    standby.ears.first(Ready, lambda told: told.tables_here == 1)
    hall.start_hall()
    table.ears.until_link("live")
