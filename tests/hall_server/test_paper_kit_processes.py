"""The paper kit of real processes: the hall keeps one, and any laptop can follow along."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shared.node.home import join_by_file
from tests.hall_server.paper.pdfs import pages
from tests.node.hall_kit import PATIENCE_S, Hall, a_hall, free_ports, pairing
from tests.node.hall_process import HallProcess

pytestmark = [pytest.mark.slow, pytest.mark.processes]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


POSTED = r"Ronda 1, emparejamiento 1, \d\d:\d\d, por mesa"


@pytest.mark.needs("pdftotext")
def test_the_hall_keeps_the_kit_and_ends_with_all_it_heard(hall: Hall, tmp_path: Path) -> None:
    kit = tmp_path / "kit.pdf"
    kept = ("--paper-kit", str(kit), "--paper", "letter")
    with HallProcess(hall, *kept, "--language", "es", wait=False) as process:
        process.wait_for("is up to date")
        assert not any(re.search(POSTED, page) for page in pages(kit.read_bytes()))
        referee = hall.start("referee-1", role="referee")
        referee.file(pairing())
        process.wait_for("masters round 1")
        process.end(signal.SIGTERM)
    assert process.code == 0
    assert any(re.search(POSTED, page) for page in pages(kit.read_bytes()))


@pytest.mark.needs("pdftotext")
def test_standby_keeps_the_kit_of_the_hall_that_it_follows(hall: Hall, tmp_path: Path) -> None:
    kit, home = tmp_path / "kit.pdf", tmp_path / "standby"
    invite, base = str(hall.invites["referee-1"]), str(free_ports()[0])
    words = ("--invite", invite, "--port-base", base, "--paper-kit", str(kit))
    with HallProcess(hall), HallProcess(
        hall, *words, command="standby", home=home, wait=False
    ) as standby:  # fmt: skip
        standby.wait_for("is up to date")
        standby.end(signal.SIGTERM)
    assert any("Masters" in page for page in pages(kit.read_bytes()))


@contextmanager
def following(home: Path, out: Path) -> Iterator[subprocess.Popen[str]]:
    program = str(Path(sys.executable).with_name("hall-server"))
    command = [program, "print", "kit", "--follow", "--home", str(home), "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    guard = threading.Timer(PATIENCE_S, process.kill)
    guard.start()
    try:
        yield process
    finally:
        guard.cancel()
        process.kill()
        process.communicate()


def test_a_laptop_follows_the_hall_and_keeps_a_kit(hall: Hall, tmp_path: Path) -> None:
    hall.start_hall()
    join_by_file(tmp_path / "laptop", hall.invites["referee-1"])
    with following(tmp_path / "laptop", tmp_path / "kit.pdf") as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "is up to date" in line:
                break
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")


def test_folder_in_use_is_reported(hall: Hall, tmp_path: Path) -> None:
    hall.start_hall()
    join_by_file(tmp_path / "laptop", hall.invites["referee-1"])
    hall.start("referee-1", home=tmp_path / "laptop", role="referee")
    with following(tmp_path / "laptop", tmp_path / "kit.pdf") as process:
        output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert "is in use by another program" in output
    assert "Traceback" not in output
