"""How much is tried: an ordinary run, or ``make prove`` with HYPOTHESIS_PROFILE=prove."""

import os
from collections.abc import Iterable
from itertools import product

PROVE = os.environ.get("HYPOTHESIS_PROFILE") == "prove"


def times(ordinary: int, prove: int) -> int:
    """So many tries in an ordinary run, and so many in ``make prove``."""
    return prove if PROVE else ordinary


def chunks(total: int, size: int) -> list[range]:
    """``total`` numbers in pieces, so that several workers can share them."""
    return [range(start, min(start + size, total)) for start in range(0, total, size)]


def spread(every: int, *axes: Iterable[object]) -> list[tuple[object, ...]]:
    """All combinations in ``make prove``. In an ordinary run one of ``every``, in which each value
    of each axis still comes."""
    numbered = product(*(enumerate(axis) for axis in axes))
    chosen = (one for one in numbered if PROVE or sum(at for at, _ in one) % every == 0)
    return [tuple(value for _, value in one) for one in chosen]
