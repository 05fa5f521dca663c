"""Keys of lists, forms and questions, which no footer has room for: what each does, in words.

Owns the words alone. The keys are read from the programs: one too many here or there is an error.
"""

from collections.abc import Iterator, Mapping

from textual.binding import Binding
from textual.dom import DOMNode

_DESK = "hall_server.referee"
_TUI = "shared.tui"
_LIST = {
    "up": "The line above",
    "down": "The line below",
    "pageup": "A page up",
    "pagedown": "A page down",
    "home": "The first line",
    "end": "The last line",
    "enter": "Take the line under the cursor",
}
PARTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    f"{_TUI}.actions.HelpScreen": (
        "Everywhere: the page of keys (**F1**)",
        dict.fromkeys(("escape", "enter", "f1", "space", "q"), "Close it"),
    ),
    f"{_TUI}.confirm.Confirm": (
        "Everywhere: a question with two answers",
        {
            "y": "Yes",
            "n": "No",
            "escape": "No",
            "pagedown": "Read on, where the fact is long",
            "pageup": "Read back",
            **dict.fromkeys(("left", "up"), "The answer before"),
            **dict.fromkeys(("right", "down"), "The next answer"),
        },
    ),
    f"{_TUI}.big_button.BigButton": (
        "Everywhere: a large button that has the focus",
        {"enter": "Press it", "space": "Press it"},
    ),
    f"{_TUI}.service_exit.ServiceExit": (
        "Everywhere: the service PIN of a locked screen (**Ctrl-Q**)",
        {"enter": "Try the digits typed", "backspace": "Erase a digit", "escape": "Back"},
    ),
    f"{_TUI}.enrol_app.EnrolApp": (
        "A device that waits to be admitted",
        {"ctrl+q": "Leave, where the screen is not locked"},
    ),
    f"{_DESK}.asked.parts.pick_list.PickList": ("Dashboard: in every list", _LIST),
    f"{_DESK}.asked.parts.modals.PickScreen": (
        "Dashboard: a list to choose from, with a line to type a part of a name",
        {
            "up": _LIST["up"],
            "down": _LIST["down"],
            **{str(n): "Take the line with that number" for n in range(1, 10)},
            "escape": "Back without a choice",
        },
    ),
    f"{_DESK}.asked.parts.modals.MarkScreen": (
        "Dashboard: a list in which lines are marked",
        {"space": "Mark the line, or take the mark away", "escape": "Back without a change"},
    ),
    f"{_DESK}.asked.parts.modals.AskText": (
        "Dashboard: a line to type",
        {"escape": "Back; what was typed is gone"},
    ),
    f"{_DESK}.app.device_screens.ForkScreen": (
        "Dashboard: which of several entries counts",
        {"space": "Read on about the entry under the cursor", "escape": "Back without a choice"},
    ),
    f"{_DESK}.asked.parts.modals.ReadScreen": (
        "Dashboard: a text to read",
        {"up": "A line up", "down": "A line down", "escape": "Back", "enter": "Back"},
    ),
    f"{_DESK}.app.floor.floor_view.FloorView": (
        "Dashboard: on the floor",
        {
            "left": "The table to the left",
            "right": "The table to the right",
            "up": "The table above",
            "down": "The table below",
            "enter": "Open the table under the cursor",
        },
    ),
    f"{_DESK}.asked.rulings.games_screen.GamesScreen": (
        "Dashboard: a result game by game (**g** while deciding)",
        {
            "up": "The game before",
            "down": "The next game",
            "left": "The ending before this one",
            "right": "The next ending: won, drawn, lost, forfeits",
            "space": "The next ending: won, drawn, lost, forfeits",
            "plus": "One game more, of a match that somebody has to win",
            "minus": "One game fewer",
            "enter": "Take the result as it stands here",
            "escape": "Back without it",
        },
    ),
    f"{_DESK}.asked.hall_screen.HallScreen": (
        "Dashboard: who is the hall (**h**)",
        {"escape": "Back; nothing changes hands"},
    ),
}


def own_keys(kind: type[DOMNode]) -> tuple[str, ...]:
    """Textual's names of the keys that a class itself binds, in its order."""
    return tuple(_keys(kind.__dict__.get("BINDINGS", ())))


def rows(name: str, kind: type[DOMNode]) -> list[tuple[list[str], str]]:
    """Return what a part's keys do, those of one meaning together. Raises KeyError unless the words
    are of exactly the keys that it binds."""
    words = PARTS[name][1]
    if set(own_keys(kind)) != set(words):
        raise KeyError(f"{name}: {sorted(set(own_keys(kind)) ^ set(words))}")
    together: dict[str, list[str]] = {}
    for key in own_keys(kind):
        together.setdefault(words[key], []).append(key)
    return [(keys, said) for said, keys in together.items()]


def _keys(bound: object) -> Iterator[str]:
    assert isinstance(bound, list | tuple)
    for each in bound:
        assert isinstance(each, Binding), "a binding that is no Binding says no key by itself"
        yield from (key.strip() for key in each.key.split(","))
