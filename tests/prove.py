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
    of each axis still comes. Raises ValueError where one does not."""
    lists = [list(axis) for axis in axes]
    places = product(*(range(len(axis)) for axis in lists))
    chosen = [place for place in places if PROVE or sum(place) % every == 0]
    for axis, taken in zip(lists, zip(*chosen, strict=True), strict=True):
        if len({*taken}) < len(axis):
            raise ValueError(f"one of {every} leaves out some of {axis}")
    return [tuple(axis[at] for axis, at in zip(lists, place, strict=True)) for place in chosen]
