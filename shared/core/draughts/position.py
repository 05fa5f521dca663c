"""A position: where the men and kings of both sides stand, and who is to move.

Owns the board's state as a value. Knows no rule of movement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from shared.core.draughts.squares import (
    BIT,
    FIRST_BASE,
    ROW,
    SECOND_BASE,
    SQUARES,
    row,
    squares,
)

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
    """The pieces of each side as bits of :data:`~shared.core.draughts.squares.BIT`.

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
            message = f"{square} is no square: use 1 to {SQUARES.stop - 1}"
            raise ValueError(message)
        bit = BIT[square]
        if (masks["first"] | masks["second"]) & bit:
            message = f"square {square} holds two pieces"
            raise ValueError(message)
        if not piece.king and bit & KING_ROW[piece.side]:
            message = f"a man on {square} stands on its king row: write K{square}"
            raise ValueError(message)
        masks[piece.side] |= bit
        masks["kings"] |= bit if piece.king else 0
    for side in SIDES:
        if masks[side].bit_count() > PIECES:
            message = f"a side has {masks[side].bit_count()} pieces; {PIECES} are the most"
            raise ValueError(message)
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
