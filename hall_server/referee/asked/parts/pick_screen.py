"""One question that is answered from a list; typing narrows a long one."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import _
from shared.tui.text_input import TextInput


class PickScreen(ModalScreen[str | None]):
    """Answers the key of the line that was picked, None when it is left with Escape.

    A digit picks the line that begins with it.
    """

    CSS_PATH = "pick_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
    ]

    def __init__(self, title: str, lines: Sequence[ListLine], *, filtered: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)
        self.filtered = filtered

    def compose(self) -> ComposeResult:
        with Vertical(id="pick"):
            yield Static(self.heading, id="pick-title", markup=False)
            yield TextInput(placeholder=_("type part of a name or a table"), id="pick-filter")
            yield PickList(self.lines, empty=_("Nothing like that here."), id="pick-lines")
            yield Static(_("Enter chooses, Esc leaves."), id="pick-foot", markup=False)

    def on_mount(self) -> None:
        box = self.query_one("#pick-filter", Input)
        box.display = self.filtered
        self.set_focus(box if self.filtered else self.query_one(PickList))

    def on_input_changed(self, event: Input.Changed) -> None:
        typed = event.value.casefold()
        found = [
            line
            for line in self.lines
            if all(word in line.text.casefold() for word in typed.split())
        ]
        found.sort(key=lambda line: not line.label or line.label.casefold() != typed.strip())
        # What is typed says which line is meant: the first one that it leaves.
        self.query_one(PickList).show(found, here=found[0].key if found else None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(PickList).action_pick()

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        event.stop()
        self.dismiss(event.key)

    def action_move(self, steps: int) -> None:
        self.query_one(PickList).action_move(steps)

    def action_number(self, number: int) -> None:
        numbered = (line for line in self.lines if line.text.split()[:1] == [str(number)])
        found = None if self.filtered else next(numbered, None)
        if found is not None:
            self.dismiss(found.key)

    def action_leave(self) -> None:
        self.dismiss(None)
