"""The referee dashboard: composition and routing, no more."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path, PurePath
from typing import ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.screen import ModalScreen, Screen
from textual.timer import Timer

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.match_screens import SheetsScreen, StoryScreen
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.main_keys import DeskKeys
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.hand_screen import HandScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.desk_row import DeskRow
from hall_server.referee.asked.keys import EVERYWHERE, QUEUE
from hall_server.referee.asked.main_talks import leave_the_hall
from hall_server.referee.asked.round_in_hand import HandDraft, RoundInHand
from shared.core.state import Match
from shared.core.text.language import _
from shared.core.text.official import Official
from shared.machine.languages import after
from shared.port import StoryTold, Told
from shared.tui.actions import bindings
from shared.tui.confirm import Confirm
from shared.tui.times import clock_time

LOOK_MS = 50
"""Screens look at what changed in the hall no more often than this, or than a look takes."""
FLOOR_MS = 500
"""And at what the tables' clocks read no more often than this: they are shown in whole seconds."""
FLOOR_SHARE = 40
"""In a large hall, a look at the clocks waits as long as so many looks take."""


class Looked(NamedTuple):
    """When a look ended (monotonic ms), and how long it took."""

    at: int
    took: int = 0


@runtime_checkable
class Looking(Protocol):
    """A screen that shows the hall as it is now."""

    def look(self) -> None:
        """Look again: the state, the link or the time changed."""

    def look_at_floor(self) -> None:
        """Look again at what the tables' clocks read."""


@runtime_checkable
class OfDivision(Protocol):
    """A screen that concerns one division."""

    @property
    def about(self) -> str:
        """The division's id, "" while it concerns all of them."""


class RefereeApp(DeskKeys):
    """The screens around a referee's desk. Many changes of the hall make one look at it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        Path(__file__).with_name("app.tcss"),
        Path(__file__).with_name("main_screen.tcss"),
    ]
    TITLE = "Referee"
    BINDINGS = bindings(EVERYWHERE)
    TICK_S: ClassVar[float | None] = 1.0

    def __init__(self, desk: RefereeDesk, *, zone: str = "UTC") -> None:
        super().__init__(desk.port, wall=desk.wall, monotonic=desk.monotonic, zone=zone)
        self.desk = desk
        desk.changed = self.look
        self.keep_language: Callable[[str], None] = lambda language: None
        self.rings = False
        self._rung: frozenset[str] = frozenset()
        self._last = Looked(-LOOK_MS)
        self._last_floor = Looked(-FLOOR_MS)
        self._due: Literal["", "floor", "all"] = ""
        self._waiting: Timer | None = None
        """Ends when what is due is looked at, so that no look comes before its time."""

    def get_default_screen(self) -> MainScreen:
        return MainScreen()

    @property
    def official(self) -> Official:
        """What the official of the division is called that the screen in front concerns; the
        event's where it concerns no single one."""
        front = reversed(self.screen_stack)
        about = (screen.about for screen in front if isinstance(screen, OfDivision))
        return self.desk.hall.official(next(about, ""))

    # -- looking ----------------------------------------------------------------------------------

    def look(self) -> None:
        self._nothing_due()
        self.desk.look()
        self._ring()
        for screen in self._looking():
            screen.look()
        self._last_floor = Looked(self.monotonic(), self._last_floor.took)

    def _ring(self) -> None:
        """Ring the terminal's bell, once for each question that came up since the last look."""
        open_now = frozenset(question.key for question in self.desk.questions)
        if self.rings and not open_now <= self._rung:
            self.bell()
        self._rung = open_now

    def _look_soon(self, floor_only: bool = False) -> None:
        """Look at once, or when the last look is old enough: many changes, one look."""
        if self._due == "all" or (floor_only and self._due):
            return  # it is waited for
        if floor_only:
            due = self._last_floor.at + max(FLOOR_MS, FLOOR_SHARE * self._last_floor.took)
        else:
            due = self._last.at + max(LOOK_MS, self._last.took)
        # A look at the floor that is due later does not make the hall's news wait.
        self._nothing_due()
        self._due = "floor" if floor_only else "all"
        wait = due - self.monotonic()
        if wait <= 0:
            self._look_when_due()
        else:
            self._waiting = self.set_timer(wait / 1000, self._look_when_due)

    def _nothing_due(self) -> None:
        self._due = ""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    def _look_when_due(self) -> None:
        due, self._waiting = self._due, None
        begun = self.monotonic()
        if due == "all":
            self.look()
        else:
            self._nothing_due()
            for screen in self._looking():
                screen.look_at_floor()
        ended = self.monotonic()
        looked = Looked(ended, ended - begun)
        if due == "all":
            self._last = looked
        else:
            self._last_floor = looked

    def _looking(self) -> list[Looking]:
        """Return the screens that look; one that was only just opened has nothing to show it on
        yet."""
        return [s for s in self.screen_stack if s.is_mounted and isinstance(s, Looking)]

    def take_in(self, told: Told) -> None:
        """Let the desk hear it, then the screens look as soon as its news wants."""
        super().take_in(told)
        look = self.desk.hear(told)
        if look == "now":
            self.look()
        elif look:
            self._look_soon(floor_only=look == "floor")

    def told_story(self, told: StoryTold) -> None:
        for screen in self.screen_stack:
            if screen.is_mounted and isinstance(screen, StoryScreen):
                screen.hear_story(told)

    def tick(self) -> None:
        super().tick()
        self.look()

    def rehearsal_words(self) -> str:
        """Return that the devices are away, and until when at the latest."""
        now = self.wall() - self.link.offset_ms
        rehearsal = self.desk.hall.rehearsal
        if rehearsal is None or not rehearsal.is_on(now):
            return super().rehearsal_words()
        until = clock_time(rehearsal.until, self.zone, now)
        return _("REHEARSAL until {time} at the latest").format(time=until)

    def show_status(self) -> None:
        """Show the link, its age and how many questions are new on every screen."""
        for screen in self.screen_stack:
            for row in screen.query(DeskRow):
                row.look(
                    self.desk.new, is_the_hall=self.desk.is_the_hall, work=self.desk.work_forms()
                )
        super().show_status()

    async def action_quit(self) -> None:
        """Leave; where this laptop is the hall, say first that the hall goes on."""
        if not self.desk.is_the_hall:
            await super().action_quit()
        elif not isinstance(self.screen, Confirm):
            leave_the_hall(self)

    # -- opening ----------------------------------------------------------------------------------

    def desk_here(self) -> str:
        base = self.screen_stack[1:2]
        return next((s.DESK for s in base if isinstance(s, DeskScreen) and s.DESK), QUEUE.id)

    def open_desk(self, screen: Screen[None]) -> None:
        self.action_queue()
        self.push_screen(screen)

    def action_queue(self) -> None:
        """Go back to the queue from wherever this is."""
        while len(self.screen_stack) > 1:
            App.pop_screen(self)

    def show_table(self, table: str) -> None:
        self.push_screen(TableScreen(table))

    def show_pairing(self, division: str) -> None:
        self.open_desk(PairScreen(RoundInHand(self.desk, division)))

    def hand_screen(self, draft: HandDraft) -> HandScreen:
        return HandScreen(draft)

    def show_deciding(self, match: Match) -> None:
        self.push_screen(DecideScreen(None, match))

    def next_language(self) -> None:
        """Say everything in the next language from now on, after a restart too."""
        self.speak(after(self.language))
        try:
            self.keep_language(self.language)
        except OSError as error:
            self.notify(
                _(
                    "The language could not be kept for the next start ({error})."
                    " Everything else is safe."
                ).format(error=error.strerror)
            )
        self.look()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield every action of the screen that is open, by name, every table, and every match
        whose moves are known."""
        yield from super().get_system_commands(screen)
        if isinstance(screen, ModalScreen) or self._waits():
            return
        moment = self.desk.moment()
        for cell in self.desk.floor():
            place = _("Go to {table}").format(table=moment.table(cell.table))
            yield SystemCommand(place, cell.words, partial(self.show_table, cell.table))
        for match in sorted(self.desk.hall.matches.values(), key=lambda match: match.key):
            if match.moves or match.entered:
                names = " – ".join(moment.names(match))
                yield SystemCommand(
                    _("Moves of {round}: {names}").format(round=moment.round(match), names=names),
                    _("The games in the log, and both score sheets compared"),
                    partial(self.push_screen, SheetsScreen(match)),
                )
