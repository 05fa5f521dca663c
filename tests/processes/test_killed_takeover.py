"""Laptop, standby or hall killed at random moments of a takeover: exactly one hall serves after.

Under a unit everything comes back without a person. What a person asked for and what was killed
before the log had it takes one more command.
"""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from hall_server.referee.app.laptop import SCREEN
from hall_server.serving.asking import REQUEST, Request, asked, put
from hall_server.serving.evidence import EVIDENCE, read_evidence
from shared.node.home import MEMBERSHIP, join_by_file, load
from tests.node.hall_kit import LOOPBACK, PATIENCE_S, Hall, Running, a_hall, free_ports, report
from tests.processes.unit import SERVER, Unit, promote, until
from tests.prove import times

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.timeout(400)]

DASHBOARD = """
import sys, threading
from pathlib import Path
from hall_server.referee.app.laptop import Laptop
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

PAUSES_S = {
    "it is asked for": 0.3,
    "the standby was asked": 0.3,
    "the standby was told to": 0.6,
    "the files are parted": 1.0,
    "the new hall serves": 0.5,
}
"""How far a takeover has come, and for how long at most the kill waits after that."""
BY_ITSELF_S = 12.0
"""If tables have not found the new hall by then, a person acts once more."""


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
                if {b"run", b"promote"} & {*words} and bytes(self.home) in words:
                    yield int(process.parent.name)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=1) as hall:
        yield hall


def serves(home: Path) -> bool:
    """Return whether a process answers for a folder now and says that it serves."""
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


def at_a_moment(step: str, reached: Callable[[], bool], chance: random.Random) -> None:
    """Wait until a takeover has come so far, and a random while longer."""
    until(reached, f"the takeover did not come to: {step}")
    threading.Event().wait(chance.uniform(0.0, PAUSES_S[step]))


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


def the_old_one_follows(hall: Hall, table: Running, new: dict[str, Path]) -> None:
    """The machine that was the hall comes back beside the new one, and does not serve."""
    words = ("run", "--home", str(hall.home), "--host", LOOPBACK)
    with Unit("server", hall.folder / "back", *words):
        until(lambda: not serves(hall.home), "the old hall serves beside the new one")
        assert {exactly_one_serves(table, {**new, "hall": hall.home}, "it-is-back")} == set(new)


STEPS_OF_STANDBY = (
    "it is asked for",
    "the standby was asked",
    "the standby was told to",
    "the new hall serves",
)
STEPS_OF_LAPTOP = ("it is asked for", "the files are parted", "the new hall serves")


@pytest.mark.parametrize("seed", range(times(2, 100)))
def test_one_hall_serves_after_a_takeover_by_a_standby_in_which_something_was_killed(
    hall: Hall, seed: int
) -> None:
    chance = random.Random(seed)
    victim = ("standby", "hall", "promote")[seed % 3]
    step = STEPS_OF_STANDBY[(seed // 3 + 2) % len(STEPS_OF_STANDBY)]
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
        asking = subprocess.Popen(
            [SERVER, "promote", "--yes", *to_standby],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        reached = {
            "it is asked for": lambda: True,
            "the standby was asked": (home / REQUEST).exists,
            "the standby was told to": lambda: told(home) or asking.poll() is not None,
            "the new hall serves": lambda: "listens on ports" in standby.said,
        }
        at_a_moment(step, reached[step], chance)
        {"standby": standby.send, "hall": first.send, "promote": asking.send_signal}[victim](
            signal.SIGKILL
        )
        said, _ = asking.communicate(timeout=PATIENCE_S)
        if victim != "promote":
            assert asking.returncode == 0, said
        elif not comes_by_itself(table, node, promised=step == "the new hall serves"):
            done = promote(home)  # the log did not have it yet: the one command once more
            assert done.returncode == 0, done.stdout + done.stderr
        homes = {"standby": home}
        if victim == "hall":
            homes["hall"] = hall.home
        table.ears.until(lambda: table.ears.state.hall == node, 2 * PATIENCE_S)

        assert exactly_one_serves(table, homes, "after-the-kill") == "standby"

        if victim != "hall":
            the_old_one_follows(hall, table, {"standby": home})
        hall.stop(table)


@pytest.mark.parametrize("seed", range(times(1, 100)))
def test_one_hall_serves_after_a_takeover_by_a_laptop_that_was_killed(
    hall: Hall, seed: int
) -> None:
    chance = random.Random(seed)
    step = STEPS_OF_LAPTOP[(seed // 2 + 1) % len(STEPS_OF_LAPTOP)]
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
        reached = {
            "it is asked for": lambda: True,
            "the files are parted": (home / SCREEN / MEMBERSHIP).exists,
            "the new hall serves": (home / EVIDENCE).exists,
        }
        at_a_moment(step, reached[step], chance)
        laptop.kill()
        if seed % 2:
            laptop.kill_its_hall()
        laptop.start()

        if not comes_by_itself(table, node, promised=step != "it is asked for"):
            laptop.take_over()  # the log did not have it yet: the referee says yes once more
        table.ears.until(lambda: table.ears.state.hall == node, 2 * PATIENCE_S)
        assert exactly_one_serves(table, {"laptop": home}, "after-the-kill") == "laptop"
        the_old_one_follows(hall, table, {"laptop": home})
        hall.stop(table)


def told(home: Path) -> bool:
    """Return whether the process of a folder was asked to take over."""
    request = asked(home)
    return request is not None and bool(request.reason)


def comes_by_itself(table: Running, node: str, *, promised: bool) -> bool:
    """Return whether a table finds the new hall without a person; it has to where that is
    promised."""
    try:
        found = 2 * PATIENCE_S if promised else BY_ITSELF_S
        table.ears.until(lambda: table.ears.state.hall == node, found)
    except AssertionError:
        if promised:
            raise
        return False
    return True
