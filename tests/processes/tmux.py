"""A program on a screen of its own, in tmux: what it shows, and its keyboard.

A test that opens one needs tmux. Waits are for words on the screen: whatever is drawn ends a wait.
"""

import os
import select
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.machine.clocks import monotonic_ms, monotonic_s

PATIENCE_S = 240.0
"""So long a screen may take to say what is waited for. It takes a fraction of a second; but where
the machine has ten times as much to do as it can, a program takes minutes to start."""

_NOT_OURS = ("TMUX", "COLUMNS", "LINES")
"""The terminal that the tests run in is not the one of the program."""


class Pane:
    """What is on the screen, and the keyboard."""

    def __init__(self, tmux: list[str], output: int, width: int) -> None:
        self._tmux = tmux
        self._output = output
        self.width = width

    def run(self, *words: str) -> str:
        run = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
        return run.stdout

    def press(self, *keys: str) -> None:
        """Keys by their names in tmux, one after another."""
        self.run("send-keys", "-t", "table", *keys)

    def rest(self, until_ms: int) -> None:
        """Hands off the keyboard until then (monotonic ms)."""
        select.select([], [], [], max(0, until_ms - monotonic_ms()) / 1000)

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return self.run("capture-pane", "-p", "-t", "table")

    def screens(self) -> Iterator[str]:
        """Yield the screen now, and again whenever something was drawn."""
        deadline = monotonic_s() + PATIENCE_S
        while True:
            screen = self.text
            yield screen
            left = max(0.0, deadline - monotonic_s())
            ready, _, _ = select.select([self._output], [], [], left)
            assert ready, f"the screen went on to say:\n{screen}"
            os.read(self._output, 1 << 16)

    def when(self, fits: Callable[[str], bool]) -> str:
        """Wait for a screen that fits."""
        return next(screen for screen in self.screens() if fits(screen))

    def until(self, *words: str) -> str:
        """Wait until all of ``words`` stand on the screen."""
        return self.when(lambda screen: all(word in joined(screen) for word in words))

    def kill(self) -> None:
        """SIGKILL to the program; its screen stays."""
        pid = int(self.run("display-message", "-p", "-t", "table", "#{pane_pid}"))
        ended = os.pidfd_open(pid)
        try:
            os.kill(pid, signal.SIGKILL)
            assert select.select([ended], [], [], PATIENCE_S)[0], "SIGKILL did not end it"
        finally:
            os.close(ended)

    def start_again(self) -> None:
        """The program anew, on the screen of the dead one."""
        self.run("respawn-pane", "-k", "-t", "table")


def joined(screen: str) -> str:
    """Return the screen with its words one blank apart, so that a sentence is found over two
    lines."""
    return " ".join(screen.split())


@contextmanager
def in_tmux(folder: Path, *command: str, size: tuple[int, int] = (80, 24)) -> Iterator[Pane]:
    """Run ``command`` in a tmux server of its own, which ends with it."""
    tmux = ["tmux", "-S", str(folder / "tmux"), "-f", os.devnull]
    pipe = folder / "drawn"
    os.mkfifo(pipe)
    environment = {key: value for key, value in os.environ.items() if key not in _NOT_OURS}
    width, height = size
    start = [*tmux, "new-session", "-d", "-s", "table", "-x", str(width), "-y", str(height)]
    options = ["set-option", "-g", "remain-on-exit", "on", ";"]
    options += ["set-option", "-g", "default-shell", "/bin/sh", ";"]  # A user may have none.
    words = [*tmux, *options, *start[len(tmux) :], f"exec {shlex.join(command)}"]
    subprocess.run(words, check=True, env=environment)
    output = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        pane = Pane(tmux, output, width)
        pane.run("pipe-pane", "-t", "table", f"cat > {shlex.quote(str(pipe))}")
        yield pane
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)
        os.close(output)
