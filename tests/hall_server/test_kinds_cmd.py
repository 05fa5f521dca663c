"""``hall-server kinds``: the declarations of the events, as a person reads them."""

import msgspec
import pytest
from click.testing import CliRunner, Result

from hall_server.cli import main
from shared.core.events import KINDS
from tests.hall_server.terminal import in_a_terminal


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, ["kinds", *words])


def test_every_kind_has_a_line_of_its_own() -> None:
    heading, *lines = asked().output.splitlines()
    assert heading.split("  ")[0] == "Kind"
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(KINDS)


def test_line_says_what_a_kind_speaks_about_and_who_writes_it() -> None:
    lines = asked().output.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("t.report.filed"))
    assert lines[at].split("  ")[-1].strip() == "incidents"
    assert "table/TABLE/report/TOKEN" in lines[at]
    assert "the table's device, or a referee" in lines[at]
    assert lines[at + 1].strip() == "DIVISION/ROUND/UID/report/TOKEN"
    (placed,) = (line for line in lines if line.startswith("a.node.placed"))
    assert "a key with 'term', of itself" in placed


@pytest.mark.parametrize("name", KINDS)
def test_one_kind_is_shown_with_every_field(name: str) -> None:
    shown = asked(name).output
    assert shown.startswith(f"{name}, body version {KINDS[name].version}\n")
    assert KINDS[name].about.pattern in shown
    for field in msgspec.structs.fields(KINDS[name].body):
        assert f"\n{field.name} " in shown


@pytest.mark.parametrize("name", KINDS)
def test_types_are_said_without_the_words_of_a_library(name: str) -> None:
    shown = asked(name).output
    assert not any(word in shown for word in ("typing", "msgspec", "Annotated", "<class"))


@pytest.mark.processes
@pytest.mark.parametrize("words", [("kinds",), ("kinds", "a.logs.pinned")])
def test_a_terminal_of_eighty_columns_has_room_for_every_line(words: tuple[str, ...]) -> None:
    assert max(map(len, in_a_terminal(words).splitlines())) <= 80


def test_an_unknown_kind_is_reported_in_a_sentence() -> None:
    answer = asked("t.nothing.done")
    assert answer.exit_code == 1
    assert "There is no kind 't.nothing.done'. hall-server kinds lists them all." in answer.output
