"""The first line of every kiosk screen: the tournament on the left, the time on the right."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static


class TopLine(Horizontal):
    """Tournament on the left, time of day on the right, the given widgets between them."""

    DEFAULT_CSS = """
    TopLine {
        height: 1; padding: 0 2; background: $raised;
        .top-name { width: 1fr; color: $ink; text-style: bold; text-wrap: nowrap;
                    text-overflow: ellipsis; }
        .top-time { width: auto; color: $ink; text-style: bold; }
    }
    """

    def __init__(self, *between: Widget) -> None:
        super().__init__()
        self._between = between

    def compose(self) -> ComposeResult:
        yield Static("", classes="top-name", markup=False)
        yield from self._between
        yield Static("", classes="top-time", markup=False)

    def show(self, name: str, time: str) -> None:
        """Show the tournament's name and the local time."""
        self.query_one(".top-name", Static).update(name)
        self.query_one(".top-time", Static).update(time)
