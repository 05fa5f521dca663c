"""How much is tried: an ordinary run, or ``make prove`` with HYPOTHESIS_PROFILE=prove."""

import os

PROVE = os.environ.get("HYPOTHESIS_PROFILE") == "prove"


def times(ordinary: int, prove: int) -> int:
    """So many tries in an ordinary run, and so many in ``make prove``."""
    return prove if PROVE else ordinary


def chunks(total: int, size: int) -> list[range]:
    """``total`` numbers in pieces, so that several workers can share them."""
    return [range(start, min(start + size, total)) for start in range(0, total, size)]
