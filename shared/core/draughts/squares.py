"""The 32 squares as bits: their neighbours, rows and diagonals.

Owns the geometry of the board. Knows no piece and no rule.
"""

from collections.abc import Iterator
from typing import Final

SQUARES: Final = range(1, 33)
"""Squares are numbered from the first mover's side, row by row (APCA-1, DARK-set)."""

ROW: Final = 4
"""Dark squares in a row; there are eight rows."""

BIT: Final = (0, *(1 << (square - 1 + (square - 1) // (2 * ROW)) for square in SQUARES))
"""Square → its bit.

After every second row one bit stays free, so that a step is a shift by 4 or 5 from every square
and one over the edge falls on a free bit.
"""

SQUARE: Final = {BIT[square]: square for square in SQUARES}
BOARD: Final = sum(BIT)
SHIFTS: Final = (4, 5)


def bits(squares: Iterator[int] | tuple[int, ...] | range) -> int:
    """Return the bits of several squares."""
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask


def squares(mask: int) -> Iterator[int]:
    """Yield the squares of a mask, in their order."""
    while mask:
        bit = mask & -mask
        yield SQUARE[bit]
        mask ^= bit


def row(square: int) -> int:
    """Return the row of a square, 0 to 7 from the first mover's side."""
    return (square - 1) // ROW


FIRST_BASE: Final = bits(range(1, ROW + 1))
"""The first mover's base line, which is the second mover's king row."""

SECOND_BASE: Final = bits(range(SQUARES.stop - ROW, SQUARES.stop))
"""The second mover's base line, which is the first mover's king row."""


def _ray(square: int, shift: int) -> tuple[int, ...]:
    bit, found = BIT[square], []
    while (bit := bit << shift if shift > 0 else bit >> -shift) & BOARD:
        found.append(SQUARE[bit])
    return tuple(found)


RAYS: Final = {square: tuple(_ray(square, shift) for shift in (4, 5, -4, -5)) for square in SQUARES}
"""Square → the squares beyond it on each of the four diagonals, the nearest first."""

BETWEEN: Final = {
    (square, ray[far]): ray[:far]
    for square in SQUARES
    for ray in RAYS[square]
    for far in range(len(ray))
}
"""Two squares of one diagonal → the squares between them. Others are missing."""
