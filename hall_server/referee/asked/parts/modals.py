"""One question on a screen of its own: answered by typing, from a list, by marking, or read."""

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from hall_server.referee.asked.parts.box import Box
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import N_, _, ngettext
from shared.tui.action import Action
from shared.tui.actions import Foot
from shared.tui.text_input import TextInput

TAKE = Action("take", "enter", N_("Take it"), N_("Take what stands here"))
CHOOSE = Action("take", "enter", N_("Choose"), N_("Choose the line under the cursor"))
MARK = Action("mark", "space", N_("Mark"), N_("Mark the line under the cursor, or do not"))
LEAVE = Action("leave", "escape", N_("Leave"), N_("Leave; nothing is written"))
LEAVE_READ = Action("leave", "escape", N_("Back"), N_("Back to where you came from"))


PICK_WIDTH, PICK_EDGES = 90, 6
"""Cells of the box of a list at most, and those of its frame, mark and scroll bar."""


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
        with Box(id="ask"):
            yield Static(self.heading, id="ask-title", classes="gives-way", markup=False)
            yield Static(self.hint, id="ask-hint", markup=False)
            yield TextInput(self.value, id="ask-input")
            yield Static("", id="ask-objection", markup=False)
            yield Foot((TAKE, LEAVE))

    def on_mount(self) -> None:
        self.query_one("#ask-hint").display = bool(self.hint)
        self._say("")
        self.set_focus(self.query_one(Input))

    def on_input_changed(self) -> None:
        self._say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        text = " ".join(self.query_one(Input).value.split())
        objection = self.objection(text)
        if objection:
            self._say(objection)
        else:
            self.dismiss(text)

    def _say(self, objection: str) -> None:
        said = self.query_one("#ask-objection", Static)
        said.display = bool(objection)
        said.update(objection)

    def action_leave(self) -> None:
        self.dismiss(None)


def _entries(lines: Sequence[ListLine]) -> PickList:
    """Return the list of a dialogue."""
    entries = PickList(lines, empty=_("Nothing like that here."), id="pick-lines")
    entries.add_class("gives-way")
    return entries


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
        with Box(id="pick"):
            yield Static(self.heading, id="pick-title", markup=False)
            yield TextInput(placeholder=_("type part of a name or a table"), id="pick-filter")
            yield _entries(self.lines)
            yield Foot((CHOOSE, LEAVE))

    def on_mount(self) -> None:
        box = self.query_one("#pick-filter", Input)
        box.display = self.filtered
        self.set_focus(box if self.filtered else self.query_one(PickList))

    def on_input_changed(self, event: Input.Changed) -> None:
        typed = event.value.casefold()
        found = [
            line
            for line in self.lines
            if all(word in (line.whole or line.text).casefold() for word in typed.split())
        ]
        found.sort(key=lambda line: not line.label or line.label.casefold() != typed.strip())
        # What is typed says which line is meant: the first one that it leaves.
        self.query_one(PickList).show(found, here=found[0].key if found else None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
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
        with Box(id="pick"):
            yield Static(self.heading, id="pick-title", markup=False)
            yield _entries(self._shown())
            yield Static("", id="pick-foot", markup=False)
            yield Foot((MARK, TAKE, LEAVE))

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
        count = len(self.marked)
        words = ngettext("{count} marked", "{count} marked", count).format(count=count)
        self.query_one("#pick-foot", Static).update(words)

    def action_mark(self) -> None:
        here = self.query_one(PickList).here
        if here is not None:
            self.marked ^= {here}
            self._look()

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        event.stop()
        if event.tapped:
            self.action_mark()
        else:
            self.action_take()

    def action_take(self) -> None:
        self.dismiss(tuple(line.key for line in self.lines if line.key in self.marked))

    def action_leave(self) -> None:
        self.dismiss(None)


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
        with Box(id="read"):
            yield Static(self.heading, id="read-title", markup=False)
            with VerticalScroll(id="read-body", classes="gives-way"):
                yield Static("\n".join(self.lines), id="read-lines", markup=False)
            yield Foot((LEAVE_READ,))

    def action_scroll(self, rows: int) -> None:
        self.query_one("#read-body").scroll_relative(y=rows, animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)
