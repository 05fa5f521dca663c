"""Callers that hold every place at the door: each address has a few, and invites go past it."""

import select
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from shared.net import door
from tests.hostile.kit import plays_on
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, a_hall

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="calls from 127.0.0.2 and others")


def calls(hall: Hall, held: ExitStack, source: str, count: int) -> list[socket.socket]:
    """Call the door from an address and say nothing."""
    at = (LOOPBACK, hall.ports[0] + 2)
    return [
        held.enter_context(socket.create_connection(at, PATIENCE_S, (source, 0)))
        for _ in range(count)
    ]


def hung_up_on(callers: list[socket.socket]) -> list[socket.socket]:
    """Wait until the door hangs up on a visitor; return its socket."""
    found, _, _ = select.select(callers, [], [], PATIENCE_S)
    assert all(caller.recv(1) == b"" for caller in found)
    return found


def test_an_address_has_sixteen_places_and_all_have_sixty_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "SPEAKS_S", 10 * PATIENCE_S)
    with a_hall(tmp_path) as hall, ExitStack() as held:
        hall.start_hall()
        crowd = calls(hall, held, "127.0.0.2", door.MOST_OF_ONE_ADDRESS + 1)
        assert hung_up_on(crowd) == crowd[-1:]
        crowd.pop()
        for host in ("127.0.0.3", "127.0.0.4", "127.0.0.5"):
            crowd += calls(hall, held, host, door.MOST_OF_ONE_ADDRESS)
        assert len(crowd) == door.MOST
        late = calls(hall, held, "127.0.0.6", 1)
        assert hung_up_on([*crowd, *late]) == late

        table = hall.start("table-1")
        table.ears.until_link("live")
        plays_on(table, "past-the-door")


def test_silent_connection_loses_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SPEAKS_S", 0.1)
    with a_hall(tmp_path) as hall, ExitStack() as held:
        hall.start_hall()
        assert hung_up_on(calls(hall, held, "127.0.0.2", 1))
