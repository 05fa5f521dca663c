"""The one screen of a table: it shows a view and knows nothing else."""

from __future__ import annotations

from rich.cells import cell_len as cell_width
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from board_terminal.screens.board_panel import BoardPanel
from board_terminal.screens.choice_bar import ROWS, ChoiceBar
from board_terminal.screens.half import COMPACT, HalfPanel
from board_terminal.view import View
from shared.tui.names import clip, pad
from shared.tui.status_bar import StatusBar

ROOM_FOR_BOARD = 28
"""From this many rows on, the small board stays on the screen while the clock runs."""

ROOM_FOR_GAPS = 18
"""From this many rows on, rows of buttons have a blank row between them."""


class TableScreen(Screen[None]):
    """Two halves, a band between people and buttons, the buttons, the status line."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: View | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield HalfPanel(0)
            yield BoardPanel(id="board", markup=False)
            yield HalfPanel(1)
        with Vertical(id="middle"):
            yield Static(id="board-below", markup=False)
            yield Static(id="headline", markup=False)
            yield Static(id="message", markup=False)
            yield Static(id="alarm", markup=False)
        yield ChoiceBar()
        yield StatusBar()

    def show(self, view: View) -> None:
        """Show ``view``. Parts that say nothing new are left alone."""
        before, self.shown = self.shown, view
        if view.halves is not None:
            left, right = view.halves
            self.query_one("#half-0", HalfPanel).show(left, right)
            self.query_one("#half-1", HalfPanel).show(right, left)
        if before is not None and _still(before) == _still(view):
            return
        self._lay_out(view)

    def on_resize(self) -> None:
        if self.shown is not None:
            self._lay_out(self.shown)

    def _lay_out(self, view: View) -> None:
        width, height = self.app.size
        roomy = height >= ROOM_FOR_GAPS
        crowded = not roomy and view.halves is not None and _room(view, height) < 0
        # Halves that nobody presses make room for the buttons; else the blanks between rows go.
        bare = crowded and not view.sides
        self.query_one("#title", Static).update(_title(view, width - 2))
        self.set_class(view.halves is None or bare, "page")
        self.set_class(crowded and not bare, "packed")
        self.set_class(not roomy and _rows(view) > 1, "tight")
        self.set_class(view.halves is not None and view.compact, "compact")
        self.set_class(view.tone == "alarm", "alarmed")
        self.set_class(roomy, "roomy")
        middle = view.board_at == "middle" and bool(view.board)
        below = view.board_at == "below" and bool(view.board) and height >= ROOM_FOR_BOARD
        self._put("#board", "\n".join(view.board) if middle else "")
        self._put("#board-below", "\n".join(view.board) if below else "")
        self._put("#headline", view.headline)
        self._put("#message", "\n".join(view.message))
        self._put("#alarm", "\n".join(f"■ {line}" for line in view.alarm))
        self.query_one(ChoiceBar).show(view.choices, view.grid, view.focus)

    def _put(self, where: str, text: str) -> None:
        part = self.query_one(where, Static)
        part.display = bool(text)
        part.update(text)


def _title(view: View, width: int) -> str:
    corner = clip(view.corner, width // 2)
    left = clip(view.title, width - cell_width(corner) - 2)
    return pad(left, width - cell_width(corner)) + corner


def _rows(view: View) -> int:
    """Rows of buttons."""
    return -(-len(view.choices) // (view.grid or max(1, len(view.choices))))


def _room(view: View, height: int) -> int:
    """Rows left under title, halves, a line of each kind, buttons with blanks between, status."""
    texts = bool(view.headline) + bool(view.message) + len(view.alarm)
    return height - 2 - COMPACT - texts - _rows(view) * (ROWS + 1) + 1


def _still(view: View) -> tuple[object, ...]:
    """Everything of a view but what a running clock changes."""
    return (
        view.title,
        view.corner,
        view.headline,
        view.halves is None,
        view.compact,
        view.message,
        view.alarm,
        view.board,
        view.board_at,
        view.choices,
        view.grid,
        view.tone,
        view.focus,
    )
