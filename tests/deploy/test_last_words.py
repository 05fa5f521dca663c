"""What a person reads where a screen ended and did not start again."""

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_terminal import cli as terminal
from shared.node.engine import READY_S
from shared.program.errors import LAST_WORDS
from tests.deploy.sticks import ROOT

SCRIPT = ROOT / "deploy/systemd/screens/last-words.sh"
SCREENS = sorted(
    unit
    for unit in (ROOT / "deploy/systemd").glob("*.service")
    if "-screen" in unit.name or "@" in unit.name
)


def ended(tmp_path: Path, status: str, words: str | None, *, code: str = "exited") -> Path:
    """Run the script as the service manager does; returns the note above the login prompt.

    The script needs sed.
    """
    run = tmp_path / "run"
    run.mkdir(exist_ok=True)
    if words is not None:
        (run / LAST_WORDS).write_text(words)
    note = tmp_path / "playing-hall.issue"
    script = SCRIPT.read_text().replace("/run/playing-hall.issue", str(note))
    subprocess.run(
        ["sh", "-c", script, "last-words.sh", "playing-hall-terminal@tty1.service"],
        env={"PATH": os.environ["PATH"], "RUNTIME_DIRECTORY": str(run),
             "EXIT_CODE": code, "EXIT_STATUS": status},
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return note


@pytest.mark.needs("sed")
def test_the_sentence_of_a_program_that_ended_stands_above_the_login_prompt(
    tmp_path: Path,
) -> None:
    note = ended(tmp_path, "1", "C:\\hall is damaged.\n").read_text()
    assert "C:\\\\hall is damaged." in note
    assert "systemctl start playing-hall-terminal@tty1.service" in note


@pytest.mark.needs("sed")
@pytest.mark.parametrize(("status", "code"), [("0", "exited"), ("9", "killed"), ("3", "exited")])
def test_a_program_that_was_left_or_comes_again_takes_an_older_sentence_away(
    status: str, code: str, tmp_path: Path
) -> None:
    assert ended(tmp_path, "2", None).read_text().startswith("\nThe program ended with a fault.")
    assert not ended(tmp_path, status, "old", code=code).exists()


@pytest.mark.parametrize("unit", SCREENS, ids=lambda unit: unit.name)
def test_every_screen_gives_the_login_prompt_back_however_it_ends(unit: Path) -> None:
    lines = unit.read_text().splitlines()
    prompt = next(line.partition("=")[2] for line in lines if line.startswith("Conflicts="))
    assert f"OnSuccess={prompt}" in lines
    assert f"OnFailure={prompt}" in lines
    assert "RuntimeDirectory=%p" in lines
    assert [line for line in lines if line.startswith("ExecStopPost=") and SCRIPT.name in line]


def window(tmp_path: Path, cage: str) -> tuple[int, Path]:
    """Open a window with a cage that does as the shell text says; returns how it ended."""
    run = tmp_path / "run"
    run.mkdir()
    program = tmp_path / "cage"
    program.write_text(f"#!/bin/sh\necho once >>{tmp_path}/tries\nshift 2\n{cage}\n")
    program.chmod(0o755)
    script = (ROOT / "deploy/systemd/screens/window.sh").read_text()
    script = script.replace("/usr/bin/cage", str(program)).replace("/usr/bin/foot", "env true")
    script = script.replace("sleep 1", ":")
    done = subprocess.run(
        ["sh", "-c", script, "window.sh", "hall-terminal"],
        env={"PATH": os.environ["PATH"], "RUNTIME_DIRECTORY": str(run)},
        check=False,
    )
    return done.returncode, run


@pytest.mark.parametrize("code", [0, 1, 9])
def test_a_window_ends_as_its_program_did_and_is_not_opened_again(
    code: int, tmp_path: Path
) -> None:
    ended_with, run = window(tmp_path, f'"$@"; exit {code}')
    assert ended_with == code
    assert (tmp_path / "tries").read_text() == "once\n"
    assert not (run / LAST_WORDS).exists()


def test_a_screen_that_cannot_be_opened_is_tried_again_and_then_says_what_to_do(
    tmp_path: Path,
) -> None:
    ended_with, run = window(tmp_path, "exit 0")
    assert ended_with == 1
    assert (tmp_path / "tries").read_text() == "once\n" * 10
    assert "--screen console" in (run / LAST_WORDS).read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--service-pin-file", "no-such-pin"], "no-such-pin cannot be read."),
        (["--headless", "--home", "nothing"], "nothing"),
    ],
)
def test_a_program_keeps_its_last_sentence_where_its_service_finds_it(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    done = CliRunner().invoke(terminal.main, words)
    assert done.exit_code in (1, 2)
    assert said in (tmp_path / LAST_WORDS).read_text()


@pytest.mark.parametrize("role", ["server", "standby"])
def test_a_slow_machine_has_as_long_to_be_ready_as_its_unit_grants(role: str) -> None:
    """It told of ports 0 and 0 after ten seconds, where opening the log took longer."""
    unit = (ROOT / f"deploy/systemd/playing-hall-{role}.service").read_text()
    assert f"TimeoutStartSec={READY_S:.0f}" in unit.splitlines()
