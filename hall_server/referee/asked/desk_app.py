"""The app as dialogues and screens know it: it has the desk, and opens screens."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.events import Click
from textual.geometry import Size
from textual.screen import ModalScreen, Screen

from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.asked.desk_row import DeskRow
from hall_server.referee.asked.round_in_hand import Done, HandDraft
from hall_server.referee.derived.work import Work
from shared.core.state import Match
from shared.tui.action import Action
from shared.tui.app import HallApp

T = TypeVar("T")

_NARROW, _HIGH = 70, 24
"""A screen of fewer cells and at least so many rows is a tablet: a finger does what keys do."""


def is_tablet(size: Size) -> bool:
    """Return whether a screen of this size is touched."""
    return size.width < _NARROW and size.height >= _HIGH


class DeskApp(HallApp):
    """An app with the referee's desk."""

    # Style sheets know a tablet by both classes: ``.-narrow.-high``.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_NARROW, "-broad")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (_HIGH, "-high")]  # noqa: RUF012
    desk: RefereeDesk
    DESKS: ClassVar[tuple[Action, ...]] = ()
    """What opens each desk, in the order of the tabs."""

    def on_click(self, event: Click) -> None:
        """Leave a dialogue at a tap outside its box, as Esc does: nothing is written."""
        if isinstance(self.screen, ModalScreen) and event.widget is self.screen:
            self.simulate_key("escape")

    @abstractmethod
    def desk_here(self) -> str:
        """Return the id of the desk that is open; a page that was opened from it belongs to it."""

    @abstractmethod
    def open_desk(self, screen: Screen[None]) -> None:
        """Open a desk in the place of the one that is open."""

    @abstractmethod
    def look(self) -> None:
        """Derive the open questions again and let every screen look."""

    def carry_out(self, doing: str, work: Callable[[], str]) -> None:
        """Do ``work`` in a thread of its own, show meanwhile what is being done, and say the
        sentence that it returns."""

        async def until_done() -> None:
            self.desk.work = mine = Work(doing, self.monotonic())
            self.show_status()
            try:
                self.notify(await asyncio.to_thread(work))
            finally:
                if self.desk.work is mine:
                    self.desk.work = None
                    self.show_status()

        self.run_worker(until_done(), group="work")

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
    """A screen that shows something of the desk, below the row of tabs. It looks again when the
    hall changes."""

    app: DeskApp
    DESK: ClassVar[str] = ""
    """The id of the action that opens it, where it is a desk."""
    WAITED_FOR: ClassVar[bool] = False
    """Whether it holds what was typed, or a dialogue waits for its answer: no key of another desk
    leaves it."""

    def compose(self) -> ComposeResult:
        yield DeskRow(self.app.DESKS, self.app.desk_here())
        yield from self.body()

    def body(self) -> ComposeResult:
        """Return what stands below the row of tabs."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Say at once how the link is."""
        self.call_after_refresh(self.app.show_status)

    def look_at_floor(self) -> None:
        """Look again: the tables' clocks went on. Most screens show none."""

    def action_back(self) -> None:
        """Leave it."""
        self.dismiss(None)

    @property
    def desk(self) -> RefereeDesk:
        """The referee's desk."""
        return self.app.desk
