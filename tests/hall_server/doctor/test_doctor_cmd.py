"""``hall-server doctor`` on folders as they are found: fresh, set up, running, open to others."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.doctor import measure
from shared.net.address import HallAddress
from shared.net.this_machine import multicast_trouble, port_trouble
from shared.node.home import join_by_file, load
from shared.port import Link
from shared.store.database import look_at
from tests.node.hall_kit import LOOPBACK, Hall, a_hall, free_ports


@pytest.fixture(autouse=True)
def _one_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests of this process load SQLite a second time; tests may lie in memory."""
    monkeypatch.setattr(measure, "loaded_sqlite", lambda: ("Python's own",))
    monkeypatch.setattr(measure, "file_system", lambda folder: "ext4")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def examined(home: Path, *more: str) -> tuple[int, dict[str, dict[str, Any]]]:
    outcome = CliRunner().invoke(main, ["doctor", "--json", "--home", str(home), *more])
    said = json.loads(outcome.output)
    assert said["fit"] == (outcome.exit_code == 0)
    return outcome.exit_code, {found["about"]: found for found in said["findings"]}


def test_a_machine_that_is_not_set_up_yet_is_examined_and_left_as_it_was(tmp_path: Path) -> None:
    ports = ["--port-base", str(free_ports()[0])]
    outcome = CliRunner().invoke(main, ["doctor", "--home", str(tmp_path / "none"), *ports])
    assert outcome.exit_code == 0, outcome.output
    for words in ("√ Python: 3.", "√ SQLite: ", "√ Data: nothing is kept here yet", "Fit for"):
        assert words in outcome.output
    assert list(tmp_path.iterdir()) == []


def test_stopped_hall_is_examined_without_changing_its_folder(hall: Hall) -> None:
    before = sorted(hall.home.iterdir())
    code, found = examined(hall.home)
    assert (code, found["Data"]["level"], found["Keys"]["level"]) == (0, "good", "good")
    assert found["Data"]["says"].endswith("hall.db is sound")
    assert found["Invites"]["level"] == "caution"
    assert sorted(hall.home.iterdir()) == before


def test_keys_that_others_can_read_are_reported_with_the_command_that_mends_it(hall: Hall) -> None:
    key = hall.home / "device.key"
    key.chmod(0o644)
    code, found = examined(hall.home)
    assert code == 1
    assert found["Keys"]["remedy"] == f"chmod go= {key}"


def test_damaged_file_is_reported(hall: Hall) -> None:
    data = hall.home / "hall.db"
    data.write_bytes(b"\0" * data.stat().st_size)
    code, found = examined(hall.home)
    assert (code, found["Data"]["level"]) == (1, "bad")


def test_a_folder_whose_papers_cannot_be_read(hall: Hall) -> None:
    (hall.home / "node.json").write_text("{")
    code, found = examined(hall.home)
    assert (code, found["Node"]["level"]) == (1, "bad")
    assert "Traceback" not in found["Node"]["says"]


def test_a_port_that_another_program_uses_is_told() -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = other.getsockname()[1]
        assert "in use" in port_trouble(port)
    assert port_trouble(port) == ""
    assert port_trouble(70_000)


def test_missing_multicast_is_reported() -> None:
    assert multicast_trouble("203.0.113.9") != ""


def test_a_file_in_use_is_seen_from_another_connection(hall: Hall) -> None:
    hall.start_hall()
    assert look_at(hall.home / "hall.db").fitness == "in use"
    assert look_at(hall.home / "no.db").fitness == "absent"


@pytest.mark.parametrize("running", [True, False])
def test_a_device_hears_whether_the_hall_answers(hall: Hall, running: bool, tmp_path: Path) -> None:
    sync, feed = hall.start_hall().node.link.ports if running else (9, 10)
    home = tmp_path / "device"
    join_by_file(home, hall.home / "invites" / "table-1.invite")
    membership, keys = load(home)
    address = HallAddress(LOOPBACK, sync, feed, membership.halls[0].curve_key)
    patience = measure.HALL_PATIENCE_S if running else 0.1
    link = measure.link_to_hall(membership, keys, address, patience_s=patience)
    assert (link.state in ("live", "catching_up")) is running
    assert abs(link.offset_ms) < 2_000
    assert not (home / "hall.db").exists()


def test_an_unwritable_folder_is_reported_and_for_a_missing_one_its_parent_is_used(
    tmp_path: Path,
) -> None:
    assert measure.existing(tmp_path / "a" / "b") == tmp_path
    took = iter(range(0, 10**12, 5_000_000))
    assert measure.fsync_us(tmp_path / "a", lambda: next(took)) == (5_000, "")
    shutil.rmtree(tmp_path)
    file = tmp_path.parent / "file"
    file.touch()
    assert measure.existing(file / "under") == tmp_path.parent


def test_only_one_distribution_brings_our_packages_and_they_lie_together() -> None:
    assert set(measure.strangers()) == set(measure.PACKAGES)
    assert len(set(measure.folders().values())) == 1


def test_without_home_the_folder_of_the_program_that_is_set_up_is_examined(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    home = tmp_path / "data" / "playing-hall" / "kiosk"
    join_by_file(home, hall.home / "invites" / "kiosk-1.invite")
    (home / "device.key").chmod(0o604)
    monkeypatch.setattr(measure, "link_to_hall", lambda *_: Link("offline", 0))
    outcome = CliRunner().invoke(main, ["doctor", "--hall", "127.0.0.1:1"])
    assert outcome.exit_code == 1
    assert "! Hall: it does not answer from here" in outcome.output
    assert f"‼ Keys: others may read {home / 'device.key'}" in outcome.output


def test_a_terminal_without_the_signs_is_reported_and_nothing_breaks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from hall_server.cli import main; main()", "doctor"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert b"? Python: 3." in done.stdout
