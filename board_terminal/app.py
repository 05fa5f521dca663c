"""The board terminal: it hands keys, touches, ticks and the node's words to the flow, and shows
what the presenter makes of it. Composition and routing only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.screen import Screen
from textual.timer import Timer

from board_terminal.commands import do
from board_terminal.flow import TableFlow
from board_terminal.presenter import model_of, present
from board_terminal.screens.big_board import BigBoard
from board_terminal.screens.choice_bar import ChoiceButton
from board_terminal.screens.half import HalfPanel
from board_terminal.screens.table import TableScreen
from board_terminal.view import Model, View
from shared.clocks import Clock
from shared.core.openings import Opening
from shared.port import (
    HallChanged,
    JournalLoaded,
    LinkChanged,
    NodePort,
    NotSaved,
    Saved,
    Stopped,
)
from shared.tui.actions import Action
from shared.tui.app import HELP, QUIT, HallApp
from shared.tui.service_exit import ServiceExit

_JUST_AFTER_MS = 5
"""The display is drawn this much after it changes, never before."""


class TerminalApp(HallApp):
    """One table. ``draw_below(n)`` gives fresh randomness from 0 to n-1, ``asleep`` how long the
    machine has slept, in ms.

    ``model`` says what the table asks of whom; each of ``watchers`` is told it whenever the
    screen has been brought up to date.
    """

    TITLE = "Board terminal"
    CSS_PATH = Path(__file__).parent / "screens" / "table.tcss"
    TICK_S: ClassVar[float | None] = 1.0

    def __init__(
        self,
        port: NodePort,
        *,
        table: str,
        deck: tuple[Opening, ...],
        wall: Clock,
        monotonic: Clock,
        draw_below: Callable[[int], int],
        zone: str = "UTC",
        locked: bool = False,
        asleep: Clock = lambda: 0,
    ) -> None:
        super().__init__(port, wall=wall, monotonic=monotonic, zone=zone, locked=locked)
        self.flow = TableFlow(port, table=table, deck=deck, draw_below=draw_below, asleep=asleep)
        self.wired: dict[str, str] = {}
        """The table's own key for each key that a button was wired as."""
        self.watchers: list[Callable[[Model], None]] = []
        self.view: View = self._present()
        self.model: Model = model_of(self.flow.desk, self.view, monotonic())
        self._change: Timer | None = None
        self._rung = 0
        self.wakes_in_ms = 0
        """When the screen wakes by itself before the next tick; 0 if it does not."""

    def get_default_screen(self) -> Screen[None]:
        return TableScreen()

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)

    # -- people ---------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Take a key the moment it comes: stamped first, carried out second, drawn last."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            at = self.monotonic()
            key = self.wired.get(event.key, event.key)
            command = self.view.command_for(key)
            if command is not None and self._reaches_the_table(command, key):
                self.do(command, at)
                return
        await super().on_event(event)

    def _reaches_the_table(self, command: str, key: str) -> bool:
        """Under help only the clock is still pressed; the digits of a PIN are nobody's."""
        if isinstance(self.screen, TableScreen):
            return True
        typed = isinstance(self.screen, ServiceExit) and key.isdigit()
        return command.startswith("side:") and not typed

    def do(self, command: str, at: int) -> None:
        """Carry out ``command`` at the stamp ``at`` (monotonic ms), then show what came of it."""
        do(self.flow, command, at)
        self.show()

    def on_half_panel_touched(self, touched: HalfPanel.Touched) -> None:
        """A touch on a half is that side's key, wherever the side has something to press."""
        at = self.monotonic()
        offered = any(choice.does == f"side:{touched.seat}" for choice in self.view.sides)
        if offered:
            self.do(f"side:{touched.seat}", at)

    def on_choice_button_touched(self, touched: ChoiceButton.Touched) -> None:
        """A touch on a button does what its key does."""
        self.do(touched.command, self.monotonic())

    def on_big_board_touched(self, touched: BigBoard.Touched) -> None:
        """A tap on a square enters it, where moves are entered."""
        self.do(f"square:{touched.square}", self.monotonic())

    def actions_now(self) -> tuple[Action, ...]:
        """The help screen is made from the same choices as the buttons."""
        choices = (*self.view.sides, *self.view.choices)
        own = [
            Action(choice.does, choice.key, choice.label, choice.help or choice.label)
            for choice in choices
            if choice.does
        ]
        return (*own, HELP, *(() if self.locked else (QUIT,)))

    # -- the node -------------------------------------------------------------------------------

    def told_hall(self, told: HallChanged) -> None:
        super().told_hall(told)
        self.flow.hear_hall(told, self.monotonic())
        self.show()

    def told_link(self, told: LinkChanged) -> None:
        super().told_link(told)
        self.flow.hear_link(told.link)
        self.show()

    def told_saved(self, told: Saved) -> None:
        self.flow.hear_saved(told)
        self.show()

    def told_not_saved(self, told: NotSaved) -> None:
        self.flow.hear_not_saved(told)
        self.show()

    def told_journal(self, told: JournalLoaded) -> None:
        self.flow.hear_journal(told, self.monotonic())
        self.show()

    def told_stopped(self, told: Stopped) -> None:
        super().told_stopped(told)
        self.flow.hear_stopped(told.sentence)
        self.show()

    # -- time -----------------------------------------------------------------------------------

    def tick(self) -> None:
        super().tick()
        self._tick_table()

    def _change_shown(self) -> None:
        """The running display shows something new: ten times a second while tenths show."""
        self.flow.glance(self.monotonic())
        self.show()

    def _tick_table(self) -> None:
        self.flow.tick(self.monotonic())
        self.show()

    # -- the screen -----------------------------------------------------------------------------

    def show(self) -> None:
        """Bring the screen up to date with the desk, and ring for what has to be heard."""
        if self.flow.sounds != self._rung:
            self._rung = self.flow.sounds
            self.bell()
        self.view = self._present()
        self.model = model_of(self.flow.desk, self.view, self.monotonic())
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.is_mounted:
                screen.show(self.view)
        self._wake_at_change()
        for watcher in self.watchers:
            watcher(self.model)

    def _present(self) -> View:
        return present(self.flow.desk, at=self.monotonic(), now=self.wall(), zone=self.zone)

    def _wake_at_change(self) -> None:
        """Wake when the running display changes: a second's tick alone would show it late."""
        if self._change is not None:
            self._change.stop()
            self._change = None
        self.wakes_in_ms = 0
        if self.TICK_S is not None and self.view.next_ms:
            self.wakes_in_ms = self.view.next_ms + _JUST_AFTER_MS
            self._change = self.set_timer(self.wakes_in_ms / 1000, self._change_shown)
