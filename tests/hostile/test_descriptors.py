"""More connections than the hall has descriptors for. Engine and tables go on."""

import resource
import signal
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.hostile.kit import plays_on
from tests.node.hall_kit import LOOPBACK, Hall, a_hall
from tests.node.hall_process import HallProcess
from tests.prove import times

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform != "linux", reason="limits descriptors by prlimit"),
]

DESCRIPTORS = 160
CALLERS = times(200, 4_000)


def test_a_hall_without_a_descriptor_left_serves_the_tables_that_it_has(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall) as process:
        table, kiosk = hall.start("table-1"), hall.start("kiosk-1", role="kiosk")
        for node in (table, kiosk):
            node.ears.until_link("live")
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))

        with ExitStack() as held:
            for number in range(3):
                crowd(hall, held)
                plays_on(table, f"crowded-{number}")
                kiosk.ears.until_sees(f"crowded-{number}")

        late = hall.start("table-2")
        late.ears.until_link("live")
        plays_on(late, "after-it", 2)
        said = process.end(signal.SIGTERM)
        assert process.code == 0
        assert "Traceback" not in said


def crowd(hall: Hall, held: ExitStack) -> None:
    """Call every port and stay on the line."""
    for port in (*hall.ports, hall.ports[0] + 2):
        for _ in range(CALLERS // 3):
            caller = held.enter_context(socket.socket())
            caller.setblocking(False)
            with suppress(OSError):
                caller.connect((LOOPBACK, port))
