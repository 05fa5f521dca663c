"""The hall dies and another node takes over: real processes, SIGKILL, and tables that go on."""

import json
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hall_server.referee.app.laptop import Laptop
from hall_server.setting_up import write_tournament_key
from shared.machine.clocks import wall_ms
from shared.net.address import HallAddress
from shared.net.invite import read_invite
from shared.node.home import engine_home, join_by_file, load
from shared.port import Saved, UnderWay
from shared.program.installed import program
from shared.store.batch import Author
from shared.store.private_db import PRIVATE_DB
from shared.store.replica import Replica
from tests.node.hall_kit import (
    LOOPBACK,
    Ears,
    Hall,
    a_hall,
    free_ports,
    pairing,
    player,
    report,
)
from tests.node.hall_process import HallProcess
from tests.processes import unit
from tests.processes.standby import Standby, is_at_the_hall, promote
from tests.processes.tmux import in_tmux
from tests.store.private_kit import ANN, private

pytestmark = pytest.mark.processes

COMMAND = [program("hall-server")]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=2) as hall:
        yield hall


def alone(hall: Hall) -> str:
    """Let the hall pair a round that no other node hears of; return the event's id."""
    membership, keys = load(hall.home)
    own = engine_home(hall.home, membership.root_key, keys)
    replica = Replica(hall.home / "hall.db", membership.root_key, new_store_id=own.new_store_id)
    try:
        with replica.batch() as batch:
            return batch.append(Author(keys.sign, own.instance), pairing(2), at=wall_ms()).id
    finally:
        replica.close()


def test_a_standby_takes_over_and_the_old_hall_follows_when_it_returns(hall: Hall) -> None:
    with HallProcess(hall) as old:
        tables = [hall.start(f"table-{n}") for n in (1, 2)]
        with Standby(hall) as standby:
            for n, table in enumerate(tables, start=1):
                table.ears.until(lambda t=table: standby.node in t.ears.state.places)  # type: ignore[misc]
                is_at_the_hall(table, table.file(report(f"before-{n}", n)))
            old.end(signal.SIGKILL)
            held = [table.file(report(f"meanwhile-{n}", n)) for n, table in enumerate(tables, 1)]
            unseen = alone(hall)
            for table in tables:
                table.ears.until_link("offline")

            said = promote(standby.home)

            assert "No word from the hall" in said
            assert "is the hall, in term 1" in said
            for table, event in zip(tables, held, strict=True):
                is_at_the_hall(table, event)
                assert table.ears.state.hall == standby.node
            standby.wait_for("listens on ports")
            status = subprocess.run(
                [*COMMAND, "status", "--json", "--home", str(standby.home)],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            assert json.loads(status.stdout)["term"] == 1
            spare = hall.folder / "spare.invite"
            subprocess.run(
                [*COMMAND, "invite", "--home", str(standby.home), "--kiosk", "--out", str(spare)],
                check=True, capture_output=True,
            )  # fmt: skip
            invited = read_invite(spare.read_text())
            kiosk = hall.start("spare", keys=invited.keys, address=invited.halls[0], role="kiosk")
            kiosk.ears.until_link("live")
            kiosk.ears.until(lambda: kiosk.ears.state.hall == standby.node)
            hall.stop(kiosk)

            with HallProcess(hall, wait=False) as returned:
                returned.wait_for("has stepped back")
                returned.wait_for("Link to the hall: live")
                for table in tables:
                    table.ears.until(
                        lambda t=table: unseen in {u.event for u in t.ears.state.unforced}  # type: ignore[misc]
                    )
                    assert not table.ears.state.rounds

                promote(hall.home)

                returned.wait_for("listens on ports")
                standby.wait_for("has stepped back")
                own = hall.keys("hall").node
                for n, table in enumerate(tables, start=1):
                    table.ears.until(lambda t=table: t.ears.state.hall == own)  # type: ignore[misc]
                    is_at_the_hall(table, table.file(report(f"after-{n}", n)))
                    assert table.ears.state.term == 2


def test_a_hall_that_lives_steps_back_when_another_one_is_promoted(hall: Hall) -> None:
    with HallProcess(hall) as old, Standby(hall) as standby:
        table = hall.start("table-1")
        table.ears.until(lambda: standby.node in table.ears.state.places)
        is_at_the_hall(table, table.file(report("before")))

        said = promote(standby.home)

        assert "The hall ANSWERS this node" in said
        old.wait_for("has stepped back")
        table.ears.until(lambda: table.ears.state.hall == standby.node)
        is_at_the_hall(table, table.file(report("after")))


def test_the_dashboard_hands_its_file_over_and_goes_on_as_a_client(hall: Hall) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start_process(words: list[str], log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as output:
            started.append(subprocess.Popen(words, stdout=output, stderr=output))
        return started[-1]

    home, ears = hall.folder / "laptop", Ears()
    join_by_file(home, hall.invites["referee-1"])
    with HallProcess(hall) as old:
        laptop = Laptop(home, port_base=free_ports()[0], start_process=start_process)
        table = hall.start("table-1")
        laptop.start(ears.hear)
        try:
            ears.until_link("live")
            table.ears.until(lambda: laptop.node_id in table.ears.state.places)
            old.end(signal.SIGKILL)
            table.ears.until_link("offline")
            ears.until(lambda: laptop.evidence().tables_here == 1)
            held = table.file(report("meanwhile"))

            laptop.take_over("asked for by a test")
            ticket = laptop.append(player("late-entry"))

            ears.until_sees("meanwhile", "late-entry")
            is_at_the_hall(table, held)
            table.ears.until_sees("late-entry")
            assert isinstance(ears.answer(ticket), Saved)
            assert ears.state.hall == laptop.node_id == table.ears.state.hall
            assert len(started) == 1
            steps = [told for told in ears.told if isinstance(told, UnderWay)]
            assert [(told.step, told.steps) for told in steps] == [(1, 3), (2, 3), (3, 3)]
        finally:
            laptop.stop()
            for process in started:
                process.terminate()
                process.wait()


def test_a_node_that_is_not_certified_is_not_promoted(hall: Hall) -> None:
    with HallProcess(hall):
        kiosk = hall.start("kiosk-1", role="kiosk")
        kiosk.ears.until_link("live")
        hall.stop(kiosk)
    home = hall.folder / "kiosk"
    invite = str(hall.invites["kiosk-1"])
    with HallProcess(hall), HallProcess(
        hall, "--invite", invite, "--port-base", str(free_ports()[0]),
        command="standby", home=home, wait=False,
    ) as waiting:  # fmt: skip
        waiting.wait_for("Link to the hall: live")
    run = unit.promote(home)
    assert run.returncode == 1
    assert "is not certified to be the hall" in run.stderr
    status = subprocess.run(
        [*COMMAND, "status", "--json", "--home", str(hall.home)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(status.stdout)["term"] == 0

    key, passphrase = hall.folder / "open.key", hall.folder / "pass"
    write_tournament_key(key, hall.root_key, "a long phrase", "Open")
    passphrase.write_text("a long phrase")
    with HallProcess(
        hall, "--yes", "--key-file", str(key), "--passphrase-file", str(passphrase),
        "--port-base", str(free_ports()[0]), command="promote", home=home, wait=False,
    ) as certified:  # fmt: skip
        certified.wait_for("listens on ports")


@pytest.mark.needs("tmux")
def test_a_kiosk_becomes_the_hall_once_the_chiefs_passphrase_is_typed_at_it(
    hall: Hall, tmp_path: Path
) -> None:
    home, ports = hall.folder / "kiosk", free_ports()
    key = hall.folder / "open.key"
    write_tournament_key(key, hall.root_key, "harbour", "Open")
    join_by_file(home, hall.invites["kiosk-1"])
    server, kiosk, table = (
        hall.start_hall(), hall.start("kiosk-1", home=home, role="kiosk"), hall.start("table-1"),
    )  # fmt: skip
    is_at_the_hall(table, table.file(report("before")))
    server.file(private(ANN))
    server.file(player("last"))
    kiosk.ears.until_sees("before", "last")
    hall.stop(server, kiosk, table)
    assert not (home / PRIVATE_DB).exists()
    command = [
        *COMMAND, "promote", "--home", str(home), "--key-file", str(key),
        "--host", LOOPBACK, "--port-base", str(ports[0]),
    ]  # fmt: skip
    with in_tmux(tmp_path, *command) as pane:
        pane.until("The chief referee's passphrase")
        pane.press(*"wrong", "Enter")
        assert "wrong" not in pane.until("does not open", "Nothing was changed")

        pane.start_again()
        pane.until("The chief referee's passphrase")
        pane.press(*"harbour", "Enter")
        pane.until("Make this node the hall?")
        pane.press("y", "Enter")
        pane.until("listens on ports")

        keys = hall.keys("kiosk-1")
        place = HallAddress(LOOPBACK, *ports, keys.curve_public)
        again = hall.start("table-1", address=place)
        is_at_the_hall(again, again.file(report("after")))
        again.ears.until(lambda: again.ears.state.hall == keys.node)
        assert again.ears.state.term == 1
    with closing(sqlite3.connect(home / PRIVATE_DB)) as db:
        assert db.execute("SELECT phone FROM person").fetchall() == [(ANN.phone,)]
