"""More rounds than players: the one case in which a player has a second bye."""

import pytest

from shared.core.rulebooks import rulebook
from shared.pairing import PairingImpossible, check_round
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import entrants

MAJORS = rulebook("acf-majors")
SEEDS = [str(number) for number in range(10)]


@pytest.mark.clause("ACF-2.V.B")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_bye_is_given_where_rounds_outnumber_players(seed: str) -> None:
    # By the last round all five have had a bye, and everybody has met everybody.
    met = ["AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE"]
    field = entrants({"A": 12, "B": 10, "C": 8, "D": 6, "E": 2}, met=met, byes="ABCDE")
    last = MAJORS.rounds
    drawn = pair_round(field, SwissRound(last, last, rulebook=MAJORS), seed=seed)
    assert drawn.bye == "E"
    found = check_round(field, drawn, SwissRound(last, last, rulebook=MAJORS))
    assert [finding.sentence for finding in found if finding.verdict == "fails"] == []
    with pytest.raises(PairingImpossible, match="nobody may have the bye"):
        pair_round(field, SwissRound(5, 5, rulebook=MAJORS), seed=seed)


@pytest.mark.clause("ACF-2.V.B")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_player_has_a_second_bye_before_all_have_had_one(seed: str) -> None:
    field = entrants({"A": 12, "B": 10, "C": 8, "D": 6, "E": 2}, byes="BCDE")
    drawn = pair_round(field, SwissRound(6, 10, rulebook=MAJORS), seed=seed)
    assert drawn.bye == "A"
