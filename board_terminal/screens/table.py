"""The one screen of a table: it shows a view and knows nothing else."""

from msgspec.structs import replace
from rich.cells import cell_len as cell_width
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from board_terminal.screens.choice_bar import (
    IN_A_ROW,
    MORE,
    ROWS,
    ChoiceBar,
    ChoiceButton,
    pages_of,
)
from board_terminal.screens.half import COMPACT, HalfPanel
from board_terminal.view.keys import ERASE, PAUSE, TURN
from board_terminal.view.view import Choice, View, said
from shared.core.text.language import N_
from shared.tui.block_digits import largest_digits
from shared.tui.board import FOR_FINGERS, SMALL, SQUARES, Size, largest
from shared.tui.board_view import BoardView
from shared.tui.letters import Letters, in_letters
from shared.tui.names import clip, pad, wrap
from shared.tui.status_bar import StatusBar

ROOM_FOR_BOARD = 28
"""From this many rows on, the small board stays on the screen while the clock runs."""

ROOM_FOR_GAPS = 18
"""From this many rows on, rows of buttons have a blank row between them."""


BESIDE_BOARD = 40
"""Columns that are left beside a board for fingers: four buttons and a clock have room there."""

BETWEEN = 58
"""Columns that are left for the two halves beside a board for fingers."""

ROOM_FOR_TALL = 34
"""From this many rows on, buttons are higher than a finger needs."""

ROOM_FOR_HUGE = 50
TALL, HUGE = 5, 7
"""Rows of such buttons."""

TALL_HALF, HUGE_HALF = 10, 14
"""Rows of the halves above a question there."""

BIG_LEAVES = 6
"""Rows of the upper half of a page that are not its large number's."""

A_BUTTON = 9
"""Columns of the narrowest button, with the blank beside it."""

SELDOM = {TURN.does, PAUSE.does}
"""Buttons on a page of their own where one too many stands beside the board."""

MARGINS = 6
"""Rows of title, status line and the blanks around what stands between them."""

ROOM_FOR_CORNER = 24
"""From this many columns on the title has a corner too."""

SIZES = (
    (Letters(10), Letters(7)),
    (Letters(7), Letters(7)),
    (Letters(10), None),
    (Letters(7), None),
)
"""The letters of headline and message, the largest first."""

WHOLE_BOARD = Choice("whole_board", "", N_("Whole board"), N_("Show the whole board again"))


class TableScreen(Screen[None]):
    """Two halves, a band between people and buttons, the buttons, the status line.

    Where moves are entered and the screen has room, the board fills it and all of that stands in
    a bar beside it. On a smaller screen a touch of the small board brings part of it so.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown: View | None = None
        self.looked_at: int | None = None
        """The row of squares that was touched on the small board, until the next move."""
        self.page = 0
        """The page of buttons, where they have no room on one."""

    def compose(self) -> ComposeResult:
        yield BoardView("board-beside")
        with Vertical(id="bar"):
            yield Static(id="title", markup=False)
            with Horizontal(id="table"):
                yield HalfPanel(0)
                yield BoardView("board")
                yield HalfPanel(1)
            with Vertical(id="middle"):
                yield BoardView("board-below")
                yield Static(id="big", markup=False)
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
        if before is None or before.choices != view.choices:
            self.page = 0
        if before is None or before.board != view.board or view.alarm:
            self.looked_at = None
        self._lay_out(view)

    def on_resize(self) -> None:
        if self.shown is not None:
            self._lay_out(self.shown)

    def _lay_out(self, view: View) -> None:
        width, height = self.app.size
        whole = largest(width - BESIDE_BOARD, height) if view.takes_taps else None
        part = view.takes_taps and whole is None and self.looked_at is not None
        beside = FOR_FINGERS[-1] if part else whole
        width -= self._put_beside(view, height, beside)
        roomy = height >= ROOM_FOR_GAPS
        crowded = not (roomy or beside) and view.halves is not None and _room(view, height) < 0
        # Halves that nobody presses make room for the buttons; else the blanks between rows go.
        bare = crowded and not view.sides
        self.set_class(beside is not None, "beside")
        self.set_class(part, "part")
        self.query_one("#title", Static).update(_title(view, width - 2))
        self.set_class(view.halves is None or bare, "page")
        self.set_class(not roomy and _rows(view) > 1, "tight")
        self.set_class(view.halves is not None and view.compact, "compact")
        self.set_class(view.tone == "alarm", "alarmed")
        self.set_class(roomy, "roomy")
        # Buttons grow where others would leave the room empty: up to half of the screen.
        each = height // (2 * max(1, _rows(view))) if height >= ROOM_FOR_TALL else 0
        tall = each > TALL
        huge = each > HUGE and height >= ROOM_FOR_HUGE and (view.compact or view.halves is None)
        self.set_class(tall, "tall")
        self.set_class(huge, "huge")
        middle = view.board_at == "middle" and beside is None
        below = view.board_at == "below" and height >= ROOM_FOR_BOARD
        self.query_one("#title").display = not (
            middle and view.board and not roomy and _room_between(view, width, height) < SQUARES
        )
        between = largest(width - BETWEEN, _room_between(view, width, height)) or SMALL
        self.query_one("#board", BoardView).show(view.board if middle else None, between)
        self.query_one("#board-below", BoardView).show(view.board if below else None)
        rows = height // 2 - BIG_LEAVES
        big = largest_digits(view.big, width - 2, rows)
        self._put("#big", "\n".join(big))
        halves, each = (HUGE_HALF, HUGE) if huge else (TALL_HALF, TALL)
        above = len(big) if view.halves is None else halves if view.compact else height // 2
        room = height - MARGINS - above - _rows(view) * (each + 1)
        steady = (below or middle) and view.board is not None
        headline, message = _texts(view, width - 4, room if tall else 0, steady=steady)
        self._put("#headline", headline)
        self._put("#message", view.typed if part else message)
        self._put("#alarm", "\n".join(f"■ {line}" for line in view.alarm))
        choices, grid = view.choices, view.grid
        in_a_row = (width + 1) // A_BUTTON
        if part:
            first = said(ERASE) if view.typed else replace(said(TURN), key="")
            choices, grid = (first, said(WHOLE_BOARD)), 1
        elif beside is not None and len(choices) == in_a_row + 1:
            choices = self._turned_to(_in_two(choices), view.focus)
        elif beside is not None and len(choices) > in_a_row:
            grid = IN_A_ROW
        elif view.takes_taps and len(choices) > in_a_row:
            # A touch of the small board leads to the part, where the board is turned too.
            choices = tuple(choice for choice in choices if choice.does != TURN.does)
        elif crowded and not bare:
            choices, grid = self._turned_to(pages_of(choices), view.focus), IN_A_ROW
        bar = self.query_one(ChoiceBar)
        bar.show(choices, grid, view.focus, is_tall=tall, width=width if huge else 0)

    def _turned_to(self, pages: tuple[tuple[Choice, ...], ...], focus: str) -> tuple[Choice, ...]:
        """Return the page of buttons that is turned to, or on which two buttons stand."""
        for number, page in enumerate(pages):
            if focus and focus in {choice.does for choice in page}:
                self.page = number
        return pages[self.page % len(pages)]

    def key_asterisk(self) -> None:
        """Turn to the next page of buttons."""
        if self.shown is not None:
            self.page += 1
            self._lay_out(self.shown)

    def _put_beside(self, view: View, height: int, size: Size | None) -> int:
        """Show the board beside everything else, as much of it as has room; the columns it
        takes."""
        board = self.query_one("#board-beside", BoardView)
        if size is None:
            board.show(None)
            return 0
        shown = min(SQUARES, height // size.rows)
        looked_at = self.looked_at or 0
        top = min(max(0, looked_at - shown // 2), SQUARES - shown)
        board.show(view.board, size, top, shown)
        return size.wide

    def on_board_view_touched(self, touched: BoardView.Touched) -> None:
        """Fingers need a small board larger: a part of it fills the screen."""
        if self.shown is None or not self.shown.takes_taps:
            touched.stop()
        elif touched.size == SMALL:
            touched.stop()
            self.looked_at = touched.row
            self._lay_out(self.shown)

    def on_choice_button_touched(self, touched: ChoiceButton.Touched) -> None:
        """Turn the page of buttons, or go back from a part of the board to the whole; every other
        button is the app's."""
        if touched.command == MORE.does:
            touched.stop()
            self.key_asterisk()
        elif touched.command == WHOLE_BOARD.does and self.shown is not None:
            touched.stop()
            self.looked_at = None
            self._lay_out(self.shown)

    def _put(self, where: str, text: str) -> None:
        part = self.query_one(where, Static)
        part.display = bool(text)
        part.update(text)


def _title(view: View, width: int) -> str:
    if width < ROOM_FOR_CORNER:
        return clip(view.title, width)
    corner = clip(view.corner, width // 2)
    left = clip(view.title, width - cell_width(corner) - 2)
    return pad(left, width - cell_width(corner)) + corner


def _in_two(choices: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Return the buttons in two pages of one row: a second row would take the digits of a clock.

    The asterisk is a side's key where moves are entered: only a touch turns the page.
    """
    more = replace(said(MORE), key="")
    often = (choice for choice in choices if choice.does not in SELDOM)
    seldom = (choice for choice in choices if choice.does in SELDOM)
    return (*often, more), (*seldom, more)


def _texts(view: View, width: int, height: int, *, steady: bool) -> tuple[str, str]:
    """Return headline and message in the largest letters in which both have room.

    The message stays as it is beside a board (``steady``), and while a clock runs: a hint would
    move the digits.
    """
    height -= sum(len(wrap(line, width)) for line in view.alarm)
    height -= 2 if view.tone == "alarm" else 0
    runs = any(half.tone == "run" for half in view.halves or ())
    for large, small in SIZES:
        headline = in_letters(large, view.headline, width)
        message = "\n".join(in_letters(small, line, width) for line in view.message)
        lines = [line for text in (headline, message) for line in text.split("\n") if text]
        rows = sum(max(1, len(wrap(line, width))) for line in lines)
        fits = all(cell_width(line) <= width for line in lines) or small is None
        if rows <= height and fits and not ((runs or steady) and small):
            return headline, message
    return view.headline, "\n".join(view.message)


def _rows(view: View) -> int:
    """Return rows of buttons."""
    return -(-len(view.choices) // (view.grid or max(1, len(view.choices))))


def _room(view: View, height: int) -> int:
    """Return rows left under title, halves, a line of each kind, buttons with blanks between,
    status."""
    texts = bool(view.headline) + bool(view.message) + len(view.alarm)
    return height - 2 - COMPACT - texts - _rows(view) * (ROWS + 1) + 1


def _room_between(view: View, width: int, height: int) -> int:
    """Return the rows of the halves where all texts are shown in full."""
    texts = (view.headline, *view.message, *view.alarm)
    lines = sum(len(wrap(text, width - 2)) for text in texts if text)
    blanks = 2 + _rows(view) if height >= ROOM_FOR_GAPS else _rows(view) - 1
    return height - 2 - lines - _rows(view) * ROWS - blanks


def _still(view: View) -> tuple[object, ...]:
    """Return everything of a view but what a running clock changes."""
    return (
        view.title,
        view.corner,
        view.big,
        view.headline,
        view.halves is None,
        view.compact,
        view.message,
        view.alarm,
        view.board,
        view.board_at,
        view.takes_taps,
        view.typed,
        view.choices,
        view.grid,
        view.tone,
        view.focus,
    )
