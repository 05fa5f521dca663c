"""One question that is answered by marking lines of a list."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import _


class MarkScreen(ModalScreen[tuple[str, ...] | None]):
    """Answers the keys of the lines that are marked, in the order of the list; None at Escape."""

    CSS_PATH = "pick_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("space", "mark", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[ListLine], marked: Collection[str]) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)
        self.marked = set(marked)

    def compose(self) -> ComposeResult:
        with Vertical(id="pick"):
            yield Static(self.heading, id="pick-title", markup=False)
            yield PickList(self._shown(), empty=_("Nothing like that here."), id="pick-lines")
            yield Static("", id="pick-foot", markup=False)

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self._look()

    def _shown(self) -> tuple[ListLine, ...]:
        return tuple(
            ListLine(line.key, f" {'√' if line.key in self.marked else ' '} {line.text}", line.tone)
            for line in self.lines
        )

    def _look(self) -> None:
        self.query_one(PickList).show(self._shown())
        words = _("Space marks, Enter takes the marked ones ({count}), Esc leaves.")
        self.query_one("#pick-foot", Static).update(words.format(count=len(self.marked)))

    def action_mark(self) -> None:
        here = self.query_one(PickList).here
        if here is not None:
            self.marked ^= {here}
            self._look()

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        event.stop()
        self.dismiss(tuple(line.key for line in self.lines if line.key in self.marked))

    def action_leave(self) -> None:
        self.dismiss(None)
