"""A device that enrols with another's Curve25519 key. Putting it off puts off nobody else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from shared.core import entities
from shared.core.events import DeviceEnrolled, DeviceRevoked, Draft
from shared.core.state import EMPTY, Device, holders
from shared.net.address import HallAddress, candidates
from tests.hostile.kit import plays_on
from tests.node.hall_kit import Hall, Running, a_hall
from tests.node.raw_kit import fresh_keys


@pytest.mark.parametrize("victim", ["hall", "referee-1", "table-1"])
def test_a_device_with_anothers_key_is_put_off_alone(tmp_path: Path, victim: str) -> None:
    with a_hall(tmp_path) as hall:
        server, table = hall.start_hall(), hall.start("table-1")
        referee = hall.start("referee-1", role="referee")
        nodes = (server, table, referee)
        for node in (table, referee):
            node.ears.until_link("live")
        thief = enrolled_with_key_of(hall, referee, victim)
        all_know(thief, *nodes)

        referee.file(Draft(entities.device(thief), DeviceRevoked((), "It was stolen")))

        for node in nodes:
            node.ears.until(lambda n=node: n.ears.state.devices[thief].revoked)
        plays_on(table, "after-it")
        referee.ears.until_sees("after-it")
        hall.stop(table, referee)
        for name, role in (("table-1", "terminal"), ("referee-1", "referee")):
            again = hall.start(name, role=role)
            again.ears.until_link("live")
        assert not server.node.failure


def enrolled_with_key_of(hall: Hall, referee: Running, victim: str) -> str:
    """Enrol a device of its own under the victim's Curve25519 key; return its node."""
    node = fresh_keys()
    while node.node > hall.keys(victim).node:
        node = fresh_keys()
    body = DeviceEnrolled(node.sign_public, hall.keys(victim).curve_public, "terminal", (), "Spare")
    referee.file(Draft(entities.device(node.node), body))
    return node.node


def all_know(thief: str, *nodes: Running) -> None:
    for node in nodes:
        node.ears.until(lambda n=node: thief in n.ears.state.devices)


def test_a_key_belongs_to_the_device_with_rights() -> None:
    hall = Device("f", b"", b"h" * 32, "hall", ("hall", "term"), "Hall", revoked=False)
    thief = msgspec.structs.replace(hall, node="0", scopes=(), role="terminal", revoked=True)
    state = msgspec.structs.replace(EMPTY, devices={"0": thief, "f": hall})
    here = HallAddress("hall", 1, 2, hall.curve_key)

    assert holders(state.devices.values()) == {hall.curve_key: hall}
    assert here in candidates(here, state)
