"""Devices on real sockets: heard without a match, named and moved by the referee."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import ALL_HELD, DeviceAssigned, DeviceNamed, Draft, ReportFiled, entities
from shared.core.state.floor import table_of
from shared.machine.clocks import wall_ms
from shared.port import DevicesSeen, Saved
from tests.node.hall_kit import Hall, a_hall, report

AHEAD_MS = 90_000


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_a_referee_hears_of_every_device_kiosks_and_tables_without_a_match_included(
    hall: Hall,
) -> None:
    hall.start_hall()
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    table, kiosk = hall.prepare("table-1"), hall.prepare("kiosk-1", role="kiosk")
    table.node.wall = lambda: wall_ms() + AHEAD_MS
    for node in (table, kiosk):
        node.node.start(node.ears.hear)
        node.ears.until_link("live")

    def all_told(told: DevicesSeen) -> bool:
        ahead = {line.node: line.ahead_ms for line in told.lines}
        known = {hall.keys(name).node for name in ("table-1", "kiosk-1", "referee-1")}
        return known <= ahead.keys() and ahead[hall.keys("table-1").node] is not None

    told = referee.ears.first(DevicesSeen, all_told)
    ahead = {line.node: line.ahead_ms for line in told.lines}
    assert abs((ahead[hall.keys("table-1").node] or 0) - AHEAD_MS) < AHEAD_MS // 10


def test_device_is_named_and_moved_and_counts_at_its_new_table(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    referee = hall.start("referee-1", role="referee")
    one, two = hall.keys("table-1").node, hall.keys("table-2").node
    for node in (table, referee):
        node.ears.until_link("live")
    referee.file(Draft(entities.device_name(one), DeviceNamed("Blue")))
    moved = referee.node.append(
        Draft(entities.table_device("2"), DeviceAssigned(one, ALL_HELD)),
        Draft(entities.table_device("1"), DeviceAssigned(two, ALL_HELD)),
    )
    assert isinstance(referee.ears.answer(moved), Saved)
    table.ears.until(lambda: table_of(table.ears.state, one, "1") == "2")
    assert table.ears.state.devices[one].label == "Blue"

    table.file(report("from-the-old-table"))
    new = entities.table_report("2", "new")
    table.file(Draft(new, ReportFiled("call", note="from-the-new-table")))
    server.ears.until_sees("from-the-new-table")
    assert "from-the-old-table" not in {r.note for r in server.ears.state.reports.values()}
    spare = hall.start("table-2")
    spare.ears.until(lambda: table_of(spare.ears.state, two, "2") == "1")
