"""Two score sheets of one game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.draughts.notation import path_of, short_text
from shared.core.draughts.position import START
from shared.core.draughts.record import GameRecord, Made, replay
from shared.core.draughts.rules import ENGLISH, Rules
from shared.core.draughts.sheets import Comparison, Difference, Impossible, compare
from tests.core.draughts.kit import RULES, at, games

TWO_WAYS = at("B:W6,7,14,15,32:B2")


def sheet(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(path_of, text.split()))


def compared(ours: str, theirs: str, rules: Rules = ENGLISH) -> Comparison:
    return compare(rules, (sheet(ours), sheet(theirs)))


@pytest.mark.clause("ACF-1.X.A.g", "ACF-1.XII")
def test_equal_sheets_agree() -> None:
    found = compared("11-15 23-19 8-11 22-17", "11-15 23-19 8-11 22-17")
    assert found == Comparison(None, (4, 4), ((), ()))
    assert found.agree


@pytest.mark.clause("ACF-1.X.A.g")
def test_the_first_difference_is_named_with_what_each_sheet_has() -> None:
    found = compared("11-15 23-18 8-11 18-14", "11-15 23-19 8-11 22-17")
    assert found.difference == Difference(2, "second", ("23-18", "23-19"))
    assert not found.agree


@pytest.mark.clause("ACF-1.X.A.g")
def test_a_sheet_that_ends_early_differs_there() -> None:
    found = compared("11-15 23-19", "11-15 23-19 8-11")
    assert (found.difference, found.lengths) == (Difference(3, "first", ("", "8-11")), (2, 3))
    assert compared("11-15", "").difference == Difference(1, "first", ("11-15", ""))


@pytest.mark.clause("ACF-1.X.A.g")
def test_impossible_moves_are_listed_for_each_sheet() -> None:
    found = compared("11-15 23-19 8-11 22-17", "11-15 23-19 8-12 22-17")
    assert found.difference == Difference(3, "first", ("8-11", "8-12"))
    assert found.impossible == ((), (Impossible(3, "8-12", "occupied"),))
    both = compared("11-15 22-18 8-11", "11-15 22-18 8-11")
    assert both.difference is None
    assert both.impossible == ((Impossible(3, "8-11", "missed_capture"),),) * 2
    assert not both.agree


def test_a_capture_in_short_is_the_one_the_other_sheet_writes_in_full() -> None:
    found = compare(ENGLISH, (sheet("2x18 32-28"), sheet("2x9x18 32-28")), TWO_WAYS)
    assert found.agree
    unclear = compare(ENGLISH, (sheet("2x18"), sheet("2x18")), TWO_WAYS)
    assert unclear.difference is None
    assert unclear.impossible == ((Impossible(1, "2-18", "unclear"),),) * 2
    apart = compare(ENGLISH, (sheet("2x11x18"), sheet("2x9x18")), TWO_WAYS)
    assert apart.difference == Difference(1, "first", ("2x11x18", "2x9x18"))


def test_a_tick_is_read_as_the_move_that_the_other_sheet_has() -> None:
    whole = sheet("11-15 23-19 8-11 22-17")
    ticked = (*whole[:2], None, None)
    for pair in ((ticked, whole), (whole, ticked)):
        found = compare(ENGLISH, pair)
        assert found.agree
        assert found.ticked_from is None
    wrong = compare(ENGLISH, (ticked, (*whole[:2], (8, 12), None)))
    assert wrong.impossible == ((Impossible(3, "8-12", "occupied"),),) * 2
    assert wrong.ticked_from == 4


def test_moves_that_both_sheets_only_tick_cannot_be_compared() -> None:
    whole = sheet("11-15 23-19 8-11 22-17")
    found = compare(ENGLISH, ((*whole[:2], None, whole[3]), (*whole[:2], None, (22, 18))))
    assert (found.difference, found.ticked_from, found.agree) == (None, 3, True)
    short = compare(ENGLISH, ((*whole[:2], None), whole[:2]))
    assert short.difference == Difference(3, "first", ("tick", ""))


@given(RULES, st.data())
def test_a_game_written_in_short_and_in_full_agrees(rules: Rules, data: st.DataObject) -> None:
    moves = data.draw(games(rules))
    lines = replay(GameRecord(rules, START, tuple(Made(move.path) for move in moves)))
    full = tuple(move.path for move in moves)
    short = tuple(path_of(short_text(rules, line.before, line.move)) for line in lines if line.move)
    assert compare(rules, (short, full)).agree
    if full:
        cut = compare(rules, (short[:-1], full))
        assert cut.difference is not None
        assert cut.difference.half_move == len(full)
