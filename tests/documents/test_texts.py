"""Links lead somewhere, pictures are drawn, and what is quoted is what a program says."""

import re
from pathlib import Path

import pytest

from tests.documents.pages import INLINE, LINK, PAGES, ROOT, WRITTEN, text_of

PICTURES = ROOT / "deploy" / "pictures"
LARGEST_PICTURE = 200_000
_FILE = re.compile(r"(?:shared|hall_server|kiosk|board_terminal|tests|deploy|\.ci)/[\w./*-]+")


@pytest.mark.parametrize("page", WRITTEN)
def test_every_file_of_the_project_that_a_document_names_is_there(page: str) -> None:
    named = [word for word in INLINE.findall(text_of(page)) if _FILE.fullmatch(word)]
    assert [name for name in named if not list(ROOT.glob(name))] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_within_the_project_leads_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    inside = [link for link in LINK.findall(text_of(page)) if "://" not in link]
    assert [link for link in inside if not (here / link).exists()] == []


def test_every_picture_is_shown_and_every_picture_shown_is_drawn() -> None:
    def shown(page: str) -> set[Path]:
        here = (ROOT / page).parent
        return {here / link for link in LINK.findall(text_of(page)) if link.endswith(".svg")}

    assert shown("deploy/screens.md") == set(PICTURES.glob("*.svg"))
    assert {file.name.partition("-")[0] for file in shown("README.md")} == {
        file.name.partition("-")[0] for file in PICTURES.glob("*.svg")
    }


def test_a_picture_is_small_and_fetches_nothing() -> None:
    for file in PICTURES.glob("*.svg"):
        svg = file.read_text(encoding="utf-8")
        assert file.stat().st_size < LARGEST_PICTURE, file.name
        assert set(re.findall(r"\w+://[^\s\"'<>)]+", svg)) == {"http://www.w3.org/2000/svg"}
        assert "@font-face" not in svg


def source() -> str:
    """Return every program's text, with sentences that are broken over lines put together again."""
    folders = ("shared", "hall_server", "kiosk", "board_terminal", "deploy")
    files = [f for d in folders for f in (ROOT / d).rglob("*") if f.suffix in (".py", ".sh")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r'"\s*\n\s*f?"', "", text)


def test_every_text_that_a_document_for_the_volunteer_quotes_is_one_that_a_program_says() -> None:
    said = source()
    pages = ("deploy/runbook.md", "deploy/championship/README.md")
    quoted = [quote for page in pages for quote in re.findall(r"“([^”]+)”", text_of(page))]
    parts = [part.strip("!√‼ ") for quote in quoted for part in quote.split(" … ")]
    words = [word for part in parts for word in part.split(": ") if word]
    assert len(words) > 20
    assert [word for word in words if word not in said] == []
