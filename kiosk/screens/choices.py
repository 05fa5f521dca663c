"""The list of players who match what was typed: keys, digits and taps choose among them."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from kiosk.visits.visit import LISTED
from shared.tui.letters import Letters
from shared.tui.names import ELLIPSIS


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


BETWEEN = " · "
"""What stands between a name, its division and its club."""


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
        self, lines: Sequence[str], marked: int, sizes: Sequence[Letters] = (), rows: int = 0
    ) -> None:
        """Show these lines; those beyond the ninth are not shown.

        They stand in the first of ``sizes`` in which all of them have room, in so many ``rows``,
        or cut in the last one, if all can be told apart so. What stands behind a name goes first.
        """
        numbered = [f"{number}  {line}" for number, line in enumerate(lines, start=1)]
        letters, width = None, self.app.size.width - 6
        tries = [*((size, False) for size in sizes), *((size, True) for size in sizes[-1:])]
        for size, cut in tries:
            fitting = [_shortened(line, size, width, cut=cut) for line in numbered]
            names = {line.partition("  ")[2] for line in fitting}
            if size.rows * len(lines) <= rows and "" not in names and len(names) == len(lines):
                letters, numbered = size, fitting
                break
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


def _shortened(line: str, letters: Letters, width: int, *, cut: bool) -> str:
    """Return as many parts of a line as have room in letters; where not even the first has, "" or
    what has room of it, ``cut``."""
    parts = line.split(BETWEEN)
    while len(parts) > 1 and letters.width(BETWEEN.join(parts)) > width:
        parts.pop()
    shown = BETWEEN.join(parts)
    if letters.width(shown) <= width:
        return shown
    while cut and letters.width(shown + ELLIPSIS) > width:
        shown = shown[:-1]
    return shown + ELLIPSIS if cut else ""
