"""Places that other nodes name: one that is no address is a place where nobody answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import Draft, NodePlaced, entities
from tests.node.hall_kit import Hall, a_hall, report


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
