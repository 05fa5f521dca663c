"""The first words on the screen of a program, before the program is loaded.

So a person at a slow machine sees at once that it starts. This module loads nothing itself.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_OWN_SCREEN, _BACK = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[?25h\x1b[?1049l"


@contextmanager
def starting(words: str, *, shown: bool = True) -> Iterator[None]:
    """Say ``words`` in the middle of an empty screen until the program draws its own.

    After an error inside, the terminal is as it was. Without a terminal it does nothing, nor in a
    window of its own, which has no size yet.
    """
    terminal = sys.__stdout__
    own_window = os.environ.get("TERM") == "foot"
    if not shown or own_window or terminal is None or not terminal.isatty():
        yield
        return
    size = os.get_terminal_size(terminal.fileno())
    columns, rows = size.columns or 80, size.lines or 24  # a terminal without a size says 0
    at = f"\x1b[{max(1, rows // 2)};{max(1, (columns - len(words)) // 2 + 1)}H"
    terminal.write(f"{_OWN_SCREEN}{at}{words[:columns]}")
    terminal.flush()
    try:
        yield
    except BaseException:
        terminal.write(_BACK)
        terminal.flush()
        raise
