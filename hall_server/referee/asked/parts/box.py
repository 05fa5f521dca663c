"""The box of a dialogue: as high as what it holds, up to the screen."""

from typing import Final

from textual.containers import Vertical
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget


class BoxLayout(VerticalLayout):
    """One below the other. Where there is no room for all, the one of the class ``gives-way`` is
    lower, and its lines scroll."""

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        placed = super().arrange(parent, children, size, greedy)
        bottom = max((each.region.bottom for each in placed), default=0)
        # A height of 0 asks how much room all of them want.
        over = bottom - size.height if size.height else 0
        if over <= 0:
            return placed
        found, moved = [], 0
        for each in placed:
            region = each.region.translate((0, -moved))
            if each.widget.has_class("gives-way"):
                moved = min(over, region.height - 1)
                region = region.shrink((0, 0, moved, 0))
            found.append(each._replace(region=region))
        return found


_LAYOUT: Final = BoxLayout()


class Box(Vertical):
    """A dialogue's box."""

    DEFAULT_CSS = """
    Box { height: auto; max-height: 100%; background: $card; border: heavy $line; padding: 0 1; }
    """

    @property
    def layout(self) -> Layout:
        """Return how what it holds is laid out."""
        return _LAYOUT
