"""A wrong result corrected after the next match began: which matches that changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.pairing.draw_sheet.progress import correct, progress
from shared.pairing.draw_sheet.sheet import SheetResult
from tests.pairing_systems.sheets import by_hash, double, favourite, play_out, single


def won(**by: str) -> dict[str, SheetResult]:
    return {ident.replace("_", "-"): SheetResult(winner) for ident, winner in by.items()}


@pytest.mark.clause("USBGF-4.6")
def test_a_correction_shows_the_next_match_with_its_old_and_new_sides() -> None:
    results = won(M1_1="1", M1_2="4")
    corrected = correct(single(8), results, "M1-2", SheetResult("5"), in_play=["M2-1"])
    assert [(k.match, k.what, k.before, k.after) for k in corrected.knock_on] == [
        ("M2-1", "in_play", ("1", "4"), ("1", "5"))
    ]
    assert corrected.knock_on[0].sentence == (
        "M2-1 has begun: 1 – 4 becomes 1 – 5. The director rules on what was played."
    )
    assert corrected.results == won(M1_1="1", M1_2="5")


@pytest.mark.clause("USBGF-4.6")
def test_a_match_that_has_not_begun_only_gets_its_right_sides() -> None:
    corrected = correct(single(8), won(M1_1="1", M1_2="4"), "M1-2", SheetResult("5"))
    assert corrected.knock_on[0].sentence == "M2-1 has not begun: 1 – 4 becomes 1 – 5."
    waiting = correct(single(8), won(M1_2="4"), "M1-2", SheetResult("5"))
    assert waiting.knock_on[0].after == (None, "5")
    assert "not known yet – 5" in waiting.knock_on[0].sentence


@pytest.mark.clause("USBGF-4.6")
def test_a_result_of_other_sides_no_longer_counts_nor_does_what_came_of_it() -> None:
    sheet = single(8)
    results = play_out(sheet, favourite)
    corrected = correct(sheet, results, "M1-2", SheetResult("5"))
    assert [(k.match, k.what, k.after) for k in corrected.knock_on] == [
        ("M2-1", "has_result", ("1", "5")),
        ("M3-1", "has_result", (None, "2")),
    ]
    assert set(results) - set(corrected.results) == {"M2-1", "M3-1"}
    assert [s.match.id for s in progress(sheet, corrected.results).ready] == ["M2-1"]


@pytest.mark.clause("USBGF-4.6")
def test_the_losers_side_is_knocked_on_as_well() -> None:
    results = won(M1_1="1", M1_2="4", M1_3="2", M1_4="3", L1_1="8")
    corrected = correct(double(8), results, "M1-1", SheetResult("8"))
    assert [(k.match, k.what, k.after) for k in corrected.knock_on] == [
        ("M2-1", "not_started", ("8", "4")),
        ("L1-1", "has_result", ("1", "5")),
        ("L2-1", "not_started", (None, None)),
    ]


@pytest.mark.clause("USBGF-4.6")
def test_the_second_final_comes_and_goes_with_the_first() -> None:
    sheet = double(4)
    results = play_out(sheet, favourite)
    corrected = correct(sheet, results, "F1", SheetResult("2"))
    assert [(k.match, k.after) for k in corrected.knock_on] == [("F2", ("1", "2"))]
    assert "not played becomes 1 – 2" in corrected.knock_on[0].sentence
    again = {**corrected.results, "F2": SheetResult("2")}
    back = correct(sheet, again, "F1", SheetResult("1"))
    assert [(k.match, k.what) for k in back.knock_on] == [("F2", "has_result")]
    assert back.knock_on[0].sentence == (
        "F2 was won by 2: 1 – 2 becomes not played. The director rules on what was played."
    )
    assert progress(sheet, back.results).champion == "1"


@pytest.mark.clause("USBGF-4.6")
def test_a_corrected_score_alone_knocks_on_nothing() -> None:
    results = {**won(M1_2="4"), "M1-1": SheetResult("1", (5, 3))}
    corrected = correct(single(8), results, "M1-1", SheetResult("1", (5, 4)))
    assert corrected.knock_on == ()
    assert corrected.results == {**results, "M1-1": SheetResult("1", (5, 4))}


def test_only_a_played_match_can_be_corrected_and_only_its_players_can_win_it() -> None:
    with pytest.raises(ValueError, match="M1-3 has no result to correct"):
        correct(single(8), won(M1_1="1"), "M1-3", SheetResult("2"))
    with pytest.raises(ValueError, match="5 cannot win it"):
        correct(single(8), won(M1_1="1"), "M1-1", SheetResult("5"))


@pytest.mark.clause("USBGF-4.6")
@given(st.integers(3, 20), st.booleans(), st.text(max_size=4), st.data())
def test_correction_always_leaves_a_consistent_sheet(
    count: int, twice: bool, key: str, data: st.DataObject
) -> None:
    sheet = double(count) if twice else single(count, consolation_from=2)
    results = play_out(sheet, by_hash(key))
    before = progress(sheet, results)
    ident = data.draw(st.sampled_from(sorted(results)))
    loser = before.state(ident).loser
    assert loser is not None
    corrected = correct(sheet, results, ident, SheetResult(loser))
    after = progress(sheet, corrected.results)
    moved = {k.match for k in corrected.knock_on}
    for old, new in zip(before.states, after.states, strict=True):
        if old.match.id in moved:
            assert old.match.id not in corrected.results
        elif old.match.id != ident:
            assert old == new
