"""Holds Python's garbage collector back from what stays: a log, and a program once it is loaded.

Without it both are searched for cycles again and again, and there are none.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MANY = 256
"""Events from which on a stretch is part of a long log, and not of the day's work."""


@contextmanager
def uncollected(taken: Callable[[], int] = lambda: MANY) -> Iterator[None]:
    """No collection until the end of the block; then as it was before.

    Where the block has ``taken`` in many events, no later collection looks at what is there.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if taken() >= MANY:
            gc.freeze()
        if was:
            gc.enable()


def keep_what_is_loaded() -> None:
    """No later collection looks at what is there now: a press would wait for that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)  # and what comes later is looked at less often
