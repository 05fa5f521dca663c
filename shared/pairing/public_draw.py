"""The public draw: an order of names that can be computed again from the seed.

It never shuffles: a library's shuffle may change with its version, a hash does not.
"""

from collections.abc import Iterable
from hashlib import blake2b


def draw_order(ids: Iterable[str], *, seed: str, round_no: int, purpose: str) -> list[str]:
    """Return ``ids`` in the order in which they come out of the hat (ACF-3.VIII).

    Each name is ranked by BLAKE2b-256 over seed, round, purpose and name, each of the four as
    UTF-8 behind its length in four bytes, big end first, so that no two different draws ever
    hash the same bytes. The order of ``ids`` does not matter. Raises ValueError on a name given
    twice.
    """
    names = list(ids)
    if len(set(names)) != len(names):
        raise ValueError("a name stands in the draw twice")
    start = b"".join(_framed(part) for part in (seed, str(round_no), purpose))
    return sorted(names, key=lambda name: (_ticket(start, name), name))


def _ticket(start: bytes, name: str) -> bytes:
    return blake2b(start + _framed(name), digest_size=32).digest()


def _framed(part: str) -> bytes:
    raw = part.encode()
    return len(raw).to_bytes(4, "big") + raw
