"""A cut is taken when the event is written: all that this node holds of the bounded device."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import ALL_HELD, DeviceAssigned, DeviceRevoked, Draft, entities
from tests.node.hall_kit import Hall, a_hall, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_revoked_device_keeps_its_entries_and_is_refused_from_its_next_message(
    hall: Hall,
) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    within = table.file(report("within"))
    server.ears.until_sees("within")

    node = hall.keys("table-1").node
    server.file(Draft(entities.device(node), DeviceRevoked(ALL_HELD, "stolen")))

    refused = table.ears.until_link("refused")
    assert "withdrawn this device's key" in refused.sentence
    table.file(report("beyond"))
    server.ears.until(lambda: server.ears.state.devices[node].revoked)
    assert within not in {unforced.event for unforced in server.ears.state.unforced}
    assert "within" in {r.note for r in server.ears.state.reports.values()}
    assert "beyond" not in {r.note for r in server.ears.state.reports.values()}


def test_an_assignment_bounds_the_device_that_stood_there(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    within = table.file(report("within"))
    server.ears.until_sees("within")
    other = hall.keys("table-2").node

    event = server.file(Draft(entities.table_device("1"), DeviceAssigned(other, ALL_HELD)))
    beyond = table.file(report("beyond"))

    server.ears.until(lambda: beyond in {u.event for u in server.ears.state.unforced})
    assert within not in {u.event for u in server.ears.state.unforced}
    assert server.ears.state.tables["1"].device == other
    assert event
