"""The lowest pairings repeat as few, and float as little, as the best of all rounds does."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from shared.pairing.swiss.blocks import pair_whole
from shared.pairing.swiss.field import Field, Pair, field_of
from shared.pairing.swiss.lowest import pair_lowest
from shared.pairing.swiss.stretch import Patience
from tests.pairing.kit import ORDINARY
from tests.pairing.test_exactness import tangled


def all_rounds(field: Field, left: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair ``left`` in which only re-pairings break a rule."""
    if not left:
        yield ()
        return
    first, *rest = left
    for other in rest:
        if field.legal(first, other) or field.met(first, other):
            waiting = tuple(number for number in rest if number != other)
            yield from (((first, other), *more) for more in all_rounds(field, waiting))


def tables(field: Field, made: tuple[Pair, ...]) -> list[Pair]:
    """Return the tables from the top; of equal points the re-pairings sit last."""
    players = field.players
    pairs = [pair for pair in made if pair[1] < len(players)]
    return sorted(
        pairs,
        key=lambda p: (-players[p[0]].match_points, -players[p[1]].match_points, field.met(*p)),
    )


def merit(field: Field, made: tuple[Pair, ...], keep: int) -> tuple[list[int], ...]:
    """Floats and steps of the groups kept, re-pairings, then the others' floats and steps from the
    top, then the opponents given in draw order."""
    floats = [0] * (2 * len(field.groups))
    given = [0] * len(field.group_of)
    for a, b in made:
        high, low = field.group_of[a], field.group_of[b]
        floats[2 * high] += high != low
        floats[2 * high + 1] += low - high
        given[a] = b
    again = sum(field.met(*pair) for pair in made)
    return floats[: 2 * keep], [again], floats[2 * keep :], given


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("keep", [0, 1, 2, 9])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_other_round_with_repeats_at_the_lowest_tables_is_better(most: int, keep: int) -> None:
    found = nothing = 0
    for number in range(250):
        entrants = tangled(Random(number).randint(4, 9), number)
        field = field_of(entrants, seed="s", round_no=8, legality=ORDINARY)
        if not keep and pair_whole(field) is not None:
            continue
        top = field.groups[0]
        legal = [
            made
            for made in all_rounds(field, tuple(range(len(field.group_of))))
            if not any(field.met(*pair) for pair in tables(field, made)[:-most])
        ]
        keep = min(keep, len(field.groups))
        if keep == 1:
            legal = [made for made in legal if not any(field.met(*p) for p in made if p[0] in top)]
        blocks = pair_lowest(field, most, keep)
        fresh = [made for made in legal if not any(field.met(*pair) for pair in made)]
        if blocks is None:
            assert legal == fresh
            nothing += 1
            continue
        [block] = blocks
        assert block.proved
        best = min(merit(field, made, keep) for made in legal)
        assert min(merit(field, made, keep) for made in (block.pairs, *fresh)) == best
        found += 1
    assert found > 20
    assert nothing or most > 1


@pytest.mark.clause("ACF-2.V.D")
def test_a_search_without_patience_says_that_nothing_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fields = (
        field_of(tangled(9, number), seed="s", round_no=8, legality=ORDINARY)
        for number in range(60)
    )
    hard = [f for f in fields if pair_whole(f) is None and pair_lowest(f, 2) is not None]
    proved = set()
    for field in hard:
        for work in (2_000, 5_000, 20_000):
            monkeypatch.setattr(Patience, "__init__", lambda self, work=work: _set(self, work))
            blocks = pair_lowest(field, 2)
            proved |= {None if blocks is None else blocks[0].proved}
            if blocks is not None:
                order = tables(field, blocks[0].pairs)
                assert not any(field.met(*pair) for pair in order[:-2])
    assert proved == {None, False, True}


def _set(patience: Patience, work: int) -> None:
    patience.left, patience.lost = work, False


def test_tables_of_equal_points_are_in_order() -> None:
    field = field_of(tangled(8, 5), seed="s", round_no=8, legality=ORDINARY)
    order = tables(field, ((0, 7), (1, 2), (3, 4), (5, 6)))
    heights = [field.players[a].match_points for a, _ in order]
    assert all(a >= b for a, b in pairwise(heights))
