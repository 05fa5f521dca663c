"""Private facts on real nodes: hall and referee read them, tables and kiosks hold no word."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hall_server.setting_up import new_device
from shared.core.events import Draft, Person, entities
from shared.core.state.office import Known
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import ListenAt
from shared.node.engine import Engine
from shared.node.hall import HallLink
from shared.node.home import engine_home
from shared.port import PrivateChanged, Saved
from shared.store.batch import Author
from shared.store.private_db import PRIVATE_DB
from shared.store.replica import Replica
from tests.node.hall_kit import LOOPBACK, Ears, Hall, Running, a_hall, player
from tests.store.private_kit import ANN, OWES, SECRETS, private


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def knows(running: Running, ident: str, known: Known) -> PrivateChanged:
    return running.ears.first(PrivateChanged, lambda told: told.players.get(ident) == known)


def bytes_in(folder: Path) -> bytes:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return b"\n".join(path.read_bytes() for path in files)


def test_note_of_a_referee_is_read_at_the_hall_and_not_at_tables_or_kiosks(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = hall.start_hall()
    referee = hall.start("referee-1", role="referee")
    lobby = [hall.start("table-1"), hall.start("kiosk-1", role="kiosk")]
    everything = Known((ANN,), (OWES,))
    referee.ears.first(PrivateChanged)
    answer = referee.ears.answer(referee.node.append(private(ANN), private(OWES)))
    assert isinstance(answer, Saved)
    knows(referee, "p1", everything)
    knows(server, "p1", everything)
    server.file(player("last"))
    for node in (*lobby, referee):
        node.ears.until_sees("last")
    for node in lobby:
        assert entities.private("p1", "fees") in node.ears.state.private.facts
        assert not [told for told in node.ears.told if isinstance(told, PrivateChanged)]
    hall.stop(*lobby, referee, server)
    for name in ("table-1", "kiosk-1"):
        assert not (hall.folder / name / PRIVATE_DB).exists()
        held = bytes_in(hall.folder / name)
        assert not [secret for secret in SECRETS if secret.encode() in held]
    for home in (hall.home, hall.folder / "referee-1"):
        held = (home / PRIVATE_DB).read_bytes()
        assert all(secret.encode() in held for secret in SECRETS)
        assert not [
            secret for secret in SECRETS if secret.encode() in (home / "hall.db").read_bytes()
        ]
    assert not [secret for secret in SECRETS if secret in caplog.text]


def test_the_file_is_there_again_after_it_was_deleted_or_spoiled(hall: Hall) -> None:
    server = hall.start_hall()
    server.file(private(ANN))
    knows(server, "p1", Known((ANN,)))
    hall.stop(server)
    path = hall.home / PRIVATE_DB
    path.unlink()
    again = hall.start_hall()
    assert knows(again, "p1", Known((ANN,))).said == ""
    hall.stop(again)
    path.write_bytes(b"nothing of any use" * 400)
    third = hall.start_hall()
    assert "written again from the log" in knows(third, "p1", Known((ANN,))).said
    hall.stop(third)
    assert ANN.email.encode() in path.read_bytes()


def test_a_file_that_cannot_be_used_stops_nothing(hall: Hall) -> None:
    import sqlite3

    foreign = sqlite3.connect(hall.home / PRIVATE_DB)
    foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.commit()
    foreign.close()
    server = hall.start_hall()
    assert "the log holds every private fact" in server.ears.first(PrivateChanged).said
    server.file(private(ANN))
    knows(server, "p1", Known((ANN,)))


def test_later_certified_referee_can_read_private_facts(hall: Hall) -> None:
    server = hall.start_hall()
    server.file(private(ANN))
    hall.stop(server)
    later = new_device("referee", "Referee 2")
    certify(hall, later.enrolment())
    server = hall.start_hall()
    newcomer = hall.start("referee-2", keys=later.keys, role="referee")
    knows(newcomer, "p1", Known((ANN,)))


def test_promoted_standby_reads_and_writes_private_facts(hall: Hall) -> None:
    standby = new_device("standby", "Standby")
    certify(hall, standby.enrolment())
    server = hall.start_hall()
    server.file(private(ANN))
    waiting = hall.start("standby", keys=standby.keys, role="standby")
    knows(waiting, "p1", Known((ANN,)))
    hall.stop(server, waiting)
    promoted = Engine(
        engine_home(hall.folder / "standby", bytes(hall.root_key.verify_key), standby.keys),
        HallLink(ListenAt(LOOPBACK, *hall.ports), opens_term="the hall burned"),
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    ears = Ears()
    promoted.start(ears.hear)
    try:
        running = Running(promoted, ears)
        knows(running, "p1", Known((ANN,)))
        running.file(private(OWES))
        knows(running, "p1", Known((ANN,), (OWES,)))
    finally:
        promoted.stop()


def test_a_hall_with_new_keys_is_let_in_by_a_referee(hall: Hall) -> None:
    server = hall.start_hall()
    referee = hall.start("referee-1", role="referee")
    server.file(private(ANN))
    knows(referee, "p1", Known((ANN,)))
    hall.stop(server, referee)
    fresh = new_device("hall", "Hall server 2")
    certify(hall, fresh.enrolment())
    (hall.home / "device.key").write_text(fresh.seed.hex())
    (hall.home / PRIVATE_DB).unlink()
    server = hall.start_hall()
    assert server.ears.first(PrivateChanged).players == {"p1": Known(unread=("person",))}
    hall.start("referee-1", role="referee")
    knows(server, "p1", Known((ANN,)))


def test_a_phone_changed_by_two_unseen_by_each_other_is_shown_twice_until_one_decides(
    hall: Hall,
) -> None:
    server = hall.start_hall()
    referee = hall.start("referee-1", role="referee")
    server.file(player("p1"))
    referee.ears.until_sees("p1")
    hall.stop(server)
    referee.ears.until(lambda: referee.ears.link.state == "offline")
    mine, yours = Person(phone="1"), Person(phone="2")
    referee.file(private(mine))
    write_offline(hall, private(yours))
    server = hall.start_hall()
    told = server.ears.first(
        PrivateChanged, lambda t: len(t.players.get("p1", Known()).person) == 2
    )
    assert set(told.players["p1"].person) == {mine, yours}
    referee.ears.first(PrivateChanged, lambda t: differs(t, "p1"))
    referee.file(private(yours))
    knows(server, "p1", Known((yours,)))


def differs(told: PrivateChanged, ident: str) -> bool:
    return told.players.get(ident, Known()).differing == ("person",)


def certify(hall: Hall, draft: Draft) -> None:
    write_offline(hall, draft, Author(hall.root_key, "00" * 8))


def write_offline(hall: Hall, draft: Draft, author: Author | None = None) -> None:
    root = bytes(hall.root_key.verify_key)
    replica = Replica(hall.home / "hall.db", root, new_store_id="77")
    try:
        with replica.batch() as batch:
            batch.append(author or Author(hall.keys("hall").sign, "77" * 8), draft, at=1)
    finally:
        replica.close()
