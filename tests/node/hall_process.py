"""A hall in a process of its own, to be ended, killed and started again."""

from __future__ import annotations

import signal
import subprocess
import threading
from pathlib import Path
from types import TracebackType

from shared.program.installed import program
from tests.node.hall_kit import PATIENCE_S, Hall

READY = "listens on ports"


class HallProcess:
    """``hall-server run`` on a hall's folder and ports; its words are kept."""

    def __init__(
        self,
        hall: Hall,
        *options: str,
        wait: bool = True,
        command: str = "run",
        home: Path | None = None,
    ) -> None:
        words = [program("hall-server"), command]
        self.process = subprocess.Popen(
            [*words, "--home", str(home or hall.home), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._wait = wait
        self._heard = ""
        if wait:
            self.wait_for(READY)

    def wait_for(self, words: str) -> None:
        """Read on until a line with ``words``."""
        assert self.process.stdout is not None
        guard = threading.Timer(PATIENCE_S, self.process.kill)
        guard.start()
        try:
            for line in self.process.stdout:
                self._heard += line
                if words in line:
                    return
        finally:
            guard.cancel()
        raise AssertionError(f"the hall ended: {self._heard}")

    def end(self, how: signal.Signals) -> str:
        """Send a signal and wait for the end; returns everything that was said."""
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=PATIENCE_S)
        self._heard += rest
        return self._heard

    @property
    def pid(self) -> int:
        """Its process."""
        return self.process.pid

    @property
    def code(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE_S)

    def __enter__(self) -> HallProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.communicate(timeout=PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
