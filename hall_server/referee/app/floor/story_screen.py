"""The audit view: a match's story from its events, with what is not in force. Shows, no more."""

from collections.abc import Sequence

from hall_server.derived.story import StoryLine, story
from hall_server.referee.asked.parts.page_screen import PageScreen, Toned
from shared.core.events.entities import MatchKey
from shared.core.state import Match
from shared.core.text.language import N_
from shared.port import StoryTold
from shared.tui.actions import Action, bindings

STORY = Action(
    "story", "e", N_("Story"), N_("Who entered what, when, who confirmed it, who ruled on it")
)
BACK = Action("back", "escape", N_("Back"), N_("Back to where you came from"))


class StoryScreen(PageScreen):
    """Asks its node for the events about one match, and again when the match has changed."""

    ACTIONS = OFFERED = (BACK,)
    BINDINGS = bindings(ACTIONS)

    def __init__(self, match: MatchKey) -> None:
        super().__init__()
        self.match = match
        self._asked_about: Match | None = None
        self._lines: tuple[StoryLine, ...] = ()

    @property
    def about(self) -> str:
        """The division that it concerns."""
        return self.match.division

    def headline(self) -> str:
        return self._lines[0].line if self._lines else ""

    def page(self) -> Sequence[Toned]:
        return [("ink" if told.counts else "danger", told.line) for told in self._lines[1:]]

    def look(self) -> None:
        """Ask again if the match is not the one that was asked about."""
        match = self.desk.hall.matches.get(self.match.uid)
        if match != self._asked_about:
            self._asked_about = match
            self.desk.port.ask_story(self.match)
        super().look()

    def hear_story(self, told: StoryTold) -> None:
        """Show the match's events, oldest first."""
        match = self.desk.hall.matches.get(self.match.uid)
        if told.match != self.match or match is None:
            return
        self._lines = tuple(story(self.desk.hall, match, told.events))
        self.look()
