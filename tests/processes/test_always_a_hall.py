"""Crashes, full disks, stopped processes: a hall comes back by itself, and promote tells true."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hall_server.serving.asking import REQUEST, Request, put
from hall_server.serving.evidence import EVIDENCE, Evidence, read_evidence
from shared.core.events import Draft, MovesLogged, entities
from shared.machine.exits import CRASHED
from shared.machine.logs import LOG_FILE, log_to
from shared.node.home import join_by_file, load
from shared.program.errors import PlainCommand
from tests.hall_server.test_commands import refused, run
from tests.node.hall_kit import MATCHES, PATIENCE_S, Hall, Running, a_hall, free_ports, report
from tests.node.hall_process import HallProcess
from tests.processes.unit import Unit, promote, until
from tests.store.store_kit import fill, small_disk

pytestmark = pytest.mark.processes


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=1) as hall:
        yield hall


def standby_of(hall: Hall, home: Path) -> Unit:
    """Return a standby under its unit."""
    join_by_file(home, hall.invites["referee-1"])
    port = str(free_ports()[0])
    words = ("standby", "--home", str(home), "--port-base", port, "--host", "127.0.0.1")
    unit = Unit("standby", hall.folder / "standby.txt", *words)
    unit.until_says("Standing by")
    return unit


def is_at(table: Running, node: str, note: str) -> None:
    """Write at a table until a hall has it: the one with that node."""
    event = table.file(report(note))
    table.ears.until(
        lambda: (
            table.ears.link.state == "live"
            and event not in table.ears.unsent
            and table.ears.state.hall == node
        )
    )


def knows(table: Running, home: Path) -> str:
    """Wait until a table knows where a standby would serve; returns its node."""
    node = load(home)[1].node
    table.ears.until(lambda: node in table.ears.state.places)
    return node


def held(home: Path) -> Evidence:
    """Return what the process of a folder wrote down."""
    evidence = read_evidence(home)
    assert evidence is not None
    return evidence


def test_a_promoted_standby_that_is_killed_serves_again_by_itself(hall: Hall) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall) as old, standby_of(hall, home) as standby:
        table = hall.start("table-1")
        node = knows(table, home)
        old.end(signal.SIGKILL)
        assert promote(home).returncode == 0
        is_at(table, node, "after-the-takeover")

        standby.send(signal.SIGKILL)
        standby.until_says("listens on ports", times=2)

        is_at(table, node, "after-the-crash")
        assert "The log says that this node is the hall: it serves." in standby.said
        assert "NOBODY" not in standby.said
        assert table.ears.state.term == 1
        hall.stop(table)


def test_a_process_that_is_stopped_is_not_believed_and_does_not_take_over_later(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall), standby_of(hall, home) as standby:
        table = hall.start("table-1")
        node = knows(table, home)
        standby.send(signal.SIGSTOP)
        with monkeypatch.context() as impatient:
            impatient.setattr("hall_server.commands.run.PATIENCE_S", 1.0)
            said = refused("promote", "--yes", "--home", home)
        assert "does not answer, so nobody knows whether it is the hall" in said
        standby.send(signal.SIGCONT)
        is_at(table, "", "the-first-hall-goes-on")

        assert promote(home).returncode == 0
        is_at(table, node, "now-it-is")
        assert (held(home).serves, held(home).pid) == (True, standby.process.pid)
        assert held(home).incarnation

        standby.send(signal.SIGSTOP)
        with monkeypatch.context() as impatient:
            impatient.setattr("hall_server.commands.run.PATIENCE_S", 1.0)
            said = refused("promote", "--yes", "--home", home)
        assert "is the hall" not in said.replace("whether it is the hall", "")
        standby.send(signal.SIGCONT)
        assert "is the hall, in term 1" in promote(home).stdout
        hall.stop(table)


def test_state_file_of_a_dead_process_is_not_believed(hall: Hall) -> None:
    home, port = hall.folder / "standby", str(free_ports()[0])
    join_by_file(home, hall.invites["referee-1"])
    by_hand = HallProcess(hall, "--port-base", port, command="standby", home=home, wait=False)
    with HallProcess(hall) as old, by_hand as standby:
        table = hall.start("table-1")
        node = knows(table, home)
        old.end(signal.SIGKILL)
        assert promote(home).returncode == 0
        is_at(table, node, "in-term-1")
        standby.end(signal.SIGKILL)
        assert json.loads((home / EVIDENCE).read_text())["serves"]
        hall.stop(table)
    words = ("promote", "--yes", "--home", str(home), "--host", "127.0.0.1", "--port-base", port)
    with Unit("server", hall.folder / "again.txt", *words) as again:
        again.until_says("listens on ports")
        again.until_says("This command serves from now on. Leave it running.")
        until((home / EVIDENCE).exists, "it wrote no evidence")
        assert json.loads((home / EVIDENCE).read_text())["pid"] == again.process.pid


def test_a_promote_that_was_killed_is_given_again(hall: Hall) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall) as old, standby_of(hall, home):
        table = hall.start("table-1")
        node = knows(table, home)
        old.end(signal.SIGKILL)
        put(home, Request.new())  # what the killed one left
        until(lambda: held(home).answers != "", "the standby does not answer")

        said = promote(home)

        assert "This node is the hall, in term 1." in said.stdout, said.stderr
        is_at(table, node, "asked-twice")
        hall.stop(table)


def test_a_promote_between_two_starts_of_a_standby_lets_its_service_serve(hall: Hall) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall) as old, standby_of(hall, home) as standby:
        table = hall.start("table-1")
        node = knows(table, home)
        old.end(signal.SIGKILL)
        standby.may_start.clear()
        standby.send(signal.SIGKILL)
        standby.process.wait()
        words = ("promote", "--yes", "--home", str(home))
        with Unit("server", hall.folder / "promote.txt", *words) as asking:
            asking.until_says("Waiting until it is started again.")
            standby.may_start.set()
            asking.until_says("This node is the hall, in term 1.")
            assert asking.process.wait(PATIENCE_S) == 0
        is_at(table, node, "the-service-serves")
        assert (held(home).serves, held(home).pid) == (True, standby.process.pid)
        hall.stop(table)


def test_a_promote_serves_itself_where_a_dead_service_is_not_started_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall) as old, standby_of(hall, home) as standby:
        table = hall.start("table-1")
        knows(table, home)
        old.end(signal.SIGKILL)
        standby.end(signal.SIGKILL)
        hall.stop(table)
    monkeypatch.setattr("hall_server.commands.run.PATIENCE_S", 0.5)
    served: list[object] = []
    monkeypatch.setattr("hall_server.commands.run.serve", lambda *how, **_: served.append(how))

    said = run("promote", "--yes", "--home", home)

    assert said.exit_code == 0, said.output
    assert "It was not started again within" in said.output
    assert "This command serves from now on. Leave it running." in said.output
    assert served
    (home / EVIDENCE).unlink()
    assert "started again" not in run("promote", "--yes", "--home", home).output


def test_a_service_that_starts_beside_the_hall_of_its_folder_leaves_its_evidence(
    hall: Hall,
) -> None:
    """As a unit does that is started again while a person serves the folder by hand."""
    with HallProcess(hall) as by_hand:
        until(lambda: read_evidence(hall.home) is not None, "it wrote no evidence")
        words = ("run", "--home", str(hall.home), "--host", "127.0.0.1")
        with Unit("server", hall.folder / "unit.txt", *words) as unit:
            unit.until_says("is in use by another program", times=2)
        assert held(hall.home).pid == by_hand.process.pid


def test_a_promote_goes_on_with_a_standby_that_was_killed_meanwhile(hall: Hall) -> None:
    home = hall.folder / "standby"
    with HallProcess(hall) as old, standby_of(hall, home) as standby:
        table = hall.start("table-1")
        node = knows(table, home)
        old.end(signal.SIGKILL)
        standby.send(signal.SIGSTOP)
        words = ("promote", "--yes", "--home", str(home))
        with Unit("server", hall.folder / "promote.txt", *words) as asking:
            until((home / REQUEST).exists, "promote has not asked")
            standby.send(signal.SIGKILL)
            asking.until_says("This node is the hall, in term 1.")
        is_at(table, node, "after-all")
        hall.stop(table)


def test_a_hall_serves_though_its_evidence_cannot_be_written(hall: Hall) -> None:
    (hall.home / EVIDENCE / "in the way").mkdir(parents=True)
    with HallProcess(hall) as process:
        table = hall.start("table-1")
        is_at(table, "", "without-evidence")
        hall.stop(table)
        assert process.process.poll() is None
    assert "only promote needs it" in (hall.home / LOG_FILE).read_text()


@pytest.mark.needs("mount")
def test_a_standby_with_a_full_disk_is_the_hall_once_there_is_room(
    hall: Hall, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        home = disk / "standby"
        with HallProcess(hall) as old, standby_of(hall, home) as standby:
            table = hall.start("table-1")
            node = knows(table, home)
            filler = fill(disk)
            old.end(signal.SIGKILL)
            table.ears.until_link("offline")
            assert "cannot be asked" in promote(home).stderr
            standby.send(signal.SIGKILL)  # it comes back, on the full disk as well
            standby.until_says("Standing by", times=2)
            filler.unlink()

            assert promote(home).returncode == 0

            is_at(table, node, "with-room-again")
            hall.stop(table)


def moves(game: int) -> Draft:
    """Return an entry that needs room."""
    return Draft(entities.moves(MATCHES[1], game), MovesLogged(game, "x" * 20_000))


@pytest.mark.needs("mount")
def test_a_hall_that_starts_on_a_full_disk_takes_everything_in_once_there_is_room(
    hall: Hall, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        home = disk / "hall"
        home.mkdir()
        for file in hall.home.iterdir():
            if file.is_file():
                (home / file.name).write_bytes(file.read_bytes())
        filler = fill(disk)
        words = ("run", "--home", str(home), "--host", "127.0.0.1")
        with Unit("server", hall.folder / "hall.txt", *words) as unit:
            unit.until_says("was not written (No space left on device)")
            table = hall.start("table-1")
            filed = [table.file(moves(n)) for n in range(1, 21)]
            table.ears.until(lambda: filed[-1] in table.ears.unsent)
            table.ears.until(lambda: table.ears.link.full == "hall" or unit.starts > 1)
            filler.unlink()
            table.ears.until(lambda: not set(filed) & table.ears.unsent)
            hall.stop(table)


@pytest.mark.needs("mount")
def test_a_hall_for_whose_file_there_is_no_room_is_started_again_until_there_is(
    hall: Hall, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        home = disk / "standby"
        join_by_file(home, hall.invites["referee-1"])
        filler = fill(disk)
        words = ("standby", "--home", str(home), "--host", "127.0.0.1", "--port-base", "0")
        with Unit("standby", hall.folder / "standby.txt", *words) as unit:
            unit.until_says("full", times=3)
            filler.unlink()
            unit.until_says("Standing by")
            assert unit.starts > 3


@pytest.mark.parametrize("managed", [False, True])
def test_unexpected_error_ends_as_a_crash_with_its_cause_in_the_log(
    managed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command(cls=PlainCommand)
    def broken() -> None:
        log_to(tmp_path, "hall")
        message = "the cause"
        raise ZeroDivisionError(message)

    if managed:
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    done = CliRunner().invoke(broken, [])

    assert done.exit_code == CRASHED
    assert "Everything that was saved is safe." in done.output
    assert "Traceback" not in done.output
    assert "the cause" in (tmp_path / LOG_FILE).read_text()
    assert (tmp_path / "last-words").exists() == managed
