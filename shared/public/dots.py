"""An address as the dots of a picture that phones scan. Pure."""

import segno

QUIET = 2
"""Light dots around the picture; the light ground goes on beyond them."""


def dots(address: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the picture from the top, True for a dark dot.

    Its error correction bears a light that is reflected on a screen.
    """
    matrix = segno.make(address, error="m", micro=False).matrix_iter(border=QUIET)
    return tuple(tuple(bool(dot) for dot in row) for row in matrix)
