"""Holds Python's garbage collector back while a log is taken in: what is read there stays.

Without it each stretch of a long log is searched for cycles again and again, and there are none.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No collection until the end of the block; then as it was before."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
