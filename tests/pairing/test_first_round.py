"""Round 1: by draw, or top half against bottom half."""

from dataclasses import replace

import pytest

from shared.pairing import Entrant, PairingImpossible, check_round
from shared.pairing.log.words import sentence
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import entrants, letters


def rated(*ratings: int | None) -> list[Entrant]:
    names = letters(len(ratings))
    return [Entrant(name, 0, r, False, frozenset()) for name, r in zip(names, ratings, strict=True)]


@pytest.mark.clause("ACF-2.V.A")
def test_top_half_meets_bottom_half_in_rating_order() -> None:
    drawn = pair_round(
        rated(1900, 2100, 1700, 2000, 1800, 1600), SwissRound(1), seed="s", first_round="top_half"
    )
    assert drawn.player_pairs == (("B", "E"), ("D", "C"), ("A", "F"))
    assert drawn.bye is None
    assert drawn.floats == ()


@pytest.mark.clause("ACF-2.V.A")
def test_the_last_by_rating_has_the_bye() -> None:
    field = rated(1900, 2100, None, 2000, 1800)
    drawn = pair_round(field, SwissRound(1), seed="s", first_round="top_half")
    assert drawn.player_pairs == (("B", "A"), ("D", "E"))
    assert drawn.bye == "C"
    assert sentence(drawn.trace[-1]) == "C (unrated), the last by rating, has the bye."


def test_equal_ratings_are_drawn() -> None:
    field = rated(*[1500] * 6)
    rounds = {
        pair_round(field, SwissRound(1), seed=str(seed), first_round="top_half").player_pairs
        for seed in range(20)
    }
    assert len(rounds) > 10


def test_a_rating_of_0_stands_before_no_rating() -> None:
    drawn = pair_round(rated(None, 0, 1000), SwissRound(1), seed="s", first_round="top_half")
    assert (drawn.player_pairs, drawn.bye) == ((("C", "B"),), "A")


@pytest.mark.clause("ACF-2.V.A")
def test_a_draw_pairs_all_players_and_leaves_one_out() -> None:
    field = entrants(dict.fromkeys(letters(9), 0))
    byes = set()
    for seed in range(40):
        drawn = pair_round(field, SwissRound(1), seed=str(seed))
        assert all(
            finding.verdict == "holds" for finding in check_round(field, drawn, SwissRound(1))
        )
        byes.add(drawn.bye)
    assert len(byes) > 6


def test_halves_say_who_stands_in_the_way() -> None:
    met = [replace(e, met=frozenset("AC")) for e in rated(4, 3, 2, 1)]
    with pytest.raises(PairingImpossible, match="A and C fall together by rating"):
        pair_round(met, SwissRound(1), seed="s", first_round="top_half")


def test_halves_give_no_second_bye() -> None:
    field = [replace(e, had_bye=True) for e in rated(3, 2, 1)]
    with pytest.raises(PairingImpossible, match="the bye falls to C"):
        pair_round(field, SwissRound(1), seed="s", first_round="top_half")


def test_match_points_before_round_1_are_refused() -> None:
    with pytest.raises(ValueError, match="before round 1"):
        pair_round(entrants({"A": 2, "B": 0}), SwissRound(1), seed="s")


def test_rounds_are_counted_from_1() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        pair_round(entrants({"A": 0, "B": 0}), SwissRound(0), seed="s")
