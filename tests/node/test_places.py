"""Places that other nodes name: one that is no address is a place where nobody answers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from shared.core import entities
from shared.core.events import Draft, NodePlaced
from shared.net.address import HallAddress
from shared.node.follower import SLOWEST, TRY_MS, FollowerNode
from shared.node.home import engine_home
from shared.port import Link
from tests.node.hall_kit import Hall, a_hall, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


@pytest.mark.parametrize("host", ["", "not an address", "a" * 5_000, "1.2.3.4:5;ipc", "*"])
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


def test_a_hall_slower_than_the_patience_for_one_try_is_not_left_again_and_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try begins with a new connection, of which a slow hall has not heard yet."""
    now = [0]
    home = hall.folder / "table-1"
    home.mkdir()
    shutil.copy(hall.home / "hall.db", home / "hall.db")
    root = bytes(hall.root_key.verify_key)
    node = FollowerNode(
        engine_home(home, root, hall.keys("table-1")),
        hall.address(),
        role="terminal",
        wall=lambda: now[0],
        monotonic=lambda: now[0],
    )
    tries: list[tuple[int, HallAddress]] = []

    def connect(self: FollowerNode, place: HallAddress) -> None:
        tries.append((now[0], place))
        self._opened = False
        self._on_handshake(True)

    monkeypatch.setattr(FollowerNode, "_connect", connect)
    node.open_replica()
    try:
        node.begin()
        node._set_link(Link("offline", 0))
        node._try_next()
        for _ in range(60 * 10):
            now[0] += 100
            node.tick()
    finally:
        node._vault.close()
        node.replica.close()

    stays = [later - earlier for (earlier, _), (later, _) in pairwise(tries)]
    assert len({place for _, place in tries}) > 1
    assert stays[0] <= TRY_MS + 100
    assert max(stays) >= SLOWEST * TRY_MS
