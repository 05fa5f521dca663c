"""What long commands say meanwhile: counted steps and a bar on a terminal, nothing in a pipe."""

import os
import pty
import select
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hall_server.commands.progress import Steps, waiting
from tests.hall_server.terminal import in_a_terminal
from tests.node.hall_kit import a_hall


def on_a_terminal(work: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a terminal shows that stands in the place of stderr."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stderr, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stderr)
        work()
        stderr.flush()
        shown = b""
        while select.select([ours], [], [], 0)[0]:
            shown += os.read(ours, 10_000)
    os.close(ours)
    return shown.decode()


def steps() -> None:
    step = Steps(2)
    step("Opening the hall")
    step("Copying the log")


def bar() -> None:
    with waiting("Waiting", 2.0) as told:
        told(1.0)
        told(2.0)


def test_each_step_is_counted_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = on_a_terminal(steps, monkeypatch)
    assert said.splitlines() == ["[1/2] Opening the hall …", "[2/2] Copying the log …"]


def test_a_wait_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = on_a_terminal(bar, monkeypatch)
    assert "Waiting" in said
    assert "####" in said


def test_in_a_pipe_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "log").open("w") as pipe, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", pipe)
        steps()
        bar()
    assert (tmp_path / "log").read_text() == ""


@pytest.mark.processes
@pytest.mark.timeout(120)
def test_every_command_that_takes_a_while_says_what_it_is_doing(tmp_path: Path) -> None:
    """As a person sees it: each with its own program, on a terminal."""
    players = tmp_path / "more.csv"
    players.write_text("name,division\nGus van der Meer,masters\n")
    copy, archive = tmp_path / "copy.db", tmp_path / "event.zip"
    with a_hall(tmp_path, tables=2):
        here = ("--home", str(tmp_path / "hall"))
        for command, steps in (
            (("snapshot", str(copy), *here), ("Opening the hall", "Copying the log to")),
            (("verify", str(copy)), ("Checking every signature of",)),
            (("export", "event", "--out", str(archive), *here), ("Opening", "Making event")),
            (("import", str(archive), *here), ("Checking every file of",)),
            (("import", str(players), "--yes", *here), ("Reading", "Comparing", "Writing")),
            (
                ("print", "standings", "--out", str(tmp_path / "s.pdf"), *here),
                ("Opening the hall", "Drawing"),
            ),
            (
                ("restore", str(copy), "--home", str(tmp_path / "new"), "--keys-from", here[1]),
                ("Checking every signature of", "Setting the hall up in"),
            ),
        ):
            said = in_a_terminal(command)
            for number, step in enumerate(steps, 1):
                assert f"[{number}/{len(steps)}] {step}" in said, said
