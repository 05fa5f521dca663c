"""A list to choose from, drawn line by line: it stays calm while what it lists is told again.

Keeps the chosen line by its key, not by its place. Knows nothing of what it lists.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hall_server.referee.derived.lines import ListLine
from shared.tui.names import fit_row, wrap


class PickList(ScrollView, can_focus=True):
    """Arrow keys, page keys and the mouse move; Enter or a second click picks.

    Where a line has a second row, all have one; a line that is too long goes on below. A ``roomy``
    list leaves a blank row below each, for a finger.
    """

    DEFAULT_CSS = """
    PickList {
        height: 1fr; background: $paper; color: $ink; overflow-x: hidden;
        scrollbar-size-vertical: 1;
        .line--ink { color: $ink; }
        .line--ink-soft { color: $ink-soft; }
        .line--good { color: $good; }
        .line--caution { color: $caution; }
        .line--danger { color: $danger; text-style: bold; }
        .line--notice { color: $notice; }
        .line--accent { color: $accent; text-style: bold; }
        .line--now { color: $on-fill; background: $danger-fill; text-style: bold; }
        .line--here { color: $on-fill; background: $focus-fill; text-style: bold; }
        .line--rest { color: $ink; background: $raised; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"line--{tone}"
        for tone in (
            "ink", "ink-soft", "good", "caution", "danger", "notice", "accent", "now", "here",
            "rest",
        )
    }  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "move(-100000)", show=False),
        Binding("end", "move(100000)", show=False),
        Binding("enter", "pick", show=False),
    ]

    class Moved(Message):
        """The cursor stands on another line; ``key`` is None when the list is empty."""

        def __init__(self, key: str | None) -> None:
            super().__init__()
            self.key = key

    class Picked(Message):
        """The line with ``key`` was picked, by a tap on it or by Enter."""

        def __init__(self, key: str, tapped: bool) -> None:
            super().__init__()
            self.key, self.tapped = key, tapped

    class Resized(Message):
        """The list has another size now."""

    def __init__(
        self,
        lines: Sequence[ListLine] = (),
        empty: str = "",
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self.lines_shown: tuple[ListLine, ...] = tuple(lines)
        self.cursor = 0
        self.empty = empty
        self._tops: tuple[int, ...] = (0,)
        """The row on which each line begins, and the one after the last."""
        self._highest = 1

    @property
    def here(self) -> str | None:
        """The key of the line under the cursor."""
        return self.lines_shown[self.cursor].key if self.lines_shown else None

    @property
    def text_width(self) -> int:
        """Cells of a row's text, between the mark and the scroll bar."""
        return max(1, self.scrollable_content_region.width - 1)

    def show(
        self, lines: Sequence[ListLine], empty: str | None = None, here: str | None = None
    ) -> None:
        """Show these lines; the cursor stays on its key, or on its place where the key is gone.

        ``empty`` is what is said while there are none; ``here`` is the key for the cursor where it
        has another one now.
        """
        old, shown = self.here, tuple(lines)
        before = here or old
        if empty is not None and empty != self.empty:
            self.empty = empty
            self.refresh()
        if shown == self.lines_shown:
            return
        self.lines_shown = shown
        keys = [line.key for line in shown]
        place = keys.index(before) if before in keys else min(self.cursor, len(keys) - 1)
        self.cursor = max(0, place)
        self._measure()
        self.refresh()
        if self.here != old:
            self.post_message(self.Moved(self.here))

    def go(self, key: str) -> None:
        """Put the cursor on the line with ``key``, if it is there."""
        for place, line in enumerate(self.lines_shown):
            if line.key == key:
                self._stand(place)

    def on_mount(self) -> None:
        self._measure()

    def on_resize(self) -> None:
        self._measure()
        self.post_message(self.Resized())

    def _measure(self) -> None:
        base = 1 + any(line.below for line in self.lines_shown)
        blank = self.has_class("roomy")
        rows = (max(base, len(self._texts(line))) + blank for line in self.lines_shown)
        self._tops = (0, *accumulate(rows))
        height = self._tops[-1]
        self.virtual_size = Size(max(1, self.size.width - 1), max(1, height))
        self._highest = max(self._highest, height)
        self._scroll_here()

    def _texts(self, line: ListLine) -> tuple[str, ...]:
        """Return the rows of a line: it is cut only where it has columns or a second row."""
        if line.below:
            return line.text, *line.below.split("\n")
        room = self.text_width - cell_len(line.sign)
        words = line.text.strip()
        if not self.size.width or "  " in words or cell_len(words) <= room:
            return (line.text,)
        indent = " " * (len(line.text) - len(line.text.lstrip()))
        first, *rest = wrap(words, max(1, room - len(indent) - 2))
        return (indent + first, *(f"{indent}  {more}" for more in rest))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of all lines; a list that is narrowed by typing keeps its height."""
        return self._highest

    def _scroll_here(self) -> None:
        height, top = max(1, self.size.height), round(self.scroll_target_y)
        if self.cursor + 1 >= len(self._tops):
            return
        first, after = self._tops[self.cursor : self.cursor + 2]
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif after > top + height:
            self.scroll_to(y=max(0, after - height), animate=False)

    def action_move(self, steps: int) -> None:
        self._stand(self.cursor + steps)

    def action_page(self, pages: int) -> None:
        on_a_page = self.size.height * len(self.lines_shown) // max(1, self._tops[-1])
        self._stand(self.cursor + pages * max(1, on_a_page - 1))

    def action_pick(self, tapped: bool = False) -> None:
        if self.here is not None:
            self.post_message(self.Picked(self.here, tapped))

    def on_click(self, event: Click) -> None:
        place = self._place(event.y)
        if place >= len(self.lines_shown):
            return
        if place == self.cursor:
            self.action_pick(tapped=True)
        self._stand(place)

    def _stand(self, place: int) -> None:
        if not self.lines_shown:
            return
        place = min(max(place, 0), len(self.lines_shown) - 1)
        if place != self.cursor:
            self.cursor = place
            self._scroll_here()
            self.refresh()
            self.post_message(self.Moved(self.here))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def _place(self, y: int) -> int:
        """Return the number of the line that is drawn at ``y``."""
        return bisect_right(self._tops, y + self.scroll_offset.y) - 1

    def render_line(self, y: int) -> Strip:
        """Return one row of the list, fitted to the width by terminal cells."""
        place = self._place(y)
        width = self.text_width + 1
        if place < len(self.lines_shown):
            segments = self._row(place, y + self.scroll_offset.y - self._tops[place], width)
        else:
            words = f" {self.empty}" if y == 0 and not self.lines_shown else ""
            style = self.get_component_rich_style("line--ink-soft")
            segments = [Segment(fit_row(words, width), style)]
        ground = self.get_component_rich_style("line--ink")
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _row(self, place: int, row: int, width: int) -> list[Segment]:
        """Return a row of a line: its text, with the sign in front, or what stands below."""
        line, here = self.lines_shown[place], place == self.cursor
        texts = self._texts(line)
        tones = ["ink" if line.sign else line.tone, "ink-soft"]
        if here:
            tones = ["here" if self.has_focus else "rest"] * 2
        if row >= len(texts):
            return [Segment(" " * width, self.get_component_rich_style("line--ink"))]
        style = self.get_component_rich_style(f"line--{tones[bool(row and line.below)]}")
        if row:
            return [Segment(fit_row(f" {texts[row]}", width), style)]
        mark = "►" if here else " "
        tone = tones[0] if here else line.tone
        signed = [Segment(line.sign, self.get_component_rich_style(f"line--{tone}"))]
        rest = max(0, width - 1 - cell_len(line.sign))
        return [Segment(mark, style), *signed, Segment(fit_row(texts[0], rest), style)]
