"""A table's process is stopped while a clock runs, and goes on: nobody is given time back."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hall_server.play.programs import at_table
from shared.machine.clocks import monotonic_ms
from shared.port import LiveSeen, LiveTable, Told
from shared.program.robot_scripts import RobotScript
from tests.node.hall_kit import Hall, a_hall, pairing
from tests.prove import times

pytestmark = pytest.mark.processes

STOPPED_S = times(4, 300)
MOST_GIVEN_BACK_S = 1.0
HEARD = 4
ON_AND_ON = RobotScript(moves=2_000, pace_ms=100)


@contextmanager
def a_table(hall: Hall, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A terminal whose robots press on and on."""
    command = at_table(folder / "table-1", hall.invites["table-1"], ON_AND_ON)
    process = subprocess.Popen([*command, "--headless"], stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def ends(heard: list[tuple[float, LiveTable]]) -> float:
    """Return when all time would be used up, by what was heard of a clock that runs on and on.

    What is heard late seems to end later: the earliest is right.
    """
    assert heard, "nothing was heard of the clock"
    return min(at + sum(live.remaining_ms) / 1_000 for at, live in heard)


def test_a_table_that_is_stopped_under_a_running_clock_gives_no_time_back(tmp_path: Path) -> None:
    heard: list[tuple[float, LiveTable]] = []

    def hear(told: Told) -> None:
        if isinstance(told, LiveSeen) and told.live.running:
            heard.append((monotonic_ms() / 1_000, told.live))

    with a_hall(tmp_path, tables=1) as hall:
        server = hall.start_hall()
        server.file(pairing(1))
        referee = hall.start("referee-1", role="referee", hears_clocks=True)
        referee.ears.on_told = hear
        with a_table(hall, tmp_path) as table:
            referee.ears.until(lambda: len(heard) >= HEARD)
            table.send_signal(signal.SIGSTOP)
            time.sleep(STOPPED_S)
            before = ends(heard)
            heard.clear()
            table.send_signal(signal.SIGCONT)
            referee.ears.until(lambda: len(heard) >= HEARD)
    assert ends(heard) - before <= MOST_GIVEN_BACK_S
