"""The board on the screen, small or large enough for fingers: three rows a square. Knows no rules,
hints nothing.

A touch anywhere in a row goes to the dark square that is nearest, so that a target is twice as
wide as the square that is drawn."""

from typing import ClassVar, Final

from rich.text import Text
from textual.events import MouseDown
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from shared.core.draughts.picture import PictureCell, PictureRow
from shared.core.draughts.position import Side

HIGH: Final = 3
"""Rows of a square."""
WIDE: Final = 5
"""Columns of a square."""
SQUARES: Final = 8
"""Squares of a side."""

Part = tuple[str, str]
"""A stretch of text and the component class that colours it."""


_SHAPES: Final[dict[Side, tuple[str, str, str, str]]] = {
    "first": ("▄▄▄", "▄▲▄", "█", "▀▀▀"),
    "second": ("┌─┐", "┌▲┐", "│", "└─┘"),
}
"""Of each side's pieces: the top of a man and of a king, the edges, the foot."""
_BESIDE: Final = ("  ", "dark")


def square_parts(cell: PictureCell) -> tuple[tuple[Part, ...], ...]:
    """Return the rows of a dark square: its number always, a piece by shape, letter and colour.

    A piece of the first mover is filled and one of the second drawn in lines; a king has a crown
    and a capital letter.
    """
    number = (f"{cell.square:<2}", "number")
    if cell.piece is None:
        return ((number,), (), ())
    side, letter = cell.piece.side, cell.text[1]
    top, crowned, edge, foot = _SHAPES[side]
    return (
        (number, (crowned if cell.piece.king else top, side)),
        (_BESIDE, (f"{edge}{letter}{edge}", side)),
        (_BESIDE, (foot, side)),
    )


def square_at(x: int, y: int, top: int, shown: int) -> int:
    """Return the number of the dark square nearest to a cell of the picture; 0 beside it."""
    row = y // HIGH
    if not (0 <= x < SQUARES * WIDE and 0 <= row < shown):
        return 0
    row += top
    column = x // WIDE
    if (column + row) % 2 == 0:
        right = x % WIDE > WIDE // 2
        column += 1 if (right or column == 0) and column < SQUARES - 1 else -1
    return row * (SQUARES // 2) + column // 2 + 1


class BigBoard(Widget):
    """``shown`` rows of squares from ``top`` on, square 1 at the top."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "big-board--light",
        "big-board--dark",
        "big-board--number",
        "big-board--first",
        "big-board--second",
    }
    DEFAULT_CSS = """
    BigBoard { width: 40; height: 1fr; background: $paper;
        & > .big-board--light { background: $paper; }
        & > .big-board--dark { background: $raised; }
        & > .big-board--number { background: $raised; color: $ink-soft; }
        & > .big-board--first { background: $raised; color: $accent; text-style: bold; }
        & > .big-board--second { background: $raised; color: $ink; text-style: bold; }
    }
    """

    class Touched(Message):
        """The dark square with this number was touched."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="big-board")
        self.cells: tuple[PictureRow, ...] = ()
        self.top, self.shown = 0, SQUARES

    def show(self, cells: tuple[PictureRow, ...], top: int, shown: int) -> None:
        """Show part of a board; without cells there is none."""
        if (cells, top, shown) == (self.cells, self.top, self.shown):
            return
        self.cells, self.top, self.shown = cells, top, shown
        self.display = bool(cells)
        self.refresh()

    def render(self) -> Text:
        text = Text("\n" * self._margin, no_wrap=True, end="")
        for row in self.cells[self.top : self.top + self.shown]:
            for line in range(HIGH):
                for cell in row:
                    self._append(text, cell, line)
                text.append("\n")
        return text

    def _append(self, text: Text, cell: PictureCell, line: int) -> None:
        parts: tuple[Part, ...] = square_parts(cell)[line] if cell.square else ()
        used = 0
        for words, kind in parts:
            text.append(words, self.get_component_rich_style(f"big-board--{kind}"))
            used += len(words)
        rest = "dark" if cell.square else "light"
        text.append(" " * (WIDE - used), self.get_component_rich_style(f"big-board--{rest}"))

    @property
    def _margin(self) -> int:
        return max(0, (self.size.height - self.shown * HIGH) // 2)

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        square = square_at(event.x, event.y - self._margin, self.top, self.shown)
        if square:
            self.post_message(self.Touched(square))


_PANEL_ROWS = 8


class BoardPanel(Static):
    """Eight rows of eight cells in the middle of its space, square 1 at the top."""

    class Touched(Message):
        """The board was touched at a row of squares, 0 at the top: fingers need it larger."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        row = event.y - (self.size.height - _PANEL_ROWS) // 2
        self.post_message(self.Touched(min(max(0, row), _PANEL_ROWS - 1)))
