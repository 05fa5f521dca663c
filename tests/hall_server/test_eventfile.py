"""The event file: what it may say, and how it is told what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hall_server.eventfile import (
    BadEventFile,
    load_decks,
    load_event_file,
    parse_event_file,
    write_event_file,
)
from shared.core.events import BracketPlan
from shared.core.rulebooks import RULEBOOKS, rulebook_for
from shared.core.schedule import instant

GOOD = """\
schema = 1

[event]
name = "Texas Open"
zone = "America/Chicago"
tables = 2

[[division]]
id = "masters"
rulebook = "acf-masters"

[[division]]
id = "friends"
name = "Among friends"
rulebook = "acf-masters"
rounds = 3
control = "90:00"

[[player]]
name = "Ann Lee"
division = "masters"
rating = 2200
club = "Köln"

[[player]]
name = "Bo King"
division = "friends"
id = "bo"
"""


def complaint(text: str) -> str:
    with pytest.raises(BadEventFile) as caught:
        parse_event_file(text, "event.toml")
    return str(caught.value)


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return complaint(GOOD.replace(old, new, 1))


def test_what_is_left_out_is_filled_in() -> None:
    event = parse_event_file(GOOD, "event.toml")
    assert [(t.id, t.label) for t in event.tables()] == [("1", "1"), ("2", "2")]
    assert [(p.id, p.name, p.rating) for p in event.players()] == [
        ("p1", "Ann Lee", 2200),
        ("bo", "Bo King", 0),
    ]
    book = RULEBOOKS["acf-masters"]
    assert [(d.name, d.rounds, d.control) for d in event.divisions()] == [
        (book.title, book.rounds, ""),
        ("Among friends", 3, "90:00"),
    ]


def test_tables_may_be_listed_with_labels() -> None:
    text = GOOD.replace("tables = 2\n", "") + '[[table]]\nid = "stage"\nlabel = "On stage"\n'
    event = parse_event_file(text + '[[table]]\nid = "7"\n', "event.toml")
    assert [(t.id, t.label) for t in event.tables()] == [("stage", "On stage"), ("7", "7")]


@pytest.mark.parametrize(
    ("old", "new", "line", "allowed"),
    [
        ('zone = "Am', 'tmezone = "Am', 5, "name, zone, tables, chief, map"),
        (
            "rating = 2200",
            "rateing = 2200",
            22,
            "name, division, id, rating, club, state, region, seed, table, people, flags, born,"
            " phone, email, address, fee_due_cents, fee_paid_cents, fee_note",
        ),
        (
            'control = "90:00"',
            'clock = "90:00"',
            17,
            "id, rulebook, name, rounds, control, tables, first_day, deck, bracket, override",
        ),
        (
            "[event]",
            "[[sponsor]]\nplace = 1\n[event]",
            3,
            "event, division, player, table, schedule, prize, schema",
        ),
    ],
)
def test_an_unknown_field_is_told_with_its_line_and_what_may_stand_there(
    old: str, new: str, line: int, allowed: str
) -> None:
    sentence = changed(old, new)
    assert sentence.startswith(f"event.toml, line {line}: ")
    assert "unknown field" in sentence
    assert f"Allowed here: {allowed}." in sentence


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (
            "schema = 1",
            "schema = 2",
            1,
            "for a newer version of the playing hall; this one reads up to 1",
        ),
        ("schema = 1", "schema = -1", 1, "there is no schema -1; write schema = 1"),
        ("America/Chicago", "Middle Earth", 5, "is no time zone"),
        ("America/Chicago", "../../etc/passwd", 5, "is no time zone"),
        ('"acf-masters"', '"chess"', 10, "there is no rulebook 'chess'; choose one of"),
        ("rounds = 3", "rounds = -3", 16, "at least one round"),
        ('control = "90:00"', 'control = "ages"', 17, "is not a time control"),
        ('control = "90:00"', 'control = "2/12"', 17, "needs the length of the match"),
        ('division = "masters"', 'division = "majors"', 20, "'majors', which is not in the file"),
        ('id = "bo"', 'id = "p1"', 28, "two players have the id 'p1'"),
        ('id = "bo"', 'id = "bo king"', 28, "'bo king' cannot be an id"),
    ],
)
def test_an_impossible_value_is_told_with_its_line(
    old: str, new: str, line: int, words: str
) -> None:
    sentence = changed(old, new)
    assert words in sentence
    assert sentence.startswith(f"event.toml, line {line}: "), sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rating = 2200", 'rating = "high"', "line 22"),
        ('name = "Ann Lee"\n', "", "missing required field"),
        ("tables = 2", "tables = 0", "there are no tables"),
        ('name = "Texas Open"', 'name = "Texas', "not readable as TOML"),
    ],
)
def test_what_is_missing_or_of_another_kind_is_told(old: str, new: str, words: str) -> None:
    sentence = changed(old, new)
    assert words in sentence
    assert sentence.startswith("event.toml")


def test_two_divisions_with_one_id_are_refused() -> None:
    text = GOOD.replace('"friends"', '"masters"')
    assert "two divisions have the id 'masters'" in complaint(text)


def test_the_line_is_that_of_the_section_which_is_wrong() -> None:
    """Fields of one name stand in many sections."""
    text = GOOD + 'rating = "low"\n'
    assert complaint(text).startswith("event.toml, line 29: Expected `int`")
    text = GOOD + "tables = 4\n"
    assert complaint(text).startswith("event.toml, line 29: Object contains unknown field")
    text = GOOD.replace('name = "Bo King"\n', "")
    assert complaint(text).startswith("event.toml, line 25: Object missing required field")


def test_two_listed_tables_with_one_id_are_refused() -> None:
    text = GOOD.replace("tables = 2\n", "") + '[[table]]\nid = "7"\n' * 2
    assert "two tables have the id '7'" in complaint(text)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadEventFile, match="cannot be read"):
        load_event_file(tmp_path / "none.toml")
    (tmp_path / "event.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadEventFile, match="cannot be read"):
        load_event_file(tmp_path / "event.toml")


FRIENDS = 'control = "90:00"\n'
OVERRIDE = (
    FRIENDS
    + """
[division.override]
games_per_match = 2
opening_mode = "go_as_you_please"
lateness.first_forfeit_ms = "20:00"

[division.override.honor]
drop_lowest = 2
"""
)


def test_a_division_sets_fields_of_its_rulebook_otherwise() -> None:
    masters, friends = parse_event_file(GOOD.replace(FRIENDS, OVERRIDE), "event.toml").divisions()
    assert masters.book is RULEBOOKS["acf-masters"]
    assert masters.overrides == ""
    assert friends.book.lateness is not None
    assert friends.book.lateness.first_forfeit_ms == 20 * 60_000
    assert friends.book.overridden == (
        "opening_mode",
        "honor.drop_lowest",
        "lateness.first_forfeit_ms",
    )
    assert rulebook_for(friends.rulebook, friends.overrides) == friends.book


def test_a_division_takes_its_number_of_rounds_from_the_override() -> None:
    text = GOOD.replace("rounds = 3\n", "").replace(
        FRIENDS, FRIENDS + "[division.override]\nrounds = 7\n"
    )
    assert [d.rounds for d in parse_event_file(text, "event.toml").divisions()] == [12, 7]


def test_a_rulebook_may_be_called_by_its_other_name() -> None:
    lengths = '"usbgf"\nbracket.main = [7, 9]'
    event = parse_event_file(GOOD.replace('"acf-masters"', lengths), "event.toml")
    assert {division.rulebook for division in event.divisions()} == {"usbgf-open"}


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("games_per_match = 2", "game_per_match = 2", 20, "Allowed here: games_per_match"),
        ("opening_mode =", "opening_mood =", 21, "Allowed here: opening_mode"),
        ('"go_as_you_please"', '"blind"', 21, "one of go_as_you_please, two_move, three_move"),
        ('first_forfeit_ms = "20:00"', 'first_forfeit_ms = "late"', 22, 'a time as "30:00"'),
        ("lateness.first_forfeit_ms", "lateness.first_ms", 22, "lateness.first_forfeit_ms"),
        ('"20:00"', '"90:00"', 22, "contradict each other"),
        ("drop_lowest = 2", "drop_lowest = -1", 25, "a whole number from 0 on"),
        ("drop_lowest = 2", "drop_highest = 2", 25, "Allowed here: honor.drop_lowest"),
        ("games_per_match = 2", "win_points = 5", 20, "win and loss share 5, not 4"),
        ("games_per_match = 2", "rounds = 2", 20, "the rounds stand in the division as well"),
        ("games_per_match = 2", 'name = "x"', 20, "no field 'name'"),
    ],
)
def test_an_impossible_override_is_told_with_its_line_and_what_is_allowed(
    old: str, new: str, line: int, words: str
) -> None:
    assert old in OVERRIDE
    sentence = complaint(GOOD.replace(FRIENDS, OVERRIDE.replace(old, new)))
    assert sentence.startswith(f"event.toml, line {line}: "), sentence
    assert words in sentence


def test_the_override_of_the_right_division_is_blamed() -> None:
    first = GOOD.replace('"acf-masters"\n', '"acf-masters"\n[division.override]\nrounds = 8\n', 1)
    sentence = complaint(first.replace(FRIENDS, FRIENDS + "override.rounds = 0\n"))
    assert sentence.startswith("event.toml, line 20: ")


def test_an_override_in_one_line_is_found_as_well() -> None:
    sentence = complaint(GOOD.replace(FRIENDS, FRIENDS + "override = { max_byes = -1 }\n"))
    assert sentence.startswith("event.toml, line 18: max_byes")


HALL = GOOD.replace("tables = 2", "tables = 12").replace(
    FRIENDS,
    FRIENDS
    + """tables = "7-9, 12"
first_day = "2016-08-15"
[[schedule]]
division = "friends"
round = 2
starts = "2016-08-15 14:30"
why = "the hotel"
""",
)


def test_a_division_has_tables_of_its_own_and_rounds_at_hours_of_their_own() -> None:
    event = parse_event_file(HALL, "event.toml")
    masters, friends = event.divisions()
    assert event.tables_of(masters) == ()
    assert event.tables_of(friends) == ("7", "8", "9", "12")
    [moved] = event.schedule
    assert event.starts_at(moved) == instant("2016-08-15", "14:30", "America/Chicago")


def test_a_bracket_is_planned_with_its_match_lengths() -> None:
    text = GOOD.replace(FRIENDS, '[division.bracket]\nelimination = "double"\nmain = [5, 7]\n')
    plan = parse_event_file(text, "event.toml").divisions()[1].bracket.plan()
    assert plan == BracketPlan("double", 0, (5, 7))


@pytest.mark.clause("USBGF-2.2c")
def test_a_draw_sheet_without_match_lengths_is_refused() -> None:
    sentence = changed('"acf-masters"', '"usbgf"')
    assert "posts its match lengths" in sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("7-9, 12", "7-99", "there is no table 99"),
        ("7-9, 12", "9-7", "table 9 comes after table 7"),
        ("7-9, 12", "seven", "there is no table seven"),
        ("2016-08-15", "2016-08-35", "is no day and time"),
        ("2016-08-15 14:30", "2016-08-15 25:30", "is no day and time"),
        ("round = 2", "round = 4", "has no round 4 to schedule"),
        ("round = 2", "round = 0", "Expected `int` >= 1"),
        ('division = "friends"\nround', 'division = "nobody"\nround', "no round 2 to schedule"),
        ('club = "Köln"', 'table = "99"', "keeps table 99, which is not there"),
        ('club = "Köln"', "seed = -1", "Expected `int` >= 0"),
        (
            'rulebook = "acf-masters"\n',
            'rulebook = "acf-masters"\ntables = "1-7"\n',
            "Table 7 is given to masters and friends.",
        ),
    ],
)
def test_places_and_hours_that_cannot_be_are_told_with_their_line(
    old: str, new: str, words: str
) -> None:
    assert old in HALL
    sentence = complaint(HALL.replace(old, new, 1))
    assert words in sentence
    assert sentence.startswith("event.toml, line "), sentence


DECK = """deck_no\tacf_174_no\tmoves\tfen_after
1\t1\t9-13 21-17 5-9\tW:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13
"""


def with_deck(folder: Path, text: str, mode: str = "three_move") -> Path:
    (folder / "tough.tsv").write_text(text)
    rules = f'deck = "tough.tsv"\n[division.override]\nopening_mode = "{mode}"\n'
    path = folder / "event.toml"
    path.write_text(GOOD.replace(FRIENDS, rules), encoding="utf-8")
    return path


@pytest.mark.clause("ACF-1.III.D", "ACF-1.I")
def test_a_director_loads_another_deck(tmp_path: Path) -> None:
    path = with_deck(tmp_path, DECK)
    event = load_event_file(path)
    [opening] = load_decks(event, path)["tough"]
    assert opening.moves == ("9-13", "21-17", "5-9")
    assert event.divisions()[1].deck_name == "tough"
    assert load_decks(parse_event_file(GOOD, "x"), path) == {}


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("rubbish", "three_move", "tough.tsv, line 1: begin with the header"),
        (DECK, "two_move", "tough.tsv, line 2: write two moves"),
    ],
)
def test_a_deck_that_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, text: str, mode: str, words: str
) -> None:
    path = with_deck(tmp_path, text, mode)
    with pytest.raises(BadEventFile, match=words):
        load_decks(load_event_file(path), path)


def test_a_deck_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = with_deck(tmp_path, DECK)
    (tmp_path / "tough.tsv").unlink()
    with pytest.raises(BadEventFile, match="the deck cannot be read"):
        load_decks(load_event_file(path), path)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('deck = "a b.tsv"\n', "cannot be an id"),
        ('deck = "t.tsv"\noverride.opening_mode = "go_as_you_please"\n', "draws from no deck"),
    ],
)
def test_a_deck_that_makes_no_sense_is_refused(more: str, words: str) -> None:
    assert words in complaint(GOOD.replace(FRIENDS, more))


def test_two_decks_of_one_name_are_refused() -> None:
    text = GOOD.replace(
        'rulebook = "acf-masters"\n', 'rulebook = "acf-masters"\ndeck = "a/t.tsv"\n', 1
    )
    assert "two decks are called 't'" in complaint(text.replace(FRIENDS, 'deck = "b/t.tsv"\n'))


PRIZES = '\n[[prize]]\ndivision = "masters"\nplaces = [450, "300.50"]\ndues = 25\n'


@pytest.mark.clause("ACF-1.XIII.A", "ACF-1.III.B")
def test_prizes_are_read_to_the_cent_and_written_back() -> None:
    event = parse_event_file(GOOD + PRIZES, "event.toml")
    assert [prize.fund() for prize in event.prize] == [((45000, 30050), 2500)]
    assert parse_event_file(write_event_file(event), "again.toml") == event


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"300.50"', '"a lot"', "'a lot' is no amount"),
        ('"300.50"', "300.5", "Expected `int | str`, got `float`"),
        ("dues = 25", "dues = -5", "-5 is no amount"),
        ('division = "masters"\nplaces', 'division = "veterans"\nplaces', "no division 'veterans'"),
    ],
)
def test_prizes_that_cannot_be_paid_are_told_with_their_line(
    old: str, new: str, words: str
) -> None:
    said = complaint(GOOD + PRIZES.replace(old, new))
    assert words in said
    assert "line" in said


def test_the_prizes_of_a_division_stand_once() -> None:
    assert "stand twice" in complaint(GOOD + PRIZES + PRIZES)
