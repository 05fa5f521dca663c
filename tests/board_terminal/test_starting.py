"""The first words of a table, before anything of it is loaded."""

import os
import pty
import subprocess
import sys

import pytest

from shared.machine.starting import starting

CODE = """
import sys
from shared.machine.starting import starting
with starting("This table is starting…"):
    {inside}
"""


def drawn(inside: str) -> str:
    """Return what a program says on a terminal of its own."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", CODE.format(inside=inside)],
        stdin=slave, stdout=slave, stderr=subprocess.DEVNULL,
    ):  # fmt: skip
        os.close(slave)
        said = b""
        while part := _read(master):
            said += part
    os.close(master)
    return said.decode()


def _read(master: int) -> bytes:
    try:
        return os.read(master, 4096)
    except OSError:
        return b""  # the other side has been closed


def test_the_words_stand_on_a_screen_of_their_own_before_anything_heavy_is_loaded() -> None:
    heavy = "print(sorted({'textual', 'zmq', 'msgspec', 'click'} & set(sys.modules)))"
    said = drawn(heavy)
    assert said.startswith("\x1b[?1049h")
    assert said.index("This table is starting…") < said.index("[]")
    assert "\x1b[?1049l" not in said, "the program's own screen takes its place"


def test_an_error_gives_the_terminal_back_as_it_was() -> None:
    assert drawn("raise ValueError").endswith("\x1b[?25h\x1b[?1049l")


def test_starting_without_a_terminal_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with starting("This table is starting…"):
        pass
    assert capfd.readouterr().out == ""
