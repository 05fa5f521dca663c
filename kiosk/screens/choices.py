"""The list of players who match what was typed: keys, digits and taps choose among them."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from kiosk.visits.visit import LISTED
from shared.tui.letters import Letters


class ListedPlayer(Static):
    """One player of the list."""

    DEFAULT_CSS = """
    ListedPlayer { height: auto; color: $ink; background: $card; text-wrap: nowrap;
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

    def show(
        self, lines: Sequence[str], marked: int, letters: Letters | None = None, rows: int = 0
    ) -> None:
        """Show these lines; those beyond the ninth are not shown.

        They stand in ``letters`` where all of them have room so, in so many ``rows``.
        """
        numbered = [f"{number}  {line}" for number, line in enumerate(lines, start=1)]
        room = self.app.size.width - 6
        if letters is not None and (
            letters.rows * len(lines) > rows or any(letters.width(n) > room for n in numbered)
        ):
            letters = None
        for number, choice in enumerate(self.query(ListedPlayer)):
            choice.display = number < len(lines)
            if number < len(lines):
                mark = "▸" if number == marked else " "
                drawn = (numbered[number],) if letters is None else letters.drawn(numbered[number])
                middle = len(drawn) // 2
                choice.update(
                    "\n".join(
                        f"{mark if at == middle else ' '} {row}" for at, row in enumerate(drawn)
                    )
                )
                choice.set_class(number == marked, "marked")
