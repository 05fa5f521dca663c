"""Double elimination: drop lines, rematches put off, and the final again."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.pairing.draw_sheet.build import Placing, double_elimination, drop_lines
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.draw_sheet.sheet import (
    NOBODY,
    DrawSheet,
    LoserOf,
    Placed,
    SheetResult,
    WinnerOf,
)
from tests.pairing_systems.sheets import (
    POSTED,
    by_hash,
    double,
    entries,
    favourite,
    play_out,
)


def lines(sheet: DrawSheet) -> dict[str, str]:
    words = {Placed: "", WinnerOf: "W ", LoserOf: "L "}

    def word(source: Placed | WinnerOf | LoserOf) -> str:
        named = source.entry if isinstance(source, Placed) else source.match
        return words[type(source)] + named

    return {match.id: " / ".join(map(word, match.sources)) for match in sheet.matches}


def test_a_sheet_of_eight_with_its_drop_lines() -> None:
    assert lines(double(8)) == {
        "M1-1": "1 / 8",
        "M1-2": "4 / 5",
        "M1-3": "2 / 7",
        "M1-4": "3 / 6",
        "M2-1": "W M1-1 / W M1-2",
        "M2-2": "W M1-3 / W M1-4",
        "M3-1": "W M2-1 / W M2-2",
        "L1-1": "L M1-1 / L M1-2",
        "L1-2": "L M1-3 / L M1-4",
        "L2-1": "W L1-1 / L M2-2",
        "L2-2": "W L1-2 / L M2-1",
        "L3-1": "W L2-1 / W L2-2",
        "L4-1": "W L3-1 / L M3-1",
        "F1": "W M3-1 / W L4-1",
        "F2": "L F1 / W F1",
    }


def test_where_a_bye_leaves_no_loser_the_other_line_goes_on() -> None:
    sheet = lines(double(5))
    assert sheet["L2-1"] == "L M1-2 / L M2-2"
    assert sheet["L3-1"] == "W L2-1 / L M2-1"
    assert "L1-1" not in sheet


def test_each_part_has_its_posted_lengths() -> None:
    lengths = {match.id: match.length for match in double(8).matches}
    assert (lengths["M1-1"], lengths["M3-1"]) == (5, 9)
    assert (lengths["L1-1"], lengths["L2-1"], lengths["L4-1"]) == (3, 5, 5)
    assert (lengths["F1"], lengths["F2"]) == (11, 7)


@given(st.integers(2, 40), st.text(max_size=4))
def test_every_player_but_the_champion_loses_twice(count: int, key: str) -> None:
    sheet = double_elimination(
        "Open",
        entries(count),
        Placing(key),
        POSTED,
    )
    results = play_out(sheet, by_hash(key))
    ended = progress(sheet, results)
    lost = Counter(state.loser for state in ended.states if state.status == "done")
    assert ended.champion is not None
    assert lost.pop(ended.champion, 0) <= 1
    assert lost == Counter({e.id: 2 for e in entries(count) if e.id != ended.champion})
    assert len(results) == 2 * count - 2 + (ended.state("F2").status == "done")


def test_the_final_is_played_again_only_if_the_undefeated_one_loses_it() -> None:
    sheet = double(4)
    ended = progress(sheet, play_out(sheet, favourite))
    assert (ended.champion, ended.state("F2").status) == ("1", "not_needed")
    results = {ident: r for ident, r in play_out(sheet, favourite).items() if ident != "F1"}
    challenger = progress(sheet, results).state("F1").sides[1]
    assert challenger == "2"
    results["F1"] = SheetResult("2")
    again = progress(sheet, results)
    assert again.champion is None
    assert [state.match.id for state in again.ready] == ["F2"]
    assert again.state("F2").sides == ("1", "2")
    results["F2"] = SheetResult("1")
    assert progress(sheet, results).champion == "1"


def test_a_second_final_that_is_not_needed_has_no_result() -> None:
    sheet = double(4)
    results = play_out(sheet, favourite)
    with pytest.raises(ValueError, match="F2 has a result, but is not needed"):
        progress(sheet, {**results, "F2": SheetResult("1")})


def test_a_double_no_show_leaves_both_lines_empty() -> None:
    sheet = double(4)
    results = {"M1-1": SheetResult(NOBODY), "M1-2": SheetResult("2")}
    state = progress(sheet, results)
    assert state.state("M2-1").winner == "2"
    assert state.state("L1-1").winner == "3"
    assert state.state("L2-1").winner == "3"
    assert state.state("F1").sides == ("2", "3")
    gone = progress(sheet, {**results, "F1": SheetResult(NOBODY)})
    assert (gone.champion, gone.state("F2").status) == (None, "not_needed")


def earliest_rematch(rounds: int, crossings: tuple[int, ...]) -> int:
    """Return the first round of the losers' side in which a main-side pairing may come again.

    Follows who may stand on each line: of each pair that may have met in the main side the
    loser's line is fixed by the round, so it is enough to follow sets of possible players.
    """
    size = 1 << rounds
    on_line: list[set[tuple[int, int]]] = []
    number = 0
    for round_no in range(1, rounds + 1):
        span = 1 << round_no
        dropped = [
            {(p, round_no) for p in range(place * span, (place + 1) * span)}
            for place in range(size // span)
        ]
        if round_no == 1:
            on_line = dropped
        else:
            number += 1
            crossing = crossings[round_no - 2]
            arriving = [dropped[line ^ crossing] for line in range(len(on_line))]
            if any(map(may_have_met, on_line, arriving)):
                return number
            on_line = [a | b for a, b in zip(on_line, arriving, strict=True)]
        if len(on_line) > 1:
            number += 1
            halves = list(zip(on_line[::2], on_line[1::2], strict=True))
            if any(may_have_met(a, b) for a, b in halves):
                return number
            on_line = [a | b for a, b in halves]
    return number + 1


def may_have_met(a: set[tuple[int, int]], b: set[tuple[int, int]]) -> bool:
    """Return whether two losers may have met: a loser of round r won before, and in round q met a
    player of the same block of 2^q."""
    for one, one_lost in a:
        for other, other_lost in b:
            if one_lost == other_lost:
                continue
            early = min(one_lost, other_lost)
            if one >> early == other >> early and one >> (early - 1) != other >> (early - 1):
                return True
    return False


@pytest.mark.parametrize("rounds", [2, 3, 4, 5, 6])
def test_no_other_crossing_puts_off_the_first_rematch_for_longer(rounds: int) -> None:
    every = product(*(range(1 << (rounds - number)) for number in range(2, rounds + 1)))
    best = max(earliest_rematch(rounds, crossings) for crossings in every)
    assert earliest_rematch(rounds, drop_lines(rounds)) == best


def test_a_player_meets_the_last_beaten_again_later_than_the_first_beaten() -> None:
    sheet = lines(double(16))
    assert sheet["L4-1"] == "W L3-1 / L M3-1"
    assert (sheet["L2-1"], sheet["L2-4"]) == ("W L1-1 / L M2-4", "W L1-4 / L M2-1")
    assert sheet["L3-1"] == "W L2-1 / W L2-2"


@pytest.mark.parametrize(("size", "earliest"), [(8, 3), (16, 4), (32, 5)])
@given(key=st.text(max_size=6))
def test_no_pairing_of_the_main_side_comes_again_early(size: int, earliest: int, key: str) -> None:
    sheet = double(size)
    states = progress(sheet, play_out(sheet, by_hash(key))).states
    met = {frozenset(s.sides) for s in states if s.match.side == "main"}
    again = [s.match for s in states if s.match.side == "losers" and frozenset(s.sides) in met]
    assert all(match.round_no >= earliest for match in again)


@pytest.mark.parametrize(
    ("rounds", "earliest", "last"), [(2, 2, 2), (3, 3, 4), (4, 4, 6), (5, 5, 8), (6, 7, 10)]
)
def test_rematches_stay_out_of_the_first_half_of_the_losers_side(
    rounds: int, earliest: int, last: int
) -> None:
    assert earliest_rematch(rounds, drop_lines(rounds)) == earliest
    assert max(m.round_no for m in double(1 << rounds).matches if m.side == "losers") == last
    assert 2 * earliest > last
