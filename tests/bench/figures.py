"""What every part uses: how much it does, how it prints a figure, what a process has used."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from shared.machine.clocks import precise_ns

SECOND_NS = 1_000_000_000
PATIENCE_S = 60
"""So long a part waits for one answer. On a busy machine a program takes this long to start."""
MISSED = ": MISSED"
"""The end of the line of a bar that is not met."""

T = TypeVar("T")


@dataclass(frozen=True)
class Effort:
    """How much a part does: all of it, or (``smoke``) each thing once, with no bar judged."""

    smoke: bool = False

    def pick(self, full: T, smoke: T) -> T:
        """Return the size for this run."""
        return smoke if self.smoke else full

    def judge(self, met: bool, bar: str) -> None:
        """Print a bar and whether it is met; print nothing in a smoke run."""
        if not self.smoke:
            say(f"  bar: {bar}{': met' if met else MISSED}")


class Used(NamedTuple):
    """What a process has used of this machine: CPU in ns, memory in bytes."""

    cpu: int
    memory: int


def used(pid: int) -> Used:
    """Return what a process has used up to now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    memory = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return Used(ticks * SECOND_NS // os.sysconf("SC_CLK_TCK"), memory)


def cpu_of(work: Callable[[], object]) -> int:
    """Return the CPU of this process, all its threads, that a piece of work takes, in ns."""
    before = used(os.getpid()).cpu
    work()
    return used(os.getpid()).cpu - before


def say(line: str) -> None:
    """Print a line."""
    print(line, flush=True)  # noqa: T201


def percentile(values: Sequence[int], part: float) -> int:
    """Return the value below which ``part`` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def ms(ns: float) -> str:
    """Return nanoseconds as milliseconds."""
    return f"{ns / 1e6:8.2f} ms"


def times(value: float, raw: float) -> str:
    """Return how many times ``raw`` fits into ``value``."""
    return f"{value / raw:.2f} ×" if raw else "? ×"


def row(what: str, values: Sequence[int]) -> int:
    """Print median and p99 of nanoseconds; return the p99."""
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    say(f"  {what:<58} p50 {ms(p50)}   p99 {ms(p99)}   n={len(values)}")
    return p99


def fsyncs(folder: Path, count: int) -> list[int]:
    """Return the nanoseconds of each of ``count`` fsyncs of 4 KiB by the disk itself."""
    took = []
    with (folder / "raw.bin").open("wb") as file:
        for _ in range(count):
            begun = precise_ns()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(precise_ns() - begun)
    return took


def wait_for(signal: threading.Event, what: str) -> None:
    """Wait for a signal; raise TimeoutError with a sentence if it does not come."""
    if not signal.wait(PATIENCE_S):
        raise TimeoutError(f"{what} did not come within {PATIENCE_S} s")


def on_this_disk() -> TemporaryDirectory[str]:
    """Return a scratch folder on the disk of this checkout; other scratch may be in memory."""
    folder = Path("build") / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return TemporaryDirectory(dir=folder)
