"""A program under a service manager, as our systemd units have it started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from shared.machine.clocks import monotonic_s
from shared.program.installed import program
from tests.node.hall_kit import PATIENCE_S

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
SERVER = program("hall-server")
PAUSE_S = 0.1


def not_again(unit: str) -> frozenset[int]:
    """Return the exit codes after which a unit is not started again."""
    text = (UNITS / f"playing-hall-{unit}.service").read_text()
    assert re.search(r"^Restart=on-failure$", text, re.MULTILINE)
    [codes] = re.findall(r"^RestartPreventExitStatus=(.*)$", text, re.MULTILINE)
    return frozenset((0, *map(int, codes.split())))


def until(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait until something holds of processes and files, which tell nobody."""
    deadline, pause = monotonic_s() + 2 * PATIENCE_S, threading.Event()
    while not holds():
        assert monotonic_s() < deadline, otherwise
        pause.wait(0.05)


class Unit:
    """``hall-server`` with some words, started again as the unit of that name says.

    What it says is in ``output``, over all starts.
    """

    def __init__(self, unit: str, output: Path, *words: str) -> None:
        self._words = [SERVER, *words]
        self._ends = not_again(unit)
        self._output = output
        self._stopping = threading.Event()
        self.may_start = threading.Event()
        """Clear it, and the next start waits until it is set."""
        self.may_start.set()
        self._lock = threading.Lock()
        self.starts = 0
        self._start()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _start(self) -> None:
        self.starts += 1
        with self._output.open("ab") as output:
            managed = dict(os.environ, NOTIFY_SOCKET=f"{self._output}.socket")
            self.process = subprocess.Popen(self._words, stdout=output, stderr=output, env=managed)

    def _watch(self) -> None:
        while self.process.wait() not in self._ends and not self._stopping.wait(PAUSE_S):
            self.may_start.wait()
            with self._lock:
                if not self._stopping.is_set():
                    self._start()

    def send(self, how: signal.Signals) -> None:
        """Send a signal to the process that runs now; one that has just ended gets none."""
        self.process.send_signal(how)

    @property
    def said(self) -> str:
        return self._output.read_text(errors="replace")

    def until_says(self, words: str, times: int = 1) -> None:
        """Wait until words were said so often."""
        deadline = monotonic_s() + PATIENCE_S
        while self.said.count(words) < times:
            assert monotonic_s() < deadline, self.said
            assert self._thread.is_alive() or self.said.count(words) >= times, self.said
            threading.Event().wait(0.05)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it for good."""
        with self._lock:
            self._stopping.set()
            self.may_start.set()
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGCONT)
                self.process.send_signal(how)
        self._thread.join(PATIENCE_S)

    def __enter__(self) -> Unit:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(signal.SIGKILL)


def promote(home: Path) -> subprocess.CompletedProcess[str]:
    """``hall-server promote --yes``, however it ends."""
    return subprocess.run(
        [SERVER, "promote", "--yes", "--home", str(home)],
        capture_output=True, text=True, check=False, env=dict(os.environ),
    )  # fmt: skip
