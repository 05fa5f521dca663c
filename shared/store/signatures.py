"""Checks the signatures of a burst in a small pool of threads, while the node waits.

A check runs outside Python's lock. Single checks beside busy Python would wait for that lock, so a
burst is parted once and put together once.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from shared.wire.envelope import BadEvent, Signed, verify

MOST_WORKERS = 4
FEWEST = 16
"""The fewest signatures that are worth parting."""
PART = 32
"""Signatures that a thread takes at a time: the core of one may have other work."""

ToVerify = tuple[Signed, bytes]
"""An event, and the public key of its author."""


class Signatures:
    """The pool of one replica on a machine with ``cores``. The first burst starts its threads."""

    def __init__(self, cores: int) -> None:
        self._workers = min(cores, MOST_WORKERS)
        self._pool: ThreadPoolExecutor | None = None

    def sound(self, claims: Sequence[ToVerify]) -> set[Signed]:
        """Return the events whose signature fits."""
        if self._workers == 1 or len(claims) < FEWEST:
            return _sound(claims)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._workers - 1, "signatures")
        parts = iter([claims[n : n + PART] for n in range(0, len(claims), PART)])
        waiting = [self._pool.submit(_sound_of, parts) for _ in range(self._workers - 1)]
        return _sound_of(parts).union(*(each.result() for each in waiting))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _sound_of(parts: Iterator[Sequence[ToVerify]]) -> set[Signed]:
    """Check one part after another; who is ready first takes the next."""
    found: set[Signed] = set()
    for claims in parts:
        found |= _sound(claims)
    return found


def _sound(claims: Sequence[ToVerify]) -> set[Signed]:
    found: set[Signed] = set()
    for signed, key in claims:
        try:
            verify(signed, key)
        except BadEvent:
            continue
        found.add(signed)
    return found
