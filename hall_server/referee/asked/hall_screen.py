"""Who is the hall: the evidence, and the one confirmed action that makes this laptop the hall."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from hall_server.referee.asked.parts.box import Box
from hall_server.referee.asked.parts.modals import LEAVE, TAKE
from hall_server.serving.evidence import Evidence
from shared.core.text.language import _
from shared.tui.actions import Foot
from shared.tui.text_input import TextInput

WORD = "hall"


class HallScreen(ModalScreen[bool | None]):
    """Answers True once the referee has typed the word that takes over."""

    CSS_PATH = "parts/pick_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, evidence: Evidence, now: int) -> None:
        super().__init__()
        self._evidence = evidence
        self._now = now

    @property
    def _able(self) -> bool:
        return self._evidence.able and not self._evidence.serves

    def compose(self) -> ComposeResult:
        with Box(id="pick"):
            yield Static(_("Make this laptop the hall?"), id="pick-title", markup=False)
            hint = _("type {word} and Enter to take over").format(word=WORD)
            yield TextInput(placeholder=hint, id="pick-filter")
            with VerticalScroll(id="pick-lines", classes="gives-way"):
                yield Static("\n\n".join(self._evidence.sentences(self._now)), markup=False)
            yield Foot((TAKE, LEAVE) if self._able else (LEAVE,))

    def on_mount(self) -> None:
        box = self.query_one(Input)
        box.display = self._able
        box.disabled = not self._able
        if self._able:
            box.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        if self.query_one(Input).value.strip().casefold() == WORD:
            self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
