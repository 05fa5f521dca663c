"""A whole match at a real ``hall-terminal`` whose hall is not there, and that hears of it later."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.node.hall_kit import PATIENCE_S, Hall
from tests.processes.absent_hall import absent_hall, called, signed

pytestmark = pytest.mark.processes

TERMINAL = str(Path(sys.executable).with_name("hall-terminal"))
TMUX = shutil.which("tmux")

BOOKS = [
    ("acf-masters", 'control = "90:00"'),
    ("acf-majors", 'control = "90:00"'),
    ("contest", ""),
]

ANSWERS = (
    ("waiting for the next round", ""),
    ("Sit and press here", "13"),
    ("Which clock?", "79"),
    ("Press to start", "13"),
    ("Who won", "1"),
    ("Correct? Press here", "13"),
    ("Next game", "5"),
    ("Game over", "5"),
)
"""Words on the screen and the keys that two players answer them with, the first that fits."""


class Pane:
    """A program in a tmux of its own: what is on its screen, and its keyboard."""

    def __init__(self, tmux: list[str], output: int) -> None:
        self._tmux = tmux
        self._output = output

    def run(self, *words: str) -> str:
        run = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
        return run.stdout

    def press(self, keys: str) -> None:
        for key in keys:
            self.run("send-keys", "-t", "table", key)

    def screens(self) -> Iterator[str]:
        """The screen now, and again whenever something was drawn."""
        while True:
            yield self.run("capture-pane", "-p", "-t", "table")
            ready, _, _ = select.select([self._output], [], [], PATIENCE_S)
            assert ready, "nothing was drawn any more"
            os.read(self._output, 1 << 16)

    def until(self, words: str) -> str:
        return next(screen for screen in self.screens() if words in screen)


@contextmanager
def in_tmux(folder: Path, *command: str) -> Iterator[Pane]:
    assert TMUX is not None
    tmux = [TMUX, "-S", str(folder / "tmux"), "-f", os.devnull]
    pipe = folder / "drawn"
    os.mkfifo(pipe)
    environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
    start = [*tmux, "new-session", "-d", "-s", "table", "-x", "80", "-y", "24"]
    subprocess.run([*start, shlex.join(command)], check=True, env=environment)
    output = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        pane = Pane(tmux, output)
        pane.run("pipe-pane", "-t", "table", f"cat > {shlex.quote(str(pipe))}")
        yield pane
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)
        os.close(output)


def is_at_the_hall(hall: Hall) -> None:
    """Start the hall for the first time and wait until it knows the result."""
    server = hall.start_hall()
    server.ears.until(
        lambda: any(match.result.counts for match in server.ears.state.matches.values())
    )


@pytest.mark.skipif(TMUX is None, reason="tmux is not installed")
@pytest.mark.timeout(180)
@pytest.mark.parametrize(("rulebook", "more"), BOOKS)
def test_a_match_is_played_by_keys_without_a_hall_and_handed_in_later(
    tmp_path: Path, rulebook: str, more: str
) -> None:
    with absent_hall(tmp_path, rulebook, more) as hall:
        home = called(hall)
        # A key that comes again too soon is taken for held: these hands are faster than people's.
        with in_tmux(tmp_path, TERMINAL, "--home", str(home), "--speed", "30") as pane:
            for screen in pane.screens():
                keys = next((keys for words, keys in ANSWERS if words in screen), None)
                if keys == "":
                    break
                pane.press(keys or "")
            assert "OFFLINE since" in pane.until("OFFLINE")
            is_at_the_hall(hall)
            pane.until("LIVE")
            pane.run("send-keys", "-t", "table", "C-q")


@pytest.mark.timeout(120)
def test_a_match_is_played_by_numbers_through_standard_input(tmp_path: Path) -> None:
    wanted = ("I sit here", "start the game", "Game over", " won", "Next game", "I sign")
    with absent_hall(tmp_path, more='control = "90:00"') as hall:
        home = called(hall)
        with subprocess.Popen(
            [TERMINAL, "--home", str(home), "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            offers: list[str] = []
            for line in process.stdout:
                if line.startswith("Hall: "):
                    offers = []
                elif line[:1].isdigit():
                    offers.append(line)
                elif "waiting for the next round" in line:
                    break
                elif line.startswith("Enter alone"):
                    fits = [o for words in wanted for o in offers if words in o]
                    if fits:
                        process.stdin.write(fits[0].split(".")[0] + "\n")
                        process.stdin.flush()
            process.communicate("q\n", timeout=PATIENCE_S)
        assert process.returncode == 0
        assert signed(home) == {0, 1}


@pytest.mark.timeout(120)
def test_a_locked_plain_table_is_ended_by_its_supervisor_alone(tmp_path: Path) -> None:
    with absent_hall(tmp_path) as hall:
        command = [TERMINAL, "--home", str(called(hall)), "--plain", "--locked"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            assert any("Sit and press here" in line for line in process.stdout)
            process.send_signal(signal.SIGINT)
            process.stdin.write("q\n")
            process.stdin.flush()
            assert any("Nothing was done: q" in line for line in process.stdout)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
