"""One question in full: what is proposed and known, and what can be ruled, numbered.

Shows a Case, no more. Rulings stand below what is known, or beside it where there is room. As many
are shown as leave room for what is known; none is cut.
"""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from hall_server.referee.said.main_words import Case
from shared.core.text.language import _
from shared.tui.names import wrap

_BLANK = Case("", "", "", "", ())
_TOLD = ("title", "where", "proposal", "note", "evidence")
_LEAST = 2
"""So many rulings are shown on any screen: of a dispute, what each side signed."""
_AROUND = 3
"""Cells of a line that are no text: the padding and the scroll bar."""
_INDENT = "  "
_BROAD = 84
"""Cells from which the rulings stand beside what is known."""


class CaseView(Vertical, can_focus=False):
    """Title, place, proposal, clause, evidence; then the rulings, each with its number.

    A tap on a ruling is its number. A ``roomy`` view leaves a blank row below each, for a finger.
    """

    DEFAULT_CSS = """
    CaseView {
        background: $card;
        Static { height: auto; }
        #case-told { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
        #case-title { color: $ink; text-style: bold; }
        #case-where { color: $ink-soft; }
        #case-proposal { color: $accent; text-style: bold; }
        #case-note { color: $notice; }
        #case-evidence { color: $ink; }
        #case-options { color: $ink; background: $raised; padding: 0 1; }
        &.broad {
            layout: horizontal;
            #case-told { width: 1fr; height: 100%; }
            #case-options { width: 1fr; height: 100%; }
        }
    }
    """

    class Ruled(Message):
        """The ruling with ``number`` was tapped; 0 is the line that shows them all."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._case = _BLANK
        self.numbers = 0
        """How many rulings are shown: their numbers are keys."""
        self._at_row: list[int] = []
        """The number of the ruling that each row of theirs belongs to."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="case-told", can_focus=False):
            for name in _TOLD:
                yield Static("", id=f"case-{name}", markup=False)
        yield Static("", id="case-options", markup=False)

    def on_resize(self) -> None:
        self.set_class(self.size.width >= _BROAD, "broad")
        self._show_rulings()

    def on_click(self, event: Click) -> None:
        here = self.query_one("#case-options", Static).content_region
        row = event.screen_y - here.y
        if here.contains(event.screen_x, event.screen_y) and row < len(self._at_row):
            self.post_message(self.Ruled(self._at_row[row]))

    def show(self, case: Case | None) -> None:
        """Show a case, or nothing."""
        case = case or _BLANK
        if case == self._case:
            return
        if case.title.split(" ", 1)[:1] != self._case.title.split(" ", 1)[:1]:
            self.query_one("#case-told").scroll_home(animate=False)
        self._case = case
        for name, text in self._told():
            self._set(name, text)
        self._show_rulings()

    def _told(self) -> tuple[tuple[str, str], ...]:
        case = self._case
        clause = f" ({case.clause})" if case.clause else ""
        return (
            ("title", case.title),
            ("where", case.where),
            ("proposal", f"► {case.proposal}{clause}" if case.proposal else ""),
            ("note", case.note),
            ("evidence", "\n".join(f"– {line}" for line in case.evidence)),
        )

    def _show_rulings(self) -> None:
        """Show rulings in half of the room, or in all that the rest leaves."""
        broad, roomy = self.has_class("broad"), self.has_class("roomy")
        width = max(10, (self.size.width // 2 if broad else self.size.width) - _AROUND)
        told = (line for _name, text in self._told() if text for line in text.split("\n"))
        above = 0 if broad else sum(len(wrap(line, width)) for line in told)
        room = max(self.size.height // 2, self.size.height - above)
        lines: list[str] = []
        self._at_row = []
        self.numbers = 0
        for option in self._case.options:
            wrapped = wrap(option, width - len(_INDENT))
            more = self.numbers + 1 < self._case.rulings
            if self.numbers >= _LEAST and len(lines) + len(wrapped) + more > room:
                break
            self.numbers += 1
            blank = [""] if roomy else []
            lines += [wrapped[0], *(f"{_INDENT}{line}" for line in wrapped[1:]), *blank]
            self._at_row += [self.numbers] * (len(wrapped) + len(blank))
        if self.numbers < self._case.rulings:
            lines.append(_("o shows all {count} rulings").format(count=self._case.rulings))
            self._at_row.append(0)
        self._set("options", "\n".join(lines).rstrip())

    def _set(self, name: str, text: str) -> None:
        part = self.query_one(f"#case-{name}", Static)
        part.display = bool(text)
        part.update(text)
