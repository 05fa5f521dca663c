"""Letters to tap, for a kiosk without a keyboard. Says which letter, and knows nothing of names."""

from __future__ import annotations

from string import ascii_uppercase

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from shared.core.language import _

ERASE = "⌫"
A_ROW = 9


class LetterKey(Static):
    """One letter, as large as the grid allows."""

    def __init__(self, sign: str, classes: str | None) -> None:
        super().__init__(sign, classes=classes, markup=False)
        self.sign = sign

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(LetterPad.Tapped(self.sign))


class LetterPad(Container):
    """A to Z and one to erase, nine to a row. ``show`` says the word of the last."""

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

    def compose(self) -> ComposeResult:
        for place, sign in enumerate((*ascii_uppercase, ERASE)):
            # Where rows touch, shades tell them apart.
            yield LetterKey(sign, "middle" if place // A_ROW == 1 else None)

    def show(self) -> None:
        """Say the one word in the language spoken now."""
        self.query(LetterKey).last().update(_("Back"))
