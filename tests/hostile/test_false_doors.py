"""False halls that are announced before the true one: a device without an invite gets past them."""

import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from shared.machine.clocks import monotonic_ms
from shared.net.discovery import EnrolPlace
from shared.net.keys import DeviceKeys
from shared.node import applicant
from shared.node.applicant import DOOR_MS, MOST_TURNS
from shared.node.home import load
from shared.wire.door import HEADER, Admitted, FromHall, HallOffer, Turned, Waiting, frame
from shared.wire.enrol import PATIENCE_MS, TRIES
from tests.node.hall_kit import LOOPBACK, a_hall
from tests.node.test_enrolment import Device, a_referee, accept, who_asks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="answers at 127.0.0.66")

FALSE = "127.0.0.66"


class HallFinder:
    """Hears the announcements that a test makes."""

    doors: tuple[EnrolPlace, ...] = ()

    def __init__(self, _reads: object, found: Callable[[EnrolPlace], None]) -> None:
        self._found = found

    async def open(self) -> None:
        """Hear of the doors in their order."""
        for door in self.doors:
            self._found(door)

    async def close(self) -> None:
        """Nothing is open."""


class Times:
    """The clock of the devices; a test puts it forward."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def now(self) -> int:
        """Return milliseconds that never go back."""
        return monotonic_ms() + self.ahead_ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Times:
    times = Times()
    monkeypatch.setattr(applicant, "monotonic_ms", times.now)
    monkeypatch.setattr("shared.net.discovery.HallFinder", HallFinder)
    return times


def offer() -> HallOffer:
    """Return what a false hall offers: keys of its own, under the name of the tournament."""
    root = bytes(SigningKey.generate().verify_key)
    keys = DeviceKeys.from_seed(bytes(32))
    return HallOffer(root, "Open", keys.sign_public, keys.curve_public, b"n" * 32)


@contextmanager
def a_false_door(*answers: FromHall, host: str = FALSE) -> Iterator[EnrolPlace]:
    """Say ``answers``, one for each message, and stay on the line; silent without any."""
    with socket.create_server((host, 0)) as door:
        threading.Thread(target=_stand, args=(door, answers), daemon=True).start()
        yield EnrolPlace("Open", host, door.getsockname()[1])
        door.shutdown(socket.SHUT_RDWR)


def _stand(door: socket.socket, answers: tuple[FromHall, ...]) -> None:
    callers = []
    with suppress(OSError):
        while True:
            caller, _ = door.accept()
            callers.append(caller)
            threading.Thread(target=_speak, args=(caller, answers), daemon=True).start()
    for caller in callers:
        caller.close()


def _speak(caller: socket.socket, answers: tuple[FromHall, ...]) -> None:
    with suppress(OSError, struct.error):  # the device hung up
        for answer in answers:
            _, length = HEADER.unpack(caller.recv(HEADER.size, socket.MSG_WAITALL))
            caller.recv(length, socket.MSG_WAITALL)
            caller.sendall(frame(answer))


def asks_at(device: Device, host: str) -> None:
    device.until(lambda step: step.at == host and not step.digits)


@pytest.mark.parametrize("kind", ["silent", "refuses", "closes", "admits", "nobody there"])
def test_a_false_door_without_digits_gives_way_to_the_next(
    tmp_path: Path, clock: Times, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {
        "refuses": (Turned("Go away."),) * 9,
        "closes": (offer(), Turned("Too late.")),
        "admits": (offer(), Admitted("UTC", "lobby", "", (), ())),
    }
    with a_hall(tmp_path) as hall, a_false_door(*said.get(kind, ())) as false:
        hall.start_hall()
        referee = a_referee(hall)
        first = false._replace(enrol_port=9) if kind == "nobody there" else false
        true = EnrolPlace("Open", LOOPBACK, hall.ports[0] + 2)
        monkeypatch.setattr(HallFinder, "doors", (first, first, true))
        with Device(hall, "lobby", role="kiosk", at="") as device:
            if kind not in ("closes", "admits"):
                asks_at(device, FALSE)
                clock.ahead_ms += DOOR_MS + 1
            device.until(lambda step: bool(step.digits) and step.at == LOOPBACK)
            accept(referee, who_asks(referee))
            device.until(lambda step: step.done)


def test_false_door_without_accepted_digits_gives_way_to_the_next(
    tmp_path: Path, clock: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_hall(tmp_path) as hall, a_false_door(offer(), *(Waiting(),) * 999) as false:
        hall.start_hall()
        referee = a_referee(hall)
        true = EnrolPlace("Open", LOOPBACK, hall.ports[0] + 2)
        monkeypatch.setattr(HallFinder, "doors", (false, true))
        with Device(hall, "lobby", role="kiosk", at="") as device:
            forged = device.until(lambda step: bool(step.digits)).digits
            assert device.steps[-1].at == FALSE
            clock.ahead_ms += PATIENCE_MS + 1
            shown = device.until(lambda step: bool(step.digits) and step.at == LOOPBACK)
            asker = who_asks(referee)
            assert asker.digits == shown.digits != forged
            accept(referee, asker)
            device.until(lambda step: step.done)


@pytest.mark.parametrize("doors", [1, 2, MOST_TURNS + 1])
def test_digits_are_shown_three_times_for_each_door_and_for_three_doors(
    tmp_path: Path, clock: Times, monkeypatch: pytest.MonkeyPatch, doors: int
) -> None:
    """All digits that false halls have shown are chances in a million for them."""
    refuses = (offer(), Turned("Not now."))
    with a_hall(tmp_path) as hall, ExitStack() as falses:
        found = [
            falses.enter_context(a_false_door(*refuses, host=f"127.0.0.{66 + number}"))
            for number in range(doors)
        ]
        monkeypatch.setattr(HallFinder, "doors", tuple(found))
        with Device(hall, "lobby", role="kiosk", at="") as device:
            assert device.until(lambda step: step.over).sentence == "Not now."
    shown = [step.at for step in device.steps if step.digits]
    assert len(shown) == TRIES * min(doors, MOST_TURNS)
    assert len(set(shown)) == doors


def test_a_false_hall_takes_a_device_into_its_own_tournament_and_into_no_other(
    tmp_path: Path, clock: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_hall(tmp_path / "true") as true, a_hall(tmp_path / "false") as false:
        server = true.start_hall()
        false.start_hall()
        thief = a_referee(false)
        monkeypatch.setattr(
            HallFinder, "doors", (EnrolPlace("Open", LOOPBACK, false.ports[0] + 2),)
        )
        with Device(true, "lobby", role="kiosk", at="") as device:
            accept(thief, who_asks(thief))
            device.until(lambda step: step.done)
        membership, keys = load(device.home)
        assert membership.root_key == bytes(false.root_key.verify_key)
        assert keys.node not in server.ears.state.devices
