"""A hall that was set back to a time before a device was enrolled: it comes in by its vouchers."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.core.events import DeviceAssigned, DeviceEnrolled, DeviceRevoked, Draft, entities
from shared.net.keys import DeviceKeys
from tests.node.hall_kit import Hall, Running, a_hall, report
from tests.node.raw_kit import fresh_keys


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        shutil.copytree(hall.home, hall.folder / "old")
        yield hall


def with_a_spare(hall: Hall) -> tuple[Running, Running, DeviceKeys]:
    """Return a hall, its referee's laptop, and the keys of a device that the laptop admitted."""
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    referee.ears.until_link("live")
    keys = fresh_keys()
    body = DeviceEnrolled(keys.sign_public, keys.curve_public, "terminal", (), "Spare")
    referee.file(Draft(entities.device(keys.node), body))
    referee.file(Draft(entities.table_device("2"), DeviceAssigned(keys.node)))
    server.ears.until(lambda: server.ears.state.tables["2"].device == keys.node)
    return server, referee, keys


def test_device_unknown_to_the_hall_comes_in_and_brings_its_enrolment(hall: Hall) -> None:
    server, referee, keys = with_a_spare(hall)
    spare = hall.start("spare", keys=keys)
    spare.ears.until_link("live")
    hall.stop(server, referee)
    spare.ears.until_link("offline")
    spare.file(report("held-by-the-spare", 2))

    restored = hall.start_hall(home=hall.folder / "old")

    spare.ears.until_link("live")
    restored.ears.until_sees("held-by-the-spare")
    assert not restored.ears.state.devices[keys.node].revoked


def test_a_device_that_is_revoked_brings_no_voucher_that_helps(hall: Hall) -> None:
    server, referee, keys = with_a_spare(hall)
    spare = hall.start("spare", keys=keys)
    spare.ears.until_link("live")
    hall.stop(spare)
    referee.file(Draft(entities.device(keys.node), DeviceRevoked((), "It was stolen")))
    server.ears.until(lambda: server.ears.state.devices[keys.node].revoked)

    spare = hall.start("spare", keys=keys)

    assert "withdrawn this device's key" in spare.ears.until_link("refused").sentence


def test_device_without_vouchers_stays_out(hall: Hall) -> None:
    hall.start_hall()
    stranger = hall.start("stranger", keys=fresh_keys())
    assert "not admitted" in stranger.ears.until_link("refused").sentence
