"""The small board: it shows lines of text and says near which row it was touched."""

from textual.events import MouseDown
from textual.message import Message
from textual.widgets import Static

ROWS = 8


class BoardPanel(Static):
    """Eight rows of eight cells in the middle of its space, square 1 at the top."""

    class Touched(Message):
        """The board was touched at a row of squares, 0 at the top: fingers need it larger."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        row = event.y - (self.size.height - ROWS) // 2
        self.post_message(self.Touched(min(max(0, row), ROWS - 1)))
