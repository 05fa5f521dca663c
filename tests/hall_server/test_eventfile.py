"""The event file: what it may say, and how it is told what it may not."""

import tomllib
from pathlib import Path

import pytest

from hall_server.eventfile import (
    BadEventFile,
    load_event_file,
    parse_event_file,
)
from hall_server.eventfile.check import too_deep
from shared.core.events import BracketPlan
from shared.core.match.schedule import instant
from shared.core.rulebooks import RULEBOOKS
from tests.hall_server.event_texts import FRIENDS, GOOD, changed, complaint


def test_missing_value_is_filled_in() -> None:
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


def test_a_table_that_a_player_keeps_is_named_by_its_label_or_its_id() -> None:
    tables = '[[table]]\nid = "3"\nlabel = "3 (wheelchair)"\n[[table]]\nid = "7"\n'
    text = GOOD.replace("tables = 2\n", "") + tables
    for name in ("3 (wheelchair)", "3"):
        kept = text.replace("rating = 2200", f'rating = 2200\ntable = "{name}"', 1)
        assert parse_event_file(kept, "event.toml").players()[0].table == "3"


def test_two_players_of_one_division_cannot_keep_one_table() -> None:
    player = '[[player]]\nname = "{}"\ndivision = "friends"\ntable = "2"\n'
    sentence = complaint(GOOD + player.format("Cy Ortega") + player.format("Di Ray"))
    assert (
        "Di Ray and Cy Ortega both keep table 2 in one division; give each their own." in sentence
    )


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
def test_an_unknown_field_is_refused_with_its_line_and_the_allowed_fields(
    old: str, new: str, line: int, allowed: str
) -> None:
    sentence = changed(old, new)
    assert sentence.startswith(f"event.toml, line {line}: ")
    assert "there is no field" in sentence
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
def test_an_impossible_value_is_refused_with_its_line(
    old: str, new: str, line: int, words: str
) -> None:
    sentence = changed(old, new)
    assert words in sentence
    assert sentence.startswith(f"event.toml, line {line}: "), sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rating = 2200", 'rating = "high"', "line 22"),
        ('name = "Ann Lee"\n', "", "name is missing"),
        ("tables = 2", "tables = 0", "there are no tables"),
        ('name = "Texas Open"', 'name = "Texas', "not readable as TOML"),
    ],
)
def test_missing_or_wrong_value_is_told(old: str, new: str, words: str) -> None:
    sentence = changed(old, new)
    assert words in sentence
    assert sentence.startswith("event.toml")


def test_two_divisions_with_one_id_are_refused() -> None:
    text = GOOD.replace('"friends"', '"masters"')
    assert "two divisions have the id 'masters'" in complaint(text)


def test_the_line_is_that_of_the_section_which_is_wrong() -> None:
    """Fields of one name stand in many sections."""
    text = GOOD + 'rating = "low"\n'
    assert complaint(text).startswith("event.toml, line 29: rating: write a whole number")
    text = GOOD + "tables = 4\n"
    assert complaint(text).startswith("event.toml, line 29: player: there is no field tables")
    text = GOOD.replace('name = "Bo King"\n', "")
    assert complaint(text).startswith("event.toml, line 25: player: name is missing")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tables = 2", "tables = 1000000000", "line 6: Nothing was saved: the number in 'tables' is"
         " too large, 999 is the most."),
        ("tables = 2", f'tables = 2\nmap = {"[" * 5_000}', "line 7: brackets stand in brackets"),
        ("tables = 2", f"tables = {'9' * 5_000}", "line 6: brackets stand in brackets too often"
         " here, or a number has too many digits."),
    ],
)  # fmt: skip
def test_a_file_that_would_fill_the_memory_is_refused(old: str, new: str, said: str) -> None:
    assert said in complaint(GOOD.replace(old, new))


@pytest.mark.parametrize(
    "line",
    [
        "a." * 32_000 + "b = 1",
        "[" + "a." * 32_000 + "b]",
        "x = {" + "a . " * 32_000 + "b = 1}",
        '"a".' * 32_000 + "b = 1",
        "'a'." * 32_000 + "b = 1",
    ],
)
def test_a_key_of_more_parts_than_any_event_file_has_is_refused_before_it_is_read(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("the parser saw it"))
    said = complaint(GOOD.replace("tables = 2", f"tables = 2\n{line}"))
    assert said.startswith("event.toml, line 7: a key has more than 12 parts with dots between")


def test_dots_in_texts_and_comments_are_no_keys() -> None:
    row = " . ".join(str(number) for number in range(1, 41))
    several = f'map = """\n{row}\n"""\n# {row}'
    for text in (several, f"map = '''{row}'''", f'map = "\\"{row}"', f"map = '{row}'"):
        assert tomllib.loads(text)["map"]
        assert not too_deep(text)


def test_looking_for_long_keys_takes_no_longer_than_the_text_is_long() -> None:
    for text in (
        "a" * 10**6,
        '"\\' * 500_000,
        "'" * 10**6,
        "a." * 11 + "-" * 10**6,
        "a.b " * 10**5,
    ):
        assert not too_deep(text)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("rating = 1152921504606846976", "'rating' is too large, 100000 is the most"),
        (f'club = "{"x" * 81}"', "'club' is too long, 80 is the most"),
        ('club = "\\u001b]0;x\\u0007"', "a control character"),
        ('club = "\\u202e12"', "a control character"),
    ],
)
def test_a_player_whom_no_node_could_read_is_refused(field: str, said: str) -> None:
    text = GOOD + f'[[player]]\nname = "Zoe"\ndivision = "masters"\n{field}\n'
    first = text[: text.index('name = "Zoe"')].count("\n")
    found = complaint(text)
    assert said in found
    assert found.startswith((f"event.toml, line {first}:", f"event.toml, line {first + 3}:"))


def test_two_listed_tables_with_one_id_are_refused() -> None:
    text = GOOD.replace("tables = 2\n", "") + '[[table]]\nid = "7"\n' * 2
    assert "two tables have the id '7'" in complaint(text)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadEventFile, match="cannot be read"):
        load_event_file(tmp_path / "none.toml")
    (tmp_path / "event.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadEventFile, match="cannot be read"):
        load_event_file(tmp_path / "event.toml")


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


@pytest.mark.parametrize("more", ["consolation = 1", "consolation_lengths = [3]"])
def test_a_consolation_beside_a_losers_side_is_refused(more: str) -> None:
    bracket = f'[division.bracket]\nelimination = "double"\nmain = [5, 7]\n{more}\n'
    sentence = changed(FRIENDS, bracket)
    assert "the losers play on the losers' side, and there is no consolation" in sentence


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
        ("round = 2", "round = 0", "the number in 'round' is too small, 1 is the least"),
        ('division = "friends"\nround', 'division = "nobody"\nround', "no round 2 to schedule"),
        (
            'club = "Köln"',
            'table = "99"',
            "keeps table 99, which is not there; write the id or the",
        ),
        ('club = "Köln"', "seed = -1", "the number in 'seed' is too small, 0 is the least"),
        (
            'rulebook = "acf-masters"\n',
            'rulebook = "acf-masters"\ntables = "1-7"\n',
            "Table 7 is given to masters and friends.",
        ),
    ],
)
def test_impossible_places_and_hours_are_refused_with_their_line(
    old: str, new: str, words: str
) -> None:
    assert old in HALL
    sentence = complaint(HALL.replace(old, new, 1))
    assert words in sentence
    assert sentence.startswith("event.toml, line "), sentence
