"""A division that plays its rulebook otherwise: what it may set, and what it is told."""

import pytest

from hall_server.eventfile import (
    parse_event_file,
)
from shared.core.rulebooks import RULEBOOKS, rulebook_for
from tests.hall_server.event_texts import FRIENDS, GOOD, complaint

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
