"""Whole tournaments to the last round: the independent checker finds nothing wrong with any."""

import os
from collections import Counter

import pytest

from shared.pairing import explain_round
from shared.pairing.log.words import sentences
from tests.pairing.whole_tournament import WholeTournament, has_no_round, rounds_of

TOURNAMENTS = 5_000 if os.environ.get("HYPOTHESIS_PROFILE") == "prove" else 300
BATCH = 100


def play(tournament: WholeTournament) -> Counter[str]:
    """Play to the last round; what happened on the way, counted."""
    happened: Counter[str] = Counter()
    total = tournament.rounds
    for done in rounds_of(tournament):
        where = (tournament.number, done.round_no)
        assert [finding.sentence for finding in done.faults] == [], where
        if done.refusal:
            assert has_no_round(done.entrants, done.round_no, total), where
            assert "may rule on" in done.refusal
            happened["ruling"] += 1
        assert not any("not proved" in line for line in sentences(done.drawn.trace)), where
        by_name = {entrant.player: entrant for entrant in done.entrants}
        drawn = done.drawn
        again = tuple((a, b) for a, b in drawn.player_pairs if b in by_name[a].met)
        assert drawn.repeats == again
        told = explain_round(done.entrants, drawn)
        assert len(told) == len(drawn.player_pairs) + (drawn.bye is not None)
        to_come = total - done.round_no
        happened[f"repeats {to_come}" if to_come < 3 else "repeats"] += len(again)
        happened["second bye"] += bool(drawn.bye and by_name[drawn.bye].had_bye)
        happened["skipped"] += len(done.skipping)
        happened["floats"] += len(drawn.floats)
    return happened


@pytest.mark.clause(
    "ACF-2.V.A", "ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D", "ACF-2.V.E", "ACF-2.V.F", "ACF-3.VIII"
)
@pytest.mark.parametrize(
    "first",
    [pytest.param(n, marks=[pytest.mark.slow] * bool(n)) for n in range(0, TOURNAMENTS, BATCH)],
)
def test_the_checker_finds_nothing_wrong_in_any_round(first: int) -> None:
    happened: Counter[str] = Counter()
    for number in range(first, first + BATCH):
        happened += play(WholeTournament(number))
    # What makes a round other than ordinary has come up.
    for case in ("repeats 0", "repeats 1", "repeats 2", "skipped", "floats"):
        assert happened[case], case
