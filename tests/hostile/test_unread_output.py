"""The output of a hall is not read: the pipe fills up, and the hall goes on."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from shared.machine.aloud import ROOM, Aloud
from tests.node.hall_kit import PATIENCE_S, Hall, a_hall, report


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


@pytest.fixture
def full() -> Iterator[int]:
    """The writing end of a pipe that has no room for one more byte."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"x" * 4096)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"x")
    os.set_blocking(writes, True)
    yield writes
    os.close(writes)
    os.close(reads)


@pytest.mark.processes
@pytest.mark.parametrize("supervised", [[], ["--supervised"]])
def test_hall_with_unread_output_serves_and_stops(
    hall: Hall, full: int, supervised: list[str]
) -> None:
    program = Path(sys.executable).with_name("hall-server")
    words = [program, "run", "--home", hall.home, *supervised]
    with subprocess.Popen([*map(str, words)], stdout=full, stderr=full) as process:
        try:
            table = hall.start("table-1")
            table.ears.until_link("live")
            event = table.file(report("heard-all-the-same"))
            table.ears.until(lambda: event not in table.ears.unsent)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
        finally:
            process.kill()


def test_line_without_room_is_dropped_without_waiting(full: int) -> None:
    with os.fdopen(os.dup(full), "w") as stream:
        aloud = Aloud(stream)
        for n in range(2 * ROOM):
            aloud.say(f"line {n}")
        assert aloud._lines.qsize() <= ROOM


def test_text_is_read_whole_and_in_order() -> None:
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as there, os.fdopen(writes, "w", encoding="ascii") as stream:
        aloud = Aloud(stream)
        for n in range(50):
            aloud.say(f"line {n}")
        aloud.say("Schach – шашки")
        assert [there.readline() for _ in range(50)] == [b"line %d\n" % n for n in range(50)]
        assert there.readline() == b"Schach ? ?????\n"
