"""Sentences to be read and left again: why a row of the standings is as it is."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from shared.core.text.language import _


class ReadScreen(ModalScreen[None]):
    """Shows ``lines`` under ``title``; Enter and Escape leave it."""

    CSS_PATH = "read_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "leave", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)

    def compose(self) -> ComposeResult:
        with Vertical(id="read"):
            yield Static(self.heading, id="read-title", markup=False)
            with VerticalScroll(id="read-body"):
                yield Static("\n".join(self.lines), id="read-lines", markup=False)
            yield Static(_("Esc leaves."), id="read-foot", markup=False)

    def action_scroll(self, rows: int) -> None:
        self.query_one("#read-body").scroll_relative(y=rows, animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)
