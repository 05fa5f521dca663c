"""The base of all apps of the hall: the port, the tick, the themes, the exit lock.

What the node tells waits in order until the app's own thread takes it, and a ``told_…`` method is
called for it. Clocks are arguments.
"""

import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual._context import active_message_pump
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import Provider
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import ModalScreen, Screen

from shared.core.state import EMPTY, HallState
from shared.core.state.office import Rehearsal
from shared.core.text.language import N_, _
from shared.core.text.official import Official
from shared.machine.clocks import Clock
from shared.machine.exits import CRASHED
from shared.machine.logs import occurrences
from shared.machine.pins import PinGuard, Tally
from shared.port import (
    DevicesSeen,
    Enrolling,
    HallChanged,
    JournalLoaded,
    Link,
    LinkChanged,
    LiveSeen,
    NodePort,
    NotSaved,
    PrivateChanged,
    Saved,
    Stopped,
    StoryTold,
    Told,
    TooMuch,
    TwoDevices,
    VenuesStand,
)
from shared.tui import theme, theme_names
from shared.tui.action import PROGRAM, Action
from shared.tui.actions import HelpScreen, bindings, carry_out
from shared.tui.glyphs import Likenesses, needs_likenesses
from shared.tui.palette import ByAnyWord
from shared.tui.rehearsal import REHEARSAL, RehearsalVisit, heard_of, is_over
from shared.tui.service_exit import ServiceExit
from shared.tui.speech import SpeakingApp
from shared.tui.status_bar import StatusBar

log = logging.getLogger("hall.screen")

TROUBLE = N_(
    "Something went wrong on this screen. Everything saved is safe.\n"
    "Start the program again. If this comes back, call the referee."
)
"""The text that replaces a traceback."""

HELP = Action("help", "f1", N_("Help"), N_("Show every key of this screen"), PROGRAM)
QUIT = Action(
    "quit", "ctrl+q", N_("Quit"), N_("Leave the program; everything saved stays saved"), PROGRAM
)


class NewsCame(Message, bubble=False):
    """The node has told something; posted from its thread, once for all that waits."""


class HallApp(SpeakingApp[None], inherit_bindings=False):
    """Base of the four apps. Subclasses override ``told_…`` and ``tick`` and call ``super()``.

    ``wall`` gives UTC ms, ``monotonic`` ms of a clock that never goes back, ``zone`` is the event's
    IANA zone. With a ``service_pin``, as it is stored, only that PIN opens the way out. The help
    screen shows ``ACTIONS`` of the app and of the screen on top; a screen binds its own by
    ``actions.bindings``.
    """

    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {ByAnyWord}
    TICK_S: ClassVar[float | None] = 1.0
    """Seconds between ticks; None if the owner of the app ticks it."""
    declines: Collection[bytes] | None = None
    """Tournament keys of the rehearsals that this device has left; None to take part in none."""
    goes_to: Rehearsal | None = None
    """The rehearsal for which the app was left."""
    visit: RehearsalVisit | None = None
    """The rehearsal that this app is part of."""
    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    BINDINGS = bindings((HELP,))

    def __init__(
        self,
        port: NodePort,
        *,
        wall: Clock,
        monotonic: Clock,
        zone: str = "UTC",
        service_pin: str = "",
    ) -> None:
        super().__init__()
        self.voice.official = lambda: self.official
        self.port = port
        self.wall = wall
        self.monotonic = monotonic
        self.zone = zone
        self.service_pin = service_pin
        self.hall: HallState = EMPTY
        self.unsent: frozenset[str] = frozenset()
        self.copies: Callable[[str], int | None] = lambda event: None
        self.link = Link("starting", since=wall())
        self._started = False
        self._news: deque[Told] = deque()
        self._called = False
        self.tally = Tally()
        self._pin_guard: PinGuard | None = None
        self.use_command_palette = not service_pin and self.ENABLE_COMMAND_PALETTE
        self._bindings.bind(QUIT.key, QUIT.id, QUIT.label, show=False, priority=True)
        encoding = (sys.__stdout__ and sys.__stdout__.encoding) or "utf-8"
        self.likenesses = Likenesses(enabled=needs_likenesses(os.environ, encoding))
        theme.register(self)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's own filters, and one for signs that the screen's font lacks."""
        own = super().get_line_filters()
        return (*own, self.likenesses) if self.likenesses.enabled else own

    # -- the port -------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Start the node after the first paint and begin to tick.

        Textual calls the ``on_mount`` of every class in turn: a subclass must not call this one.
        """
        self.call_after_refresh(self._start_port)
        if self.TICK_S is not None:
            self.set_interval(self.TICK_S, self.tick)

    def on_unmount(self) -> None:
        """Close link and replica before the process ends."""
        if self._started:
            self._started = False
            self.port.stop()

    def _start_port(self) -> None:
        self._started = True
        noted = occurrences(log)

        def hear(told: Told) -> None:
            noted(told)
            self.hear(told)

        self.port.start(hear)

    def hear(self, told: Told) -> None:
        """Keep what the node tells for the app's thread; called in the node's."""
        self._news.append(told)
        if self._called:
            return
        self._called = True
        try:
            self.post_message(NewsCame())
        except RuntimeError:
            # The app's loop has just ended.
            log.debug("not delivered to a closed screen: %s", type(told).__name__)

    def on_news_came(self) -> None:
        """Take in all that waits, in order."""
        self._called = False  # first: what is told from now on calls again
        while self._news:
            self.take_in(self._news.popleft())

    def take_in(self, told: Told) -> None:
        """Call the ``told_…`` method for a piece of news."""
        match told:
            case HallChanged():
                self.told_hall(told)
            case LinkChanged():
                self.told_link(told)
            case Saved():
                self.told_saved(told)
            case NotSaved():
                self.told_not_saved(told)
            case JournalLoaded():
                self.told_journal(told)
            case StoryTold():
                self.told_story(told)
            case LiveSeen():
                self.told_live(told)
            case Enrolling():
                self.told_enrolling(told)
            case TwoDevices():
                self.told_two_devices(told)
            case TooMuch():
                self.told_too_much(told)
            case DevicesSeen():
                self.told_devices_seen(told)
            case VenuesStand():
                self.told_venues(told)
            case PrivateChanged():
                self.told_private(told)
            case Stopped():
                self.told_stopped(told)

    def told_hall(self, told: HallChanged) -> None:
        self.hall = told.state
        self.unsent = told.unsent
        self.copies = told.copies
        if told.state.tournament is not None:
            self.zone = told.state.tournament.zone
        self.show_status()

    @property
    def official(self) -> Official:
        """The title of the official for the readers of this screen."""
        return self.hall.official()

    def told_link(self, told: LinkChanged) -> None:
        self.link = told.link
        self.show_status()

    # Apps override those of these methods that concern them.

    def told_saved(self, told: Saved) -> None: ...

    def told_not_saved(self, told: NotSaved) -> None: ...

    def told_journal(self, told: JournalLoaded) -> None: ...

    def told_story(self, told: StoryTold) -> None: ...

    def told_live(self, told: LiveSeen) -> None: ...

    def told_enrolling(self, told: Enrolling) -> None: ...

    def told_two_devices(self, told: TwoDevices) -> None: ...

    def told_too_much(self, told: TooMuch) -> None: ...

    def told_devices_seen(self, told: DevicesSeen) -> None: ...

    def told_venues(self, told: VenuesStand) -> None: ...

    def told_private(self, told: PrivateChanged) -> None: ...

    def told_stopped(self, told: Stopped) -> None:
        """Show the link as refused, with the node's own sentence."""
        self.link = Link("refused", since=self.wall(), sentence=told.sentence)
        self.show_status()

    # -- time -----------------------------------------------------------------------------------

    def tick(self) -> None:
        """Show ages and countdowns again, and go to a rehearsal or come back from it."""
        self.show_status()
        if self.visit is not None:
            self.visit = self.visit.after(self.hall, self.link, self.monotonic())
            if is_over(self.visit, self.hall, self.wall() - self.link.offset_ms):
                self.exit()
        elif self.declines is not None:
            rehearsal = heard_of(self.hall, self.link, self.wall())
            known = rehearsal is None or rehearsal.root_key in self.declines
            if not known and self.is_free(self.wall() - self.link.offset_ms):
                self.goes_to = rehearsal
                self.exit()

    def is_free(self, now: int) -> bool:
        """Return whether this screen is free at ``now`` (UTC ms by the hall's clock)."""
        return False

    def take_part(self, speed: int = 1) -> None:
        """Take part in a rehearsal whose clock runs ``speed`` times as fast, and look like it."""
        self.visit = RehearsalVisit(self.monotonic(), speed)
        self.theme = theme_names.REHEARSAL

    def rehearsal_words(self) -> str:
        """Return the first words of the status line, "" outside a rehearsal."""
        return "" if self.visit is None else _(REHEARSAL)

    def show_status(self) -> None:
        now = self.wall()
        for screen in self.screen_stack:
            for bar in screen.query(StatusBar):
                bar.show(self.link, len(self.unsent), now, self.zone, self.rehearsal_words())

    # -- actions --------------------------------------------------------------------------------

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen on top.

        A screen that was left already and gets a second key takes no other screen with it.
        """
        asks = active_message_pump.get(None)
        if isinstance(asks, Screen) and asks not in self.screen_stack:
            return AwaitComplete()
        return super().pop_screen()

    def actions_now(self) -> tuple[Action, ...]:
        """Return every action of the screen on top and of the app, for the help screen."""
        own: tuple[Action, ...] = getattr(self.screen, "ACTIONS", ())
        way_out = () if self.locked else (QUIT,)
        return (*own, *self.ACTIONS, HELP, *way_out)

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.actions_now()))

    async def action_quit(self) -> None:
        """Leave. A locked screen asks for the service PIN first."""
        if not self.locked:
            self.exit()
        elif not isinstance(self.screen, ServiceExit):
            self.push_screen(ServiceExit(self.service_guard()), self._leave)

    @property
    def locked(self) -> bool:
        """Return whether only the service PIN opens the way out."""
        return bool(self.service_pin)

    def service_guard(self) -> PinGuard:
        """Return the guard of the service PIN, the same for all screens."""
        if self._pin_guard is None or self._pin_guard.stored != self.service_pin:
            # By name: a PIN file that the program may not write has a new hash at each start.
            self._pin_guard = PinGuard(self.service_pin, self.monotonic, self.tally, name="service")
        return self._pin_guard

    def _leave(self, allowed: bool | None) -> None:
        if allowed:
            self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the commands of every palette: what can be done here, and the themes."""
        if not isinstance(screen, ModalScreen):
            for action in self.actions_now():
                title = _(action.label) if action.label else _(action.help)
                run = partial(carry_out, self, screen, action)
                yield SystemCommand(title, _(action.help), run)
        for name, (title, words) in theme.WORDS.items():
            yield SystemCommand(_(title), _(words), partial(setattr, self, "theme", name))

    # -- trouble --------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback with local variables on a public screen. Instead the log
        # gets the details, the supervisor a crash, and the person a sentence.
        log.critical("the screen failed", exc_info=error)
        self._return_code = CRASHED
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        if not self._exit_renderables:
            self._exit_renderables.append(Text(_(TROUBLE)))
        self._close_messages_no_wait()
