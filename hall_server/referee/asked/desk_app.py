"""The app as dialogues and screens know it: it has the desk, and opens screens."""

from abc import abstractmethod
from typing import TypeVar

from textual.screen import Screen

from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.asked.round_in_hand import Done, HandDraft
from shared.core.state import Match
from shared.tui.app import HallApp

T = TypeVar("T")


class DeskApp(HallApp):
    """An app with the referee's desk."""

    desk: RefereeDesk

    @abstractmethod
    def look(self) -> None:
        """Derive the open questions again and let every screen look."""

    @abstractmethod
    def next_language(self) -> None:
        """Say everything in the next language from now on, after a restart too."""

    @abstractmethod
    def show_table(self, table: str) -> None:
        """Open a table's page."""

    @abstractmethod
    def show_pairing(self, division: str) -> None:
        """Open the pairing of a division."""

    @abstractmethod
    def hand_screen(self, draft: HandDraft) -> Screen[Done]:
        """Return the screen that pairs or changes a round by hand."""

    @abstractmethod
    def show_deciding(self, match: Match) -> None:
        """Open what can be decided about a match."""


class DeskScreen(Screen[T]):
    """A screen that shows something of the desk. It looks again when the hall changes."""

    app: DeskApp

    def look_at_floor(self) -> None:
        """Look again: the tables' clocks went on. Most screens show none."""

    def action_back(self) -> None:
        """Leave it."""
        self.dismiss(None)

    @property
    def desk(self) -> RefereeDesk:
        """The referee's desk."""
        return self.app.desk
