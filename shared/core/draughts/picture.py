"""A position as rows of squares, as a screen shows them. Chooses no sign and no colour."""

import msgspec

from shared.core.draughts.position import ROW, SQUARES, Piece, Position


class PictureCell(msgspec.Struct, frozen=True):
    """One square: its number (0 if it is light) and what stands there."""

    square: int = 0
    piece: Piece | None = None


PictureRow = tuple[PictureCell, ...]
_LIGHT = PictureCell()


def picture(position: Position) -> tuple[PictureRow, ...]:
    """Return eight rows of eight squares, the second mover's side below, a dark square at its left
    (APCA-1, DARK-set)."""
    rows: list[PictureRow] = []
    for start in range(0, SQUARES.stop - 1, ROW):
        numbers = range(start + 1, start + ROW + 1)
        dark = [PictureCell(number, position.piece_at(number)) for number in numbers]
        light_first = start // ROW % 2 == 0
        rows.append(
            tuple(
                cell for one in dark for cell in ((_LIGHT, one) if light_first else (one, _LIGHT))
            )
        )
    return tuple(rows)
