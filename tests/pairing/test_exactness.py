"""Rounds of 13 to 22 players are as good as the best of all, as the checker's method finds it."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from shared.core.rulebooks import rulebook
from shared.pairing import Entrant, PairingImpossible
from shared.pairing.checking.try_all import RepeatRule, Trial, have_met
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound

MAJORS = rulebook("acf-majors")
MORE = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "prove" else 1
ROUNDS = 9


def tangled(count: int, number: int) -> list[Entrant]:
    """Return a field in which many have met and points are few or many, decided by ``number``."""
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


def all_costs(field: list[Entrant], trial: Trial, *, fresh_only: bool) -> list[int]:
    """Return what each of all rounds costs, written out one by one."""
    by_name = {entrant.player: entrant for entrant in field}

    def rounds(left: list[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
        if not left:
            yield [], None
            return
        first, *rest = left
        if len(left) % 2 and not by_name[first].had_bye:
            yield from ((pairs, first) for pairs, _ in rounds(rest))
        for other in rest:
            if not (fresh_only and have_met(by_name, first, other)):
                waiting = [name for name in rest if name != other]
                yield from (([(first, other), *pairs], bye) for pairs, bye in rounds(waiting))

    return [trial.cost(pairs, bye) for pairs, bye in rounds(list(by_name))]


@pytest.mark.parametrize("rule", ["never", "last"])
def test_the_checkers_method_finds_the_cheapest_of_all_rounds(rule: RepeatRule) -> None:
    for number in range(60):
        field = tangled(Random(number).randint(1, 8), number)
        trial = Trial({entrant.player: entrant for entrant in field}, rule)
        costs = all_costs(field, trial, fresh_only=rule == "never")
        assert trial.least() == min(costs, default=None)
        if costs:
            assert trial.better_exists(min(costs) + 1)
            assert not trial.better_exists(min(costs))


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C")
@pytest.mark.parametrize("count", [13, 14, 15, 16, 17, 18, 19, 20, 21, 22])
def test_an_ordinary_round_floats_as_few_and_as_little_as_any(count: int) -> None:
    paired = 0
    for number in range(8 * MORE):
        field = tangled(count, 100 * count + number)
        trial = Trial({entrant.player: entrant for entrant in field})
        best = trial.least()
        try:
            drawn = pair_round(field, SwissRound(3, ROUNDS, rulebook=MAJORS), seed="s")
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
        drawn = pair_round(field, SwissRound(ROUNDS, ROUNDS, rulebook=MAJORS), seed="s")
        assert trial.cost(drawn.player_pairs, drawn.bye) == trial.least()
