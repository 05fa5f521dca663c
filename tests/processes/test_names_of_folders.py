"""Folders beside the user that are called like the program's own rooms break no command."""

import subprocess
import sys
from pathlib import Path

import pytest

from hall_server.play.programs import program

ROOMS = ("shared", "kiosk", "hall_server", "board_terminal")


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    for name in ROOMS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong folder')\n")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["playing-hall", "hall-server", "hall-terminal", "hall-kiosk", "hall-referee"]
)
def test_program_starts_beside_folders_called_like_its_rooms(beside: Path, name: str) -> None:
    said = subprocess.run(
        [program(name), "--version"], cwd=beside, capture_output=True, text=True, check=False
    )
    assert said.stdout.startswith("playing hall "), said.stderr


def test_robots_of_a_demo_start_beside_folders_called_like_its_rooms(beside: Path) -> None:
    words = [sys.executable, "-P", "-m", "board_terminal.running.robot_tables", "--help"]
    said = subprocess.run(words, cwd=beside, capture_output=True, text=True, check=False)
    assert "Usage:" in said.stdout, said.stderr
