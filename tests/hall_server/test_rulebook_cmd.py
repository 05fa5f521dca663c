"""The command that shows a rule sheet, field by field."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hall_server.cli import main
from shared.core.rulebooks import RULEBOOKS, fields_of

EVENT = """\
schema = 1
[event]
name = "Texas Open"
tables = 2
[[division]]
id = "open"
rulebook = "acf-majors"
[division.override]
lateness.first_forfeit_ms = "20:00"
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rulebook", *words])


def test_the_rulebooks_are_listed_with_name_other_name_and_title() -> None:
    result = run("list")
    assert result.exit_code == 0
    lines = [line.rsplit("  ", 1) for line in result.stdout.splitlines()]
    assert [name.split(",")[0].strip() for name, _ in lines] == list(RULEBOOKS)
    assert ["usbgf-open, usbgf", "USBGF Open"] in lines


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_field_is_shown_with_value_clause_and_meaning(name: str) -> None:
    result = run("show", name)
    assert result.exit_code == 0
    heading, columns, *lines = result.stdout.splitlines()
    assert heading == f"{RULEBOOKS[name].title} ({name})"
    assert columns.split() == ["Field", "Value", "Clause", "Meaning"]
    fields = fields_of(RULEBOOKS[name])
    assert len(lines) == len(fields)
    for line, field in zip(lines, fields, strict=True):
        assert line.startswith(f"{field.path} ")
        assert f" {field.clause} " in line
        assert line.endswith(f"  {field.meaning}")


def test_times_are_shown_as_people_read_them() -> None:
    line = next(
        line for line in run("show", "acf-majors").stdout.splitlines() if "grace_ms" in line
    )
    assert line.split()[:3] == ["lateness.grace_ms", "15:00", "ACF-1.VI.B"]


def test_as_json_every_field_has_its_parts() -> None:
    book = json.loads(run("show", "usbgf", "--json").stdout)
    assert (book["name"], book["title"]) == ("usbgf-open", "USBGF Open")
    taken = next(field for field in book["fields"] if field["field"] == "usbgf_time.break_ms")
    assert taken == {
        "field": "usbgf_time.break_ms",
        "value": 360_000,
        "clause": "USBGF-2.2a",
        "meaning": "Break a player has for each period begun.",
        "overridden": False,
    }


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    result = run("show", "chess")
    assert result.exit_code == 1
    assert "No rulebook is called 'chess'; there are acf-masters, acf-majors" in result.stderr


def test_the_rulebook_of_a_division_marks_what_the_event_has_set(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text(EVENT, encoding="utf-8")
    result = run("show", "open", "--event", str(file))
    starred = [line for line in result.stdout.splitlines() if "*" in line]
    assert starred[0].split()[:3] == ["lateness.first_forfeit_ms", "20:00*", "ACF-1.VI.A"]
    assert starred[1:] == ["* set by the event, not by the sheet"]
    missing = run("show", "minors", "--event", str(file))
    assert "has no division 'minors'; there are open." in missing.stderr
    file.write_text(EVENT.replace("first_forfeit", "first_forfiet"), encoding="utf-8")
    broken = run("show", "open", "--event", str(file))
    assert f"{file}, line 9: " in broken.stderr
