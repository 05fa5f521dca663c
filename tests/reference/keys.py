"""The page of keys: every action table of the programs, and every button of a table.

Owns what the tables are called. A screen that has keys and no title here is an error.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from textual.dom import DOMNode
from textual.screen import Screen

import board_terminal
import hall_server.referee
import kiosk
import shared.tui
from board_terminal.view import keys as table_keys
from hall_server.referee.asked.keys import EVERYWHERE
from hall_server.referee.asked.parts.screens import ListScreen
from kiosk.screens.lobby import TURNS
from shared.tui.action import Action, key_words
from shared.tui.app import HELP, QUIT
from tests.reference.buttons import buttons
from tests.reference.parts import PARTS, rows

_DESK = "hall_server.referee"
TITLES = {
    f"{_DESK}.asked.keys": "Dashboard: on every screen; the desks are the tabs of the first row",
    f"{_DESK}.app.main_screen.MainScreen": "Dashboard: queue and floor",
    f"{_DESK}.app.floor.table_screen.TableScreen": "Dashboard: a table (**g**, Enter on the floor)",
    f"{_DESK}.app.floor.match_screens.SheetsScreen": "Dashboard: moves, score sheets (**K** there)",
    f"{_DESK}.app.slip_screen.SlipScreen": "Dashboard: results from slips (**F4**)",
    f"{_DESK}.app.decide_screen.DecideScreen": "Dashboard: deciding (**o**, **c**)",
    f"{_DESK}.app.pairing.pair_screen.PairScreen": "Dashboard: pairing a round (**p**)",
    f"{_DESK}.app.pairing.hand_screen.HandScreen": "Dashboard: pairing by hand (**p**, **H**)",
    f"{_DESK}.app.pairing.board_screen.BoardScreen": "Dashboard: open play and draw sheets (**b**)",
    f"{_DESK}.app.people.standings_screen.StandingsScreen": "Dashboard: standings (**s**)",
    f"{_DESK}.app.people.registration_screen.RegistrationScreen": "Dashboard: registration (**r**)",
    f"{_DESK}.app.people.check_in_screen.CheckInScreen": "Dashboard: check-in (**F6**)",
    f"{_DESK}.app.people.player_forms.PlayerForm": "Dashboard: a player's form",
    f"{_DESK}.app.people.player_forms.PrivateForm": "Dashboard: what is private of a player",
    f"{_DESK}.app.people.sheet_screen.SheetScreen": "Dashboard: score-sheet desk (**k**)",
    f"{_DESK}.app.people.prize_screen.PrizeScreen": "Dashboard: prize desk (**z**)",
    f"{_DESK}.app.people.title_screen.TitleScreen": "Dashboard: titles (**t**)",
    f"{_DESK}.app.incident_screen.IncidentScreen": "Dashboard: incidents (**i**)",
    f"{_DESK}.app.people.player_screen.PlayerScreen": "Dashboard: a player's page (**l**)",
    f"{_DESK}.app.right_screen.RightScreen": "Dashboard: rights (**j**)",
    f"{_DESK}.app.change_screen.ChangeScreen": "Dashboard: change the event (**q**)",
    f"{_DESK}.app.floor.match_screens.StoryScreen": "Dashboard: the story of a match (**e**)",
    f"{_DESK}.app.device_screens.DeviceScreen": "Dashboard: devices (**d**)",
    f"{_DESK}.asked.lobby.KioskScreen": "Dashboard: what a kiosk shows (**v**)",
    f"{_DESK}.app.people.import_screen.ImportScreen": (
        "Dashboard: a list of players (**I** at registration)"
    ),
    "kiosk.screens.lobby.Lobby": "Kiosk: the lobby's pages",
    "kiosk.screens.finder.Finder": "Kiosk: a player looks themselves up",
    "board_terminal.view.keys": "Table: what is everywhere",
    "board_terminal.screens.choice_bar": "Table: on a small screen",
    "board_terminal.view.pad": "Table: wherever digits are typed",
    "board_terminal.pages.lobby": "Table: sitting down, and the language (**F3** before a match)",
    "board_terminal.pages.drawing": "Table: the draw",
    "board_terminal.pages.points.terms": "Table: what a match of points is played with",
    "board_terminal.pages.extras": "Table: draws, counts, timekeeper",
    "board_terminal.pages.moves": "Table: moves on the board",
    "board_terminal.pages.captures": "Table: captures that decide",
    "board_terminal.pages.paused": "Table: between two games",
    "board_terminal.pages.codes": "Table: another score",
    "board_terminal.pages.signing": "Table: signing a score of one's own, and a PIN for it",
    "board_terminal.pages.points.scoreboard": "Table: a match of points",
    "board_terminal.pages.points.answers": "Table: a double or an offer",
    "board_terminal.pages.points.asks": "Table: what a match of points asks",
    "board_terminal.pages.points.fixes": "Table: set right together",
    "board_terminal.pages.reports": "Table: reports to the referee (**0**)",
    "board_terminal.pages.quiet": "Table: without a match",
    "board_terminal.pages.service": "Table: the service screen (**F2**), and the crew on it",
}
_HEAD = """\
# Every key

Made from the tables of actions by `make reference`; do not edit. **F1** shows those of the
screen in front of you, and where a button or a line is drawn, a touch or a click does the same.

- Esc leaves any question without an answer. Where the dashboard asks for a word or a time, type it
  and press Enter; **Ctrl-U** clears the line.
- **Ctrl-P** opens the dashboard's command palette: “go to table 14”, “announce …” and every action
  by its name.
- At a table the buttons on the screen say what a key does now; the digits are those of a keypad.
  Where it asks for a number, a name or one line of several, the digits are that and nothing else.
"""


Row = tuple[tuple[str, ...], str, str]
"""Textual's names of the keys, the label and what they do."""


def every_table() -> Iterator[tuple[str, list[Row]]]:
    """Yield each table by the name of its screen or page, with what stands in it."""
    yield "", [_row(HELP), _row(QUIT)]
    yield f"{_DESK}.asked.keys", [_row(action) for action in EVERYWHERE]
    for name, kind in every_kind():
        own = kind.__dict__.get("ACTIONS", ())
        if own and kind is not ListScreen and issubclass(kind, Screen):
            yield name, [_row(action) for action in own]
        elif name in PARTS:
            yield name, [(tuple(keys), "", said) for keys, said in rows(name, kind)]
    turns = {step: tuple(key for key, to in TURNS.items() if to == step) for step in (-1, 1)}
    yield (
        "kiosk.screens.lobby.Lobby",
        [
            (turns[-1], "Before", "The page before"),
            (turns[1], "Next", "The next page"),
            (("any other",), "Wake", "Look for a player; a letter begins the player's name"),
        ],
    )
    told: set[int] = set()
    for module in (table_keys, *_modules(board_terminal)):
        found = buttons(module, told)
        if found:
            yield module.__name__, found


def every_kind() -> Iterator[tuple[str, type[DOMNode]]]:
    """Yield every screen and widget of the programs, by its full name."""
    for package in (shared.tui, hall_server.referee, kiosk, board_terminal):
        for module in _modules(package):
            for name, found in vars(module).items():
                own = isinstance(found, type) and found.__module__ == module.__name__
                if own and issubclass(found, DOMNode):
                    yield f"{module.__name__}.{name}", found


def keys_page() -> str:
    """Return the page as it has to be. Raises KeyError for a screen that has no title here."""
    tables = dict(every_table())
    common = tables.pop("")
    titles = {name: title for name, (title, _words) in PARTS.items()} | TITLES
    if set(tables) != set(titles):
        raise KeyError(", ".join(sorted(set(tables) ^ set(titles))))
    parts = [_HEAD, _section("Everywhere", common)]
    parts += [_section(title, tables[name]) for name, title in titles.items()]
    return "\n".join(parts)


def keys_of(entry: Row) -> tuple[str, ...]:
    """Textual's names of the keys of an entry, the one that is shown first."""
    return entry[0]


def _row(action: Action) -> Row:
    return tuple(key.strip() for key in action.key.split(",")), action.label, action.help


def _section(title: str, entries: list[Row]) -> str:
    lines = [f"## {title}", "", "| key | | what it does |", "|---|---|---|"]
    for keys, label, help_ in entries:
        shown = [key for key in keys if key.lower() == key or key.lower() not in keys]
        words = " ".join(f"**{key_words(key)}**" for key in shown)
        lines.append(f"| {words} | {label} | {help_} |")
    return "\n".join((*lines, ""))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)
