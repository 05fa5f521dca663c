"""A board terminal as a real process on a pty: start, memory, load, and a press on the screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from board_terminal.view.held import SETTLE_MS
from shared.machine.clocks import precise_ns
from tests.bench.figures import (
    PATIENCE_S,
    SECOND_NS,
    Effort,
    Used,
    on_this_disk,
    percentile,
    row,
    say,
    times,
    used,
)
from tests.processes.absent_hall import absent_hall, called

TERMINAL = [str(Path(sys.executable).with_name("hall-terminal")), "--home"]
BARE = [sys.executable, "-m", "tests.bench.bare_app"]
FRAME_NS = SECOND_NS // 60
MIB = 1 << 20
TENTHS_NS = 10 * SECOND_NS
"""A clock shows tenths below this."""
OTHER = {"1": "3", "3": "1"}

_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


@dataclass(frozen=True)
class Size:
    """How often a program starts, how many keys go down, how long a clock is watched."""

    starts: int = 5
    presses: int = 200
    period_ns: int = 8 * SECOND_NS
    clock_s: int = 40
    """Of the clock that is watched at 1 Hz and at tenths."""


SMOKE = Size(starts=1, presses=2, period_ns=SECOND_NS // 4, clock_s=11)


class Screen:
    """A program on a pseudo-terminal of 80 × 24, and a person at its keys."""

    def __init__(self, command: list[str]) -> None:
        self.begun = precise_ns()
        self._free: dict[str, int] = {}
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        # In English, whatever the language of this machine is: its words are waited for.
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        # An installed program is compiled once, not at each start.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)

    def until(self, pattern: str) -> str:
        """Read until ``pattern`` is drawn; return its group, or all of it if it has none."""
        drawn = b""
        while not (found := re.search(pattern, drawn.decode(errors="ignore"), re.DOTALL)):
            part = self._read(PATIENCE_S)
            if not part:
                last = " ".join(drawn.decode(errors="ignore").split())[-300:]
                raise TimeoutError(f"{pattern!r} was not drawn; the screen says: {last!r}")
            drawn = _ESCAPES.sub(b"", drawn + part)
        return found[found.re.groups]

    def press(self, key: str, answer: str) -> tuple[int, str]:
        """Press a key and wait for ``answer``; return nanoseconds, and what ``until`` returns.

        A person lets a key go. A table takes a key that comes again too soon for one that is held.
        """
        self.watch(max(6 * FRAME_NS, self._free.get(key, 0) - precise_ns()))
        at = precise_ns()
        os.write(self._master, key.encode())
        found = self.until(answer)
        drawn = precise_ns()
        self._free[key] = drawn + SETTLE_MS * 1_000_000
        return drawn - at, found

    def watch(self, period_ns: int) -> float:
        """Let it run for a while; return the share of one core that it took."""
        begun, before = precise_ns(), self.used.cpu
        while (left := begun + period_ns - precise_ns()) > 0:
            self._read(left / SECOND_NS)
        return (self.used.cpu - before) / (precise_ns() - begun)

    @property
    def used(self) -> Used:
        """What the program has used up to now."""
        return used(self._process.pid)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _read(self, patience_s: float) -> bytes:
        """Return what is drawn next, or nothing if nothing is drawn in this time."""
        if not select.select([self._master], [], [], patience_s)[0]:
            return b""
        try:
            return os.read(self._master, 1 << 16)
        except OSError as error:
            raise RuntimeError("the program on the pty ended by itself") from error


@contextmanager
def running(command: list[str]) -> Iterator[Screen]:
    """Run a program until the end of the block."""
    screen = Screen(command)
    try:
        yield screen
    finally:
        screen.close()


@contextmanager
def a_table(control: str) -> Iterator[list[str]]:
    """Yield the command of a table that knows its match and whose hall is silent."""
    with (
        on_this_disk() as name,
        absent_hall(Path(name), more=f'control = "{control}"') as hall,
    ):
        yield [*TERMINAL, str(called(hall))]


def starts(command: list[str], count: int, *words: str) -> tuple[list[list[int]], int]:
    """Return nanoseconds from each start to each of ``words``, and the most bytes held then."""
    took: list[list[int]] = [[] for _ in words]
    resident = 0
    for _ in range(count):
        with running(command) as screen:
            for word, each in zip(words, took, strict=True):
                screen.until(word)
                each.append(precise_ns() - screen.begun)
            resident = max(resident, screen.used.memory)
    return took, resident


def begin(screen: Screen) -> str:
    """Sit down and start the clock; return the key of the player whose clock runs."""
    screen.until("Sit and press here")
    screen.press("1", "seated")
    _, key = screen.press("3", "Press to start.*?([13]) · ")
    screen.press(key, f"THINKING.*?{OTHER[key]} · ")
    return OTHER[key]


def presses(command: list[str], count: int) -> tuple[list[int], list[int], int]:
    """Return nanoseconds from a key to the turn on the screen, the same of the empty app, and
    bytes that the terminal holds at the end.

    They are pressed in turn, so that a busy moment of the machine meets both.
    """
    shown, bare = [], []
    with running(command) as screen, running(BARE) as empty:
        key = begin(screen)
        empty.until("BARE")
        for n in range(count):
            # The players press in turn: the half of the other one now asks for their key.
            shown.append(screen.press(key, f"THINKING.*?{OTHER[key]} · ")[0])
            key = OTHER[key]
            # Only what changed is drawn: the last digit.
            bare.append(empty.press("13"[n % 2], str((n + 1) % 10))[0])
        return shown, bare, screen.used.memory


def idle_share(period_ns: int) -> float:
    """Return the share of a core that the empty app takes while nobody presses."""
    with running(BARE) as screen:
        screen.until("BARE")
        screen.watch(SECOND_NS)
        return screen.watch(period_ns)


def bench(effort: Effort) -> None:
    """Print every row of the board terminal with its raw part."""
    size = effort.pick(Size(), SMOKE)
    with a_table("90:00") as table:
        (first, match), resident = starts(table, size.starts, "starting", "Sit and press here")
        row("first screen", first)
        row("the match on the screen", match)
        (raw,), raw_resident = starts(BARE, size.starts, "BARE")
        row("raw: an empty Textual app's first screen", raw)
        shown, keys, playing = presses(table, size.presses)
        row("a press on the screen", shown)
    row("raw: a key on the screen of the empty app", keys)
    idle = idle_share(size.period_ns)
    with a_table(f"0:{size.clock_s}") as table, running(table) as screen:
        begin(screen)
        begun = precise_ns()
        screen.watch(min(SECOND_NS, size.period_ns))
        second = screen.watch(size.period_ns)
        tenths_at = begun + size.clock_s * SECOND_NS - TENTHS_NS
        screen.watch(tenths_at - precise_ns())
        tenths = screen.watch(size.period_ns)
    median, resident = percentile(first, 0.5), max(resident, playing)
    say(f"  first screen, median {times(median, percentile(raw, 0.5))} the empty app's")
    effort.judge(median <= 1.4 * percentile(raw, 0.5), "first screen ≤ 1.4 × the empty app's")
    say(f"  {resident / MIB:.1f} MiB resident, {times(resident, raw_resident)} the empty app")
    effort.judge(resident <= 60 * MIB, "resident ≤ 60 MiB")
    say(f"  of one core with a clock at 1 Hz {second:.2%}; the empty app, idle: {idle:.2%}")
    effort.judge(second <= 0.02, "with a clock at 1 Hz ≤ 2 %")
    say(f"  of one core while tenths show {tenths:.2%}")
    effort.judge(tenths <= 0.06, "while tenths show ≤ 6 %")
    slowest, slowest_raw = percentile(shown, 0.99), percentile(keys, 0.99)
    say(f"  a press on the screen, p99 {times(slowest, slowest_raw)} a key of the empty app")
    effort.judge(slowest <= 2 * slowest_raw, "a press, p99 ≤ 2 × a key of the empty app")
