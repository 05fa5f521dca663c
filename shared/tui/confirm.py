"""A question before a step that cannot be undone. The safe answer has the focus."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from shared.core.text.language import _
from shared.tui.big_button import BigButton

_FRAME = 8
"""Rows of the dialogue without its words: border, padding, the gap and the answers."""


class Confirm(ModalScreen[bool]):
    """Asks ``sentence``, and returns True for ``yes`` and False for ``no``.

    y, n, Enter, Escape, the arrow keys, Tab and a tap all work. Page Down scrolls a sentence that
    is longer than the screen.
    """

    DEFAULT_CSS = """
    Confirm {
        align: center middle; background: $paper 80%;
        #confirm { width: 90%; max-width: 64; height: auto; background: $card; padding: 1 2;
                   border: heavy $line; }
        #confirm-words { height: auto; margin-bottom: 1; scrollbar-size-vertical: 1; }
        #confirm-sentence { width: 1fr; height: auto; color: $ink; text-style: bold; }
        #confirm-buttons { height: 3; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
        Binding("pagedown", "read(1)", show=False),
        Binding("pageup", "read(-1)", show=False),
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
            with VerticalScroll(id="confirm-words", can_focus=False):
                yield Static(self.sentence, id="confirm-sentence", markup=False)
            with Horizontal(id="confirm-buttons"):
                yield BigButton(no, id="no")
                yield BigButton(yes, id="yes")

    def on_mount(self) -> None:
        self.query_one("#no", BigButton).focus()

    def on_resize(self) -> None:
        # The two answers stay on the screen, however long the sentence is.
        room = self.app.size.height - _FRAME
        self.query_one("#confirm-words").styles.max_height = max(1, room)

    def action_read(self, pages: int) -> None:
        words = self.query_one("#confirm-words", VerticalScroll)
        words.scroll_relative(y=pages * max(1, words.size.height - 1), animate=False)

    def on_big_button_pressed(self, event: BigButton.Pressed) -> None:
        event.stop()
        self.action_answer(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
