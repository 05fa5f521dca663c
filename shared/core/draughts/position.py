"""A position: the 32 squares as bits, where the men and kings of both sides stand, and who is to
move.

Owns the geometry of the board and its state as a value. Knows no rule of movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

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


Side = Literal["first", "second"]
"""Who moves first in the game and who second. Their names and colours are the rulebook's."""

SIDES: Final[tuple[Side, Side]] = ("first", "second")
KING_ROW: Final[dict[Side, int]] = {"first": SECOND_BASE, "second": FIRST_BASE}
"""The bits of the row on which a man of a side is crowned: the opponent's base line."""

PIECES: Final = 12
"""Pieces of a side at the start (APCA-1, DARK-set)."""

_ROWS = SQUARES.stop // ROW


def opponent(side: Side) -> Side:
    """Return the other side."""
    return "second" if side == "first" else "first"


class Piece(msgspec.Struct, frozen=True):
    """A man or a king of a side."""

    side: Side
    king: bool = False


class Position(msgspec.Struct, frozen=True):
    """The pieces of each side as bits of :data:`~shared.core.draughts.position.BIT`.

    ``kings`` holds the kings of both sides, which are among ``first`` and ``second`` too.
    """

    first: int
    second: int
    kings: int = 0
    to_move: Side = "first"

    def of(self, side: Side) -> int:
        """Return the bits of one side's pieces."""
        return self.first if side == "first" else self.second

    def piece_at(self, square: int) -> Piece | None:
        """Return what stands on a square."""
        bit = BIT[square]
        for side in SIDES:
            if self.of(side) & bit:
                return Piece(side, bool(self.kings & bit))
        return None

    def turned(self) -> Position:
        """Return the same board with the other side to move: what a forfeited turn leaves
        (SE-5)."""
        return Position(self.first, self.second, self.kings, opponent(self.to_move))


def placed(pieces: Iterable[tuple[int, Piece]], to_move: Side) -> Position:
    """Return a position of single pieces, each with its square.

    Raises ValueError for a position that no game can reach: two pieces on a square, a man on
    its king row, more pieces than a side begins with.
    """
    masks = {"first": 0, "second": 0, "kings": 0}
    for square, piece in pieces:
        if square not in SQUARES:
            raise ValueError(f"{square} is no square: use 1 to {SQUARES.stop - 1}")
        bit = BIT[square]
        if (masks["first"] | masks["second"]) & bit:
            raise ValueError(f"square {square} holds two pieces")
        if not piece.king and bit & KING_ROW[piece.side]:
            raise ValueError(f"a man on {square} stands on its king row: write K{square}")
        masks[piece.side] |= bit
        masks["kings"] |= bit if piece.king else 0
    for side in SIDES:
        if masks[side].bit_count() > PIECES:
            raise ValueError(f"a side has {masks[side].bit_count()} pieces; {PIECES} are the most")
    return Position(masks["first"], masks["second"], masks["kings"], to_move)


def men_by_rank(position: Position, side: Side) -> tuple[int, ...]:
    """Return how many men of a side stand on its ranks 1 to 7, counted from its base line
    (APCA-26)."""
    ranks = [0] * (_ROWS - 1)
    for square in squares(position.of(side) & ~position.kings):
        ranks[row(square) if side == "first" else _ROWS - 1 - row(square)] += 1
    return tuple(ranks)


START: Final = placed(
    [(square, Piece("first")) for square in SQUARES[:PIECES]]
    + [(square, Piece("second")) for square in SQUARES[-PIECES:]],
    "first",
)
"""The pieces on the first and the last twelve squares, first to move (APCA-1, DARK-set)."""
