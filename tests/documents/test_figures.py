"""deploy/figures.md: the README shows what it says, and each part that is measured is there."""

from tests.bench.__main__ import PARTS
from tests.bench.published import four, with_four
from tests.documents.pages import text_of

PAGE = text_of("deploy/figures.md")


def test_readme_shows_four_figures_of_the_page() -> None:
    assert with_four(text_of("README.md"), four(PAGE)) == text_of("README.md")


def test_each_part_that_is_measured_has_its_section() -> None:
    for part in (*PARTS, "load"):
        assert f"\n## {part.capitalize()}\n" in PAGE
