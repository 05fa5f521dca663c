"""What long commands say meanwhile: counted steps and a bar on a terminal, nothing in a pipe."""

import os
import pty
import select
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hall_server.commands.progress import Steps, waiting


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
