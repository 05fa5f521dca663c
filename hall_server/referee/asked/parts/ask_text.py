"""One question that is answered by typing: a table's number, a reason, names, a time."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from shared.core.text.language import _
from shared.tui.text_input import TextInput


class AskText(ModalScreen[str | None]):
    """Asks ``title``; ``objection`` says in a sentence what is wrong with an answer, "" if nothing.

    Answers None when it is left with Escape.
    """

    CSS_PATH = "ask_text.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(
        self,
        title: str,
        *,
        hint: str = "",
        value: str = "",
        objection: Callable[[str], str] = lambda text: "" if text else _("Type something first."),
    ) -> None:
        super().__init__()
        self.heading = title
        self.hint = hint
        self.value = value
        self.objection = objection

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(self.heading, id="ask-title", markup=False)
            yield Static(self.hint, id="ask-hint", markup=False)
            yield TextInput(self.value, id="ask-input")
            yield Static(_("Enter takes it, Esc leaves it."), id="ask-foot", markup=False)

    def on_mount(self) -> None:
        self.query_one("#ask-hint").display = bool(self.hint)
        self.set_focus(self.query_one(Input))

    def on_input_changed(self) -> None:
        self._say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = " ".join(event.value.split())
        objection = self.objection(text)
        if objection:
            self._say(objection)
        else:
            self.dismiss(text)

    def _say(self, objection: str) -> None:
        foot = self.query_one("#ask-foot", Static)
        foot.set_class(bool(objection), "objection")
        foot.update(objection or _("Enter takes it, Esc leaves it."))

    def action_leave(self) -> None:
        self.dismiss(None)
