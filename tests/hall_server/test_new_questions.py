"""``hall-server new`` without a file: questions, answers checked at once, nothing left behind."""

import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import hall_server.commands.new
from hall_server.cli import main
from hall_server.commands.new_questions import ask_event
from hall_server.eventfile import (
    EventFile,
    EventSection,
    PlayerSection,
    TableSection,
    load_event_file,
    parse_event_file,
    write_event_file,
)
from hall_server.eventfile.sections import MOST_TABLES
from shared.core.events import PrizesPosted
from shared.net import this_machine
from shared.node.home import load

EXAMPLES = sorted((Path(__file__).parents[2] / "deploy" / "examples").glob("*.toml"))
SWISS = ["Harbour Open", "America/Chicago", "4", "acf-majors", "Majors", "5", "n", "", "", ""]


def asked(*answers: str, localtime: Path = Path("/nowhere")) -> tuple[Result, list[EventFile]]:
    """Return the questions alone, answered a line each; what is not answered is left empty."""
    events: list[EventFile] = []

    @click.command()
    def command() -> None:
        events.append(ask_event(localtime=localtime))

    return CliRunner().invoke(
        command, input="".join(f"{a}\n" for a in (*answers, *[""] * 4))
    ), events


def event_of(*answers: str) -> EventFile:
    result, events = asked(*answers)
    assert result.exit_code == 0, result.output
    return events[0]


def whole(folder: Path, *answers: str) -> Result:
    (folder / "pass").write_text("a long phrase\n")
    return CliRunner().invoke(
        main,
        ["new", "--passphrase-file", str(folder / "pass"), "--address", "10.0.0.5"],
        input="".join(f"{a}\n" for a in answers),
    )


def test_answers_become_a_hall_and_an_event_file_that_reads_back(tmp_path: Path) -> None:
    home = tmp_path / "hall"
    outcome = whole(tmp_path, *SWISS, "2", "1", str(home), str(tmp_path / "stick.key"))
    assert outcome.exit_code == 0, outcome.output
    assert f"Next: hall-server run --home {home}" in outcome.output
    assert load(home)[0].tournament == "Harbour Open"
    invites = {path.stem for path in (home / "invites").iterdir()}
    assert {"referee-1", "referee-2", "kiosk-1", "table-4"} <= invites
    event = load_event_file(home / "event.toml")
    [division] = event.divisions()
    assert (division.id, division.name, division.rulebook) == ("majors", "Majors", "acf-majors")
    assert (event.event.zone, event.event.tables, division.rounds) == ("America/Chicago", 4, 5)


def test_the_address_is_asked_for_and_that_of_the_network_is_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(this_machine, "own_host", lambda _towards: "10.0.0.7")
    monkeypatch.setattr(this_machine, "own_addresses", lambda: ["172.17.0.1", "10.0.0.7"])
    (tmp_path / "pass").write_text("a long phrase\n")
    answers = (*SWISS, "", "", "two words", "", str(tmp_path / "hall"), str(tmp_path / "key"))
    outcome = CliRunner().invoke(
        main,
        ["new", "--passphrase-file", str(tmp_path / "pass")],
        input="".join(f"{answer}\n" for answer in answers),
    )
    assert outcome.exit_code == 0, outcome.output
    assert "other devices find this machine [10.0.0.7]" in outcome.output
    assert "this is no machine's name or IP address" in outcome.output
    assert "Devices will look for the hall at 10.0.0.7, port" in outcome.output


def test_every_wrong_answer_is_reported_at_once_and_asked_again() -> None:
    result, events = asked(
        "Open", "Chicago", "America/Chicago", "many", "0", "4", "chess", "acf-majors", "Majors",
        "0", "5", "n", "/no/such/list.csv", "",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    for words in (
        "'Chicago' is no time zone: write an area and a city; did you mean America/Chicago",
        "write a whole number from 1 to 999.",
        "no rulebook is called 'chess'; there are acf-masters",
        "write a whole number from 1 to 99.",
        "/no/such/list.csv cannot be read",
    ):
        assert words in result.output
    assert events[0].event.tables == 4


@pytest.mark.parametrize("answered", range(len(SWISS) + 4))
def test_stopping_half_way_leaves_nothing_behind(answered: int, tmp_path: Path) -> None:
    answers = [*SWISS, "1", "1", str(tmp_path / "hall"), str(tmp_path / "stick.key")]
    outcome = whole(tmp_path, *answers[:answered])
    assert outcome.exit_code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["pass"]


@pytest.mark.parametrize("trouble", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_interrupted_writing_leaves_no_file(
    trouble: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = hall_server.commands.new.create_tournament

    def interrupted(*positional: object, **named: object) -> None:
        create(*positional, **named)  # type: ignore[arg-type]
        raise trouble

    monkeypatch.setattr(hall_server.commands.new, "create_tournament", interrupted)
    (tmp_path / "hall").mkdir()
    (tmp_path / "hall" / "notes").write_text("mine")
    outcome = whole(tmp_path, *SWISS, "1", "1", str(tmp_path / "hall"), str(tmp_path / "s.key"))
    assert outcome.exit_code == 1
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*"))
    assert left == ["hall", "hall/notes", "pass"]


def test_players_come_from_a_list_and_go_to_their_divisions(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text("Name,Rating,Division,Club\nAnn Lee,2200,masters,Köln\nBo King,,,\n")
    event = event_of(
        "Open", "UTC", "8", "acf-masters", "Masters", "", "y", "acf-minors", "Friends", "3", "n",
        str(players), "nobody", "friends",
    )  # fmt: skip
    assert event.player == (
        PlayerSection("Ann Lee", "masters", rating=2200, club="Köln"),
        PlayerSection("Bo King", "friends"),
    )


def test_a_list_with_a_strange_division_is_refused_with_its_line(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text("name,division\nAnn Lee,juniors\n")
    result, _ = asked(*SWISS[:-3], str(players))
    assert "line 2: there is no division 'juniors'; there are majors." in result.output
    assert result.exit_code == 0


def test_a_draw_sheet_asks_for_its_lengths_and_for_how_many_may_come() -> None:
    event = event_of(
        "Lake", "UTC", "8", "usbgf", "Open", "seven", "7, 9", "n", "", "1", "13"
    )  # fmt: skip
    [division] = event.divisions()
    assert (division.bracket.main, division.rounds) == ((7, 9), 4)


def test_prizes_and_a_drawing_of_the_hall_are_asked_for(tmp_path: Path) -> None:
    drawing = tmp_path / "hall.txt"
    drawing.write_text("Door 1 2\n     3 4\n")
    event = event_of(*SWISS[:-2], "450, 300, 150.50", str(drawing))
    [prize] = event.prize
    assert (prize.division, prize.posted()) == (
        "majors",
        PrizesPosted((45_000, 30_000, 15_050)),
    )
    assert event.event.map == "Door 1 2\n     3 4\n"
    written = write_event_file(event)
    assert "map = '''\nDoor 1 2\n     3 4\n'''" in written
    assert parse_event_file(written, "written") == event


def test_prizes_and_drawings_that_cannot_be_are_told_and_asked_again(tmp_path: Path) -> None:
    drawing = tmp_path / "hall.txt"
    drawing.write_text("Door 1 2 3\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    result, events = asked(
        *SWISS[:-2], "much", "450", "/no/such/map", str(tmp_path / "picture.png"), str(drawing), ""
    )
    assert result.exit_code == 0, result.output
    for words in (
        "write amounts with blanks between, such as 450, 300, 150.50.",
        "/no/such/map cannot be read",
        "is no text in UTF-8.",
        "the map has no table 4; draw every table, or no map",
    ):
        assert words in result.output
    assert (events[0].event.map, events[0].prize[0].places) == ("", ("450",))


def test_two_divisions_of_one_name_have_ids_of_their_own() -> None:
    event = event_of(
        "Open", "UTC", "8", "acf-minors", "Ünder 12", "3", "y", "acf-minors", "Ünder 12", "3", "n",
        "",
    )  # fmt: skip
    assert [division.id for division in event.division] == ["under-12", "under-12-2"]


@pytest.mark.parametrize(
    ("target", "proposed"),
    [("zoneinfo/America/Chicago", "America/Chicago"), ("zoneinfo/Mars", "UTC"), ("", "UTC")],
)
def test_the_zone_of_the_machine_is_proposed(tmp_path: Path, target: str, proposed: str) -> None:
    if target:
        (tmp_path / target).parent.mkdir(parents=True)
        (tmp_path / target).touch()
        (tmp_path / "localtime").symlink_to(tmp_path / target)
    result, _ = asked("Open", localtime=tmp_path / "localtime")
    assert f"Its time zone [{proposed}]" in result.output


def test_with_a_file_the_options_are_not_asked_for(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["new", str(EXAMPLES[0])])
    assert (result.exit_code, "Missing option '--home'" in result.output) == (2, True)


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_an_event_that_is_written_reads_back_as_it_was(file: Path) -> None:
    event = load_event_file(file)
    assert parse_event_file(write_event_file(event), "written") == event


@given(st.text(), st.text(), st.lists(st.text(), min_size=2, max_size=2))
def test_any_name_survives_the_writing(name: str, label: str, people: list[str]) -> None:
    event = EventFile(
        EventSection(name, map=label),
        (),
        (PlayerSection(name, "none", people=tuple(people)),),
        (TableSection("1", label),),
    )
    read = tomllib.loads(write_event_file(event))
    assert read["event"]["name"] == name
    assert read["event"].get("map", "") == label
    assert read["player"][0]["people"] == people


def test_questions_break_between_words_and_an_empty_answer_is_told_what_is_missing() -> None:
    result, [event] = asked("", *SWISS[:2], "", *SWISS[2:])
    assert event.event.tables == 4
    said = result.output.split("\n")
    assert "Error: write a name." in said
    assert f"Error: write a whole number from 1 to {MOST_TABLES}." in said
    at = next(n for n, line in enumerate(said) if line.startswith("Majors: prizes"))
    assert said[at].endswith("150.50;")
    assert said[at + 1].startswith("or nothing:")
    assert max(map(len, said)) < 80
