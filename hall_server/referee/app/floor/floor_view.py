"""The floor as one widget that renders lines: every table a cell. Repaints what changed, and no
more than ten times a second."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hall_server.referee.derived.floor import WORDS_WIDTH, TableCell
from shared.tui.names import fit, pad

_BESIDE_LABEL = 1 + 1 + 1 + WORDS_WIDTH
"""Cells of text that the glyph and the words take, each after a blank."""


class FloorView(ScrollView, can_focus=True):
    """Every table of the hall; arrow keys and the mouse choose one, Enter opens it."""

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
        .cell--here { color: $on-fill; background: $focus-fill; text-style: bold; }
        .cell--ground { color: $ink-soft; background: $paper; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"cell--{tone}"
        for tone in (
            "play", "wait", "warn", "alert", "done", "idle", "stale", "here", "ground",
        )
    }  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter", "open", show=False),
    ]

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
        self._label = 2

    @property
    def across(self) -> int:
        """Cells side by side."""
        return self._across(self.size.width)

    def _across(self, width: int) -> int:
        return max(1, (width + 1) // (self._label + _BESIDE_LABEL + 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return rows for every table."""
        return max(1, -(-len(self.floor) // self._across(width)))

    def show(self, floor: Sequence[TableCell], empty: str = "") -> int:
        """Show these cells; returns how many of them changed. Those in sight are painted again."""
        before, now = self.floor, tuple(floor)
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
        top, across = self.scroll_offset.y, self.across
        for place in changed:
            if 0 <= place // across - top < self.size.height:
                self.refresh(self._region(place))
        return len(changed)

    def on_resize(self, _: Resize) -> None:
        self._measure()
        self.refresh()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def _measure(self) -> None:
        rows = -(-len(self.floor) // self.across)
        self.virtual_size = Size(max(1, self.size.width - 1), max(1, rows))

    def _region(self, place: int) -> Region:
        row, column = divmod(place, self.across)
        width = self._width()
        return Region(column * (width + 1), row - self.scroll_offset.y, width, 1)

    def _width(self) -> int:
        return max(1, (self.size.width + 1) // self.across - 1)

    def action_move(self, across: int, down: int) -> None:
        place = self.cursor + across + down * self.across
        if not 0 <= place < len(self.floor):
            return
        old, self.cursor = self.cursor, place
        row = place // self.across
        if not 0 <= row - self.scroll_offset.y < self.size.height:
            self.scroll_to(y=max(0, row - self.size.height // 2), animate=False)
        self.refresh(self._region(old))
        self.refresh(self._region(place))

    def action_open(self) -> None:
        if self.floor:
            self.post_message(self.Opened(self.floor[self.cursor].table))

    def on_click(self, event: Click) -> None:
        column = min(event.x // (self._width() + 1), self.across - 1)
        place = (event.y + self.scroll_offset.y) * self.across + column
        if place < len(self.floor):
            self.cursor = place
            self.refresh()
            self.action_open()

    def render_line(self, y: int) -> Strip:
        """Return one row of cells."""
        row = y + self.scroll_offset.y
        width, total = self._width(), self.size.width
        ground = self.get_component_rich_style("cell--ground")
        if not self.floor and row == 0:
            return Strip([Segment(fit(f" {self.empty}", total), ground)], total)
        segments: list[Segment] = []
        used = 0
        for place in range(row * self.across, min((row + 1) * self.across, len(self.floor))):
            cell = self.floor[place]
            tone = "here" if place == self.cursor and self.has_focus else cell.tone
            style = self.get_component_rich_style(f"cell--{tone}")
            label = fit(cell.label, self._label, "right")
            text = pad(f"{label} {cell.glyph} {cell.words}", width)
            segments += [Segment(text, style), Segment(" ", ground)]
            used += width + 1
        segments.append(Segment(" " * max(0, total - used), ground))
        return Strip(segments).adjust_cell_length(total)
