"""Whole tournaments to the last round: the independent checker finds nothing wrong with any."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from hall_server.pairing import (
    PairingImpossible,
    Relaxation,
    check_round,
    explain_round,
    pair_round,
)
from tests.hall_server.pairing.whole_tournament import RULING, WholeTournament, has_no_round

TOURNAMENTS = 5_000 if os.environ.get("HALL_PROVE") else 300
BATCH = 100


def play(tournament: WholeTournament) -> Counter[str]:
    """Play to the last round; what happened on the way, counted."""
    happened: Counter[str] = Counter()
    total = tournament.rounds
    seed = f"seed {tournament.number}"
    for round_no in range(1, total + 1):
        entrants, skipping = tournament.before(round_no)
        no_round = False
        ruling: frozenset[Relaxation] = frozenset()
        try:
            drawn = pair_round(
                entrants,
                round_no=round_no,
                seed=seed,
                total_rounds=total,
                rulebook=tournament.rules,
            )
        except PairingImpossible as reason:
            no_round = has_no_round(entrants, round_no, total) and "may rule on" in str(reason)
            ruling = RULING
            happened["ruling"] += 1
            drawn = pair_round(
                entrants,
                round_no=round_no,
                seed=seed,
                total_rounds=total,
                rulebook=tournament.rules,
                relaxed=ruling,
            )
        findings = check_round(
            entrants,
            drawn,
            round_no=round_no,
            total_rounds=total,
            rulebook=tournament.rules,
            opted_out=skipping,
            relaxed=ruling,
        )
        wrong = [finding.sentence for finding in findings if finding.verdict == "fails"]
        assert wrong == [], (tournament.number, round_no)
        by_name = {entrant.player: entrant for entrant in entrants}
        again = tuple((a, b) for a, b in drawn.player_pairs if b in by_name[a].met)
        assert drawn.repeats == again
        told = explain_round(entrants, drawn)
        assert len(told) == len(drawn.player_pairs) + (drawn.bye is not None)
        happened[f"repeats {total - round_no}" if total - round_no < 3 else "repeats"] += len(again)
        happened["second bye"] += bool(drawn.bye and by_name[drawn.bye].had_bye)
        happened["skipped"] += len(skipping)
        assert no_round == bool(ruling), (tournament.number, round_no)
        happened["floats"] += len(drawn.floats)
        tournament.play(drawn)
    return happened


@pytest.mark.clause(
    "ACF-2.V.A", "ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D", "ACF-2.V.E", "ACF-2.V.F", "ACF-3.VIII"
)
@pytest.mark.parametrize("first", range(0, TOURNAMENTS, BATCH))
def test_the_checker_finds_nothing_wrong_in_any_round(first: int) -> None:
    happened: Counter[str] = Counter()
    for number in range(first, first + BATCH):
        happened += play(WholeTournament(number))
    # What makes a round other than ordinary has come up.
    for case in ("repeats 0", "repeats 1", "repeats 2", "skipped", "floats"):
        assert happened[case], case
