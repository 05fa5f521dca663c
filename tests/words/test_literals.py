"""No sentence of a room that speaks all languages stands in the code unsaid."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.words.catalogues import KEYWORDS, ROOT

ROOMS = (
    "board_terminal",
    "hall_server/referee/app",
    "hall_server/referee/asked",
    "hall_server/referee/derived",
    "hall_server/referee/said",
    "kiosk",
    "hall_server/serving/evidence.py",
    "shared/public",
    "shared/tui",
    "shared/program/running.py",
    "shared/core/standings/explain.py",
    "shared/core/events/reported.py",
    "shared/core/text/sentence.py",
    "shared/core/decisions/requests.py",
    "shared/core/standings/wall_chart.py",
    "shared/core/state/floor.py",
    "hall_server/derived/story.py",
    "hall_server/paper/desk.py",
    "hall_server/paper/drawing",
    "hall_server/paper/draws.py",
    "hall_server/paper/forms.py",
    "hall_server/paper/kit.py",
    "hall_server/paper/look.py",
    "hall_server/paper/wall.py",
    "shared/pairing/knockout/by_sheet.py",
    "shared/pairing/knockout/call_board.py",
    "shared/pairing/checking/check.py",
    "shared/pairing/checking/repeats.py",
    "shared/pairing/knockout/lives.py",
    "shared/pairing/log/lines.py",
    "shared/pairing/log/words.py",
    "shared/pairing/checking/explain.py",
    "shared/pairing/from_hall.py",
    "shared/pairing/swiss/impossible.py",
    "shared/pairing/swiss/legality.py",
    "shared/pairing/by_hand/warnings.py",
    "shared/pairing/proposal.py",
    "shared/pairing/systems.py",
    "shared/pairing/types.py",
)
SPEAKERS = set(KEYWORDS)
WORDED = re.compile(r"[^\W\d_]{2,} [^\W\d_]|\b[A-Z][a-z]{2,}")
"""Two words, or one with a capital: names of keys, styles and fields have neither."""

UNSAID = {
    # The sides' names in the rulebooks, which are data there.
    "shared/tui/board.py": {"White", "Red", "Black"},
    # Options and errors of the command line, which speaks English to those who set up.
    "kiosk/cli.py": None,
    # A title that Textual keeps.
    "hall_server/referee/app/app.py": {"Referee"},
    # The name of a type.
    "hall_server/referee/asked/rulings/noting.py": {"ReportType"},
    # Mistakes of the program, which no screen shows, and names of draws.
    "shared/pairing/types.py": {" has no Swiss pairing"},
    # What a line of the log cannot be: only a log or a programmer reads it.
    "shared/pairing/log/lines.py": {
        "each has an opponent",
        "each who was dropped has points and an opponent",
    },
    "shared/pairing/knockout/lives.py": {"an entrant stands in the field twice"},
    "shared/pairing/proposal.py": {"as published"},
    "shared/pairing/systems.py": {"draw sheet 1"},
    "shared/core/text/sentence.py": {" is neither kept nor sent"},
    # Names of fonts and of a program.
    "hall_server/paper/drawing/pages.py": {"playing hall"},
    "hall_server/paper/drawing/pen.py": None,
    # Why nothing is printed: the command line is English.
    "hall_server/paper/draws.py": {
        " has no round paired yet. Pair one, then print again.",
        " is not played by a draw sheet. Nothing was printed.",
    },
    "hall_server/paper/forms.py": {
        " draws no openings by cards. Name a division whose rulebook has a deck on cards, such as"
        " acf-masters.",
        ". Nothing was printed.",
    },
    # What becomes part of an event, and a title that Textual keeps and no screen shows.
    "kiosk/app.py": {"unverified press", "Lobby"},
    "board_terminal/app.py": {"Board terminal"},
    # What the hall is told, as a fact: actors, why a batch is logged, a state.
    "board_terminal/changes/change.py": {
        "unverified press",
        "no match lies on the table",
        "no match is open",
        " is not asked",
        "a message brings enough randomness",
    },
    "board_terminal/hall/live.py": {"flag down: "},
    "board_terminal/hall/owed.py": {"unverified press"},
    "board_terminal/changes/unasked.py": {"time called"},
    # How a table is set up, on its command line.
    "board_terminal/cli.py": None,
    "board_terminal/view/keys.py": {
        "Both buttons are wired as ",
        ": give each side a key of its own.",
        " means something else at a table: wire the button otherwise.",
    },
    # What only a log or a programmer reads.
    "board_terminal/desk/messages.py": {"HashPin(", "TryPin("},
    "board_terminal/pages/lobby.py": {
        "a choice that differs has been made by both",
        "a table is ready only when it has drawn",
    },
    "board_terminal/pages/look.py": {" is not asked"},
    "board_terminal/pages/signing.py": {
        "Chosen(",
        "Proof(",
        "digits are typed where a PIN is asked for",
        "unverified press",
    },
    "board_terminal/pages/routing.py": {"a match is on the table"},
    "board_terminal/pages/points/answers.py": {
        "a flag was noticed",
        "a player has doubled",
        "something is offered",
    },
    "board_terminal/pages/points/terms.py": {"a tie is rolled again"},
    "board_terminal/running/robot.py": {"RobotScript"},
    "board_terminal/view/two_buttons.py": {"move on"},
    "shared/tui/app.py": {"not delivered to a closed screen: %s", "the screen failed"},
    "shared/tui/block_digits.py": {"no large sign for "},
    "shared/core/standings/explain.py": {"no record of "},
    "shared/core/standings/wall_chart.py": {
        "the standings are not of these records",
        ": no record of ",
    },
    # Names of types, of lines that the robot looks for, and what a log reads.
    "hall_server/referee/app/laptop.py": {"Laptop", "Membership", "take over"},
    "hall_server/referee/app/robot.py": None,
    # The reason of an event, by which it is known again.
    "hall_server/referee/derived/questions/about_hall.py": {"written in an earlier term"},
    # Keys of a list, and what only a programmer reads.
    "hall_server/referee/derived/rulings/playoff.py": {"playoff call:", "playoff match:"},
    # Names that machines read: HTML, styles, actions, keys.
    "shared/public/html/blocks.py": None,
    "shared/public/html/frame.py": None,
    "shared/public/html/site.py": None,
    "kiosk/screens/page_view.py": {"#ffffff on #000000"},
    "kiosk/screens/answer_view.py": {"bold $on-fill on $accent-fill"},
    "shared/tui/confirm.py": {"answer(True)", "answer(False)"},
    "shared/tui/actions.py": {"Close", "bold $on-fill on $key-fill"},
}
"""What is not said to visitors; None for a whole file. Each with its reason above it."""


def files() -> Iterator[Path]:
    for room in ROOMS:
        path = ROOT / room
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def unsaid(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the literals with words in them that no speaker says: neither docstring nor style
    sheet."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        passed.update(id(part) for skipped in _skipped(node) for part in ast.walk(skipped))
    for node in ast.walk(tree):
        worded = isinstance(node, ast.Constant) and WORDED.search(str(node.value))
        if worded and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def _skipped(node: ast.AST) -> list[ast.AST]:
    """Return what of a node is said elsewhere, or to nobody: arguments of speakers, docstrings,
    styles."""
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


def test_every_allowed_literal_still_exists() -> None:
    for name, allowed in UNSAID.items():
        found = {text for _line, text in unsaid(ast.parse((ROOT / name).read_bytes()))}
        assert found if allowed is None else not allowed - found, name


def test_check_finds_a_planted_unspoken_literal() -> None:
    tree = ast.parse(
        '_("Said once")\ntitle = f"{name} · Round {n}"\nN_("Kept")\nlabel("Welcome")\n'
    )
    assert {text for _line, text in unsaid(tree)} == {"Welcome", " · Round "}
