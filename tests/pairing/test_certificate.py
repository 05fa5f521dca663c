"""A proof that a round is the best agrees with a look at every round, and is not taken on trust."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from shared.pairing.checking import certificate
from shared.pairing.checking.certificate import weigh
from shared.pairing.checking.try_all import RepeatRule, Trial
from tests.pairing.test_exactness import tangled

Round = tuple[list[tuple[str, str]], str | None]


def some_round(trial: Trial, chance: Random) -> Round | None:
    """Return a legal round by chance, None where the first try finds none."""
    left, bye = chance.sample(trial.players, len(trial.players)), None
    if chance.random() < 0.3:
        left.sort(key=trial.level)
    if len(left) % 2:
        bye = next((player for player in reversed(left) if trial.may_have_bye(player)), None)
        if bye is None:
            return None
        left.remove(bye)
    pairs = []
    while left:
        one = left.pop(0)
        other = next((each for each in left if trial.may_meet(one, each)), None)
        if other is None:
            return None
        left.remove(other)
        pairs.append((one, other))
    return pairs, bye


@pytest.mark.clause("ACF-2.V.C")
@pytest.mark.parametrize("rule", ["never", "last", "by_ruling"])
def test_a_proof_says_what_a_look_at_every_round_says(rule: RepeatRule) -> None:
    best = 0
    for number in range(80):
        chance = Random(number)
        field = {each.player: each for each in tangled(chance.randint(4, 13), number)}
        trial = Trial(field, rule)
        for _ in range(4):
            made = some_round(trial, chance)
            if made is not None:
                weighed = weigh(trial, *made)
                better = trial.better_exists(trial.cost(*made))
                assert weighed.says == ("better" if better else "best")
                best += not better
    assert best > 20


def test_a_false_proof_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = certificate.matching_with_labels

    def false(size: int, weights: Mapping[tuple[int, int], int]) -> Any:
        mates, labels, sets = honest(size, weights)
        return mates, [label - 1 for label in labels], sets

    proved = []
    for number in range(60):
        chance = Random(number)
        trial = Trial({each.player: each for each in tangled(12, number)})
        made = some_round(trial, chance)
        if made is not None and trial.cost(*made) and weigh(trial, *made).says == "best":
            monkeypatch.setattr(certificate, "matching_with_labels", false)
            proved.append(weigh(trial, *made).says == "best")
            monkeypatch.setattr(certificate, "matching_with_labels", honest)
    assert proved
    assert not any(proved)
