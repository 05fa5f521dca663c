"""Every key that a page names is bound, and every key that a program binds stands on its page."""

import inspect
import re

import pytest
from textual.dom import DOMNode

from hall_server.referee.asked.desk_app import DeskApp
from shared.tui.action import key_words
from tests.documents.pages import bold_keys, text_of
from tests.reference.keys import TITLES, every_kind, every_table, keys_of
from tests.reference.parts import PARTS, own_keys

EVERYWHERE = {"f1", "ctrl+q", "ctrl+p"}
"""On every screen: the page's first table, and the palette that its head names."""
BY_HAND = {
    "board_terminal.app.TerminalApp",
    "kiosk.screens.finder.Finder",
    "kiosk.screens.lobby.Lobby",
    "shared.tui.service_exit.ServiceExit",
}
"""Who looks at keys itself: table pages, the letters of a name, the digits of a PIN."""
TABLES = dict(every_table())


def rows_under(heading: str) -> list[tuple[frozenset[str], str, str]]:
    """Return the rows under a heading of the page: the keys as people read them, label, help."""
    body = text_of("deploy/keys.md").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| (\*\*.*?) \| (.*?) \| (.*) \|$", body, re.MULTILINE)
    return [(frozenset(re.findall(r"\*\*(\S+|Any other)\*\*", k)), w, h) for k, w, h in found]


def telling(kind: type[DOMNode]) -> set[str]:
    """Return the keys that the page has for a class: its own table, and those of what it is made
    of."""
    bases = [f"{base.__module__}.{base.__name__}" for base in kind.__mro__]
    return {key for name in bases for row in TABLES.get(name, ()) for key in keys_of(row)}


@pytest.mark.parametrize("name", [name for name in TABLES if name])
def test_every_key_stands_under_the_heading_of_its_screen_with_its_help(name: str) -> None:
    heading = PARTS[name][0] if name in PARTS else TITLES[name]
    listed = rows_under(heading)
    for entry in TABLES[name]:
        keys = [k for k in keys_of(entry) if k.lower() == k or k.lower() not in keys_of(entry)]
        shown = frozenset(key_words(key) for key in keys)
        assert (shown, *entry[1:]) in listed, heading
    assert len(listed) == len(TABLES[name])
    assert sum(map(len, TABLES.values())) > 200


def test_no_key_stands_under_a_heading_that_does_not_have_it() -> None:
    headings = re.findall(r"^## (.*)$", text_of("deploy/keys.md"), re.MULTILINE)
    titles = {name: title for name, (title, _) in PARTS.items()} | TITLES | {"": "Everywhere"}
    assert sorted(headings) == sorted(titles.values())
    for name, title in titles.items():
        known = {key_words(key) for entry in TABLES[name] for key in keys_of(entry)}
        shown = {key for keys, _, _ in rows_under(title) for key in keys}
        assert shown <= known, title


def test_every_key_that_a_screen_or_a_widget_binds_is_told() -> None:
    kinds = dict(every_kind())
    assert len(kinds) > 40
    bases = {base for kind in kinds.values() for base in kind.__mro__[1:]}
    desks = {key for entry in TABLES["hall_server.referee.asked.keys"] for key in keys_of(entry)}
    for name, kind in kinds.items():
        bound = {key for base in kind.__mro__ for key in _own(base)}
        # What only others are made of is told with them.
        told = telling(kind) | EVERYWHERE | (desks if issubclass(kind, DeskApp) else set())
        assert kind in bases or bound <= told, name


def test_every_key_that_is_told_of_a_screen_is_bound() -> None:
    in_a_list = set(PARTS["hall_server.referee.asked.parts.pick_list.PickList"][1])
    for name, kind in every_kind():
        if name not in TABLES or name == "kiosk.screens.lobby.Lobby":
            continue
        bound = {key for base in kind.__mro__ for key in _own(base)}
        told = {key for entry in TABLES[name] for key in keys_of(entry)}
        assert told <= bound | in_a_list, name


def test_only_screens_that_list_their_own_keys_read_keys_by_hand() -> None:
    reads = {
        n for n, kind in every_kind() if "event.key" in _handlers(kind) or "on_key" in vars(kind)
    }
    assert reads == BY_HAND


@pytest.mark.parametrize("page", ["README.md", "deploy/handbook.md", "deploy/runbook.md"])
def test_every_key_that_a_document_names_is_in_a_table_of_actions(page: str) -> None:
    keys = {key for entries in TABLES.values() for entry in entries for key in keys_of(entry)}
    of_textual_and_tmux = {"Ctrl-P", "F12"}
    words = {key_words(key).replace("^", "Ctrl-") for key in keys} | of_textual_and_tmux
    digits = {str(digit) for digit in range(10)}
    asked = set(bold_keys(page))
    assert asked
    assert {key for key in asked if key not in words | digits} == set()


def _own(base: type) -> tuple[str, ...]:
    inside = base.__module__.partition(".")[0] in (
        "shared",
        "hall_server",
        "kiosk",
        "board_terminal",
    )
    return own_keys(base) if inside else ()


def _handlers(kind: type[DOMNode]) -> str:
    own = [
        m for n, m in vars(kind).items() if n in ("on_event", "_on_key") and inspect.isfunction(m)
    ]
    return "".join(inspect.getsource(method) for method in own)
