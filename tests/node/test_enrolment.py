"""A device without an invite on real sockets: digits on both sides, accepted, admitted, set up."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from shared.core.events import DeviceAssigned, DeviceEnrolled, Draft, EnrolmentSet, Role, entities
from shared.machine.clocks import wall_ms
from shared.node.applicant import Applicant
from shared.node.home import MEMBERSHIP, load
from shared.port import Applying, Enrolling, EnrolProgress
from shared.wire.door import HEADER, LONGEST, Still, frame
from shared.wire.envelope import node_of
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, Running, a_hall, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


class Device:
    """An applicant and what it has said so far."""

    def __init__(
        self, hall: Hall, name: str, role: Role = "terminal", at: str | None = None
    ) -> None:
        """``at`` is "" for a device that looks around for a hall."""
        self.home = hall.folder / name
        self.steps: list[EnrolProgress] = []
        self._changed = threading.Condition()
        address = f"{LOOPBACK}:{hall.ports[0]}" if at is None else at
        self.applicant = Applicant(self.home, role=role, name=name, hall=address, told=self._told)

    def _told(self, step: EnrolProgress) -> None:
        with self._changed:
            self.steps.append(step)
            self._changed.notify_all()

    def until(self, holds: Callable[[EnrolProgress], bool]) -> EnrolProgress:
        with self._changed:
            if not self._changed.wait_for(
                lambda: bool(self.steps) and holds(self.steps[-1]), PATIENCE_S
            ):
                raise AssertionError(f"did not come: {self.steps}")
            return self.steps[-1]

    def __enter__(self) -> Device:
        self.applicant.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.applicant.close()


def a_referee(hall: Hall, *, opened: bool = True) -> Running:
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    referee.ears.until_link("live")
    if opened:
        referee.file(Draft(entities.enrolment(), EnrolmentSet(wall_ms() + 600_000)))
    return referee


def who_asks(referee: Running) -> Applying:
    return referee.ears.first(Enrolling, lambda told: bool(told.devices)).devices[0]


def accept(referee: Running, asker: Applying, table: str = "") -> None:
    node = node_of(asker.sign_key)
    body = DeviceEnrolled(asker.sign_key, asker.curve_key, asker.role, (), asker.name)
    drafts = [Draft(entities.device(node), body)]
    if table:
        drafts.append(Draft(entities.table_device(table), DeviceAssigned(node)))
    referee.node.append(*drafts)


def test_a_terminal_is_admitted_by_its_digits_and_plays_at_its_table(hall: Hall) -> None:
    server = hall.start_hall()
    referee = a_referee(hall)
    with Device(hall, "spare") as device:
        shown = device.until(lambda step: bool(step.digits))
        asker = who_asks(referee)
        assert asker.digits == shown.digits
        assert (shown.tournament, asker.name, asker.role) == ("Open", "spare", "terminal")

        accept(referee, asker, "2")

        device.until(lambda step: step.done)
    membership, keys = load(device.home)
    assert (membership.table, membership.label, membership.role) == ("2", "spare", "terminal")
    assert (device.home / "device.key").stat().st_mode & 0o777 == 0o600
    assert membership.halls == (hall.address(),)
    table = hall.start("spare", keys=keys)
    table.ears.until_link("live")
    table.file(report("from-the-spare", table=2))
    server.ears.until_sees("from-the-spare")


def test_a_terminal_waits_until_it_has_a_table_and_a_kiosk_needs_none(hall: Hall) -> None:
    hall.start_hall()
    referee = a_referee(hall)
    with Device(hall, "lobby", role="kiosk") as device:
        accept(referee, who_asks(referee))
        device.until(lambda step: step.done)
    assert load(device.home)[0].role == "kiosk"


def test_while_enrolment_is_closed_a_device_is_told_so_and_asks_again(hall: Hall) -> None:
    hall.start_hall()
    referee = a_referee(hall, opened=False)
    with Device(hall, "spare") as device:
        device.until(lambda step: "Enrolment is closed" in step.sentence)
        assert not (device.home / MEMBERSHIP).exists()

        referee.file(Draft(entities.enrolment(), EnrolmentSet(wall_ms() + 600_000)))

        device.until(lambda step: bool(step.digits))


def test_device_shows_new_digits_after_a_restart_of_the_hall_and_is_admitted(
    hall: Hall,
) -> None:
    server = hall.start_hall()
    referee = a_referee(hall)
    with Device(hall, "spare") as device:
        before = device.until(lambda step: bool(step.digits)).digits
        hall.stop(server)
        hall.start_hall()

        shown = device.until(lambda step: step.digits not in ("", before))

        asker = referee.ears.first(
            Enrolling, lambda told: any(one.digits == shown.digits for one in told.devices)
        ).devices[0]
        accept(referee, asker, "2")
        device.until(lambda step: step.done)


def test_a_device_that_only_claims_to_be_accepted_is_not(hall: Hall) -> None:
    hall.start_hall()
    referee = a_referee(hall)
    with Device(hall, "spare") as device:
        device.until(lambda step: bool(step.digits))
        table = hall.start("table-1")
        table.ears.until_link("live")
        accept(table, who_asks(referee), "2")
        referee.ears.until(lambda: len(referee.ears.state.unforced) == 2)
        assert not device.steps[-1].done
        assert not (device.home / MEMBERSHIP).exists()


def test_hostile_bytes_at_the_door_stop_no_enrolment(hall: Hall) -> None:
    server = hall.start_hall()
    referee = a_referee(hall)
    rubbish = [b"", b"\x91" * 400, b"\x01\xff\xff", b"\xff" * 60_000, b"\x01\x00\x02\x91\x01",
               HEADER.pack(5, LONGEST) + b"\x91" * LONGEST, frame(Still()) * 900]  # fmt: skip
    callers = []
    for piece in rubbish:
        caller = socket.create_connection((LOOPBACK, hall.ports[0] + 2), PATIENCE_S)
        callers.append(caller)
        with suppress(OSError):
            caller.sendall(piece)
    with Device(hall, "spare", role="kiosk") as device:
        device.until(lambda step: bool(step.digits))
        accept(referee, who_asks(referee))
        device.until(lambda step: step.done)
    assert not server.node.failure
    assert set(server.ears.state.devices) >= {load(device.home)[1].node}
    for caller in callers:
        caller.close()
