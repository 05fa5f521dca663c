"""One question before what cannot be undone. The sentence repeats the fact; the safe answer has
the focus."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from shared.core.language import _
from shared.tui.big_button import BigButton


class Confirm(ModalScreen[bool]):
    """Asks ``sentence``; answers True for ``yes`` and False for ``no``.

    y, n, Enter, Escape, the arrow keys, Tab and a tap all work.
    """

    DEFAULT_CSS = """
    Confirm {
        align: center middle; background: $paper 80%;
        #confirm { width: 90%; max-width: 64; height: auto; background: $card; padding: 1 2;
                   border: heavy $line; }
        #confirm-sentence { width: 1fr; height: auto; color: $ink; text-style: bold;
                            margin-bottom: 1; }
        #confirm-buttons { height: 3; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, sentence: str, yes: str = "", no: str = "") -> None:
        super().__init__()
        self.sentence = sentence
        self.words = (yes or _("Yes"), no or _("No"))

    def compose(self) -> ComposeResult:
        yes, no = self.words
        with Vertical(id="confirm"):
            yield Static(self.sentence, id="confirm-sentence", markup=False)
            with Horizontal(id="confirm-buttons"):
                yield BigButton(no, id="no")
                yield BigButton(yes, id="yes")

    def on_mount(self) -> None:
        self.query_one("#no", BigButton).focus()

    def on_big_button_pressed(self, event: BigButton.Pressed) -> None:
        event.stop()
        self.action_answer(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
