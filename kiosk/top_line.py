"""The first line of every kiosk screen: the tournament and the time of day."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static


class TopLine(Horizontal):
    """Tournament on the left, time of day on the right."""

    DEFAULT_CSS = """
    TopLine {
        height: 1; padding: 0 2; background: $raised;
        .top-name { width: 1fr; color: $ink; text-style: bold; text-wrap: nowrap;
                    text-overflow: ellipsis; }
        .top-time { width: auto; color: $ink; text-style: bold; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Static("", classes="top-name", markup=False)
        yield Static("", classes="top-time", markup=False)

    def show(self, name: str, time: str) -> None:
        """Show the tournament's name and the local time."""
        self.query_one(".top-name", Static).update(name)
        self.query_one(".top-time", Static).update(time)
