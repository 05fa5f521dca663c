"""Brackets: places, byes to the top seeds or by draw, and matches of as many games as needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.pairing import PairingImpossible
from shared.pairing.draw_sheet.sheet import bracket, seed_places


def numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


@pytest.mark.clause("SE-1")
@given(st.integers(2, 70), st.integers(0, 70), st.text())
def test_everybody_stands_in_the_bracket_once_and_no_line_is_empty(
    count: int, seeds: int, seed: str
) -> None:
    seeded = numbers(count)[:seeds]
    drawn = bracket(numbers(count), seed=seed, seeded=seeded)
    assert sorted(drawn.entrants) == sorted(numbers(count))
    assert drawn.size // 2 < count <= drawn.size
    assert len(drawn.byes) == drawn.size - count
    half = len(drawn.lines) // 2
    if seeds >= 2 and half:
        top = {name for line in drawn.lines[:half] for name in line}
        assert ("1" in top) != ("2" in top)


@pytest.mark.clause("SE-1")
def test_byes_go_to_the_top_seeds() -> None:
    for seed in "abcdefgh":
        drawn = bracket(numbers(11), seed=seed, seeded=numbers(5))
        assert set(drawn.byes) == set(numbers(5))


def test_unseeded_player_is_placed_by_the_draw() -> None:
    places = {bracket(numbers(8), seed=seed, seeded=["7"]).lines for seed in numbers(20)}
    assert len(places) > 15
    assert {lines[0][0] for lines in places} == {"7"}


@pytest.mark.parametrize("size", [0, 3, 12, -4])
def test_a_bracket_has_a_power_of_two_of_places(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        seed_places(size)


@pytest.mark.parametrize(
    ("entrants", "seeded", "why"),
    [
        ("AAB", "", "A has entered twice"),
        ("AB", "BB", "B is seeded twice"),
        ("AB", "C", "C is seeded, but has not entered"),
        ("A", "", "needs two entrants; there are 1"),
    ],
)
def test_a_field_that_cannot_be_drawn_is_refused(entrants: str, seeded: str, why: str) -> None:
    with pytest.raises(PairingImpossible, match=why):
        bracket(list(entrants), seed="s", seeded=list(seeded))
