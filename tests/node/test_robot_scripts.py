"""A robot's script that is none is refused in a sentence, by each program that takes one."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import board_terminal.cli
import hall_server.referee.cli

SEAT = {"home": "h", "invite": "i", "script": {"ledger": ""}}


def refused(command: click.Command, *words: str) -> str:
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 1, done.output
    assert "Traceback" not in done.output
    assert "Nothing was started." in done.output
    return " ".join(done.output.split())


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ({}, "must name a ledger"),
        ({"ledger": "nowhere/at/all"}, "nowhere/at/all cannot be written"),
        ({"ledger": "l", "moves": "four"}, "`$.moves`"),
        ({"ledger": "l", "moves": -1}, "`$.moves`"),
        ({"ledger": "l", "pace_ms": -1}, "`$.pace_ms`"),
        ({"ledger": "l", "outcomes": {"1:a:b": ["X"]}}, "'X'"),
        ({"ledger": "l", "outcome": {}}, "unknown field `outcome`"),
        ([], "Expected `object`"),
    ],
)
def test_table_names_the_mistake_in_its_robots_script(
    script: object, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file, home = tmp_path / "script.json", tmp_path / "home"
    file.write_text(json.dumps(script))

    said = refused(board_terminal.cli.main, "--home", str(home), "--robot", str(file))

    assert why in said
    assert not home.exists()


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_json_is_no_script(text: bytes, tmp_path: Path) -> None:
    file, home = tmp_path / "script.json", str(tmp_path / "home")
    file.write_bytes(text)
    for command in (board_terminal.cli.main, hall_server.referee.cli.main):
        said = refused(command, "--home", home, "--robot", str(file))
        assert "script.json is no script for a robot" in said
    assert "is no script" in refused(board_terminal.cli.main, "--robots", str(file))


def test_a_referees_script_needs_rounds_and_several_tables_a_ledger(tmp_path: Path) -> None:
    file, home = tmp_path / "script.json", str(tmp_path / "home")
    for text in ("{}", '{"rounds": 0}'):
        file.write_text(text)
        said = refused(hall_server.referee.cli.main, "--home", home, "--robot", str(file))
        assert "`rounds`" in said or "`$.rounds`" in said
    file.write_text(json.dumps({"tables": [SEAT]}))
    assert "ledger" in refused(board_terminal.cli.main, "--robots", str(file))
