"""Runs parts one after another, each in a process of its own; names the ones that break."""

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from shared.machine.clocks import monotonic_s
from tests.bench.calm import Calm
from tests.bench.figures import MISSED, say

Command = Sequence[str]
Said = dict[str, list[str]]
"""Part → the lines that it printed."""
GRACE_S = 5
MOST_TIMES = 3
"""A part is measured so many times at most."""


def run(
    parts: Mapping[str, Command],
    *,
    patience_s: float,
    verbose: bool = False,
    said: Said | None = None,
    calm: Calm | None = None,
) -> int:
    """Run every part and print what it prints; return 1 if any of them broke, otherwise 0.

    What was printed is put into ``said``. A missed bar is counted and printed. It does not change
    the status: a busy machine misses bars. With ``calm``, a part waits for a calm machine, and is
    measured again if it missed a bar while the machine was not.
    """
    broken, missed = [], []
    begun = monotonic_s()
    for name, command in parts.items():
        say(f"{name}:")
        one, why = _measured(command, patience_s, calm)
        if said is not None:
            said[name] = one.said
        say(f"  took {one.seconds:.1f} s")
        if one.missed:
            missed.append(f"{name} ({one.missed})")
        if why:
            broken.append(name)
            say(f"  BROKEN: {why}")
            say("".join(one.errors) if verbose else "  See the whole error with --verbose.")
    ran = [name for name in parts if name not in broken]
    took = monotonic_s() - begun
    say(f"Ran to the end: {listed(ran)}. Broken: {listed(broken)}. All of it took {took:.0f} s.")
    if missed:
        say(f"Bars missed: {listed(missed)}.")
    return 1 if broken else 0


def _measured(command: Command, patience_s: float, calm: Calm | None) -> tuple["Part", str]:
    """Return a part that was run, and why it broke, "" if it did not."""
    for times in range(1, MOST_TIMES + 1):
        before = calm.wait() if calm is not None else 0.0
        one = Part(command, patience_s)
        why = one.play()
        if calm is None:
            return one, why
        after = calm.look()
        words = f"a signature took {before:.0f} µs before it, {after:.0f} µs after"
        one.tell(f"  the machine: {words}; {calm.best:.0f} µs at its best in this run")
        busy = not (calm.is_calm(before) and calm.is_calm(after))
        if why or not one.missed or not busy or times == MOST_TIMES:
            break
        say("  Not calm: measured again.")
    return one, why


def listed(names: Sequence[str]) -> str:
    """Return names with commas, or "none"."""
    return ", ".join(names) or "none"


class Part:
    """One part, run once: how long it took, the bars it missed, and what it wrote to stderr."""

    def __init__(self, command: Command, patience_s: float) -> None:
        self._command = command
        self._patience_s = patience_s
        self._late = False
        self.seconds = 0.0
        self.said: list[str] = []
        self.errors: deque[str] = deque(maxlen=500)

    @property
    def missed(self) -> int:
        """How many bars it missed."""
        return sum(line.endswith(MISSED) for line in self.said)

    def tell(self, line: str) -> None:
        """Print a line and keep it with the others."""
        self.said.append(line)
        say(line)

    def play(self) -> str:
        """Run to the end and print each line as it comes; return why it broke, or nothing."""
        begun = monotonic_s()
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
        process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        helpers = [
            threading.Thread(target=self._watch, args=(process,)),
            threading.Thread(target=self.errors.extend, args=(process.stderr,)),
        ]
        for helper in helpers:
            helper.start()
        try:
            for line in process.stdout:
                self.tell(line.rstrip())
        except BaseException:
            _end(process)
            raise
        finally:
            for helper in helpers:
                helper.join()
            process.stdout.close()
            process.stderr.close()
            self.seconds = monotonic_s() - begun
        return self._why(process.returncode)

    def _watch(self, process: subprocess.Popen[str]) -> None:
        """End a part that takes too long, and whatever a part that has ended left running."""
        try:
            process.wait(self._patience_s)
        except subprocess.TimeoutExpired:
            self._late = True
        _end(process)

    def _why(self, status: int) -> str:
        if self._late:
            return f"it did not end within {self._patience_s:g} s"
        if status < 0:
            return f"it was ended by {signal.Signals(-status).name}"
        said = [line.strip() for line in self.errors if line.strip()]
        return (said[-1] if said else f"it ended with status {status}") if status else ""


def _end(process: subprocess.Popen[str]) -> None:
    """Let the process clear its scratch folder, then end it and all that it started."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_S)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
