"""What every screen of the hall has in common: the port, the tick, the themes, the exit lock.

Owns the way from the node's thread into the app: a listener posts ``PortTold``, its handler routes
to ``told_…`` methods. Reads no clock; whoever starts the app hands clocks in.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual._context import active_message_pump
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen

from shared.core.state import EMPTY, HallState
from shared.core.state.rehearsal import Rehearsal
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
from shared.tui.actions import Action, HelpScreen, bindings
from shared.tui.glyphs import Likenesses, needs_likenesses
from shared.tui.rehearsal import REHEARSAL, Visit, heard_of, is_over
from shared.tui.service_exit import ServiceExit
from shared.tui.speech import SpeakingApp
from shared.tui.status_bar import StatusBar

log = logging.getLogger("hall.screen")

TROUBLE = N_(
    "Something went wrong on this screen. Everything saved is safe.\n"
    "Start the program again; if this comes back, call the referee."
)
"""What a person reads in place of a traceback."""

HELP = Action("help", "f1", N_("Help"), N_("Show every key of this screen"))
QUIT = Action("quit", "ctrl+q", N_("Quit"), N_("Leave the program; everything saved stays saved"))


class PortTold(Message, bubble=False):
    """Something that the node told this app, on its way from the node's thread."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self.told = told


class HallApp(SpeakingApp[None], inherit_bindings=False):
    """Base of the four apps. Subclasses override ``told_…`` and ``tick`` and call ``super()``.

    ``wall`` gives UTC ms, ``monotonic`` ms of a clock that never goes back, ``zone`` is the event's
    IANA zone. ``locked`` takes away every way out but the service's. ``ACTIONS`` of the app and of
    the screen on top make the help screen; a screen binds its own by ``actions.bindings``.
    """

    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    TICK_S: ClassVar[float | None] = 1.0
    """Seconds between ticks; None leaves ticking to whoever holds the app."""
    service_pin = ""
    """Opens a locked screen, stored as ``machine.pins`` does; without one there is no way out of it
    but the supervisor's."""
    declines: Collection[bytes] | None = None
    """Tournament keys of the rehearsals that this device has left; None: it takes part in none."""
    goes_to: Rehearsal | None = None
    """The rehearsal for which the app was left."""
    visit: Visit | None = None
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
        locked: bool = False,
    ) -> None:
        super().__init__()
        self.voice.official = lambda: self.official
        self.port = port
        self.wall = wall
        self.monotonic = monotonic
        self.zone = zone
        self.locked = locked
        self.hall: HallState = EMPTY
        self.unsent: frozenset[str] = frozenset()
        self.copies: Callable[[str], int | None] = lambda event: None
        self.link = Link("starting", since=wall())
        self._started = False
        self.tally = Tally()
        self._pin_guard: PinGuard | None = None
        self.use_command_palette = not locked and self.ENABLE_COMMAND_PALETTE
        self._bindings.bind(QUIT.key, QUIT.id, QUIT.label, show=False, priority=True)
        encoding = (sys.__stdout__ and sys.__stdout__.encoding) or "utf-8"
        self.likenesses = Likenesses(enabled=needs_likenesses(os.environ, encoding))
        theme.register(self)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and likenesses of signs that the screen's font does not have."""
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
        """The listener: called in the node's thread, and only posts."""
        try:
            self.post_message(PortTold(told))
        except RuntimeError:
            # The app's loop ended between the node's word and its delivery: nobody is left to tell.
            log.debug("not delivered to a closed screen: %s", type(told).__name__)

    def on_port_told(self, message: PortTold) -> None:
        """Route what the node told to the method that answers for it."""
        told = message.told
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
        """The state of the hall, as this replica knows it, changed."""
        self.hall = told.state
        self.unsent = told.unsent
        self.copies = told.copies
        if told.state.tournament is not None:
            self.zone = told.state.tournament.zone
        self.show_status()

    @property
    def official(self) -> Official:
        """What the official of those who read this screen is called."""
        return self.hall.official()

    def told_link(self, told: LinkChanged) -> None:
        """The link to the hall changed."""
        self.link = told.link
        self.show_status()

    def told_saved(self, told: Saved) -> None:
        """A ticket is held here."""

    def told_not_saved(self, told: NotSaved) -> None:
        """A ticket was not saved; nothing may be claimed about it."""

    def told_journal(self, told: JournalLoaded) -> None:
        """The local journal of a match."""

    def told_story(self, told: StoryTold) -> None:
        """All that is known of a match, as it was asked for."""

    def told_live(self, told: LiveSeen) -> None:
        """What a table's clock reads."""

    def told_enrolling(self, told: Enrolling) -> None:
        """Which devices wait to be admitted."""

    def told_two_devices(self, told: TwoDevices) -> None:
        """Which keys two devices use."""

    def told_too_much(self, told: TooMuch) -> None:
        """Which devices send more than the hall takes in."""

    def told_devices_seen(self, told: DevicesSeen) -> None:
        """When the hall heard each device last."""

    def told_venues(self, told: VenuesStand) -> None:
        """How venues of a championship stand."""

    def told_private(self, told: PrivateChanged) -> None:
        """Private facts of players; only hall and referee nodes tell them."""

    def told_stopped(self, told: Stopped) -> None:
        """The node stopped: the link is shown as refused, with the node's own sentence."""
        self.link = Link("refused", since=self.wall(), sentence=told.sentence)
        self.show_status()

    # -- time -----------------------------------------------------------------------------------

    def tick(self) -> None:
        """A second passed: ages and countdowns are shown again."""
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
        """Whether nobody needs this screen at ``now`` (UTC ms by the hall's clock)."""
        return False

    def take_part(self, speed: int = 1) -> None:
        """Be part of a rehearsal in which ``monotonic`` runs so fast, and look like it."""
        self.visit = Visit(self.monotonic(), speed)
        self.theme = theme_names.REHEARSAL

    def rehearsal_words(self) -> str:
        """What the status line says before anything else, "" outside a rehearsal."""
        return "" if self.visit is None else _(REHEARSAL)

    def show_status(self) -> None:
        """Bring every status bar up to date."""
        now = self.wall()
        for screen in self.screen_stack:
            for bar in screen.query(StatusBar):
                bar.show(self.link, len(self.unsent), now, self.zone, self.rehearsal_words())

    # -- actions --------------------------------------------------------------------------------

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen on top. One that has been left already, and hears its second key only
        then, takes no other screen with it."""
        asks = active_message_pump.get(None)
        if isinstance(asks, Screen) and asks not in self.screen_stack:
            return AwaitComplete()
        return super().pop_screen()

    def actions_now(self) -> tuple[Action, ...]:
        """Every action of the screen on top and of the app, for the help screen."""
        own: tuple[Action, ...] = getattr(self.screen, "ACTIONS", ())
        way_out = () if self.locked else (QUIT,)
        return (*own, *self.ACTIONS, HELP, *way_out)

    def action_help(self) -> None:
        """Show every key of the screen on top."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.actions_now()))

    async def action_quit(self) -> None:
        """Leave; a locked screen asks for the service PIN first."""
        if not self.locked:
            self.exit()
        elif self.service_pin and not isinstance(self.screen, ServiceExit):
            self.push_screen(ServiceExit(self.service_guard()), self._leave)

    def service_guard(self) -> PinGuard:
        """Who counts the wrong tries at the service PIN, at whatever screen they are made."""
        if self._pin_guard is None or self._pin_guard.stored != self.service_pin:
            # A file that the program may not write is hashed anew at each start.
            self._pin_guard = PinGuard(self.service_pin, self.monotonic, self.tally, name="service")
        return self._pin_guard

    def _leave(self, allowed: bool | None) -> None:
        if allowed:
            self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers beside an app's own commands: themes, help, the way out."""
        for name, (title, words) in theme.WORDS.items():
            yield SystemCommand(_(title), _(words), partial(setattr, self, "theme", name))
        yield SystemCommand(_("Keys"), _(HELP.help), self.action_help)
        yield SystemCommand(_(QUIT.label), _(QUIT.help), self.exit)

    # -- trouble --------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback with local variables on a public screen. The details go
        # to the log, the supervisor sees a crash, the person reads what is safe.
        log.critical("the screen failed", exc_info=error)
        self._return_code = CRASHED
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        if not self._exit_renderables:
            self._exit_renderables.append(Text(_(TROUBLE)))
        self._close_messages_no_wait()
