"""A position as rows of cells for a text screen.

Owns which cell holds what. Chooses no colour: the screen does.
"""

from typing import Final

import msgspec

from shared.core.draughts.position import ROW, SIDES, SQUARES, Piece, Position, Side

WIDTH: Final = 2
"""Characters of a cell's text."""


class Glyphs(msgspec.Struct, frozen=True):
    """How the pieces are written: a disc and a letter of each side, first then second.

    The letter is upper case for a king, so that a piece never rests on colour alone. Plain
    consoles may take discs of their own character set.
    """

    letters: tuple[str, str] = ("r", "w")
    discs: tuple[str, str] = ("●", "○")
    empty: str = "·"


class PictureCell(msgspec.Struct, frozen=True):
    """One square: its text of two characters, what stands there, its number (0 if light)."""

    text: str
    square: int = 0
    piece: Piece | None = None


PictureRow = tuple[PictureCell, ...]
_LIGHT = PictureCell(" " * WIDTH)


def picture(
    position: Position,
    *,
    bottom: Side = "second",
    numbers: bool = True,
    glyphs: Glyphs | None = None,
) -> tuple[PictureRow, ...]:
    """Return eight rows of eight cells, the side ``bottom`` below, a dark square at its left
    (APCA-1, DARK-set). An empty dark square shows its number, or dots without ``numbers``."""
    style = glyphs or Glyphs()
    rows: list[PictureRow] = []
    for start in range(0, SQUARES.stop - 1, ROW):
        dark = [_cell(position, start + at + 1, numbers, style) for at in range(ROW)]
        light_first = start // ROW % 2 == 0
        rows.append(
            tuple(
                cell for one in dark for cell in ((_LIGHT, one) if light_first else (one, _LIGHT))
            )
        )
    return tuple(rows) if bottom == "second" else tuple(row[::-1] for row in reversed(rows))


def glyphs_of(sides: tuple[str, str]) -> Glyphs:
    """Return the glyphs with the first letters of a rulebook's side names, as Red and White."""
    first, second = (name[:1].lower() for name in sides)
    return Glyphs((first, second))


def _cell(position: Position, square: int, numbers: bool, style: Glyphs) -> PictureCell:
    piece = position.piece_at(square)
    if piece is None:
        return PictureCell(f"{square:>{WIDTH}}" if numbers else style.empty * WIDTH, square)
    at = SIDES.index(piece.side)
    letter = style.letters[at]
    return PictureCell(style.discs[at] + (letter.upper() if piece.king else letter), square, piece)
