"""A list of players as people have it, and the tournament that the answers make."""

import pytest

from hall_server.eventfile import parse_event_file, write_event_file
from hall_server.one_laptop.answers import Answers, begun, players_in
from shared.core.rulebooks import RULEBOOKS

TWELVE = "\n".join(f"Player {chr(65 + n)}" for n in range(12))


@pytest.mark.parametrize(
    ("line", "name", "rating", "club"),
    [
        ("Ann Lee", "Ann Lee", 0, ""),
        ("  3. Ann Lee  1850 ", "Ann Lee", 1850, ""),
        ("Ann Lee, 1850, Harbour, South", "Ann Lee", 1850, "Harbour, South"),
        ("Ann Lee\t1850\tHarbour", "Ann Lee", 1850, "Harbour"),
        ("Lee, Ann; 1850", "Lee, Ann", 1850, ""),
        ("Lee, Ann", "Lee, Ann", 0, ""),
        ("Анна Ли 1850", "Анна Ли", 1850, ""),
    ],
)
def test_a_line_of_a_list_is_read_as_people_write_it(
    line: str, name: str, rating: int, club: str
) -> None:
    [player] = players_in(f"\n{line}\n\n", "d")
    assert (player.name, player.rating, player.club) == (name, rating, club)


def test_a_first_line_that_only_contains_a_word_of_a_heading_is_a_player() -> None:
    assert [player.name for player in players_in("Rename Lee\nBo King", "d")] == [
        "Rename Lee",
        "Bo King",
    ]


def test_a_pasted_table_is_read_by_its_headings() -> None:
    found = players_in("No\tClub\tName\tRating\n1\tAjax\tAnn Lee\t1850\n2\t\tBo King\t\n", "d")
    assert [(p.name, p.rating, p.club) for p in found] == [
        ("Ann Lee", 1850, "Ajax"),
        ("Bo King", 0, ""),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ann Lee\nBo King\nAnn Lee", "Line 3: Ann Lee is in the list already."),
        ("Ann Lee\n" + "x" * 81, "Line 2: write a name"),
        ("Ann Lee, 1234567", "Line 1: write a name"),
        ("Name,Rating\nAnn Lee,high", "line 2: write a whole number as rating"),
    ],
)
def test_a_line_that_is_no_player_is_named(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        players_in(text, "d")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_answers_under_every_rulebook_make_an_event_that_the_checks_accept(book: str) -> None:
    made = begun(Answers("Friday", book, players=TWELVE), "UTC")
    assert made.event is not None
    assert "12 players" in made.told
    again = parse_event_file(write_event_file(made.event), "event.toml")
    assert (len(again.players()), len(again.tables())) == (12, 6)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (Answers("  ", "acf-majors"), "Give the tournament a name."),
        (Answers("Friday", "acf-majors", "no"), "Write whole numbers from 1 to 99"),
        (Answers("Friday", "acf-majors", "3, 4"), "Rounds: one number"),
        (Answers("Friday", "acf-majors", "3", "Ann\nAnn"), "Line 2: Ann is in the list already."),
    ],
)
def test_answers_that_make_no_event_say_what_to_write(answers: Answers, says: str) -> None:
    made = begun(answers, "UTC")
    assert made.event is None
    assert says in made.told


def test_draw_sheet_takes_the_match_lengths_that_are_written() -> None:
    made = begun(Answers("Friday", "usbgf-open", "5, 7, 9", TWELVE), "UTC")
    assert made.event is not None
    assert made.event.division[0].bracket.main == (5, 7, 9)


def test_players_who_come_later_need_no_line() -> None:
    made = begun(Answers("Friday", "acf-majors", "4"), "UTC")
    assert made.event is not None
    assert made.event.division[0].rounds == 4
    assert "Players can be entered later too." in made.told


@pytest.mark.parametrize(
    ("measure", "players", "says"),
    [
        ("", 4, "4 players, 12 rounds: after round 3 pairs meet again"),
        ("5", 6, "6 players, 5 rounds"),
        ("6", 6, "6 players, 6 rounds: after round 5 pairs meet again"),
    ],
)
def test_more_rounds_than_opponents_are_told_before_the_tournament_begins(
    measure: str, players: int, says: str
) -> None:
    listed = "\n".join(TWELVE.splitlines()[:players])
    assert begun(Answers("Friday", "acf-masters", measure, listed), "UTC").told == says
