"""The file that a command is given: one on the disk, or standard input where ``-`` is named."""

import sys
from pathlib import Path

STANDARD_INPUT = Path("-")


def read_given(path: Path) -> bytes:
    """Return what the file holds. Raises OSError."""
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
