"""A node far behind has the signatures checked beside it, and loses nothing if nobody can help."""

from __future__ import annotations

import io
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from shared.core import entities
from shared.core.events import Actor, DeviceEnrolled, TableSet
from shared.node import help as helping
from shared.node.checking import (
    SOUND,
    UNKNOWN,
    Checker,
    packed_events,
    packed_keys,
    read_frame,
    serve,
)
from shared.node.help import Help
from shared.wire.envelope import Signed, node_of, seal
from shared.wire.sync.effects import Take
from tests.node.hall_kit import Hall, Running, a_hall, player

MANY = 600
ROOT, TABLE = SigningKey(b"r" * 32), SigningKey(b"t" * 32)


def says(key: SigningKey, ent: str, body: Any) -> Signed:
    return seal(
        key, inc="0a" * 8, seq=1, at=0, term=0, ent=ent, deps=(), actor=Actor(), body=body, prev=""
    )[0]


def label(key: SigningKey) -> Signed:
    return says(key, entities.table("1"), TableSet("Table 1"))


def enrols(key: SigningKey) -> Signed:
    public = bytes(key.verify_key)
    body = DeviceEnrolled(public, public, "terminal", (), "Table 1")
    return says(ROOT, entities.device(node_of(public)), body)


def forged(event: Signed) -> Signed:
    return Signed(event.data, event.sig[:-1] + bytes([event.sig[-1] ^ 1]))


def test_an_author_is_known_from_his_enrolment_on() -> None:
    checker = Checker([bytes(ROOT.verify_key)])

    assert checker.marks([label(TABLE), enrols(TABLE), label(TABLE)]) == UNKNOWN + SOUND + SOUND


@pytest.mark.parametrize(
    "bad",
    [
        forged(label(ROOT)),
        Signed(label(TABLE).data, label(ROOT).sig),
        Signed(b"\xc1", bytes(64)),
        Signed(label(ROOT).data, b""),
    ],
    ids=["forged", "another's", "no event", "unsigned"],
)
def test_what_its_author_did_not_sign_is_not_sound(bad: Signed) -> None:
    checker = Checker([bytes(ROOT.verify_key), bytes(TABLE.verify_key)])

    assert checker.marks([bad, label(ROOT)]) == UNKNOWN + SOUND


def test_each_lot_is_answered_in_turn_until_the_input_ends() -> None:
    lots = [[label(ROOT)], [], [label(TABLE), label(ROOT)]]
    source = io.BytesIO(
        packed_keys([bytes(ROOT.verify_key)]) + b"".join(packed_events(lot) for lot in lots)
    )
    sink = io.BytesIO()

    serve(source, sink)

    sink.seek(0)
    answers = list(iter(lambda: read_frame(sink), None))
    assert answers == [b"", SOUND, b"", UNKNOWN + SOUND]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """A hall from which much is to be fetched, as far as nodes judge here."""
    monkeypatch.setattr(helping, "FAR_BEHIND", MANY // 2)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with a_hall(tmp_path) as hall:
        server = hall.start_hall()
        server.node.append(*(player(f"Late {n}".replace(" ", "-")) for n in range(MANY)))
        server.ears.until(lambda: len(server.ears.state.players) == MANY + 6)
        yield hall


@pytest.fixture
def helps(monkeypatch: pytest.MonkeyPatch) -> list[Help]:
    """The helps that nodes took. Each is there before its node goes on, however busy all are."""
    taken: list[Help] = []
    begin, tell = Help.__init__, Help._tell
    there = threading.Event()

    def note(self: Help, *args: Any) -> None:
        begin(self, *args)
        assert there.wait(20)
        self._ready = True
        taken.append(self)

    def hear(self: Help, work: Callable[..., None], *args: bytes) -> None:
        if there.is_set():
            tell(self, work, *args)
        there.set()

    monkeypatch.setattr(Help, "__init__", note)
    monkeypatch.setattr(Help, "_tell", hear)
    return taken


def all_here(hall: Hall, late: Running) -> None:
    late.ears.until(
        lambda: late.ears.link.state == "live" and len(late.ears.state.players) == MANY + 6
    )
    assert late.ears.state == hall.running[0].ears.state


@pytest.mark.processes
def test_a_node_far_behind_is_helped_and_the_process_ends_with_the_need(
    hall: Hall, helps: list[Help]
) -> None:
    all_here(hall, hall.start("kiosk-1", role="kiosk"))

    (one,) = helps
    assert one.process.wait(20) == 0


@pytest.mark.processes
def test_where_no_process_can_be_started_the_node_checks_for_itself(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **more: Any) -> None:
        raise PermissionError("no processes here")

    monkeypatch.setattr(subprocess, "Popen", refuse)

    all_here(hall, hall.start("kiosk-1", role="kiosk"))


@pytest.mark.processes
def test_a_process_that_ends_at_once_costs_nothing_but_the_help(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")

    all_here(hall, hall.start("kiosk-1", role="kiosk"))


@pytest.mark.processes
def test_what_was_on_the_way_when_the_process_died_is_checked_by_the_node(
    hall: Hall, helps: list[Help], monkeypatch: pytest.MonkeyPatch
) -> None:
    take, handed = Help.take, []

    def die_of_it(self: Help, events: Take) -> bool:
        self.process.kill()
        handed.append(take(self, events))
        return handed[-1]

    monkeypatch.setattr(Help, "take", die_of_it)

    all_here(hall, hall.start("kiosk-1", role="kiosk"))
    assert handed[0]
    assert helps[0]._gone


@pytest.mark.processes
def test_a_node_that_stops_while_it_is_helped_leaves_no_process(
    hall: Hall, helps: list[Help]
) -> None:
    late = hall.start("kiosk-1", role="kiosk")
    late.ears.until(lambda: bool(helps))

    hall.stop(late)

    assert helps[0].process.wait(20) is not None


@pytest.mark.processes
def test_what_the_process_does_not_find_sound_the_node_checks_for_itself(
    hall: Hall, helps: list[Help], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, doubts = Help._answered, []

    def doubt(self: Help, marks: bytes) -> None:
        doubts.append(marks)
        answered(self, UNKNOWN * len(marks))

    monkeypatch.setattr(Help, "_answered", doubt)

    all_here(hall, hall.start("kiosk-1", role="kiosk"))
    assert len(b"".join(doubts)) >= MANY
    assert helps
