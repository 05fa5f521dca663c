"""The list of players who match what was typed: keys, digits and taps choose among them."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from kiosk.visits.visit import LISTED


class ListedPlayer(Static):
    """One player of the list."""

    DEFAULT_CSS = """
    ListedPlayer { height: 1; color: $ink; background: $card; text-wrap: nowrap;
             text-overflow: ellipsis;
             &:hover { background: $raised; }
             &.marked { color: $on-fill; background: $focus-fill; text-style: bold; } }
    """

    def __init__(self, number: int) -> None:
        super().__init__("", markup=False)
        self.number = number

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(Choices.Chosen(self.number))


class Choices(Vertical):
    """Up to nine lines, the marked one with ▸."""

    DEFAULT_CSS = "Choices { height: auto; }"

    class Chosen(Message):
        """Line ``number`` (from 0) was tapped."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def compose(self) -> ComposeResult:
        for number in range(LISTED):
            yield ListedPlayer(number)

    def show(self, lines: Sequence[str], marked: int) -> None:
        """Show these lines; those beyond the ninth are not shown."""
        for number, choice in enumerate(self.query(ListedPlayer)):
            choice.display = number < len(lines)
            if number < len(lines):
                mark = "▸" if number == marked else " "
                choice.update(f"{mark} {number + 1}  {lines[number]}")
                choice.set_class(number == marked, "marked")
