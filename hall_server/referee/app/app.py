"""The referee dashboard: composition and routing, no more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path, PurePath
from typing import ClassVar

from textual.app import SystemCommand
from textual.screen import Screen

from hall_server.referee.app.desk import RefereeDesk
from hall_server.referee.app.floor.sheets_screen import SheetsScreen
from hall_server.referee.app.main_screen import MainScreen
from shared.core.text.language import _


class RefereeApp(RefereeDesk):
    """The desk with its screens."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        Path(__file__).with_name("app.tcss"),
        Path(__file__).with_name("main_screen.tcss"),
    ]
    TITLE = "Referee"

    def get_default_screen(self) -> MainScreen:
        return MainScreen()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Everything the main screen does, by name, and every table."""
        yield from super().get_system_commands(screen)
        main = self.screen_stack[0]
        if screen is not main or not isinstance(main, MainScreen):
            return
        for action in main.ACTIONS:
            run = getattr(main, f"action_{action.id}")
            yield SystemCommand(_(action.label), _(action.help), run)
        for cell in self.floor():
            place = _("Go to {table}").format(table=self.moment().table(cell.table))
            yield SystemCommand(place, cell.words, main.opener(cell.table))
        for match in sorted(self.hall.matches.values(), key=lambda match: match.key):
            if match.moves or match.entered:
                names = " – ".join(self.moment().names(match))
                yield SystemCommand(
                    _("Moves of {round}: {names}").format(
                        round=self.moment().round(match), names=names
                    ),
                    _("The games in the log, and both score sheets compared"),
                    partial(self.push_screen, SheetsScreen(match)),
                )
