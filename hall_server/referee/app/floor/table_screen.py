"""One table's page. Shows its lines as they are now, and the way to deciding about its match."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hall_server.referee.app.floor.sheets_screen import SheetsScreen
from hall_server.referee.app.floor.story_screen import STORY, StoryScreen
from hall_server.referee.app.rulings.decide_screen import DecideScreen
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.rulings.clock_desk import order_clocks
from hall_server.referee.asked.rulings.noting import note_incident
from hall_server.referee.said.table_words import table_match, table_page
from shared.core.draughts.rules import RULES
from shared.core.text.language import N_
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.status_bar import StatusBar

DECIDE = Action("decide", "o,c", N_("Decide"), N_("Decide about this table's question or result"))
CLOCKS = Action(
    "clocks", "x", N_("Clocks"), N_("Pause this table or all, let them go on, run absent time")
)
HAPPENED = Action(
    "happened", "w", N_("Note incident"), N_("Note what you saw at a table, or rule in your words")
)
BEFORE = Action("before", "left", N_("Before"), N_("The table before this one"))
MOVES = Action(
    "moves", "m", N_("Moves"), N_("The moves in the log, and both score sheets compared")
)
AFTER = Action("after", "right", N_("Next"), N_("The next table"))
BACK = Action("back", "escape", N_("Back"), N_("Back to the queue"))


class TableScreen(DeskScreen[None]):
    """Players, clocks, versions, reports and the device of a table."""

    CSS_PATH = "table_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        DECIDE, CLOCKS, HAPPENED, STORY, MOVES, BEFORE, AFTER, BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table

    @property
    def about(self) -> str:
        """The division that plays at the table."""
        match = table_match(self.desk.moment(), self.table)
        return match.key.division if match is not None else ""

    def compose(self) -> ComposeResult:
        yield Static("", id="table-title", classes="headline", markup=False)
        with VerticalScroll(id="table-page"):
            yield Static("", id="table-lines", markup=False)
        yield StatusBar()
        offered = (DECIDE, CLOCKS, STORY, BACK, MOVES, HAPPENED, AFTER, BEFORE)
        yield ActionBar(fitting(offered, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#table-page").focus()
        self.look()

    def look(self) -> None:
        """Show the table as it is now."""
        moment = self.desk.moment()
        floor = {cell.table: cell for cell in self.desk.floor()}
        self.query_one("#table-title", Static).update(moment.table(self.table).capitalize())
        lines = table_page(
            moment, self.table, floor.get(self.table), self.desk.monotonic(), self.desk.copies
        )
        colours = self.app.theme_variables
        text = Text("\n").join(
            Text(words, style=f"bold {colours[tone]}" if tone == "accent" else colours[tone])
            for tone, words in lines
        )
        self.query_one("#table-lines", Static).update(text)
        self.app.show_status()

    def look_at_floor(self) -> None:
        """The clocks went on."""
        self.look()

    def action_decide(self) -> None:
        match = table_match(self.desk.moment(), self.table)
        question = next((q for q in self.desk.questions if q.table == self.table), None)
        if match is not None or question is not None:
            self.app.push_screen(DecideScreen(question, match))

    def action_moves(self) -> None:
        moment = self.desk.moment()
        match = table_match(moment, self.table)
        if match is not None and moment.book(match).game in RULES:
            self.app.push_screen(SheetsScreen(match))

    def action_story(self) -> None:
        match = table_match(self.desk.moment(), self.table)
        if match is not None:
            self.app.push_screen(StoryScreen(match.key))

    def action_clocks(self) -> None:
        order_clocks(self.app, table_match(self.desk.moment(), self.table))

    def action_happened(self) -> None:
        match = table_match(self.desk.moment(), self.table)
        if match is not None:
            note_incident(self.app, match)

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        tables = [cell.table for cell in self.desk.floor()]
        if self.table in tables:
            self.table = tables[(tables.index(self.table) + steps) % len(tables)]
            self.look()

    def action_back(self) -> None:
        self.dismiss(None)
