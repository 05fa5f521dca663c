"""``hall-server run`` as a real process: ports, signals, and the supervisor."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from shared.store.verify import check_copy
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, a_hall, player, report
from tests.node.hall_process import HallProcess

pytestmark = pytest.mark.processes


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def test_a_hall_runs_until_it_is_stopped(hall: Hall) -> None:
    with HallProcess(hall) as process:
        table = hall.start("table-1")
        table.ears.until_link("live")
        event = table.file(report("to-the-process"))
        table.ears.until(lambda: event not in table.ears.unsent)
        output = process.end(signal.SIGTERM)
    assert process.code == 0
    assert "The hall has stopped; everything is on the disk." in output
    assert not (hall.home / "hall.db-wal").exists()
    again = hall.start_hall()
    again.ears.until_sees("to-the-process")


def test_a_taken_port_ends_the_hall_with_a_sentence(hall: Hall) -> None:
    with socket.socket() as other:
        other.bind((LOOPBACK, hall.ports[1]))
        other.listen()
        process = HallProcess(hall, wait=False)
        with process:
            output = process.process.communicate(timeout=PATIENCE_S)[0]
        assert process.code == 1
    assert f"Port {hall.ports[1]} is taken" in output
    assert "Traceback" not in output


@pytest.mark.slow
def test_a_second_hall_on_one_folder_is_refused(hall: Hall) -> None:
    with HallProcess(hall):
        second = HallProcess(hall, "--port-base", "0", wait=False)
        with second:
            output = second.process.communicate(timeout=PATIENCE_S)[0]
        assert second.code == 1
        assert "is in use by another program" in output
        table = hall.start("table-1")
        table.ears.until_link("live")


@pytest.mark.slow
def test_the_supervisor_starts_a_hall_again_that_was_killed(hall: Hall) -> None:
    table = hall.start("table-1")
    with HallProcess(hall, "--supervised") as process:
        table.ears.until_link("live")
        for n in range(2):
            [child] = children(process.process.pid)
            os.kill(child, signal.SIGKILL)
            event = table.file(report(f"after-the-kill-{n}"))
            process.wait_for("listens on ports")
            table.ears.until(
                lambda event=event: (
                    table.ears.link.state == "live"  # type: ignore[misc]
                    and event not in table.ears.unsent
                )
            )
        output = process.end(signal.SIGTERM)
    assert process.code == 0
    assert "starting it again" in output
    server = hall.start_hall()
    server.ears.until_sees("after-the-kill-0", "after-the-kill-1")
    server.file(player("after-all"))


@pytest.mark.slow
def test_a_hall_writes_rolling_snapshots_that_can_be_verified(hall: Hall) -> None:
    folder = hall.folder / "backups"
    with HallProcess(
        hall, "--backup-dir", str(folder), "--backup-every", "0.01", "--backup-keep", "2"
    ) as process:
        for _ in range(3):
            process.wait_for("Snapshot hall-")
        process.end(signal.SIGTERM)
    kept = sorted(folder.glob("hall-*.db"))
    assert 2 <= len(kept) <= 3
    assert not list(folder.glob("*.part"))
    assert all(not check_copy(file).faults for file in kept)


def children(pid: int) -> list[int]:
    """Return the running processes that ``pid`` started, as /proc lists them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # A process may end while it is looked at.
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(stat.parent.name))
    return found
