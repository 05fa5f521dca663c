"""The floor as one widget that renders lines: every table a card, a cell where there are many, a
sign where there are very many. Repaints what changed."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hall_server.referee.app.floor.table_card import BESIDE_LABEL, NAME_AND_CLOCK, card_row
from hall_server.referee.derived.floor import TableCell
from shared.tui.names import fit


class Form(NamedTuple):
    """How a table is drawn: rows of text, blank rows below, least cells beside its label."""

    rows: int
    gap: int
    beside: int


CELL = Form(1, 0, BESIDE_LABEL)
PAIR = Form(2, 0, BESIDE_LABEL)
ROOMY = Form(2, 1, BESIDE_LABEL)
CARD = Form(3, 1, NAME_AND_CLOCK)
FORMS = (CARD, ROOMY, PAIR, CELL)
"""What a table is drawn as, the largest first."""
SIGN = Form(1, 0, 0)
"""The glyph alone, so that a thousand tables are seen at once: the first label stands before each
row, and what the table under the cursor does in the heading."""
CROWDED = 3
"""Where cells fill more than so many times the room, tables are signs."""


def across(form: Form, label: int, width: int) -> int:
    """Return how many tables stand side by side in ``width`` cells; of signs, whole tens."""
    if form is SIGN:
        found = (width - label - 1) // 2
        return max(1, found // 10 * 10 or found)
    return max(1, (width + 1) // (label + form.beside + 1))


def rows(form: Form, label: int, width: int, count: int) -> int:
    """Return the rows that so many tables take."""
    return max(1, -(-count // across(form, label, width)) * (form.rows + form.gap) - form.gap)


class FloorView(ScrollView, can_focus=True):
    """Every table of the hall; arrow keys and the mouse choose one, Enter opens it.

    Each is drawn in the largest of ``forms`` in which all fit into ``room`` rows, else in the last,
    or as a sign where those were more than a person scrolls through.
    """

    DEFAULT_CSS = """
    FloorView {
        height: auto; max-height: 100%; background: $paper; color: $ink; overflow-x: hidden;
        scrollbar-size-vertical: 1;
        .cell--play { color: $ink; }
        .cell--wait { color: $notice; }
        .cell--warn { color: $caution; text-style: bold; }
        .cell--alert { color: $on-fill; background: $danger-fill; text-style: bold; }
        .cell--done { color: $good; }
        .cell--idle { color: $ink-soft; }
        .cell--stale { color: $ink-soft; text-style: italic; }
        .cell--names { color: $ink; background: $card; }
        .cell--here { color: $on-fill; background: $focus-fill; text-style: bold; }
        .cell--ground { color: $ink-soft; background: $paper; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"cell--{tone}"
        for tone in (
            "play", "wait", "warn", "alert", "done", "idle", "stale", "names", "here",
            "ground",
        )
    }  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter", "open", show=False),
    ]

    class Moved(Message):
        """The cursor stands on another table, or came or went."""

    class Opened(Message):
        """The page of ``table`` is asked for."""

        def __init__(self, table: str) -> None:
            super().__init__()
            self.table = table

    def __init__(self, empty: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.floor: tuple[TableCell, ...] = ()
        self.cursor = 0
        self.empty = empty
        self.forms: tuple[Form, ...] = (CELL,)
        self.room = 0
        self.form = CELL
        self.across = 1
        """Tables side by side."""
        self._label = 2
        self._width = 1
        self._head = 0
        """Cells before the first table of a row."""

    def _fitting(self, width: int) -> Form:
        count, label = len(self.floor), self._label
        whole = (f for f in self.forms if rows(f, label, width, count) <= self.room)
        last = self.forms[-1]
        crowded = self.room and rows(last, label, width, count) > CROWDED * self.room
        return next(whole, SIGN if crowded else last)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return rows for every table."""
        return rows(self._fitting(width), self._label, width, len(self.floor))

    def give(self, forms: tuple[Form, ...], room: int) -> None:
        """Draw tables in one of these forms, and in so many rows if all fit there."""
        if (forms, room) != (self.forms, self.room):
            self.forms, self.room = forms, room
            self._measure()
            self.refresh(layout=True)

    def show(self, floor: Sequence[TableCell], empty: str = "") -> int:
        """Show these cells; returns how many of them changed. Those in sight are painted again."""
        before, now = self.floor, tuple(floor)
        if not now and empty != self.empty:
            self.refresh()
        self.empty = empty
        if [cell.table for cell in before] != [cell.table for cell in now]:
            here = before[self.cursor].table if before else ""
            tables = [cell.table for cell in now]
            self.cursor = tables.index(here) if here in tables else 0
            self.floor = now
            self._label = min(8, max([2, *(cell_len(cell.label) for cell in now)]))
            self._measure()
            self.refresh(layout=True)
            return len(now)
        self.floor = now
        changed = [place for place, cell in enumerate(now) if cell != before[place]]
        height = self.size.height
        for place in changed:
            region = self._region(place)
            if region.bottom > 0 and region.y < height:
                self.refresh(region)
        return len(changed)

    def on_resize(self, _: Resize) -> None:
        self._measure()
        self.refresh()

    def on_focus(self) -> None:
        self.refresh()
        self.post_message(self.Moved())

    def on_blur(self) -> None:
        self.refresh()
        self.post_message(self.Moved())

    def _measure(self) -> None:
        """Lay the tables out once: what is drawn asks for it with every cell."""
        width = self.size.width
        self.form = self._fitting(width)
        self.across = across(self.form, self._label, width)
        self._head = self._label + 1 if self.form is SIGN else 0
        self._width = 1 if self._head else max(1, (width + 1) // self.across - 1)
        height = rows(self.form, self._label, width, len(self.floor))
        self.virtual_size = Size(max(1, width - 1), height)

    def _region(self, place: int) -> Region:
        row, column = divmod(place, self.across)
        width, top = self._width, row * (self.form.rows + self.form.gap)
        return Region(
            self._head + column * (width + 1), top - self.scroll_offset.y, width, self.form.rows
        )

    def action_move(self, across: int, down: int) -> None:
        place = self.cursor + across + down * self.across
        if not 0 <= place < len(self.floor):
            return
        old, self.cursor = self.cursor, place
        region = self._region(place)
        if region.y < 0 or region.bottom > self.size.height:
            top = region.y + self.scroll_offset.y
            self.scroll_to(y=max(0, top - self.size.height // 2), animate=False)
        self.refresh(self._region(old))
        self.refresh(self._region(place))
        self.post_message(self.Moved())

    @property
    def draws_sides(self) -> bool:
        """Whether the players of a table are drawn, and not the table alone."""
        return self.form.rows > 1

    @property
    def sign(self) -> TableCell | None:
        """The table under the cursor where it is drawn as a sign alone."""
        return self.floor[self.cursor] if self._head and self.floor and self.has_focus else None

    def action_open(self) -> None:
        if self.floor:
            self.post_message(self.Opened(self.floor[self.cursor].table))

    def on_click(self, event: Click) -> None:
        column = min(max(0, event.x - self._head) // (self._width + 1), self.across - 1)
        row = (event.y + self.scroll_offset.y) // (self.form.rows + self.form.gap)
        place = row * self.across + column
        if place < len(self.floor):
            self.cursor = place
            self.refresh()
            self.action_open()

    def render_line(self, y: int) -> Strip:
        """Return one row of the tables that stand there."""
        row, part = divmod(y + self.scroll_offset.y, self.form.rows + self.form.gap)
        width, total = self._width, self.size.width
        ground = self.get_component_rich_style("cell--ground")
        if not self.floor and row == 0 and part == 0:
            return Strip([Segment(fit(f" {self.empty}", total), ground)], total)
        segments: list[Segment] = []
        used = 0
        first = row * self.across if part < self.form.rows else len(self.floor)
        if self._head and first < len(self.floor):
            label = fit(self.floor[first].label, self._label, "right")
            segments.append(Segment(f"{label} ", ground))
            used += self._head
        for place in range(first, min((row + 1) * self.across, len(self.floor))):
            cell = self.floor[place]
            text = cell.glyph
            if not self._head:
                text = card_row(cell, part, self.form.rows, self._label, width)
            segments += [Segment(text, self._style(place, part)), Segment(" ", ground)]
            used += width + 1
        segments.append(Segment(" " * max(0, total - used), ground))
        return Strip(segments).adjust_cell_length(total)

    def _style(self, place: int, part: int) -> Style:
        """Return how a row of a table is drawn: the first in the tone of the table."""
        if place == self.cursor and self.has_focus:
            return self.get_component_rich_style("cell--here")
        tone = "names" if part else self.floor[place].tone
        return self.get_component_rich_style(f"cell--{tone}")
