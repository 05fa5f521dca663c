"""The small board: it shows lines of text and says which square was touched. Knows no rules."""

from __future__ import annotations

from textual.events import MouseDown
from textual.message import Message
from textual.widgets import Static

from shared.core.draughts.picture import WIDTH

ROWS = 8


class BoardPanel(Static):
    """Eight rows of eight cells in the middle of its space, square 1 at the top."""

    class Touched(Message):
        """The dark square with this number was touched."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        square = square_at(event.x, event.y, self.size.width, self.size.height)
        if square:
            self.post_message(self.Touched(square))


def square_at(x: int, y: int, width: int, height: int) -> int:
    """The number of the dark square at a cell of the panel; 0 for none."""
    column, row = (x - (width - ROWS * WIDTH) // 2) // WIDTH, y - (height - ROWS) // 2
    if not (0 <= column < ROWS and 0 <= row < ROWS) or (column + row) % 2 == 0:
        return 0
    return row * (ROWS // 2) + column // 2 + 1
