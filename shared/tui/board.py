"""The board on a screen: squares, men, kings and the last move, small or large enough for fingers.
Knows no rules, hints nothing.

It has colours of its own, the same in every theme. A man of the first mover is a ring, one of the
second a disc, a king wears a crown: without colour they are told by shape.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment
from rich.style import Style

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.picture import PictureCell, PictureRow, picture
from shared.core.draughts.position import Position

SQUARES: Final = 8
"""Squares of a side."""

LIGHT, DARK, NUMBER, MARK = "#dcc38a", "#06381f", "#f3ead2", "#ffd24a"
"""Light and dark squares, the numbers in the dark ones, the brackets around the last move."""


class Man(NamedTuple):
    """The colours of a side's men: of a disc or ring, and of the hole in it or the crown on it."""

    body: str
    inside: str


MEN: Final = {
    "White": Man("#ffffff", "#000000"),
    "Red": Man("#f65c50", "#3a0505"),
    "Black": Man("#8f8f8f", "#000000"),
}
"""By the name of the side. Black stands out from a dark square by the edge of its ring."""


class Size(NamedTuple):
    """Rows and columns of a square."""

    rows: int
    columns: int

    @property
    def high(self) -> int:
        """The rows of a whole board."""
        return self.rows * SQUARES

    @property
    def wide(self) -> int:
        """The columns of a whole board."""
        return self.columns * SQUARES


SMALL: Final = Size(1, 2)
"""To be looked at: a sign for each man."""
FOR_FINGERS: Final = (Size(5, 10), Size(4, 8), Size(3, 6), Size(3, 5))
"""The squares that can be touched, the largest first."""

# A man in half rows: `o` is its body, `h` the hole of a ring. The number stands before it.
_MEN: Final[dict[Size, str]] = {
    Size(3, 5): ".....|..o..|.oho.|.oho.|..o..|.....",
    Size(3, 6): "......|..oo..|.ohho.|.ohho.|..oo..|......",
    Size(4, 8): ("........|..oooo..|.oohhoo.|.ohhhho.|.ohhhho.|.oohhoo.|..oooo..|........"),
    Size(5, 10): (
        "..........|...oooo...|..oooooo..|.oohhhhoo.|.oohhhhoo.|"
        ".oohhhhoo.|.oohhhhoo.|..oooooo..|...oooo...|.........."
    ),
}
_CROWNS: Final[dict[Size, tuple[int, int, int]]] = {
    Size(3, 5): (1, 2, 1),
    Size(3, 6): (1, 2, 2),
    Size(4, 8): (1, 3, 2),
    Size(5, 10): (2, 3, 4),
}
"""Row, column and width of a crown."""


class Board(Struct, frozen=True):
    """A board to be drawn: its squares from the top, and the names of the two sides. Square 1 is
    at the top, or below on a turned board: each player has a dark square at the left.

    ``last`` are the squares between which the last move went.
    """

    cells: tuple[PictureRow, ...]
    sides: tuple[str, str]
    last: tuple[int, ...] = ()


def board_of(position: Position, sides: tuple[str, str], path: tuple[int, ...] = ()) -> Board:
    """Return the board of a position to which a move along ``path`` has led."""
    return Board(picture(position), sides, (path[0], path[-1]) if path else ())


@lru_cache(maxsize=64)
def board_after(fen: str, sides: tuple[str, str], path: tuple[int, ...] = ()) -> Board:
    """Return the board of ``fen``: ``W:W18,21,…:B1,2,…`` (PDN tag FEN), ``K`` before a king.

    Raises ValueError for a text that is no position.
    """
    return board_of(parse_fen(fen), sides, path)


def turned(board: Board) -> Board:
    """Return the board as the player at its other side sees it."""
    return replace(board, cells=tuple(row[::-1] for row in board.cells[::-1]))


def largest(width: int, height: int) -> Size | None:
    """Return the largest squares for fingers of which a whole board has room."""
    return next((s for s in FOR_FINGERS if s.wide <= width and s.high <= height), None)


@lru_cache(maxsize=1024)
def square_rows(
    cell: PictureCell, sides: tuple[str, str], size: Size, *, marked: bool
) -> tuple[tuple[Segment, ...], ...]:
    """Return the rows of a square. ``marked``: the last move began or ended here."""
    if not cell.square:
        # Without colour the pattern is left, with it the square is plain.
        return ((Segment("░" * size.columns, _style(LIGHT, LIGHT)),),) * size.rows
    drawn = _small(cell, sides, marked) if size == SMALL else _large(cell, sides, size, marked)
    return tuple(tuple(_joined(row)) for row in drawn)


_Sign = tuple[str, str, str]
"""A sign, its colour and its ground."""


def _small(cell: PictureCell, sides: tuple[str, str], marked: bool) -> list[list[_Sign]]:
    piece = cell.piece
    if piece is None:
        signs, front = f"{cell.square:>2}", NUMBER
    else:
        after = "▲" if piece.king else "◄" if marked else " "
        signs = ("○" if piece.side == "first" else "●") + after
        front = _man(piece.side == "first", sides).body
    # Where the last move went is light: in two columns a sign of its own has no room.
    return [[(sign, DARK, MARK) if marked else (sign, front, DARK) for sign in signs]]


def _large(
    cell: PictureCell, sides: tuple[str, str], size: Size, marked: bool
) -> list[list[_Sign]]:
    piece = cell.piece
    rows: list[list[_Sign]] = [[(" ", NUMBER, DARK)] * size.columns for _ in range(size.rows)]
    if piece is not None:
        man, ring = _man(piece.side == "first", sides), piece.side == "first"
        colours = {".": DARK, "o": man.body, "h": man.inside if ring else man.body}
        pixels = [[colours[sign] for sign in line] for line in _MEN[size].split("|")]
        rows = [
            [
                _half_blocks(above, below, man.body)
                for above, below in zip(pixels[2 * y], pixels[2 * y + 1], strict=True)
            ]
            for y in range(size.rows)
        ]
        if piece.king:
            y, x, width = _CROWNS[size]
            # In the ring the crown is drawn, in the disc what is above it.
            crown = ("▲", man.body, man.inside) if ring else ("▼", man.inside, man.body)
            rows[y][x : x + width] = [crown] * width
    for x, sign in enumerate(str(cell.square)):
        rows[0][x] = (sign, NUMBER, DARK)
    if marked:
        rows[0][-1], rows[-1][0], rows[-1][-1] = ((sign, MARK, DARK) for sign in ("┐", "└", "┘"))
    return rows


def _half_blocks(above: str, below: str, body: str) -> _Sign:
    """Return the sign of two half rows: only the body is drawn, so that a hole is one without
    colour too."""
    if above == below:
        return ("█", body, DARK) if above == body else (" ", NUMBER, above)
    return ("▀", body, below) if above == body else ("▄", body, above)


def _man(first: bool, sides: tuple[str, str]) -> Man:
    name = sides[0 if first else 1]
    return MEN.get(name, MEN["Black" if first else "White"])


def _joined(row: list[_Sign]) -> list[Segment]:
    joined: list[Segment] = []
    for sign, front, ground in row:
        style = _style(front, ground)
        if joined and joined[-1].style == style:
            joined[-1] = Segment(joined[-1].text + sign, style)
        else:
            joined.append(Segment(sign, style))
    return joined


@lru_cache(maxsize=64)
def _style(front: str, ground: str) -> Style:
    return Style(color=front, bgcolor=ground, bold=front in (NUMBER, MARK))


def square_at(x: int, y: int, size: Size, rows: tuple[PictureRow, ...]) -> int:
    """Return the number of the dark square nearest to a cell of the picture; 0 beside it.

    A touch anywhere in a row goes to a dark square, so that a target is twice as wide as the square
    that is drawn.
    """
    row, column = y // size.rows, x // size.columns
    if not (0 <= row < len(rows) and 0 <= column < SQUARES):
        return 0
    if not rows[row][column].square:
        right = x % size.columns >= size.columns / 2
        column += 1 if (right or column == 0) and column < SQUARES - 1 else -1
    return rows[row][column].square
