"""A list to choose from, drawn line by line: it stays calm while what it lists is told again.

Keeps the chosen line by its key, not by its place. Knows nothing of what it lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hall_server.referee.derived.lines import ListLine
from shared.tui.names import ELLIPSIS, fit


class PickList(ScrollView, can_focus=True):
    """Arrow keys, page keys and the mouse move; Enter or a second click picks."""

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
        .line--here { color: $on-fill; background: $focus-fill; text-style: bold; }
        .line--rest { color: $ink; background: $raised; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"line--{tone}"
        for tone in (
            "ink", "ink-soft", "good", "caution", "danger", "notice", "accent", "here", "rest",
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
        """The line with ``key`` was picked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

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

    @property
    def here(self) -> str | None:
        """The key of the line under the cursor."""
        return self.lines_shown[self.cursor].key if self.lines_shown else None

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

    def _measure(self) -> None:
        self.virtual_size = Size(max(1, self.size.width - 1), max(1, len(self.lines_shown)))
        self._scroll_here()

    def _scroll_here(self) -> None:
        height = max(1, self.size.height)
        top = round(self.scroll_target_y)
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)

    def action_move(self, steps: int) -> None:
        self._stand(self.cursor + steps)

    def action_page(self, pages: int) -> None:
        self._stand(self.cursor + pages * max(1, self.size.height - 1))

    def action_pick(self) -> None:
        if self.here is not None:
            self.post_message(self.Picked(self.here))

    def on_click(self, event: Click) -> None:
        place = event.y + self.scroll_offset.y
        if place >= len(self.lines_shown):
            return
        if place == self.cursor:
            self.action_pick()
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

    def render_line(self, y: int) -> Strip:
        """Return one line of the list, fitted to the width by terminal cells."""
        width = self.size.width
        place = y + self.scroll_offset.y
        if place >= len(self.lines_shown):
            words = self.empty if place == 0 and not self.lines_shown else ""
            style = self.get_component_rich_style("line--ink-soft")
            return Strip([Segment(fit(f" {words}", width), style)], width)
        line = self.lines_shown[place]
        tone = line.tone
        mark = " "
        if place == self.cursor:
            tone, mark = ("here" if self.has_focus else "rest"), "►"
        style = self.get_component_rich_style(f"line--{tone}")
        return Strip([Segment(_fit_columns(mark + line.text, width), style)], width)


def _fit_columns(text: str, width: int) -> str:
    """Return the text in exactly ``width`` cells; blanks between columns stay as they are."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1) + ELLIPSIS, width)
