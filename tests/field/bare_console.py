"""A console of the bare machine, which has none: a terminal whose picture goes into a file.

Runs there with its own Python: ``bare_console.py /dev/tty1 FILE``. Types nothing, answers nothing.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

LINES, COLUMNS = 24, 80


def main(console: str, file: str) -> None:
    """Stand in for ``console`` until the machine is switched off."""
    screen, program = pty.openpty()
    fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    Path(console).touch()
    subprocess.run(["mount", "--bind", os.ttyname(program), console], check=True)
    shown = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.close(program)
    while True:
        select.select([screen], [], [], 0.1)
        try:
            os.write(shown, os.read(screen, 65_536))
        except OSError:
            # Nobody has it open: the program has not started, or was hung up on.
            select.select([], [], [], 0.1)


if __name__ == "__main__":
    main(*sys.argv[1:])
