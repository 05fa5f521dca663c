"""Rounds of 13 to 22 players against a method of its own: the cheapest of all rounds, by subsets.

A field of 18 has over 34 million rounds, but only 4,181 sets of players left to pair, if always the
first of them is paired next.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from hall_server.pairing import Entrant, PairingImpossible, pair_round
from hall_server.pairing.try_all import Trial, have_met
from shared.core.rulebooks import rulebook

MAJORS = rulebook("acf-majors")
MORE = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "prove" else 1
ROUNDS = 9
BYE = "bye"


def tangled(count: int, number: int) -> list[Entrant]:
    """A field in which many have met and points are few or many, decided by ``number``."""
    chance = Random(number)
    share, spread = chance.choice((0.2, 0.5, 0.7)), chance.choice((1, 3, 6, 20))
    names = [f"p{n:02}" for n in range(count)]
    met: dict[str, set[str]] = {name: set() for name in names}
    for a in names:
        for b in names:
            if a < b and chance.random() < share:
                met[a].add(b)
                met[b].add(a)
    return [
        Entrant(name, chance.randrange(spread), None, chance.random() < 0.3, frozenset(met[name]))
        for name in names
    ]


def least(field: list[Entrant], trial: Trial, *, fresh_only: bool) -> int | None:
    """What the best of all rounds costs; None where there is no round."""
    by_name = {entrant.player: entrant for entrant in field}
    names = sorted(by_name) + ([BYE] if len(field) % 2 else [])
    prices: list[dict[int, int]] = [{} for _ in names]
    for i, a in enumerate(names):
        for j in range(i + 1, len(names)):
            b = names[j]
            if b == BYE:
                if not by_name[a].had_bye:
                    prices[i][j] = trial.cost([], a)
            elif not (fresh_only and have_met(by_name, a, b)):
                prices[i][j] = trial.cost([(a, b)], None)

    @cache
    def rest(left: int) -> int | None:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        without = left & (left - 1)
        best: int | None = None
        for other, price in prices[first].items():
            if without >> other & 1:
                more = rest(without ^ (1 << other))
                if more is not None and (best is None or price + more < best):
                    best = price + more
        return best

    return rest((1 << len(names)) - 1)


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C")
@pytest.mark.parametrize("count", [13, 14, 15, 16, 17, 18, 19, 20, 21, 22])
def test_an_ordinary_round_floats_as_few_and_as_little_as_any(count: int) -> None:
    paired = 0
    for number in range(8 * MORE):
        field = tangled(count, 100 * count + number)
        trial = Trial({entrant.player: entrant for entrant in field})
        best = least(field, trial, fresh_only=True)
        try:
            drawn = pair_round(field, round_no=3, seed="s", total_rounds=ROUNDS, rulebook=MAJORS)
        except PairingImpossible:
            assert best is None
            continue
        assert trial.cost(drawn.player_pairs, drawn.bye) == best
        paired += 1
    assert paired


@pytest.mark.clause("ACF-2.V.E")
@pytest.mark.parametrize("count", [13, 14, 16, 17, 20])
def test_a_last_round_keeps_groups_and_repeats_as_little_as_any(count: int) -> None:
    for number in range(2 * MORE):
        field = tangled(count, 200 * count + number)
        trial = Trial({entrant.player: entrant for entrant in field}, "last")
        drawn = pair_round(field, round_no=ROUNDS, seed="s", total_rounds=ROUNDS, rulebook=MAJORS)
        best = least(field, trial, fresh_only=False)
        assert trial.cost(drawn.player_pairs, drawn.bye) == best
