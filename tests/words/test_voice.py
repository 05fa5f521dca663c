"""Code and documents speak of people as "they" or by their role, and name what they mean."""

import io
import re
import tokenize
from pathlib import Path

import pytest

from tests.words.catalogues import ROOT

ROOMS = ("shared", "hall_server", "kiosk", "board_terminal")
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md")
AVOIDED = re.compile(r"\b(he|him|his|whoever|whomever|somebody)\b", re.IGNORECASE)


def spoken(path: Path) -> str:
    """Return the text of comments and strings of a module, or all of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    said = (token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))
    return "\n".join(said)


@pytest.mark.parametrize("room", [*ROOMS, *PAGES])
def test_texts_avoid_he_and_whoever(room: str) -> None:
    place = ROOT / room
    paths = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    found = {str(path.relative_to(ROOT)): AVOIDED.findall(spoken(path)) for path in paths}
    assert not {path: words for path, words in found.items() if words}
