"""A whole round with no server at all: robots play it out at real terminals, and then it counts."""

import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hall_server.play.programs import Program, at_table, ledger_of
from shared.node.open import open_follower
from shared.program.robot_scripts import RobotScript
from tests.node.hall_kit import PATIENCE_S, Ears, Hall, a_hall, pairing
from tests.node.hall_process import HallProcess

pytestmark = pytest.mark.processes

TABLES = 3


@contextmanager
def a_robot(hall: Hall, table: int) -> Iterator[None]:
    """``hall-terminal`` with a robot at it, on the folder of a table, until it is ended."""
    orders = RobotScript(seed=table, pace_ms=5)
    invite = hall.invites[f"table-{table}"]
    command = [*at_table(home(hall, table), invite, orders, 50.0), "--headless"]
    robot = Program(f"robot-{table}", command, said(hall, table))
    robot.start()
    try:
        yield
        assert robot.ended is None
    finally:
        robot.stop()


def home(hall: Hall, table: int) -> Path:
    return hall.folder / f"device-{table}"


def said(hall: Hall, table: int) -> Path:
    """Return what the program at a table has to say, and with it its log."""
    return hall.folder / f"robot-{table}.out"


def hears_of_its_match(hall: Hall, table: int) -> None:
    """The device is switched on until it knows whom it pairs, and off again."""
    node, _ = open_follower(home(hall, table), invite=hall.invites[f"table-{table}"])
    ears = Ears()
    node.start(ears.hear)
    try:
        ears.until(lambda: f"m-{table}" in ears.state.matches)
    finally:
        node.stop()


def accepted(hall: Hall, count: int) -> set[str]:
    """Wait until the screens have accepted so many signatures; their event ids."""
    ledgers = [str(ledger_of(home(hall, table))) for table in range(1, TABLES + 1)]
    reader = subprocess.Popen(
        ["tail", "-q", "-n", "+1", "-F", *ledgers],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    found: set[str] = set()
    guard = threading.Timer(3 * PATIENCE_S, reader.kill)
    guard.start()
    try:
        assert reader.stdout is not None
        for line in reader.stdout:
            assert re.fullmatch("[0-9a-f]{32}\n", line)
            found.add(line.strip())
            if len(found) == count:
                return found
    finally:
        guard.cancel()
        reader.kill()
        reader.communicate()
    told = [
        f"table {table}: {len(lines(ledger_of(home(hall, table))))} signatures; {text}"
        for table in range(1, TABLES + 1)
        for text in ["\n".join([*lines(said(hall, table)), *newest_log(home(hall, table))])]
    ]
    raise AssertionError("\n".join([f"only {len(found)} signatures were accepted", *told]))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def newest_log(folder: Path) -> list[str]:
    return [line for path in sorted(folder.rglob("*.log")) for line in lines(path)[-20:]]


@pytest.mark.timeout(180)
def test_a_round_that_was_played_with_no_server_counts_once_there_is_one(tmp_path: Path) -> None:
    with a_hall(tmp_path, tables=TABLES) as hall, ExitStack() as stack:
        with HallProcess(hall) as server:
            referee = hall.start("referee-1", role="referee")
            referee.ears.until_link("live")
            paired = referee.file(pairing(TABLES))
            referee.ears.until(lambda: paired not in referee.ears.unsent)
            for table in range(1, TABLES + 1):
                hears_of_its_match(hall, table)
            server.end(signal.SIGKILL)
        referee.ears.until_link("offline")

        for table in range(1, TABLES + 1):
            stack.enter_context(a_robot(hall, table))
        held = accepted(hall, 2 * TABLES)
        assert not [m for m in referee.ears.state.matches.values() if m.result.versions]

        stack.enter_context(HallProcess(hall))
        referee.ears.until(
            lambda: all(m.result.counts for m in referee.ears.state.matches.values())
        )
        matches = referee.ears.state.matches.values()
        assert {v.event for m in matches for v in m.result.versions} == held
        assert {m.result.status for m in matches} == {"confirmed"}
