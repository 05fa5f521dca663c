"""The audit view: a match's story from its events, with what is not in force. Shows, no more."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hall_server.derived.story import story
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.footer import fitting
from shared.core.events.entities import MatchKey
from shared.core.state import Match
from shared.core.text.language import N_
from shared.port import StoryTold
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.names import fit

STORY = Action(
    "story", "e", N_("Story"), N_("Who entered what, when, who confirmed it, who ruled on it")
)
BACK = Action("back", "escape", N_("Back"), N_("Back to where you came from"))


class StoryScreen(DeskScreen[None]):
    """Asks its node for the events about one match, and again when the match has changed."""

    CSS_PATH = "story_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (BACK,)
    BINDINGS = bindings(ACTIONS)

    def __init__(self, match: MatchKey) -> None:
        super().__init__()
        self.match = match
        self._asked_about: Match | None = None

    @property
    def about(self) -> str:
        """The division that it concerns."""
        return self.match.division

    def compose(self) -> ComposeResult:
        yield Static("", id="story-title", classes="headline", markup=False)
        with VerticalScroll(id="story-page"):
            yield Static("", id="story-lines", markup=False)
        yield ActionBar(fitting(self.ACTIONS, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#story-page").focus()
        self.look()

    def look(self) -> None:
        """Ask again if the match is not the one that was asked about."""
        match = self.desk.hall.matches.get(self.match.uid)
        if match != self._asked_about:
            self._asked_about = match
            self.desk.port.ask_story(self.match)

    def look_at_floor(self) -> None:
        """What a clock reads is not part of the story until the table logs it."""

    def hear_story(self, told: StoryTold) -> None:
        """Show the match's events, oldest first."""
        match = self.desk.hall.matches.get(self.match.uid)
        if told.match != self.match or match is None:
            return
        title, *lines = story(self.desk.hall, match, told.events)
        self.query_one("#story-title", Static).update(fit(title.line, self.app.size.width - 2))
        colours = self.app.theme_variables
        danger, ink = colours["danger"], colours["ink"]
        text = Text("\n").join(
            Text(told.line, style=ink if told.counts else danger) for told in lines
        )
        self.query_one("#story-lines", Static).update(text)

    def action_back(self) -> None:
        self.dismiss(None)
