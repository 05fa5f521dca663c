"""``hall-server`` with a terminal of its own, as a person starts it."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path


def in_a_terminal(words: Sequence[str], columns: int = 80) -> str:
    """Run ``hall-server`` with these words on a terminal; return all that it showed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    program = subprocess.Popen(
        [Path(sys.executable).with_name("hall-server"), *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 10_000):
            shown += part
    except OSError:  # the end of a terminal that nobody holds any more
        pass
    os.close(ours)
    assert program.wait() == 0, shown.decode()
    return shown.decode().replace("\r\n", "\n")
