"""A row of the standings tells how it came about."""

from fractions import Fraction

import pytest

from shared.core.rulebooks import Rulebook, apply_overrides, rulebook
from shared.core.standings.explain import explain, two_places
from shared.core.standings.order import PlayerRecord, RoundScore, standings

MAJORS = rulebook("acf-majors")
RECORDS = (
    PlayerRecord(
        "ann",
        "Ann",
        (
            RoundScore("bob", 4),
            RoundScore("cy", 2),
            RoundScore(None, 3, "bye"),
            RoundScore("eve", 2),
            RoundScore(None, 2, "opt_out"),
        ),
    ),
    PlayerRecord("bob", "Bob", (RoundScore("ann", 0), RoundScore("eve", 1))),
    PlayerRecord("cy", "Cy", (RoundScore("eve", 4), RoundScore("ann", 2))),
    PlayerRecord(
        "eve",
        "Eve",
        (RoundScore("cy", 0), RoundScore("bob", 3), None, RoundScore("ann", 2)),
        dropped_out_after=4,
    ),
)


def told(player: str, book: Rulebook = MAJORS, total_rounds: int = 10) -> tuple[str, ...]:
    rows = standings(RECORDS, book, total_rounds=total_rounds)
    row = next(row for row in rows if row.player == player)
    return explain(row, RECORDS, book)


@pytest.mark.clause("ACF-2.IV.A", "ACF-2.IV.B", "ACF-2.IV.C")
def test_a_row_says_who_counted_who_was_left_out_and_why() -> None:
    assert told("ann") == (
        "Ann has 13 match points and 22.67 honor points, place 1 (ACF-1.XIII.A).",
        "Round 1: Bob counts 1: left out, the lowest (ACF-2.IV.A).",
        "Round 2: Cy counts 6 (ACF-2.IV.A).",
        "Round 3: a bye, 0 honor points (ACF-2.IV.B).",
        "Round 4: Eve counts 16.67, a dropout after round 4 projected from 5 points in 3 rounds,"
        " exactly 50/3 (ACF-2.IV.C).",
        "Round 5: the last round skipped by leave, 0 honor points (ACF-2.IV.B).",
        "Honor points: 6 + 0 + 16.67 + 0 = 22.67.",
    )


def test_a_projection_that_reaches_the_cap_says_so() -> None:
    assert (
        "Round 4: Eve counts 30, a dropout after round 4 projected from 5 points in 3 rounds,"
        " the cap of 30 (ACF-2.IV.C)."
    ) in told("ann", total_rounds=20)


def test_a_dropout_is_told_that_they_have_no_place() -> None:
    first, *_ = told("eve")
    assert first == "Eve has 5 match points and no place: they dropped out (ACF-2.IV.C)."


def test_an_override_is_told_where_it_acts() -> None:
    book = apply_overrides(MAJORS, {"honor.drop_lowest": 2, "low_time_ms": "1:00"})
    lines = told("ann", book)
    assert "Round 2: Cy counts 6: left out, the lowest (ACF-2.IV.A)." in lines
    assert lines[-1] == "Set by the event: honor.drop_lowest is 2 (sheet: ACF-2.IV.A)."
    assert not any("low_time" in line for line in lines)


def test_a_bye_that_is_left_out_is_told() -> None:
    book = apply_overrides(MAJORS, {"honor.bye_is_dropped_item": True})
    assert "Round 3: a bye, 0 honor points, left out as the lowest (ACF-2.IV.B)." in told(
        "ann", book
    )


@pytest.mark.clause("HALL-apca-ties")
def test_under_apca_a_row_says_that_equal_points_share_a_place() -> None:
    records = [
        PlayerRecord("a", "Ann", (RoundScore("b", 4),)),
        PlayerRecord("b", "Bob", (RoundScore("a", 4),)),
    ]
    book = rulebook("apca")
    rows = standings(records, book, total_rounds=1)
    assert explain(rows[1], records, book) == (
        "Bob has 4 match points, place 1; equal points share a place (HALL-apca-ties).",
    )


def test_a_row_of_other_records_is_refused() -> None:
    row = standings(RECORDS, MAJORS, total_rounds=10)[0]
    with pytest.raises(ValueError, match="no record of bob, cy, eve"):
        explain(row, RECORDS[:1], MAJORS)


@pytest.mark.parametrize(
    ("points", "words"),
    [(Fraction(92), "92"), (Fraction(120, 7), "17.14"), (Fraction(48, 5), "9.60")],
)
def test_fractions_are_shown_with_two_places(points: Fraction, words: str) -> None:
    assert two_places(points) == words
