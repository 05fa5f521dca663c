"""An address as the dots of a picture that phones scan. Pure."""

import segno

QUIET = 2
"""Light dots around the picture; the light ground goes on beyond them."""


Dots = tuple[tuple[bool, ...], ...]
"""The rows of a picture from the top, True for a dark dot."""
_FEWEST = 21


def dots(address: str) -> Dots:
    """Return the rows of the picture from the top, True for a dark dot.

    Its error correction bears a light that is reflected on a screen.
    """
    matrix = segno.make(address, error="m", micro=False).matrix_iter(border=QUIET)
    return tuple(tuple(bool(dot) for dot in row) for row in matrix)


def few_dots(address: str) -> Dots | None:
    """Return the smallest picture that there is, 21 dots wide, with one light row above and below;
    None for an address that is too long for it.

    Such a picture has capitals only, which a scheme and a host may be written in.
    """
    capitals = address.rstrip("/").upper()
    path = address.rstrip("/").partition("//")[2].partition("/")[2]
    made = segno.make(capitals, error="l", micro=False, boost_error=False)
    if path or made.symbol_size(border=0)[0] > _FEWEST:
        return None
    rows = tuple(made.matrix_iter(border=QUIET))[QUIET - 1 : 1 - QUIET]
    return tuple(tuple(bool(dot) for dot in row) for row in rows)
