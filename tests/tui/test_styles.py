"""Every rule of every style sheet keeps 7:1, also those of classes that no test happens to set."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet

import board_terminal
import hall_server.referee
import kiosk
import shared.tui
from shared.tui.theme import GROUND, INK, PALETTES, register
from tests.tui.contrast import LEAST, ratio

ROOMS = (board_terminal, hall_server.referee, kiosk, shared.tui)
SHEETS = ("CSS", "DEFAULT_CSS")
VEILS = ("opacity", "text_opacity", "tint", "background_tint")
"""What changes a colour after it was chosen: of no such text the contrast is known."""


def sheets() -> Iterator[tuple[str, str]]:
    """Yield every style sheet of the programs."""
    for room in ROOMS:
        folder = Path(room.__path__[0])
        for file in sorted(folder.rglob("*.tcss")):
            yield f"{room.__name__}/{file.name}", file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*.py")):
            yield from _inside(f"{room.__name__}/{file.name}", file.read_text(encoding="utf-8"))


def _inside(name: str, code: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            if names & set(SHEETS) and isinstance(node.value.value, str):
                yield name, node.value.value


def faults(sheet: str, theme: str) -> list[str]:
    """Return the rules that bring a text below 7:1, or a text whose contrast nobody knows.

    A rule with one colour alone has to hold beside every colour of the theme that it may meet.
    """
    app: App[None] = App()
    register(app, theme)
    parsed = Stylesheet(variables=app.get_css_variables())
    parsed.add_source(sheet, is_default_css=True)
    palette = {name: Color.parse(colour) for name, colour in PALETTES[theme].items()}
    found = []
    for rule in parsed.rules:
        told = rule.styles.get_rules()
        front, ground = told.get("color"), told.get("background")
        if ground is not None and ground.a == 0:
            ground = None
        inks = [front] if front is not None else [palette[name] for name in INK]
        grounds = [ground] if ground is not None else [palette[name] for name in GROUND]
        least = min(ratio(one, two) for one in inks for two in grounds)
        if (front is not None or ground is not None) and least < LEAST:
            found.append(f"{rule.selectors}: {least:.2f}")
        # The veil behind a question lets through what is not to be read; it has no text itself.
        if front is not None and any(c is not None and c.a != 1 for c in (front, ground)):
            found.append(f"{rule.selectors}: a colour that lets another through")
        style = told.get("text_style")
        if any(told.get(veil) is not None for veil in VEILS) or "dim" in str(style):
            found.append(f"{rule.selectors}: faded")
        if told.get("auto_color"):
            found.append(f"{rule.selectors}: a colour of nobody's choice")
    return found


@pytest.mark.parametrize("theme", PALETTES)
def test_every_rule_of_every_sheet_keeps_seven_to_one(theme: str) -> None:
    every = list(sheets())
    assert len(every) > 30
    wrong = {name: bad for name, sheet in every if (bad := faults(sheet, theme))}
    assert not wrong, "\n".join(f"{name}: {bad}" for name, bad in wrong.items())


@pytest.mark.parametrize(
    "sheet",
    [
        "A { color: #777777; }",
        "A.late { background: $danger-fill; }",
        "A { color: $on-fill; }",
        "A:disabled { opacity: 0.5; }",
        "A { text-style: dim; }",
        "A { color: $ink 60%; }",
        "A { color: auto; background: $card; }",
    ],
)
@pytest.mark.parametrize("theme", PALETTES)
def test_a_rule_that_fades_a_text_is_found(sheet: str, theme: str) -> None:
    assert faults(sheet, theme)
