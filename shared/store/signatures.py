"""Checks the signatures of a burst in a small pool, while the node waits for all of them.

A check is a call of its own that leaves Python alone; a call here and there beside busy Python
would wait longer for its turn than it takes. So a burst is parted once, and put together once.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from shared.wire.envelope import BadEvent, Signed, verify

MOST_WORKERS = 4
FEWEST = 16
"""Signatures below which a burst is not parted."""

ToVerify = tuple[Signed, bytes]
"""An event, and the public key of its author."""


class Signatures:
    """The pool of one replica, on so many ``cores``. It has no threads before the first burst."""

    def __init__(self, cores: int) -> None:
        self._workers = min(cores, MOST_WORKERS)
        self._pool: ThreadPoolExecutor | None = None

    def sound(self, claims: Sequence[ToVerify]) -> set[Signed]:
        """Return the events whose signature fits."""
        if self._workers == 1 or len(claims) < FEWEST:
            return _sound(claims)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._workers - 1, "signatures")
        first, *others = (claims[part :: self._workers] for part in range(self._workers))
        waiting = [self._pool.submit(_sound, part) for part in others]
        return _sound(first).union(*(part.result() for part in waiting))

    def close(self) -> None:
        """End the pool."""
        if self._pool is not None:
            self._pool.shutdown()


def _sound(claims: Sequence[ToVerify]) -> set[Signed]:
    found: set[Signed] = set()
    for signed, key in claims:
        try:
            verify(signed, key)
        except BadEvent:
            continue
        found.add(signed)
    return found
