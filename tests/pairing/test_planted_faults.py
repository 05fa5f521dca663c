"""A fault planted in the engine does not get past the checker, which shares no code with it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from shared.pairing.swiss import blocks, legality, lowest, stretch
from shared.pairing.swiss import drawing as swiss
from shared.pairing.swiss.field import Pair
from shared.pairing.types import Legality, have_met
from tests.pairing.whole_tournament import WholeTournament, rounds_of

NUMBERS = range(200)
"""Every other of these tournaments is small enough to be tried out by the checker."""
Plant = Callable[[pytest.MonkeyPatch], None]


def found(numbers: Iterable[int]) -> Iterator[str]:
    """Yield the clauses and sentences of all faults that the checker finds in these tournaments."""
    for number in numbers:
        for done in rounds_of(WholeTournament(number)):
            yield from (f"{fault.clause} {fault.sentence}" for fault in done.faults)


def anybody_meets_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(legality, "fresh", lambda a, b: True)


def anybody_has_the_bye(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(legality, "_fewer_byes", lambda limit: lambda entrant: True)


def floats_cost_nothing(patch: pytest.MonkeyPatch) -> None:
    def pair(self: Any, i: int, j: int, *, costly: bool) -> int:
        place: int = j * self.place[i]
        return place

    patch.setattr(stretch._Scale, "pair", pair)


def far_floats_are_as_good_as_near_ones(patch: pytest.MonkeyPatch) -> None:
    def pair(self: Any, i: int, j: int, *, costly: bool) -> int:
        high, low = self.group[i], self.group[j]
        cost: int = j * self.place[i] + (self.costly[low] if costly else 0)
        return cost + (self.float[high] if high != low else 0)

    patch.setattr(stretch._Scale, "pair", pair)


def floats_of_low_groups_weigh_most(patch: pytest.MonkeyPatch) -> None:
    true = stretch._Scale.__init__

    def upside_down(self: Any, *arguments: Any) -> None:
        true(self, *arguments)
        self.float = dict(zip(self.float, reversed(self.float.values()), strict=True))

    patch.setattr(stretch._Scale, "__init__", upside_down)


def the_last_round_avoids_repeats_before_floats(patch: pytest.MonkeyPatch) -> None:
    def any_pair(limit: int, *, first: bool) -> Legality:
        return Legality(
            lambda a, b: True, legality._fewer_byes(limit), costly=have_met, costly_after=0
        )

    patch.setattr(legality, "_any_pair", any_pair)


def the_last_round_minds_no_repeats(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        legality,
        "_any_pair",
        lambda limit, *, first: Legality(lambda a, b: True, legality._fewer_byes(limit)),
    )


def repeats_stand_at_any_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lowest._Line, "_below", lambda self, a, b: False)


def a_needless_repeat_is_made_at_the_lowest_tables(patch: pytest.MonkeyPatch) -> None:
    true = legality.attempts

    def hasty(*arguments: Any, **more: Any) -> Iterator[legality.Attempt]:
        for way in true(*arguments, **more):
            byes = [rules.bye for rules in way.legalities]
            careless = tuple(Legality(lambda a, b: True, bye) for bye in byes)
            yield replace(way, legalities=careless, lowest=0) if way.lowest else way

    patch.setattr(swiss, "attempts", lambda *a, **m: reversed(list(hasty(*a, **m))))


def the_top_group_is_broken_before_the_lowest_repeat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(swiss, "_kept", lambda *arguments: None)


def somebody_is_left_out(patch: pytest.MonkeyPatch) -> None:
    true = blocks.pair_whole

    def forgetful(field: Any) -> Any:
        made = true(field)
        if made is None or len(made[0].pairs) < 4:
            return made
        pairs: tuple[Pair, ...] = made[0].pairs[:-2] + made[0].pairs[-1:]
        return [blocks.Block(made[0].first, made[0].last, pairs, (), by_count=False)]

    patch.setattr(swiss, "pair_whole", forgetful)


def floats_are_not_listed(patch: pytest.MonkeyPatch) -> None:
    true = swiss.Drawn
    patch.setattr(swiss, "Drawn", lambda **parts: true(**{**parts, "floats": parts["floats"][1:]}))


FAULTS: list[tuple[Plant, str]] = [
    (anybody_meets_anybody, "have met before."),
    (anybody_has_the_bye, "has the bye, but already had one."),
    (floats_cost_nothing, "Another legal round floats fewer"),
    (far_floats_are_as_good_as_near_ones, "Another legal round floats fewer"),
    (floats_of_low_groups_weigh_most, "Another legal round floats fewer"),
    (the_last_round_avoids_repeats_before_floats, "Another legal round floats fewer"),
    (the_last_round_minds_no_repeats, "can all be paired fresh."),
    (repeats_stand_at_any_table, "are not among the 2 lowest pairings."),
    (a_needless_repeat_is_made_at_the_lowest_tables, "but a fresh pairing of the whole field"),
    (the_top_group_is_broken_before_the_lowest_repeat, "or repeats fewer pairings, from the top."),
    (somebody_is_left_out, "is neither paired nor has the bye."),
    (floats_are_not_listed, "is floated, but not listed so."),
]


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D", "ACF-2.V.E", "ACF-3.VIII")
@pytest.mark.parametrize(("plant", "sentence"), FAULTS, ids=[p.__name__ for p, _ in FAULTS])
def test_planted_fault_is_found(
    plant: Plant, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(sentence in fault for fault in found(NUMBERS[:10]))
    plant(monkeypatch)
    assert any(sentence in fault for fault in found(NUMBERS))
