"""Folders beside the user that are called like the program's own rooms break no command."""

import subprocess
from pathlib import Path

import pytest

from shared.program.installed import program

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
