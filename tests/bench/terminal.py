"""A board terminal as a real process on a pty: start, memory, load, and a press on the screen."""

from __future__ import annotations

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
from pathlib import Path

from shared.clocks import precise_ns
from tests.bench.figures import ms, on_this_disk, percentile, row
from tests.processes.absent_hall import absent_hall, called

TERMINAL = [str(Path(sys.executable).with_name("hall-terminal")), "--home"]
BARE = [sys.executable, "-m", "tests.bench.bare_app"]
STARTS = 5
PRESSES = 60
PERIOD_NS = 8_000_000_000
"""So long a running clock is watched."""
PATIENCE_S = 30.0
SECOND_NS = 1_000_000_000
FRAME_NS = SECOND_NS // 60
MIB = 1 << 20

_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Screen:
    """A program on a pseudo-terminal of 80 × 24."""

    def __init__(self, command: list[str]) -> None:
        self.begun = precise_ns()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color"}
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def until(self, *words: str) -> int:
        """Read until one of ``words`` is drawn; nanoseconds of that moment."""
        drawn = b""
        while not any(word.encode() in drawn for word in words):
            ready, _, _ = select.select([self._master], [], [], PATIENCE_S)
            if not ready:
                raise TimeoutError(f"{words} not drawn: {drawn[-2_000:]!r}")
            drawn = _ESCAPES.sub(b"", drawn + os.read(self._master, 1 << 16))
        return precise_ns()

    def press(self, key: str) -> int:
        """Press a key; nanoseconds of that moment."""
        at = precise_ns()
        os.write(self._master, key.encode())
        return at

    def watch(self, period_ns: int) -> float:
        """Let it run for a while; the share of one core that it took."""
        begun, before = precise_ns(), self._cpu_ticks()
        while (left := begun + period_ns - precise_ns()) > 0:
            if select.select([self._master], [], [], left / SECOND_NS)[0]:
                os.read(self._master, 1 << 16)
        took = (self._cpu_ticks() - before) / os.sysconf("SC_CLK_TCK")
        return took * SECOND_NS / (precise_ns() - begun)

    def resident(self) -> int:
        """Bytes of memory that it holds."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _cpu_ticks(self) -> int:
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(stat[11]) + int(stat[12])


@contextmanager
def running(command: list[str]) -> Iterator[Screen]:
    """A program until the end of the block."""
    screen = Screen(command)
    try:
        yield screen
    finally:
        screen.close()


@contextmanager
def a_table(control: str) -> Iterator[list[str]]:
    """The command of a table that knows its match and whose hall is silent."""
    with (
        on_this_disk() as name,
        absent_hall(Path(name), more=f'control = "{control}"') as hall,
    ):
        yield [*TERMINAL, str(called(hall))]


def starts(command: list[str], words: str) -> tuple[list[int], int]:
    """Nanoseconds from the start to the first screen, several times; and bytes resident then."""
    took, resident = [], 0
    for _ in range(STARTS):
        with running(command) as screen:
            took.append(screen.until(words) - screen.begun)
            resident = max(resident, screen.resident())
    return took, resident


def begin(screen: Screen) -> None:
    """Sit down, draw, start the clock."""
    screen.until("Sit and press here")
    for key in "13":
        screen.press(key)
    screen.until("Press to start")
    for key in "13":
        screen.press(key)
    screen.until("THINKING")


def presses(command: list[str]) -> tuple[list[int], int]:
    """Nanoseconds from a key to the turn on the screen, and bytes resident at the end."""
    took = []
    with running(command) as screen:
        begin(screen)
        screen.watch(SECOND_NS)
        for count in range(PRESSES):
            # Only one of the two keys ends a turn; the other brings a word that names the side.
            at = screen.press("13"[count % 2])
            took.append(screen.until("THINKING", "turn.") - at)
            screen.watch(FRAME_NS * 6)
        return took, screen.resident()


def bare_keys() -> list[int]:
    """The same for the bare app."""
    took = []
    with running(BARE) as screen:
        screen.until("BARE")
        for count in range(PRESSES):
            at = screen.press("x")
            # Only what changed is drawn: the last digit.
            screen.until(str((count + 1) % 10))
            took.append(precise_ns() - at)
            screen.watch(FRAME_NS * 6)
    return took


def say(what: str, value: float, bar: float, unit: str) -> None:
    """Print a figure and whether its bar is met."""
    verdict = "met" if value <= bar else "MISSED"
    print(f"  {what:<58} {value:8.2f} {unit} (bar {bar:g} {unit}: {verdict})")  # noqa: T201


def bench() -> None:
    """Print every row of the board terminal with its raw part."""
    print("The board terminal on a pty")  # noqa: T201
    with a_table("90:00") as table:
        first, _ = starts(table, "starting")
        row("first screen", first)
        match, resident = starts(table, "Sit and press here")
        row("the match on the screen", match)
        raw, raw_resident = starts(BARE, "BARE")
        row("raw: an empty Textual app's first screen", raw)
        shown, playing = presses(table)
        row("a press on the screen", shown)
    keys = bare_keys()
    row("raw: a key on the screen of the empty app", keys)
    with a_table("0:40") as table, running(table) as screen:
        begin(screen)
        screen.watch(SECOND_NS)
        second = screen.watch(PERIOD_NS)
        screen.watch(40 * SECOND_NS - 10 * SECOND_NS - PERIOD_NS - SECOND_NS)
        tenths = screen.watch(PERIOD_NS)
    with running(BARE) as screen:
        screen.until("BARE")
        screen.watch(SECOND_NS)
        idle = screen.watch(PERIOD_NS)
    median = percentile(first, 0.5)
    say("first screen, median", median / SECOND_NS, 1.5, "s")
    print(f"  {median / percentile(raw, 0.5):.2f} × the empty app's start")  # noqa: T201
    say("resident", max(resident, playing) / MIB, 90, "MiB")
    print(f"  {max(resident, playing) / raw_resident:.2f} × the empty app")  # noqa: T201
    say("of one core with a clock at 1 Hz", second * 100, 2, "%")
    say("of one core while tenths show", tenths * 100, 6, "%")
    print(f"  the empty app, idle: {idle * 100:.2f} %")  # noqa: T201
    p50, raw50 = percentile(shown, 0.5), percentile(keys, 0.5)
    verdict = "met" if p50 - raw50 <= FRAME_NS else "MISSED"
    print(  # noqa: T201
        f"  a press takes {ms(p50 - raw50)} more than a key of the empty app"
        f" (bar: one frame, {ms(FRAME_NS)}: {verdict})"
    )


if __name__ == "__main__":
    bench()
