"""Letters to tap, for a kiosk without a keyboard. Says which letter, and knows nothing of names."""

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from kiosk.visits.alphabets import MOST, Alphabets
from shared.core.text.language import _

ERASE = "⌫"
TURN = "⇄"
A_ROW = 9
_NAMED = 4
"""Cells for the letters of the next alphabet on the key that turns to it."""


class LetterKey(Static):
    """One letter, as large as the grid allows."""

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self.sign = ""

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(LetterPad.Tapped(self.sign))


class LetterPad(Container):
    """The letters of one alphabet and one key to erase; where there are more alphabets, one key
    that turns to the next. ``show`` says which letters there are."""

    DEFAULT_CSS = """
    LetterPad {
        layout: grid; grid-size: 9 3; grid-gutter: 1 1; grid-rows: 3;
        height: 11; padding: 0 0; background: $paper;
        LetterKey {
            height: 100%; content-align: center middle; text-align: center;
            color: $ink; background: $raised; text-style: bold;
            &:hover { color: $on-fill; background: $focus-fill; }
        }
    }
    """

    class Tapped(Message):
        """A letter was tapped; ``sign`` is ``ERASE`` for the last key."""

        def __init__(self, sign: str) -> None:
            super().__init__()
            self.sign = sign

    def __init__(self) -> None:
        super().__init__()
        self._page = 0
        self._alphabets: Alphabets = ((),)
        self._shown: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        for _place in range(MOST + 2):
            yield LetterKey()

    def show(self, alphabets: Alphabets) -> None:
        """Show the letters of the page that is turned to, and say the words of now."""
        self._alphabets = alphabets
        self._page %= len(alphabets)
        more = len(alphabets) > 1
        letters = alphabets[self._page]
        # Blanks keep the last two keys in their place, whatever the page.
        rest = (*[""] * (MOST - len(letters)), TURN) if more else ()
        signs = (*letters, *rest, ERASE)
        following = alphabets[(self._page + 1) % len(alphabets)]
        first = set_cell_size("".join(following), _NAMED).strip()
        words = {TURN: first, ERASE: _("Erase")}
        shown = tuple(words.get(sign, sign) for sign in signs)
        if shown == self._shown:
            return
        self._shown = shown
        a_row = A_ROW + 1 if more else A_ROW
        self.styles.grid_size_columns = a_row
        keys = list(self.query(LetterKey))
        for place, key in enumerate(keys):
            key.display = place < len(signs)
            if key.display:
                key.sign = signs[place]
                key.visible = bool(signs[place])
                key.update(shown[place])
                # Where rows touch, shades tell them apart.
                key.set_class(place // a_row == 1, "middle")

    def on_letter_pad_tapped(self, message: Tapped) -> None:
        if message.sign == TURN:
            message.stop()
            self._page += 1
            self.show(self._alphabets)
            self.post_message(self.Tapped(""))
