"""Keeps Python's garbage collector away from long-lived objects: the log and the loaded program.

They have no cycles, and searching them takes long.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MANY = 256
"""A stretch with this many events or more is part of a long log."""


@contextmanager
def uncollected(taken: Callable[[], int] = lambda: MANY) -> Iterator[None]:
    """Stop collections until the end of the block.

    If the block has ``taken`` many events, later collections skip all objects of that moment.
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
    """Make later collections skip all objects of now, so that a press does not wait for them."""
    gc.collect()
    gc.freeze()
    # Two thousand new objects are searched in half a millisecond; older ones are seldom.
    gc.set_threshold(2_000, 100, 50)
