"""The worked examples of CONTRIBUTING.md fit the code, and its commands are the Makefile's."""

import re

import pytest

from shared.public.page import Frame
from tests.documents.pages import ROOT, blocks, text_of
from tests.kiosk.lobby_states import MASTERS, line_text, small_hall

PAGE = "CONTRIBUTING.md"


@pytest.mark.parametrize("diff", blocks(PAGE, "diff"))
def test_what_an_example_changes_stands_in_the_file_that_it_names(diff: str) -> None:
    head, *lines = diff.splitlines()
    old = [line[1:] for line in lines if line.startswith("-")]
    new = [line[1:] for line in lines if line.startswith("+")]
    assert new
    assert "\n".join(old) in text_of(head.removeprefix("--- "))


def test_the_page_of_the_example_is_drawn_in_the_lobby() -> None:
    (code,) = blocks(PAGE, "python")
    namespace: dict[str, object] = {}
    exec(compile(code, "shared/public/clubs.py", "exec", dont_inherit=True), namespace)
    club_pages = namespace["club_pages"]
    assert callable(club_pages)
    (page,) = club_pages(small_hall(), MASTERS, Frame(48, 10))
    assert page.title == "Masters · Clubs"
    assert [line_text(line).split() for line in page.lines] == [
        ["Glasgow", "3", "players"],
        ["Newport", "News", "Draughts", "Society", "3", "players"],
    ]


def test_the_commands_are_those_of_the_makefile() -> None:
    (targets,) = re.findall(r"^\.PHONY: (.*)$", text_of("Makefile"), re.MULTILINE)
    rows = re.findall(r"^\| `make ([a-z-]+)` \|", text_of(PAGE), re.MULTILINE)
    explained = re.findall(r"make ([a-z-]+)`", text_of(PAGE))
    assert {*rows} <= {*targets.split()}
    assert {*targets.split()} <= {*explained}


def test_a_pull_request_asks_for_what_contributing_asks() -> None:
    template = (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").read_text()
    for asked in ("make test", "make check", "CHANGELOG.md", "snapshot"):
        assert asked in template
