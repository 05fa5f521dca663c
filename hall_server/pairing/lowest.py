"""Pairs a round whose lowest pairings may be re-pairings, as few as possible (ACF-2.V.D).

For the case of need: it tries which pairs repeat, so it suits the small fields in which fresh
opponents run out (some twenty players after eleven rounds), not large ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from hall_server.pairing.blocks import Block
from hall_server.pairing.field import Field, Pair
from hall_server.pairing.stretch import Stretch, solve
from hall_server.pairing.types import Entrant, Legality, Points

_Height = tuple[Points, Points]
"""Where a pair stands in the list: the points of its higher and then of its lower player."""
_Round = tuple[Pair, ...]
_Rank = tuple[tuple[int, ...], tuple[int, ...]]


def pair_lowest(field: Field, most: int) -> list[Block] | None:
    """Match the field with 1, 2 … up to ``most`` re-pairings, all in the last ``most`` tables.

    Among rounds with equally few, the fewest and smallest floats from the top decide, then
    draw order. Of pairs with equal points the re-pairings stand last. None when no such round
    exists. ``field`` holds the legality of rounds without a re-pairing.
    """
    met = [pair for pair in combinations(range(len(field.players)), 2) if field.met(*pair)]
    for count in range(1, most + 1):
        best = _best(field, met, count, most - count)
        if best is not None:
            return [Block(0, len(field.groups) - 1, best, (), by_count=False)]
    return None


def _best(field: Field, met: Sequence[Pair], count: int, spare: int) -> _Round | None:
    """The best round with ``count`` re-pairings and at most ``spare`` fresh pairs below them."""
    open_ends = []
    for repeats in combinations(met, count):
        if _disjoint(repeats):
            # No better round has these re-pairings, whatever the order of its tables.
            bound = _complete(field, repeats, None if spare else _highest(field, repeats))
            if bound is not None:
                open_ends.append((_rank(field, bound), repeats, bound))
    best: tuple[_Rank, _Round] | None = None
    for cost, repeats, bound in sorted(open_ends):
        if best is not None and best[0] <= cost:
            break
        for round_ in _lowest_only(field, repeats, bound, spare):
            ranked = _rank(field, round_), round_
            best = ranked if best is None else min(best, ranked)
    return best[1] if best else None


def _lowest_only(
    field: Field, repeats: Sequence[Pair], bound: _Round, spare: int
) -> Iterator[_Round]:
    """Rounds in which at most ``spare`` fresh pairs stand below the re-pairings."""
    line = _highest(field, repeats)
    if len([pair for pair in bound if _below(field, pair, line)]) <= spare:
        yield bound
        return
    numbers = range(len(field.players))
    low = [p for p in combinations(numbers, 2) if field.legal(*p) and _below(field, p, line)]
    for count in range(spare + 1):
        for fixed in combinations(low, count):
            if _disjoint((*repeats, *fixed)):
                found = _complete(field, (*repeats, *fixed), line)
                if found is not None:
                    yield found


def _complete(field: Field, fixed: Sequence[Pair], line: _Height | None) -> _Round | None:
    """``fixed`` and the best fresh pairing of all others, none of it below ``line``."""
    taken = {number for pair in fixed for number in pair}
    open_numbers = tuple(n for n in range(len(field.group_of)) if n not in taken)
    stretch = Stretch(0, len(field.groups) - 1, (), open_numbers, closed=True)
    found = solve(field if line is None else _not_below(field, line), stretch)
    return None if found is None else tuple(sorted((*fixed, *found.pairs)))


def _not_below(field: Field, line: _Height) -> Field:
    fresh = field.legality.opponents

    def opponents(a: Entrant, b: Entrant) -> bool:
        return fresh(a, b) and _height(a, b) >= line

    return replace(field, legality=Legality(opponents, field.legality.bye))


def _highest(field: Field, repeats: Sequence[Pair]) -> _Height:
    return max(_height(field.players[a], field.players[b]) for a, b in repeats)


def _below(field: Field, pair: Pair, line: _Height) -> bool:
    """Is this a fresh table further down the list? The bye is no table."""
    a, b = pair
    if b == len(field.players) or field.met(a, b):
        return False
    return _height(field.players[a], field.players[b]) < line


def _height(a: Entrant, b: Entrant) -> _Height:
    high, low = sorted((a.match_points, b.match_points), reverse=True)
    return high, low


def _disjoint(pairs: Sequence[Pair]) -> bool:
    return len({number for pair in pairs for number in pair}) == 2 * len(pairs)


def _rank(field: Field, pairs: _Round) -> _Rank:
    """Floats and their groups from the top, then whom each player in draw order was given."""
    floats = [0] * (2 * len(field.groups))
    given = [0] * len(field.group_of)
    for a, b in pairs:
        high, low = field.group_of[a], field.group_of[b]
        if high != low:
            floats[2 * high] += 1
            floats[2 * high + 1] += low - high
        given[a] = b
    return tuple(floats), tuple(given)
