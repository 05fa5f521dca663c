"""The documents and the example event files that come with the program."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.eventfile import parse_event_file

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.output


@pytest.mark.parametrize("file", sorted((DEPLOY / "examples").glob("*.toml")), ids=lambda f: f.stem)
def test_example_is_printed_whole_and_is_an_event_file(file: Path) -> None:
    code, said = run("example", file.stem)
    assert code == 0
    assert said.rstrip() == file.read_text(encoding="utf-8").rstrip()
    assert parse_event_file(said, file.name).event.name


@pytest.mark.parametrize("book", ["acf-masters", "acf-majors", "apca", "contest", "usbgf-doubles"])
def test_an_example_is_found_by_its_rulebook(book: str) -> None:
    code, said = run("example", book)
    assert code == 0
    assert book in {division.rulebook for division in parse_event_file(said, "x").division}


def test_examples_are_listed_where_none_is_named() -> None:
    code, said = run("example")
    assert code == 0
    listed = {line.split()[0]: line for line in said.splitlines()}
    assert listed.keys() == {file.stem for file in (DEPLOY / "examples").glob("*.toml")}
    assert "a knockout." in listed["standard"]


def test_runbook_is_shown_where_no_page_is_named() -> None:
    code, said = run("docs")
    assert code == 0
    assert said.startswith((DEPLOY / "runbook.md").read_text(encoding="utf-8")[:200])


@pytest.mark.parametrize("words", [("docs", "nothing"), ("example", "../acf"), ("docs", "..")])
def test_name_that_is_unknown_is_refused_with_those_there_are(words: tuple[str, str]) -> None:
    code, said = run(*words)
    assert code == 1
    assert "There is no" in said
    assert "runbook" in said or "acf" in said
