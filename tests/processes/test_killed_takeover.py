"""Laptop, standby or hall killed at random moments of a takeover: exactly one hall serves after.

Under a unit everything comes back without a person. What a person asked for and what was killed
before the log had it takes one more command.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from hall_server.asking import Request, asked, put
from hall_server.evidence import read_evidence
from shared.node.home import join_by_file, load
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, Running, a_hall, free_ports, report
from tests.processes.unit import SERVER, Unit, promote, until
from tests.prove import times

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.timeout(400)]

DASHBOARD = """
import sys, threading
from pathlib import Path
from hall_server.referee.laptop import Laptop
from shared.port import LinkChanged

laptop = Laptop(Path(sys.argv[1]), port_base=int(sys.argv[2]))

def hear(told):
    if isinstance(told, LinkChanged):
        print(told.link.state, flush=True)

laptop.start(hear)
print("started", flush=True)
for line in sys.stdin:
    laptop.take_over(line.strip())
threading.Event().wait()
"""
"""The dashboard's port without its screen: a line on standard input is the referee's yes."""

LONGEST_S = 1.5
"""A takeover is over by then; a kill after it finds a hall that serves."""


class Dashboard:
    """A referee's laptop; what it starts outlives it, as on the real one."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", DASHBOARD, str(self.home), str(self.port)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip

    def take_over(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("a test wants it\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()

    def kill_its_hall(self) -> None:
        """Kill supervisors and hall, as when the machine dies."""
        while found := list(self._its_halls()):  # one may just have started another
            for process in found:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            threading.Event().wait(0.1)

    def _its_halls(self) -> Iterator[int]:
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                words = process.read_bytes().split(b"\0")
                if b"run" in words and bytes(self.home) in words:
                    yield int(process.parent.name)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=1) as hall:
        yield hall


def serves(home: Path) -> bool:
    """Whether a process answers for a folder now and says that it serves."""
    request = Request.new()
    put(home, request)

    def answered() -> bool:
        if asked(home) is None:  # the process has just started
            put(home, request)
        held = read_evidence(home)
        return held is not None and held.answers == request.token

    until(answered, f"{home} did not answer")
    held = read_evidence(home)
    return held is not None and held.serves


def exactly_one_serves(table: Running, homes: dict[str, Path], note: str) -> str:
    """Wait until one folder alone serves and has the table's event; returns its name."""
    event = table.file(report(note))
    table.ears.until(
        lambda: table.ears.link.state == "live" and event not in table.ears.unsent, 2 * PATIENCE_S
    )
    until(lambda: sum(map(serves, homes.values())) == 1, "not exactly one hall")
    [name] = [name for name, home in homes.items() if serves(home)]
    again = table.file(report(f"{note}-again"))
    table.ears.until(lambda: again not in table.ears.unsent, 2 * PATIENCE_S)
    return name


def ends_by_itself(asking: subprocess.Popen[bytes]) -> int:
    """Wait until promote has ended; returns its code.

    One that came between two starts of the standby serves itself, and is ended as at a keyboard.
    """
    try:
        asking.communicate(timeout=8.0)
    except subprocess.TimeoutExpired:
        asking.terminate()
        asking.communicate(timeout=PATIENCE_S)
    return asking.returncode


@pytest.mark.parametrize("seed", range(times(3, 100)))
def test_one_hall_serves_after_a_takeover_by_a_standby_in_which_something_was_killed(
    hall: Hall, seed: int
) -> None:
    chance = random.Random(seed)
    victim = ("standby", "hall", "promote")[seed % 3]
    home = hall.folder / "standby"
    join_by_file(home, hall.invites["referee-1"])
    ports, out = free_ports(), hall.folder
    to_standby = ("--home", str(home), "--host", LOOPBACK, "--port-base", str(ports[0]))
    first = Unit("server", out / "h", "run", "--home", str(hall.home), "--host", LOOPBACK)
    with first, Unit("standby", out / "s", "standby", *to_standby) as standby:
        node = load(home)[1].node
        table = hall.start("table-1")
        table.ears.until(lambda: node in table.ears.state.places)
        if victim != "hall":
            first.end(signal.SIGKILL)
        # Between two starts of the standby promote serves itself, where the standby would.
        asking = subprocess.Popen(
            [SERVER, "promote", "--yes", *to_standby],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        threading.Event().wait(chance.uniform(0.0, LONGEST_S))
        {"standby": standby.send, "hall": first.send, "promote": asking.send_signal}[victim](
            signal.SIGKILL
        )
        if ends_by_itself(asking):  # if it was killed itself it is given again
            done = promote(home)
            assert done.returncode == 0, done.stdout + done.stderr
        homes = {"standby": home}
        if victim == "hall":
            homes["hall"] = hall.home
        table.ears.until(lambda: table.ears.state.hall == node, 2 * PATIENCE_S)

        assert exactly_one_serves(table, homes, "after-the-kill") == "standby"

        if victim != "hall":  # the old machine comes back, and follows
            with Unit("server", out / "b", "run", "--home", str(hall.home), "--host", LOOPBACK):
                until(lambda: not serves(hall.home), "the old hall serves beside the new one")
                both = {"standby": home, "hall": hall.home}
                assert exactly_one_serves(table, both, "the-old-one-is-back") == "standby"
        hall.stop(table)


@pytest.mark.parametrize("seed", range(times(2, 100)))
def test_one_hall_serves_after_a_takeover_by_a_laptop_that_was_killed(
    hall: Hall, seed: int
) -> None:
    chance = random.Random(seed)
    home = hall.folder / "laptop"
    join_by_file(home, hall.invites["referee-1"])
    node = load(home)[1].node
    words = ("run", "--home", str(hall.home), "--host", LOOPBACK)
    with ExitStack() as ends, Unit("server", hall.folder / "h", *words) as first:
        table = hall.start("table-1")
        laptop = Dashboard(home, free_ports()[0])
        ends.callback(laptop.kill_its_hall)
        ends.callback(laptop.kill)
        table.ears.until(lambda: node in table.ears.state.places)
        first.end(signal.SIGKILL)
        table.ears.until_link("offline")

        laptop.take_over()
        threading.Event().wait(chance.uniform(0.0, LONGEST_S))
        laptop.kill()
        if seed % 2:
            laptop.kill_its_hall()
        laptop.start()

        if not comes_by_itself(table, node):
            laptop.take_over()  # the log did not have it yet: the referee says yes once more
        table.ears.until(lambda: table.ears.state.hall == node, 2 * PATIENCE_S)
        assert exactly_one_serves(table, {"laptop": home}, "after-the-kill") == "laptop"
        hall.stop(table)


def comes_by_itself(table: Running, node: str) -> bool:
    """Whether a table finds the new hall without the referee."""
    try:
        table.ears.until(lambda: table.ears.state.hall == node, 12.0)
    except AssertionError:
        return False
    return True
