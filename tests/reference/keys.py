"""The page of keys: every action table of the programs, and every button of a table.

Owns what the tables are called. A screen that has keys and no title here is an error.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from textual.screen import Screen

import board_terminal
import hall_server.referee
import kiosk
from board_terminal import keys as table_keys
from board_terminal.view import Choice
from hall_server.referee.parts.list_screen import ListScreen
from shared.tui.actions import Action, key_words
from shared.tui.app import HELP, QUIT

_DESK = "hall_server.referee"
TITLES = {
    f"{_DESK}.main_screen.MainScreen": "Dashboard: queue and floor",
    f"{_DESK}.floor.table_screen.TableScreen": "Dashboard: a table (**g**, or Enter on the floor)",
    f"{_DESK}.floor.sheets_screen.SheetsScreen": "Dashboard: moves and score sheets (**m** there)",
    f"{_DESK}.rulings.decide_screen.DecideScreen": "Dashboard: deciding (**o**, **c**)",
    f"{_DESK}.rulings.ruling_screen.RulingScreen": "Dashboard: writing a ruling",
    f"{_DESK}.pairing.pair_screen.PairScreen": "Dashboard: pairing a round (**p**)",
    f"{_DESK}.pairing.board_screen.BoardScreen": "Dashboard: open play and draw sheets (**b**)",
    f"{_DESK}.standings.standings_screen.StandingsScreen": "Dashboard: standings (**s**)",
    f"{_DESK}.registration_screen.RegistrationScreen": "Dashboard: registration (**r**)",
    f"{_DESK}.player_form.PlayerForm": "Dashboard: a player's form",
    f"{_DESK}.private_form.PrivateForm": "Dashboard: what is private of a player",
    f"{_DESK}.desks.sheet_screen.SheetScreen": "Dashboard: score-sheet desk (**k**)",
    f"{_DESK}.desks.prize_screen.PrizeScreen": "Dashboard: prize desk (**z**)",
    f"{_DESK}.desks.title_screen.TitleScreen": "Dashboard: titles (**t**)",
    f"{_DESK}.desks.incident_screen.IncidentScreen": "Dashboard: incidents (**i**)",
    f"{_DESK}.desks.player_screen.PlayerScreen": "Dashboard: a player's page (**l**)",
    f"{_DESK}.desks.right_screen.RightScreen": "Dashboard: rights (**u**)",
    f"{_DESK}.floor.story_screen.StoryScreen": "Dashboard: the story of a match (**e**)",
    f"{_DESK}.hall.device_screens.DeviceScreen": "Dashboard: devices (**d**)",
    f"{_DESK}.hall.lobby_desk.KioskScreen": "Dashboard: what a kiosk shows (**v**)",
    f"{_DESK}.import_screen.ImportScreen": "Dashboard: a list of players (**i** at registration)",
    "kiosk.finder.Finder": "Kiosk: a player looks for himself",
    "board_terminal.keys": "Table: what is everywhere",
    "board_terminal.pages.clock": "Table: while the clock runs",
    "board_terminal.pages.lobby": "Table: sitting down",
    "board_terminal.pages.language": "Table: in which language (**F3**)",
    "board_terminal.pages.drawing": "Table: the draw",
    "board_terminal.pages.terms": "Table: what a match of points is played with",
    "board_terminal.pages.extras": "Table: draws, counts, timekeeper",
    "board_terminal.pages.moves": "Table: moves on the board",
    "board_terminal.pages.captures": "Table: captures that decide",
    "board_terminal.pages.points": "Table: a match of points",
    "board_terminal.pages.fixes": "Table: set right together",
    "board_terminal.pages.pin": "Table: a PIN of one's own",
    "board_terminal.pages.reports": "Table: reports to the referee (**0**)",
    "board_terminal.pages.service": "Table: the service screen (**F2**)",
    "board_terminal.crew": "Table: the crew, for a referee out of reach (service screen)",
}
_HEAD = """\
# Every key

Made from the tables of actions by `make reference`; do not edit. **F1** shows those of the
screen in front of you, and where a button or a line is drawn, a touch or a click does the same.

- In a list ↑ and ↓ choose and Enter takes; Esc leaves any question without an answer. Where the
  dashboard asks for a word or a time, type it and press Enter; **Ctrl-U** clears the line.
- **Ctrl-P** opens the dashboard's command palette: “go to table 14”, “announce …” and every action
  by its name.
- At a table the buttons on the screen say what a key does now; the digits are those of a keypad.
  What one kind of match alone needs stands on its buttons and not here.
- The lobby's pages turn with ← and →; any other key or a tap wakes the kiosk and does nothing else.
"""


def every_table() -> Iterator[tuple[str, list[Action | Choice]]]:
    """Each table by the name of its screen or page, with what stands in it."""
    yield "", [HELP, QUIT]
    for package in (hall_server.referee, kiosk):
        for module in _modules(package):
            for name, found in vars(module).items():
                if (
                    isinstance(found, type)
                    and issubclass(found, Screen)
                    and found is not ListScreen
                ):
                    actions = list(found.__dict__.get("ACTIONS", ()))
                    if actions and found.__module__ == module.__name__:
                        yield f"{module.__name__}.{name}", actions
    seen: set[int] = set()
    for module in (table_keys, *_modules(board_terminal)):
        own = [c for c in vars(module).values() if isinstance(c, Choice) and c.key]
        new = [choice for choice in own if id(choice) not in seen and choice.help]
        seen |= {id(choice) for choice in own}
        if new:
            yield module.__name__, list(new)


def keys_page() -> str:
    """The page as it has to be. Raises KeyError for a screen that has no title here."""
    tables = dict(every_table())
    common = tables.pop("")
    if set(tables) != set(TITLES):
        raise KeyError(", ".join(sorted(set(tables) ^ set(TITLES))))
    parts = [_HEAD, _section("Everywhere", common)]
    parts += [_section(title, tables[name]) for name, title in TITLES.items() if name in tables]
    return "\n".join(parts)


def keys_of(entry: Action | Choice) -> tuple[str, ...]:
    """Textual's names of the keys of an entry, the one that is shown first."""
    if isinstance(entry, Choice):
        return entry.keys
    return tuple(key.strip() for key in entry.key.split(","))


def _section(title: str, entries: list[Action | Choice]) -> str:
    lines = [f"## {title}", "", "| key | | what it does |", "|---|---|---|"]
    for entry in entries:
        shown = [k for k in keys_of(entry) if k.lower() == k or k.lower() not in keys_of(entry)]
        words = " ".join(f"**{key_words(key)}**" for key in shown)
        lines.append(f"| {words} | {entry.label} | {entry.help} |")
    return "\n".join((*lines, ""))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)
