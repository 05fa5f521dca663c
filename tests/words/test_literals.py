"""No sentence of a room that speaks all languages stands in the code unsaid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.words.catalogues import ROOT

ROOMS = (
    "kiosk",
    "hall_server/referee/classifying.py",
    "hall_server/evidence.py",
    "hall_server/referee/app.py",
    "hall_server/referee/desk.py",
    "hall_server/referee/desks",
    "hall_server/referee/hall/announce_screens.py",
    "hall_server/referee/hall/announcements.py",
    "hall_server/referee/hall/device_screens.py",
    "hall_server/referee/hall/hall_screen.py",
    "hall_server/referee/hall/lobby_desk.py",
    "hall_server/referee/import_screen.py",
    "hall_server/referee/list_import.py",
    "hall_server/referee/player_form.py",
    "hall_server/referee/private_facts.py",
    "hall_server/referee/private_form.py",
    "hall_server/referee/registration.py",
    "hall_server/referee/registration_screen.py",
    "shared/tui",
    "shared/enrol.py",
    "shared/core/explain.py",
    "shared/core/requests.py",
    "shared/core/wall_chart.py",
)
SPEAKERS = {"_", "N_", "ngettext", "pgettext"}
WORDED = re.compile(r"[^\W\d_]{2,} [^\W\d_]|\b[A-Z][a-z]{2,}")
"""Two words, or one with a capital: names of keys, styles and fields have neither."""

UNSAID = {
    # Options and errors of the command line, which speaks English to whoever sets up.
    "kiosk/cli.py": None,
    # What the log has to say of a drawing, and a title that Textual keeps.
    "hall_server/referee/desk.py": {
        "Published before, and taken back before play: ",
        "Preview ",
        " allowed by ruling: ",
    },
    "hall_server/referee/app.py": {"Referee"},
    # What every table and kiosk reads is an event's text.
    "hall_server/referee/hall/lobby_desk.py": {", please come to the referee's desk."},
    # Paper is English; and what those who file a report wrote begins so, which nobody sees.
    "hall_server/referee/desks/receipts.py": {"Receipt "},
    "hall_server/referee/desks/incident_words.py": {"Caution", "Warning"},
    # What becomes part of an event, and a title that Textual keeps and no screen shows.
    "kiosk/app.py": {"unverified press", "Lobby"},
    # What only a log or a programmer reads.
    "shared/tui/app.py": {"not delivered to a closed screen: %s", "the screen failed"},
    "shared/tui/block_digits.py": {"no large sign for "},
    "shared/core/explain.py": {"no record of "},
    "shared/core/wall_chart.py": {
        "the standings are not of these records",
        ": no record of ",
    },
    # Names that machines read: HTTP headers, a module, a policy, styles, actions, keys.
    "kiosk/web/server.py": None,
    "kiosk/answer_view.py": {"bold $on-fill on $accent-fill"},
    "shared/tui/confirm.py": {"answer(True)", "answer(False)"},
    "shared/tui/actions.py": {"Esc", "Enter", "Space", "Bksp", "Tab", "Close"},
}
"""What is not said to visitors; None for a whole file. Each with its reason above it."""


def files() -> Iterator[Path]:
    for room in ROOMS:
        path = ROOT / room
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def unsaid(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The literals with words in them that no speaker says: neither docstring nor style sheet."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        passed.update(id(part) for skipped in _skipped(node) for part in ast.walk(skipped))
    for node in ast.walk(tree):
        worded = isinstance(node, ast.Constant) and WORDED.search(str(node.value))
        if worded and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def _skipped(node: ast.AST) -> list[ast.AST]:
    """What of a node is said elsewhere, or to nobody: arguments of speakers, docstrings, styles."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return [node]
        case ast.Call(func=ast.Name(id=name)) if name in SPEAKERS:
            return list(node.args)
        case ast.Assign(targets=[ast.Name(id="CSS" | "DEFAULT_CSS")]):
            return [node]
        case ast.AnnAssign() | ast.arg() if node.annotation is not None:
            return [node.annotation]
        case _:
            return []


@pytest.mark.parametrize("file", list(files()), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_sentence_is_said(file: Path) -> None:
    allowed = UNSAID.get(str(file.relative_to(ROOT)), set())
    if allowed is None:
        return
    found = list(unsaid(ast.parse(file.read_bytes())))
    assert not [(line, text) for line, text in found if text not in allowed]


def test_what_is_allowed_is_still_there() -> None:
    for name, allowed in UNSAID.items():
        found = {text for _line, text in unsaid(ast.parse((ROOT / name).read_bytes()))}
        assert found if allowed is None else not allowed - found, name


def test_the_check_itself_finds_what_nobody_says() -> None:
    tree = ast.parse(
        '_("Said once")\ntitle = f"{name} · Round {n}"\nN_("Kept")\nlabel("Welcome")\n'
    )
    assert {text for _line, text in unsaid(tree)} == {"Welcome", " · Round "}
