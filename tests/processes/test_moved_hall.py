"""The hall's address changes in mid-round, while a clock runs: it is found, and no time comes back.

The hall moves from 127.0.0.1 to 127.0.0.2, at the same ports. ``make field`` moves it to another
host of a network.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hall_server.play.programs import at_table
from shared.machine.clocks import monotonic_ms
from shared.net.address import HallAddress
from shared.port import LiveSeen, LiveTable, Told
from shared.wire.envelope import node_of
from tests.field.scenarios import certificate_of
from tests.node.hall_kit import LOOPBACK, Hall, Running, a_hall, pairing
from tests.node.hall_process import HallProcess
from tests.processes.announced import announcement
from tests.processes.test_stopped_table import HEARD, MOST_GIVEN_BACK_S, ON_AND_ON, ends

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address on Linux alone"),
]

ELSEWHERE = "127.0.0.2"


def a_table(hall: Hall) -> subprocess.Popen[str]:
    """Return a terminal whose robots press on and on. It was given the hall by its name."""
    _, *words = at_table(hall.folder / "table-1", hall.invites["table-1"], ON_AND_ON)
    words += ["--headless", "--hall", f"localhost:{hall.ports[0]}"]
    command = [sys.executable, "-m", "tests.processes.announced", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True)


def a_referee(hall: Hall, host: str, heard: list[tuple[float, LiveTable]]) -> Running:
    """Return a referee's laptop, which hears the clocks from the hall at ``host`` alone."""

    def hear(told: Told) -> None:
        if isinstance(told, LiveSeen) and told.live.running:
            heard.append((monotonic_ms() / 1_000, told.live))

    address = HallAddress(host, *hall.ports, hall.keys("hall").curve_public)
    referee = hall.prepare("referee-1", role="referee", hears_clocks=True, address=address)
    referee.ears.on_told = hear
    referee.node.start(referee.ears.hear)
    return referee


def test_a_hall_whose_address_changes_under_a_running_clock_is_found_and_gives_no_time_back(
    tmp_path: Path,
) -> None:
    before: list[tuple[float, LiveTable]] = []
    after: list[tuple[float, LiveTable]] = []
    with a_hall(tmp_path, tables=1) as hall:
        server = hall.start_hall()
        server.file(pairing(1))
        hall.stop(server)
        certificate = certificate_of(hall.home)
        with HallProcess(hall, "--host", LOOPBACK) as first, a_table(hall) as table:
            try:
                referee = a_referee(hall, LOOPBACK, before)
                referee.ears.until(lambda: len(before) >= HEARD)
                first.end(signal.SIGKILL)
                referee.ears.until_link("offline")
                hall.stop(referee)
                with HallProcess(hall, "--host", ELSEWHERE):
                    root = node_of(bytes(hall.root_key.verify_key))
                    assert table.stdin is not None
                    table.stdin.write(announcement(ELSEWHERE, hall.ports, root, certificate))
                    table.stdin.flush()
                    referee = a_referee(hall, ELSEWHERE, after)
                    referee.ears.until(lambda: len(after) >= HEARD)
                    assert table.poll() is None
                    hall.stop(referee)
            finally:
                table.kill()
    away_s = after[0][0] - before[-1][0]
    assert away_s > 2 * MOST_GIVEN_BACK_S, "too short to see whether the clock ran on"
    assert abs(ends(after) - ends(before)) <= MOST_GIVEN_BACK_S
