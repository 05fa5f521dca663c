"""The screen of a table: it hands keys, touches, ticks and the node's messages to the driver, and
shows the presenter's view."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.screen import Screen

from board_terminal.desk.languages import spoken
from board_terminal.desk.setting import table_label
from board_terminal.driving.driver import Driver
from board_terminal.driving.presenter import asked_alone, model_of, present, said_view
from board_terminal.pages import service as service_page
from board_terminal.pages.service import CLOSED, Facts, Sync, after, crew_choices, seen
from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel
from board_terminal.screens.table import TableScreen
from board_terminal.view import keys, two_buttons
from board_terminal.view.held import Held
from board_terminal.view.keys import SERVICE
from board_terminal.view.two_buttons import Buttons, Step
from board_terminal.view.view import Model, View
from shared.core.day import Phase
from shared.core.match.outcome import Seat
from shared.core.state.floor import matches_at, pressing
from shared.core.text.language import _
from shared.core.text.official import Official
from shared.machine.clocks import Clock
from shared.port import (
    HallChanged,
    LinkChanged,
    Stopped,
    Told,
)
from shared.tui.action import Action, key_words
from shared.tui.app import HELP, QUIT, HallApp
from shared.tui.board_view import BoardView
from shared.tui.service_exit import ServiceExit

_JUST_AFTER_MS = 5
"""The display is drawn this much after it changes, never before."""


class TerminalApp(HallApp):
    """The screen of one table. Each of ``watchers`` is told ``model`` after the screen is drawn."""

    TITLE = "Board terminal"
    CSS_PATH = Path(__file__).parent / "screens" / "table.tcss"
    TICK_S: ClassVar[float | None] = 1.0

    def __init__(
        self,
        driver: Driver,
        *,
        wall: Clock,
        monotonic: Clock,
        zone: str = "UTC",
        service_pin: str = "",
    ) -> None:
        super().__init__(
            driver.port, wall=wall, monotonic=monotonic, zone=zone, service_pin=service_pin
        )
        self.driver = driver
        self.driver.meaning = self._meaning
        self.driver.aside = self._aside
        self._one_aside = asyncio.Lock()
        """Two tries at a PIN at once would count as one."""
        self.wired: dict[str, Seat] = {}
        """The side of each key that a button was wired as."""
        self.buttons = Buttons()
        self.held = Held()
        self.service = CLOSED
        self.facts: Callable[[], Facts] = Facts
        """What the service screen says of the device."""
        self.synced_at = 0
        """When the hall was last in touch (UTC ms), 0 for never."""
        self._to = ""
        """The language of the page: of the side that it asks, else the table's."""
        self.watchers: list[Callable[[Model], None]] = []
        self.page: View = self._present()
        """The view of the table without the focus of two buttons."""
        self.view: View = self.page
        self._change: asyncio.TimerHandle | None = None
        self._rung = 0
        self.wakes_in_ms = 0
        """When the screen wakes by itself before the next tick; 0 if it does not."""

    def get_default_screen(self) -> Screen[None]:
        return TableScreen()

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def model(self) -> Model:
        """The table as its watchers see it now."""
        return model_of(self.driver.desk, self.view, self.monotonic())

    # -- people ---------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Take a key the moment it comes: stamped first, carried out second, drawn last."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            at = self.monotonic()
            if self._service_takes(event.key):
                return
            if event.key in self.wired:
                self._button(event.key, self.wired[event.key], at)
                return
            command = self.view.command_for(event.key)
            if command is not None and self._reaches_the_table(command, event.key):
                page = (self.page.phase, self.page.headline)
                if not self.held.is_stale(event.key, (page, command), at):
                    self.do(command, at, event.key)
                return
        await super().on_event(event)

    def _reaches_the_table(self, command: str, key: str) -> bool:
        """Return whether a key counts: under help only sides press, and never a PIN's digits."""
        if isinstance(self.screen, TableScreen):
            return True
        typed = isinstance(self.screen, ServiceExit) and key.isdigit()
        return command.startswith("side:") and not typed

    def _button(self, key: str, seat: Seat, at: int) -> None:
        """Take a press of one of two buttons."""
        self._let_pass(at)
        meaning = two_buttons.meaning(self.buttons, self.page, seat)
        if self.held.is_stale(key, meaning, at):
            return
        step = two_buttons.pressed(self.buttons, self.page, seat, at)
        if isinstance(self.screen, TableScreen) or step.command.startswith("side:"):
            self._take(step)

    def _let_pass(self, at: int) -> None:
        """Do the choice on which the buttons have rested long enough."""
        if self.wired:
            self._take(two_buttons.passed(self.buttons, self.page, at))

    def _take(self, step: Step) -> None:
        self.buttons = step.buttons
        if step.command:
            self.do(step.command, step.at)
        else:
            self.show()

    @property
    def is_behind(self) -> bool:
        """Whether a pressed key is not carried out yet."""
        return self.driver.is_behind

    def do(self, command: str, at: int, key: str = "") -> None:
        """Carry out ``command`` at the stamp ``at`` (monotonic ms), then show what came of it.

        ``key`` is the one that was pressed, where it was one.
        """
        if command.startswith("service") or self.service.page:
            self._serve(command)
        else:
            self.driver.do(command, at, key)
        self.show()

    def _meaning(self, key: str) -> str | None:
        """Return what a key does on the page that is on the table now."""
        return self._present().command_for(key)

    def _aside(self, work: Callable[[], object], then: Callable[..., None]) -> None:
        """Do slow work in a thread, one piece after another, then show the result."""

        async def carry_out() -> None:
            async with self._one_aside:
                then(await asyncio.to_thread(work))
            self.show()

        self.run_worker(carry_out())

    def speak(self, language: str) -> None:
        super().speak(language)
        self.driver.speak(language)

    def _service_takes(self, key: str) -> bool:
        """Return whether a key is the service screen's: F2 opens it, its test names every key."""
        if not isinstance(self.screen, TableScreen):
            return False
        if self.service.page == "test" and self.view.command_for(key) is None:
            side = (
                (_("left button "), _("right button "))[self.wired[key]]
                if key in self.wired
                else ""
            )
            self.service = seen(self.service, f"{side}{key_words(key)}")
            self.show()
            return True
        if key == SERVICE.key and not self.service.page:
            self.do(SERVICE.does, self.monotonic())
            return True
        return False

    def _serve(self, command: str) -> None:
        """Carry out a command of the service screen, which never covers a running clock."""
        if self._clock_runs:
            self.driver.do("service_hides", self.monotonic())
        elif command == "service_leave" and self.service.page == "facts":
            self.exit()
        elif self.service.page == "facts" and command.startswith("service_crew"):
            self.driver.do(command, self.monotonic())
            self.service = CLOSED
        elif command == "service_sound":
            self.bell()
        else:
            guard = self.service_guard() if self.locked else None
            self.service = after(self.service, command, guard)
            if self.service.page == "test" and command == "service_test":
                self.bell()

    def on_half_panel_touched(self, touched: HalfPanel.Touched) -> None:
        """Press a side's key for a touch on its half, if the side has something to press."""
        at = self.monotonic()
        self.held.let_go()
        offered = any(choice.does == f"side:{touched.seat}" for choice in self.view.sides)
        if offered:
            self._tapped(f"side:{touched.seat}", touched.place, at)

    def on_choice_button_touched(self, touched: ChoiceButton.Touched) -> None:
        """Do what the button's key does."""
        self.held.let_go()
        self._tapped(touched.command, touched.place, self.monotonic())

    def _tapped(self, command: str, place: tuple[int, int], at: int) -> None:
        """Do a command, but not by a second tap that hits a question which has just come."""
        meaning = (self.page.phase, self.page.headline, command)
        if not self.held.is_tapped_twice(place, meaning, at):
            self.do(command, at)

    def on_board_view_touched(self, touched: BoardView.Touched) -> None:
        """Enter the square of a tap, where moves are entered."""
        if touched.square:
            self.do(f"square:{touched.square}", self.monotonic())

    def actions_now(self) -> tuple[Action, ...]:
        """Return what can be done now, from the same choices as the buttons."""
        hidden = () if self.service.page or self._clock_runs else (SERVICE,)
        return (*keys.actions(self.view, *hidden), HELP, *(() if self.locked else (QUIT,)))

    @property
    def _clock_runs(self) -> bool:
        session = self.driver.desk.session
        return session is not None and session.phase in (Phase.PLAYING, Phase.ABSENT)

    # -- the node -------------------------------------------------------------------------------

    def told_hall(self, told: HallChanged) -> None:
        super().told_hall(told)
        self._hear(told)

    def told_link(self, told: LinkChanged) -> None:
        super().told_link(told)
        self._note_touch()
        self._hear(told)

    def told_stopped(self, told: Stopped) -> None:
        super().told_stopped(told)
        self._hear(told)

    def _hear(self, told: Told) -> None:
        before = self.driver.desk
        self.driver.hear(told, self.monotonic())
        if self.driver.desk is not before:
            self.show()

    told_saved = told_not_saved = told_journal = _hear

    # -- time -----------------------------------------------------------------------------------

    def tick(self) -> None:
        super().tick()
        self._note_touch()
        self._tick_table()

    def is_free(self, now: int) -> bool:
        """Return whether the table is idle at ``now`` (UTC ms): no match runs or starts soon."""
        here = matches_at(self.hall, self.driver.desk.table)
        busy = self.service.page or self.driver.desk.ask or self.unsent
        alone = len(self.screen_stack) == 1
        return self.driver.desk.known and alone and not busy and not pressing(here, now)

    def _note_touch(self) -> None:
        if self.link.state == "live":
            self.synced_at = self.wall()

    def _change_shown(self) -> None:
        """Show a change of the running display: ten times a second while tenths show."""
        at = self.monotonic()
        self.driver.glance(at)
        self.show()
        self._let_pass(at)

    def _tick_table(self) -> None:
        at = self.monotonic()
        self.driver.tick(at)
        self.show()
        self._let_pass(at)

    # -- the screen -----------------------------------------------------------------------------

    @property
    def official(self) -> Official:
        """The title of the official of the match: referee or director."""
        return self.driver.desk.official

    def show(self) -> None:
        """Show the desk, and ring if a sound is due."""
        self.voice.official = self.official
        languages = self.driver.desk.languages
        if languages.shared != self.language:
            self.say_in(languages.shared)
        if self.driver.sounds != self._rung:
            self._rung = self.driver.sounds
            self.bell()
        self.page = self.view = self._present()
        to = asked_alone(self.driver.desk, self.page)
        self._to = languages.shared if to is None else languages.of(to)
        if self.wired:
            with spoken(self._to):
                self.view = two_buttons.shown(self.buttons, self.page, self.monotonic())
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.is_mounted:
                screen.show(self.view)
        self._wake_at_change()
        for watcher in self.watchers:
            watcher(self.model)

    def _present(self) -> View:
        if self.service.page:
            return said_view(self._service_view())
        view = present(self.driver.desk, at=self.monotonic(), now=self.wall(), zone=self.zone)
        if self.visit is not None:
            view = replace(view, title=_("REHEARSAL · {title}").format(title=view.title))
        return view

    def _service_view(self) -> View:
        table = table_label(self.driver.desk.state, self.driver.desk.table)
        if self.service.page == "pin":
            return service_page.pin(self.service, table)
        if self.service.page == "test":
            return service_page.test(self.service, table)
        return service_page.facts(
            self.facts(),
            Sync(self.link, len(self.unsent), self.synced_at),
            table=table,
            now=self.wall(),
            zone=self.zone,
            crew=crew_choices(self.driver.desk, self.monotonic()),
        )

    def _wake_at_change(self) -> None:
        """Wake when the running display changes: the tick of a second would be late."""
        if self._change is not None:
            self._change.cancel()
        self.wakes_in_ms = 0
        if self.TICK_S is not None and self.view.next_ms:
            self.wakes_in_ms = self.view.next_ms + _JUST_AFTER_MS
            # No timer of Textual: each of those is a task, and this is on the way of every press.
            wake = asyncio.get_running_loop().call_later
            self._change = wake(self.wakes_in_ms / 1000, self.call_later, self._change_shown)
