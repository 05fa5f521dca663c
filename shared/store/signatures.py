"""Checks many signatures side by side: libsodium works outside the interpreter's lock.

Decides nothing: what it does not vouch for is checked again, one by one, with its reason.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from shared.wire.envelope import BadEvent, Signed, verify

CHUNK = 32
"""Signatures that one thread checks in a row; fewer in all are left to the caller's thread."""
MOST_THREADS = 4


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(min(MOST_THREADS, os.cpu_count() or 1), "signatures")


def all_sound(claims: Sequence[tuple[Signed, bytes]]) -> list[bool]:
    """For each event and key whether the signature fits; for a few, False without a look."""
    if len(claims) < 2 * CHUNK:
        return [False] * len(claims)
    chunks = [claims[at : at + CHUNK] for at in range(0, len(claims), CHUNK)]
    return [fits for found in _pool().map(_sound, chunks) for fits in found]


def _sound(claims: Sequence[tuple[Signed, bytes]]) -> list[bool]:
    return [_fits(signed, key) for signed, key in claims]


def _fits(signed: Signed, key: bytes) -> bool:
    try:
        verify(signed, key)
    except BadEvent:
        return False
    return True
