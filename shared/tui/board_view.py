"""Draws a board in the middle of its space, and says where it is touched."""

from rich.segment import Segment
from textual.events import MouseDown
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from shared.core.draughts.picture import PictureRow
from shared.tui.board import SMALL, SQUARES, Board, Size, square_at, square_rows


class BoardView(Widget):
    """A board in the middle of its space; of a large one perhaps only ``shown`` rows of squares
    from ``top`` on."""

    DEFAULT_CSS = """
    BoardView { width: auto; height: 100%; display: none; }
    """

    class Touched(Message):
        """A board of squares of this size was touched: at a dark square, and at a row of squares, 0
        at the top."""

        def __init__(self, square: int, row: int, size: Size) -> None:
            super().__init__()
            self.square, self.row, self.size = square, row, size

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.board: Board | None = None
        self.square_size = SMALL
        self.top, self.shown = 0, SQUARES

    def show(
        self, board: Board | None, size: Size = SMALL, top: int = 0, shown: int = SQUARES
    ) -> None:
        """Show a board, or none."""
        if (board, size, top, shown) == (self.board, self.square_size, self.top, self.shown):
            return
        self.board, self.square_size, self.top, self.shown = board, size, top, shown
        self.display = board is not None
        self.refresh(layout=True)

    def get_content_width(self, *_room: object) -> int:
        return self.square_size.wide

    def get_content_height(self, *_room: object) -> int:
        return self.shown * self.square_size.rows

    @property
    def _rows(self) -> tuple[PictureRow, ...]:
        cells = self.board.cells if self.board is not None else ()
        return cells[self.top : self.top + self.shown]

    @property
    def _margins(self) -> tuple[int, int]:
        """Columns at the left and rows above."""
        left = (self.size.width - self.square_size.wide) // 2
        return max(0, left), max(0, (self.size.height - self.get_content_height()) // 2)

    def render_line(self, y: int) -> Strip:
        left, above = self._margins
        row, line = divmod(y - above, self.square_size.rows)
        if self.board is None or not 0 <= row < len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(" " * left, self.rich_style)]
        for cell in self._rows[row]:
            marked = cell.square in self.board.last and cell.square > 0
            rows = square_rows(cell, self.board.sides, self.square_size, marked=marked)
            segments += rows[line]
        return Strip(segments).extend_cell_length(self.size.width, self.rich_style)

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        left, above = self._margins
        x, y, rows = event.x - left, event.y - above, self._rows
        row = min(max(0, y // self.square_size.rows), len(rows) - 1)
        square = square_at(x, y, self.square_size, rows)
        self.post_message(self.Touched(square, self.top + row, self.square_size))
