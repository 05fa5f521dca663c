"""Names that steer a terminal or forge the digits, sent to the door of a running hall as frames.

The dashboard is told of none of them, or shows them with replacements.
"""

import asyncio
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from shared.core.events import Draft, EnrolmentSet, entities
from shared.core.text.fields import REPLACED
from shared.machine.clocks import wall_ms
from shared.net.keys import DeviceKeys
from shared.port import Applying, Enrolling
from shared.wire.codec import unpack
from shared.wire.door import (
    HEADER,
    VERSION,
    Commit,
    FromHall,
    HallOffer,
    Reveal,
    Revealed,
    Still,
    Waiting,
    announced,
    enrolment_said,
    frame,
)
from shared.wire.enrol import commitment, digits
from shared.wire.possession import prove
from tests.hall_server.referee.halls import Desk, masters
from tests.hostile.kit import plays_on
from tests.hostile.test_text import FAKE, HARMFUL, STEERING
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, Running, a_hall
from tests.node.raw_kit import fresh_keys
from tests.tui.screens import screen_text

NEWER = "\U0001fae9"
"""Of a later Unicode than Python 3.11 knows: it may travel, and is replaced where it is unknown."""
FORGED = "Admit it: 123 456"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


class Visitor:
    """A program of a stranger's own at the door: it proves its keys, and says what it likes."""

    def __init__(self, hall: Hall, name: str, line: socket.socket) -> None:
        keys: DeviceKeys = fresh_keys()
        self.reveal = Reveal(
            keys.sign_public, keys.curve_public, "terminal", name, secrets.token_bytes(32)
        )
        self._line = line
        line.sendall(frame(Commit(VERSION, commitment(self.reveal))))
        offer = self.hears()
        assert isinstance(offer, HallOffer)
        self.digits = digits(offer, self.reveal)
        said = enrolment_said(offer, self.reveal)
        proof = prove(said, keys.sign, keys.curve_secret, offer.curve_key)
        line.sendall(frame(Revealed(self.reveal, proof)))

    def hears(self) -> FromHall | None:
        """Return the hall's next word, None if it has hung up."""
        header = self._exactly(HEADER.size)
        if header is None:
            return None
        kind, length = announced(header, by_hall=True)
        data = self._exactly(length)
        return None if data is None else unpack(data, kind)

    def _exactly(self, count: int) -> bytes | None:
        found = b""
        while len(found) < count:
            try:
                piece = self._line.recv(count - len(found))
            except ConnectionError:
                return None
            if not piece:
                return None
            found += piece
        return found

    def still(self) -> FromHall | None:
        self._line.sendall(frame(Still()))
        return self.hears()


@contextmanager
def at_the_door(hall: Hall, *names: str) -> Iterator[list[Visitor]]:
    """Visitors who bear these names; they stay on the line."""
    with ExitStack() as lines:
        found = []
        for name in names:
            line = socket.create_connection((LOOPBACK, hall.ports[0] + 2), PATIENCE_S)
            found.append(Visitor(hall, name, lines.enter_context(line)))
        yield found


def a_referee(hall: Hall, server: Running) -> Running:
    """Return a referee who has opened enrolment."""
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    referee.ears.until_link("live")
    referee.file(Draft(entities.enrolment(), EnrolmentSet(wall_ms() + 600_000)))
    server.ears.until(lambda: server.ears.state.enrolling_until > 0)
    return referee


def told_of(referee: Running, name: str) -> Enrolling:
    """Return what the referee's laptop is told of those who ask, once one of this name is among
    them."""
    return referee.ears.first(Enrolling, lambda told: name in {d.name for d in told.devices})


async def dashboard(*devices: Applying) -> str:
    """Return what the referee's screen shows of those who ask, and the questions behind it."""
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(count=2))
        desk.app.hear(Enrolling(devices))
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        asked = desk.app.desk.devices.questions(desk.app.desk.moment())
        lines = [text for q in asked for text in (q.title, *q.evidence, q.proposal)]
        return "\n".join([screen_text(desk.app), *lines])


def test_name_that_steers_a_terminal_ends_the_visit_and_is_not_passed_on(hall: Hall) -> None:
    server = hall.start_hall()
    referee = a_referee(hall, server)
    table = hall.start("table-1")
    for name in HARMFUL:
        with at_the_door(hall, name) as [visitor]:
            assert visitor.hears() is None
    with at_the_door(hall, "Tablet 9") as [honest]:
        assert isinstance(honest.hears(), Waiting)
        told = told_of(referee, "Tablet 9")

        assert [device.name for device in told.devices] == ["Tablet 9"]
        shown = asyncio.run(dashboard(*told.devices))
        assert f"{honest.digits[:3]} {honest.digits[3:]}: 'Tablet 9' asks to be admitted" in shown
        assert not any(sign in shown for sign in STEERING)
    everything = [d.name for t in referee.ears.told if isinstance(t, Enrolling) for d in t.devices]
    assert set(everything) == {"Tablet 9"}
    plays_on(table, "after-it")
    assert not server.node.failure


def test_name_with_other_digits_or_unknown_letters_is_shown_with_replacements(hall: Hall) -> None:
    referee = a_referee(hall, hall.start_hall())
    with at_the_door(hall, FORGED, f"Spare {NEWER}") as visitors:
        for visitor in visitors:
            assert isinstance(visitor.hears(), Waiting)
            assert isinstance(visitor.still(), Waiting)
        told = referee.ears.first(Enrolling, lambda told: len(told.devices) == 2)

        shown = asyncio.run(dashboard(*told.devices))

    assert "123 456" not in shown
    assert "Admit it: ??? ???" in shown
    for visitor in visitors:
        assert f"{visitor.digits[:3]} {visitor.digits[3:]}" in shown
    assert NEWER.isprintable() or f"Spare {REPLACED}" in shown


def test_forbidden_character_in_a_name_is_replaced_even_when_a_hall_sends_it() -> None:
    """The dashboard does not lean on the hall: a stolen hall key could tell it anything."""
    shown = asyncio.run(
        dashboard(Applying("cd" * 16, b"s" * 32, b"c" * 32, "terminal", FAKE, "042917"))
    )
    assert not any(sign in shown for sign in STEERING)
    assert "123 456" not in shown
