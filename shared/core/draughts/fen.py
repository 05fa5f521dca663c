"""Positions as text, the FEN of PDN: ``W:W17,22:B1,2,K10``.

Owns reading and writing. ``B`` is the side that moves first in a game, ``W`` the other one.
"""

import re
from collections.abc import Iterator
from typing import Final

from shared.core.draughts.position import Piece, Position, Side, placed, squares

_LETTER: Final[dict[Side, str]] = {"first": "B", "second": "W"}
_SIDE: Final[dict[str, Side]] = {"B": "first", "R": "first", "W": "second"}
_PLACE = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")


class FenError(ValueError):
    """A text that is no position; the sentence says what is wrong and ``column`` (from 1) where."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


def fen(position: Position) -> str:
    """Return the position as text: White's pieces, then Black's, each side in the order of
    squares."""
    sides = ",".join(_places(position, "second")), ",".join(_places(position, "first"))
    return f"{_LETTER[position.to_move]}:W{sides[0]}:B{sides[1]}"


def parse_fen(text: str) -> Position:
    """Return the position of a text; sides in either order, ranges as ``1-12``, a full stop at the
    end.

    ``R`` stands for ``B`` where the first mover's pieces are red. Raises FenError.
    """
    body = text.strip()
    start = len(text) - len(text.lstrip()) + 1
    parts = body.removesuffix(".").split(":")
    columns = [start + sum(len(part) + 1 for part in parts[:at]) for at in range(len(parts))]
    if len(parts) != 3 or parts[0] not in _SIDE:
        message = f"{body!r} is no position: write the side to move and both sides, W:W21,K30:B1,2"
        raise FenError(message, start)
    pieces: list[tuple[int, Piece]] = []
    named: set[Side] = set()
    for part, column in zip(parts[1:], columns[1:], strict=True):
        side = _SIDE.get(part[:1])
        if side is None or side in named:
            message = f"{part!r} names no side: begin one with W and one with B"
            raise FenError(message, column)
        named.add(side)
        try:
            pieces += _pieces(side, part[1:], column + 1)
            position = placed(pieces, _SIDE[parts[0]])
        except FenError:
            raise
        except ValueError as wrong:
            raise FenError(str(wrong), column) from None
    return position


def _places(position: Position, side: Side) -> Iterator[str]:
    for square in squares(position.of(side)):
        piece = position.piece_at(square)
        yield f"K{square}" if piece and piece.king else str(square)


def _pieces(side: Side, text: str, column: int) -> Iterator[tuple[int, Piece]]:
    for place in text.split(",") if text else ():
        found = _PLACE.fullmatch(place.strip())
        if not found:
            message = f"{place!r} is no square: use 1 to 32, with K before a king's"
            raise FenError(message, column)
        king, low, high = found.groups()
        for square in range(int(low), int(high or low) + 1):
            yield square, Piece(side, bool(king))
        column += len(place) + 1
