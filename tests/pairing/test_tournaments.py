"""Whole tournaments: every round legal, none better, and the same again from the same seed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.pairing import PairingImpossible, check_round
from shared.pairing.checking.check import BRUTE_FORCE_UP_TO
from shared.pairing.log.words import sentences
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import Tournament

texts = st.text(max_size=8)


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D")
@settings(max_examples=80, deadline=None)
@given(st.integers(2, 10), texts, texts)
def test_small_fields_are_paired_as_well_as_possible_to_the_last_fresh_round(
    count: int, seed: str, results: str
) -> None:
    tournament = Tournament(count, results)
    played = 0
    for round_no in range(1, count + 2):
        field = tournament.entrants()
        try:
            drawn = pair_round(field, SwissRound(round_no), seed=seed)
        except PairingImpossible:
            break
        assert [
            f for f in check_round(field, drawn, SwissRound(round_no)) if f.verdict == "fails"
        ] == []
        tournament.play(drawn, round_no)
        played += 1
    # A complete tournament of n has n - 1 fresh rounds, n with a bye each.
    assert min(count // 2, 1) <= played <= count - 1 + count % 2


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D")
@settings(max_examples=25, deadline=None)
@given(st.integers(BRUTE_FORCE_UP_TO + 1, 90), texts, texts)
def test_large_fields_are_legal_for_ten_rounds(count: int, seed: str, results: str) -> None:
    tournament = Tournament(count, results)
    for round_no in range(1, 11):
        field = tournament.entrants()
        try:
            drawn = pair_round(field, SwissRound(round_no), seed=seed)
        except PairingImpossible:
            assert count <= 20
            break
        assert [
            f for f in check_round(field, drawn, SwissRound(round_no)) if f.verdict == "fails"
        ] == []
        assert not any("not proved" in line for line in sentences(drawn.trace))
        tournament.play(drawn, round_no)


@pytest.mark.clause("ACF-3.VIII")
@settings(max_examples=15, deadline=None)
@given(st.sampled_from([7, 12, 45]), st.randoms(use_true_random=False))
def test_the_same_seed_draws_the_same_round_in_whatever_order_players_come(
    count: int, chance: Random
) -> None:
    tournament = Tournament(count, "results")
    for round_no in range(1, 5):
        field = tournament.entrants()
        drawn = pair_round(field, SwissRound(round_no), seed="seed")
        chance.shuffle(field)
        assert pair_round(field, SwissRound(round_no), seed="seed") == drawn
        tournament.play(drawn, round_no)


@pytest.mark.parametrize("count", [8, 60])
def test_another_seed_draws_another_round(count: int) -> None:
    field = Tournament(count, "results").entrants()
    rounds = {pair_round(field, SwissRound(1), seed=str(n)).player_pairs for n in range(12)}
    assert len(rounds) > 8


def test_a_thousand_players_are_paired_and_proved() -> None:
    tournament = Tournament(1001, "results")
    for round_no in range(1, 7):
        field = tournament.entrants()
        drawn = pair_round(field, SwissRound(round_no), seed="seed")
        assert [
            f for f in check_round(field, drawn, SwissRound(round_no)) if f.verdict == "fails"
        ] == []
        assert not any("not proved" in line for line in sentences(drawn.trace))
        tournament.play(drawn, round_no)
