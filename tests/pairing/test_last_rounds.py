"""The last rounds: where players meet again, and where not; each example can be done by hand."""

from itertools import combinations

import pytest

from shared.core.rulebooks import apply_overrides, rulebook
from shared.pairing import Drawn, Entrant, PairingImpossible, Relaxation, check_round
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import entrants

BOOKS = ["acf-masters", "acf-majors", "acf-minors"]
SEEDS = [str(number) for number in range(10)]


def draw(
    field: list[Entrant],
    seed: str,
    book: str,
    before_last: int,
    *relaxed: Relaxation,
    **otherwise: str,
) -> Drawn:
    """Return the round so many before the last one, which the checker has nothing against."""
    rules = apply_overrides(rulebook(book), {"swiss": otherwise} if otherwise else {})
    round_no = rules.rounds - before_last
    drawn = pair_round(
        field, SwissRound(round_no, rules.rounds, rulebook=rules, relaxed=relaxed), seed=seed
    )
    found = check_round(
        field, drawn, SwissRound(round_no, rules.rounds, rulebook=rules, relaxed=relaxed)
    )
    assert [finding.sentence for finding in found if finding.verdict == "fails"] == []
    return drawn


def partners(drawn: Drawn) -> set[str]:
    return {"".join(sorted(pair)) for pair in drawn.player_pairs}


def again(drawn: Drawn) -> list[str]:
    return ["".join(sorted(pair)) for pair in drawn.repeats]


def all_met_but(fresh: list[str], players: str) -> list[str]:
    return [a + b for a, b in combinations(players, 2) if a + b not in fresh]


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize(
    ("book", "round_no"),
    [("acf-masters", 10), ("acf-masters", 11), ("acf-majors", 8), ("acf-majors", 9)],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_two_lowest_pairings_of_the_two_rounds_before_the_last_may_repeat(
    book: str, round_no: int, seed: str
) -> None:
    points = {"A": 20, "B": 20, "C": 4, "D": 4, "E": 0, "F": 0}
    field = entrants(points, met=all_met_but(["AB"], "ABCDEF"))
    drawn = draw(field, seed, book, rulebook(book).rounds - round_no)
    assert partners(drawn) == {"AB", "CD", "EF"}
    assert again(drawn) == ["CD", "EF"]


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("book", BOOKS)
def test_no_earlier_round_repeats_a_pairing(book: str) -> None:
    points = {"A": 20, "B": 20, "C": 4, "D": 4, "E": 0, "F": 0}
    field = entrants(points, met=all_met_but(["AB"], "ABCDEF"))
    with pytest.raises(PairingImpossible):
        draw(field, "s", book, before_last=3)


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("before_last", [1, 2])
def test_a_third_pairing_is_never_repeated_before_the_last_round(before_last: int) -> None:
    points = {**dict.fromkeys("AB", 20), **dict.fromkeys("CDEFGH", 4)}
    field = entrants(points, met=all_met_but(["AB"], "ABCDEFGH"))
    with pytest.raises(PairingImpossible):
        draw(field, "s", "acf-masters", before_last)


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("before_last", [1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_lowest_do_not_repeat_while_there_is_a_fresh_round(seed: str, before_last: int) -> None:
    field = entrants({"A": 8, "B": 8, "C": 4, "D": 4, "E": 0, "F": 0}, met=["EF"])
    drawn = draw(field, seed, "acf-masters", before_last)
    assert again(drawn) == []
    assert {"AB"} < partners(drawn)
    assert "CD" not in partners(drawn)


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("before_last", [1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_lowest_repeat_rather_than_the_top_group_is_broken(seed: str, before_last: int) -> None:
    # A fresh round keeps A and B together only with CF and DE; those have met as well here.
    field = entrants({"A": 9, "B": 9, "C": 6, "D": 6, "E": 0, "F": 0}, met=["CF", "DE", "EF", "CE"])
    kept = draw(field, seed, "acf-masters", before_last)
    assert again(kept) == ["EF"]
    assert partners(kept) == {"AB", "CD", "EF"}
    never = draw(field, seed, "acf-masters", before_last, repeat_before_breaking="never")
    assert again(never) == []
    assert "AB" not in partners(never)
    ruled = draw(field, seed, "acf-masters", before_last, "fresh_only")
    assert partners(ruled) == partners(never)


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("seed", SEEDS)
def test_lower_groups_are_broken_before_a_pairing_repeats_unless_the_event_says_so(
    seed: str,
) -> None:
    field = entrants({"A": 9, "B": 9, "C": 6, "D": 6, "E": 0, "F": 0}, met=["EF"])
    assert again(draw(field, seed, "acf-masters", 1)) == []
    whole = draw(field, seed, "acf-masters", 1, repeat_before_breaking="any_group")
    assert (partners(whole), again(whole)) == ({"AB", "CD", "EF"}, ["EF"])
    assert partners(draw(field, seed, "acf-masters", 1, "lowest_repeat")) == partners(whole)


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("seed", SEEDS)
def test_by_a_ruling_the_lowest_repeat_in_any_round(seed: str) -> None:
    field = entrants({"A": 9, "B": 9, "C": 6, "D": 6, "E": 0, "F": 0}, met=["EF"])
    assert again(draw(field, seed, "acf-masters", 7)) == []
    assert again(draw(field, seed, "acf-masters", 7, "lowest_repeat")) == ["EF"]


@pytest.mark.clause("ACF-2.V.E")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_the_last_round_two_alone_in_their_group_play_even_if_they_have_met(
    book: str, seed: str
) -> None:
    field = entrants({"A": 8, "B": 8, "C": 4, "D": 4}, met=["AB"])
    drawn = draw(field, seed, book, before_last=0)
    assert (partners(drawn), again(drawn)) == ({"AB", "CD"}, ["AB"])
    earlier = draw(field, seed, book, before_last=1)
    assert "AB" not in partners(earlier)


@pytest.mark.clause("ACF-2.V.E")
@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_group_of_four_a_fresh_pairing_goes_before_a_repeated_one(seed: str) -> None:
    field = entrants({**dict.fromkeys("ABCD", 8), **dict.fromkeys("EF", 0)}, met=["AB", "CD", "EF"])
    drawn = draw(field, seed, "acf-masters", before_last=0)
    assert partners(drawn) in ({"AC", "BD", "EF"}, {"AD", "BC", "EF"})
    assert again(drawn) == ["EF"]


@pytest.mark.clause("ACF-2.V.E")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_group_is_kept_whole_though_fresh_opponents_wait_below(seed: str) -> None:
    points = {**dict.fromkeys("ABCD", 8), **dict.fromkeys("EFGH", 4)}
    field = entrants(points, met=all_met_but([], "ABCD"))
    drawn = draw(field, seed, "acf-masters", before_last=0)
    assert drawn.floats == ()
    assert len(again(drawn)) == 2


@pytest.mark.clause("ACF-2.V.E")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_group_repeats_no_more_pairings_than_it_has_to(seed: str) -> None:
    # A has met all; with D at A's table, B and C, who have met, would have to meet as well.
    field = entrants(dict.fromkeys("ABCD", 8), met=["AB", "AC", "AD", "BC"])
    drawn = draw(field, seed, "acf-masters", before_last=0)
    assert partners(drawn) in ({"AB", "CD"}, {"AC", "BD"})
    assert len(again(drawn)) == 1
