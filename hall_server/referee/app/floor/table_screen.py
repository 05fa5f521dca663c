"""One table's page. Shows its lines as they are now, and the way to deciding about its match."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.match_screens import STORY, SheetsScreen, StoryScreen
from hall_server.referee.asked.keys import CLOCKS, HAPPENED
from hall_server.referee.asked.parts.screens import Toned, TurningScreen, fitting
from hall_server.referee.said.table_words import large_clocks, table_match, table_page
from shared.core.draughts.rules import RULES
from shared.core.state import Match
from shared.core.text.language import N_
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings

_AROUND = 4
"""Cells of half a page that are no text."""
_BESIDE = 110
"""Cells from which what was said about the match stands beside it."""
DECIDE = Action("decide", "o", N_("Decide"), N_("Decide about this table's question or result"))
BEFORE = Action("before", "left", N_("Before"), N_("The table before this one"))
MOVES = Action(
    "moves", "K", N_("Moves"), N_("The moves in the log, and both score sheets compared")
)
AFTER = Action("after", "right", N_("Next"), N_("The next table"))
BACK = Action("back", "escape", N_("Back"), N_("Back to the queue"))


class TableScreen(TurningScreen):
    """Players, clocks, versions, reports and the device of a table."""

    DEFAULT_CSS = """
    TableScreen {
        #table-body { height: 1fr; }
        #page { width: 1fr; height: 100%; }
        #said { width: 1fr; height: 100%; background: $card; padding: 0 1; display: none;
                border-left: solid $line; scrollbar-size-vertical: 1; }
        #said-lines { height: auto; }
    }
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        DECIDE, STORY, MOVES, BEFORE, AFTER, BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    OFFERED = (DECIDE, CLOCKS, STORY, BACK, MOVES, HAPPENED, AFTER, BEFORE)

    @property
    def about(self) -> str:
        """The division that plays at the table."""
        match = self.match_at_hand()
        return match.key.division if match is not None else ""

    def match_at_hand(self) -> Match | None:
        """Return the match at the table."""
        return table_match(self.desk.moment(), self.ident)

    def body(self) -> ComposeResult:
        yield Static("", id="page-title", classes="headline", markup=False)
        with Horizontal(id="table-body"):
            with VerticalScroll(id="page"):
                yield Static("", id="page-lines", markup=False)
            with VerticalScroll(id="said", can_focus=False):
                yield Static("", id="said-lines", markup=False)
        yield ActionBar()

    def idents(self) -> Sequence[str]:
        return [cell.table for cell in self.desk.floor()]

    def headline(self) -> str:
        return self.desk.moment().table(self.ident).capitalize()

    def page(self) -> Sequence[Toned]:
        cell = next((cell for cell in self.desk.floor() if cell.table == self.ident), None)
        mono = self.desk.monotonic()
        played, said = table_page(self.desk.moment(), self.ident, cell, mono, self.desk.copies)
        beside = self.app.size.width >= _BESIDE and any(text for _tone, text in said)
        self.query_one("#said").display = beside
        if not beside:
            return (*played, *said)
        begun = next(n for n, (_tone, text) in enumerate(said) if text)
        self.query_one("#said-lines", Static).update(self.toned(said[begun:]))
        width = self.app.size.width // 2 - _AROUND
        return (*played, *large_clocks(self.desk.moment(), self.ident, mono, width))

    def look(self) -> None:
        super().look()
        self.query_one(ActionBar).show(fitting(self.OFFERED, self.app.size.width))
        self.app.show_status()

    def look_at_floor(self) -> None:
        """Look again: the clocks went on."""
        self.look()

    def action_decide(self) -> None:
        match = table_match(self.desk.moment(), self.ident)
        question = next((q for q in self.desk.questions if q.table == self.ident), None)
        if match is not None or question is not None:
            self.app.push_screen(DecideScreen(question, match))

    def action_moves(self) -> None:
        moment = self.desk.moment()
        match = table_match(moment, self.ident)
        if match is not None and moment.book(match).game in RULES:
            self.app.push_screen(SheetsScreen(match))

    def action_story(self) -> None:
        match = table_match(self.desk.moment(), self.ident)
        if match is not None:
            self.app.push_screen(StoryScreen(match.key))
