"""Prizes: tied places share to the cent, dues and flags, nothing for dropouts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import Rulebook, apply_overrides, rulebook
from shared.core.standings.order import StandingsRow
from shared.core.standings.prizes import (
    Dues,
    Payout,
    dollars,
    may_be_associate,
    missing_copies,
    payouts,
    share_prizes,
)

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
APCA = rulebook("apca")


def placed(*points: tuple[str, int, int]) -> list[StandingsRow]:
    """Return rows as standings order them: name, match points, honor points; places shared
    exactly."""
    rows: list[StandingsRow] = []
    for at, (name, match, honor) in enumerate(points, start=1):
        last = rows[-1] if rows else None
        same = last is not None and (last.match_points, last.honor_points) == (match, honor)
        rank = last.rank if last is not None and same else at
        rows.append(StandingsRow(rank, name, name.title(), match, Fraction(honor), ()))
    return rows


def paid(
    rows: list[StandingsRow], prizes: tuple[int, ...], book: Rulebook = MAJORS
) -> dict[str, int]:
    return {payout.player: payout.paid_cents for payout in payouts(rows, prizes, book)}


@pytest.mark.clause("ACF-1.XIII.A")
def test_places_beyond_the_last_prize_are_paid_nothing() -> None:
    assert share_prizes((100_00, 50_00), (1, 2, 1)) == ((100_00,), (25_00, 25_00), (0,))


@given(
    st.lists(st.integers(0, 10**6), max_size=8),
    st.lists(st.integers(1, 5), max_size=6),
)
def test_nothing_is_lost_and_no_two_tied_players_are_more_than_a_cent_apart(
    prizes: list[int], groups: list[int]
) -> None:
    shares = share_prizes(prizes, groups)
    assert [len(group) for group in shares] == groups
    assert sum(map(sum, shares)) == sum(prizes[: sum(groups)])
    assert all(max(group) - min(group) <= 1 for group in shares)


@pytest.mark.parametrize(
    ("prizes", "groups", "words"),
    [((-1,), (1,), "no less than nothing"), ((100,), (0,), "at least one player")],
)
def test_impossible_prizes_are_refused(
    prizes: tuple[int, ...], groups: tuple[int, ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        share_prizes(prizes, groups)


@pytest.mark.clause("ACF-1.XIII.A")
def test_equal_match_points_share_the_money_first_place_included_and_honor_gets_the_odd_cents() -> (
    None
):
    rows = placed(("low", 20, 90), ("mid", 20, 95), ("high", 20, 99), ("last", 8, 99))
    rows.sort(key=lambda row: (-row.match_points, -row.honor_points))
    assert paid(rows, (100_00, 60_00, 40_00)) == {
        "high": 66_67,
        "mid": 66_67,
        "low": 66_66,
        "last": 0,
    }
    assert [p.places for p in payouts(rows, (), MAJORS)] == [(1, 3), (1, 3), (1, 3), (4, 4)]


@pytest.mark.clause("HALL-apca-ties")
def test_under_apca_the_odd_cent_goes_by_name_for_want_of_honor_points() -> None:
    rows = placed(("zoe", 20, 0), ("abe", 20, 0))
    assert paid(rows, (100_01,), APCA) == {"abe": 50_01, "zoe": 50_00}


@pytest.mark.clause("ACF-2.IV.C", "ACF-3.VI")
def test_a_dropout_has_no_prize_and_those_behind_move_up() -> None:
    rows = [*placed(("a", 20, 0), ("b", 8, 0)), StandingsRow(None, "d", "D", 16, Fraction(0), ())]
    assert paid(rows, (100, 50)) == {"a": 100, "b": 50}
    book = apply_overrides(MAJORS, {"prizes.dropouts_excluded": False})
    assert paid(rows, (100, 50), book) == {"a": 100, "d": 50, "b": 0}


@pytest.mark.clause("ACF-1.III.B")
def test_regular_dues_are_deducted_from_an_associates_prize_and_from_no_other() -> None:
    rows = placed(("a", 20, 0), ("b", 16, 0), ("c", 8, 0))
    made = payouts(rows, (100_00, 50_00, 5_00), MAJORS, dues=Dues(25_00, {"b", "c"}))
    assert [(p.share_cents, p.dues_cents, p.paid_cents) for p in made] == [
        (100_00, 0, 100_00),
        (50_00, 25_00, 25_00),
        (5_00, 5_00, 0),
    ]


@pytest.mark.clause("ACF-1.III.B")
def test_one_may_be_an_associate_under_21() -> None:
    assert [may_be_associate(MAJORS, age) for age in (20, 21, 22)] == [True, False, False]
    assert may_be_associate(APCA, 70)


@pytest.mark.clause("ACF-3.VI")
def test_a_prize_of_600_dollars_needs_a_form_and_the_flag_is_all_that_is_kept() -> None:
    rows = placed(("a", 20, 0), ("b", 16, 0))
    made = payouts(rows, (600_00, 599_99), MASTERS, dues=Dues(25_00, {"a"}))
    assert [p.form_needed for p in made] == [True, False]
    assert not any("number" in field or "ssn" in field for field in Payout.__slots__)
    assert not payouts(rows, (900_00,), APCA)[0].form_needed


@pytest.mark.clause("ACF-1.XIV")
def test_each_division_pays_by_the_prize_table_that_its_committee_gives() -> None:
    rows = placed(("a", 20, 0), ("b", 16, 0), ("c", 8, 0))
    assert paid(rows, (600_00, 300_00), MASTERS) == {"a": 600_00, "b": 300_00, "c": 0}
    assert paid(rows, (90_00, 60_00, 30_00), MAJORS) == {"a": 90_00, "b": 60_00, "c": 30_00}
    assert payouts([], (90_00,), MAJORS) == ()


def test_dues_of_strangers_and_negative_dues_are_refused() -> None:
    rows = placed(("a", 20, 0))
    with pytest.raises(ValueError, match="no place for x, who would owe dues"):
        payouts(rows, (), MAJORS, dues=Dues(0, {"x"}))
    with pytest.raises(ValueError, match="dues are no less than nothing"):
        payouts(rows, (), MAJORS, dues=Dues(-1))


@pytest.mark.clause("ACF-1.XII")
def test_masters_owe_both_copies_of_a_match_and_others_owe_none() -> None:
    matches = {"m1": ("a", "b"), "m2": ("c", "d"), "m3": ("e", "f")}
    handed_in = {("m1", 0), ("m1", 1), ("m2", 1)}
    assert missing_copies(MASTERS, matches, handed_in) == (("m2", "c"), ("m3", "e"), ("m3", "f"))
    assert missing_copies(MAJORS, matches, handed_in) == ()
    one = apply_overrides(MASTERS, {"prizes.sheet_copies": 1})
    assert missing_copies(one, matches, handed_in) == (("m3", "e"), ("m3", "f"))


@pytest.mark.clause("ACF-1.XII")
def test_missing_sheets_stand_beside_the_prize_and_take_nothing_from_it() -> None:
    rows = placed(("a", 20, 0), ("b", 16, 0))
    first, second = payouts(rows, (100, 50), MASTERS, sheets_missing={"a": [3, 5]})
    assert (first.sheets_missing, first.paid_cents) == ((3, 5), 100)
    assert second.sheets_missing == ()


def test_money_is_written_in_dollars_and_cents() -> None:
    assert [dollars(cents) for cents in (66_67, 5, 100_00)] == ["$66.67", "$0.05", "$100.00"]
