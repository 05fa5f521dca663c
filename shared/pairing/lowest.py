"""Pairs a round whose lowest pairings may be re-pairings, as few as possible (ACF-2.V.D).

For the case of need: it tries how high the re-pairings may stand, so it suits the small fields in
which fresh opponents run out (some twenty players after eleven rounds), not large ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from shared.pairing.blocks import Block
from shared.pairing.field import Field, Pair
from shared.pairing.impossible import plain_reasons
from shared.pairing.patience import Patience
from shared.pairing.stretch import Stretch, solve
from shared.pairing.types import Entrant, Legality, Points, have_met

_LOOK = 4
"""A look at all pairs of n counts as so many times n²."""

_Height = tuple[Points, Points]
"""Where a pair stands in the list: the points of its higher and then of its lower player."""
_Round = tuple[Pair, ...]
_Rank = tuple[int, tuple[int, ...], tuple[int, ...]]
_Best = tuple[_Rank, _Round]


def pair_lowest(field: Field, most: int) -> list[Block] | None:
    """Match the field with 1, 2 … up to ``most`` re-pairings, all in the last ``most`` tables.

    Among rounds with equally few, the fewest and smallest floats from the top decide, then
    draw order. Of pairs with equal points the re-pairings stand last. None when no such round
    is found. ``field`` holds the legality of rounds without a re-pairing.
    """
    patience = Patience()
    heights = _heights(field, most)
    for repeats in range(1, most + 1):
        best: _Best | None = None
        open_ends: list[tuple[_Best, _Line]] = []
        for height in heights:
            line = _Line(field, height, repeats, most - repeats, patience)
            found = line.any_legal()
            if found is None:
                continue
            if found[0][0] <= repeats:
                best = found if best is None else min(best, found)
            bound = line.bound()
            if bound is not None:
                open_ends.append((bound, line))
        for bound, line in sorted(open_ends, key=lambda end: end[0]):
            if best is None or bound < best:
                best = line.improved(bound, best)
        if best is not None:
            last = len(field.groups) - 1
            return [Block(0, last, best[1], (), by_count=False, proved=not patience.lost)]
    return None


def _heights(field: Field, most: int) -> list[_Height]:
    """Heights at which the highest re-pairing may stand, from the lowest."""
    players = field.players
    met = [pair for pair in combinations(range(len(players)), 2) if field.met(*pair)]
    heights = {_height(players[a], players[b]) for a, b in met}
    above = len(players) // 2 - most
    if above > 0:
        # Each table above the last ones needs a player for this height.
        heights = {height for height in heights if height[0] <= players[above - 1].match_points}
    return sorted(heights)


@dataclass(frozen=True, slots=True)
class _Line:
    """Rounds with ``repeats`` re-pairings, none higher than ``height``.

    A fresh pair below that is low; a legal round has at most ``spare`` of them. Once ``takers``
    are that many players, each low pair is one of theirs. No low pair is one of ``barred``.
    """

    field: Field
    height: _Height
    repeats: int
    spare: int
    patience: Patience
    takers: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()

    def any_legal(self) -> _Best | None:
        """A legal round, though perhaps with more re-pairings; None if there is none."""
        found = self._solved(lambda a, b: have_met(a, b) or self._below(a, b))
        if found is None:
            return None
        rank = _rank(self.field, found)
        legal = rank[0] + len(self._low_pairs(found)) <= self.repeats + self.spare
        return (rank, found) if legal else None

    def bound(self) -> _Best | None:
        """The best round with any number of low pairs: no legal one of these is better."""
        found = self._solved(have_met)
        if found is None:
            return None
        rank = _rank(self.field, found)
        return (rank, found) if rank[0] <= self.repeats else None

    def improved(self, bound: _Best, best: _Best | None) -> _Best | None:
        """The best legal round of these if it is better than ``best``; else ``best``."""
        low = self._low_pairs(bound[1])
        if len(low) <= self.spare:
            return bound if best is None else min(best, bound)
        # A matching has one pair a player, so not all of these are the takers' own.
        one = next({a} for a, b in low if not self.takers & {a, b})
        for part in (
            replace(self, takers=self.takers | one),
            replace(self, barred=self.barred | one),
        ):
            closer = part.bound()
            if closer is not None and (best is None or closer < best):
                best = part.improved(closer, best)
        return best

    def _solved(self, costly: Callable[[Entrant, Entrant], bool]) -> _Round | None:
        rules = Legality(self._allowed, self.field.legality.bye, costly, costly_first=True)
        ready = replace(self.field, legality=rules)
        numbers = tuple(range(len(self.field.group_of)))
        if not self.patience.spend(_LOOK * len(numbers) ** 2) or plain_reasons(ready):
            return None
        if not self.patience.spend(len(numbers) ** 3):
            return None
        found = solve(ready, Stretch(0, len(self.field.groups) - 1, (), numbers, closed=True))
        return None if found is None else found.pairs

    def _allowed(self, a: Entrant, b: Entrant) -> bool:
        if have_met(a, b):
            return _height(a, b) <= self.height
        if not self._below(a, b):
            return True
        if not self.spare or a.player in self.barred or b.player in self.barred:
            return False
        if len(self.takers) < self.spare:
            return True
        return a.player in self.takers or b.player in self.takers

    def _below(self, a: Entrant, b: Entrant) -> bool:
        return _height(a, b) < self.height

    def _low_pairs(self, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
        """The low ones among pairs; the bye is no table."""
        players = self.field.players
        tables = [(players[a], players[b]) for a, b in pairs if b < len(players)]
        return [(a.player, b.player) for a, b in tables if not have_met(a, b) and self._below(a, b)]


def _height(a: Entrant, b: Entrant) -> _Height:
    if a.match_points >= b.match_points:
        return a.match_points, b.match_points
    return b.match_points, a.match_points


def _rank(field: Field, pairs: _Round) -> _Rank:
    """Re-pairings, floats and their groups from the top, then whom each in draw order was given."""
    floats = [0] * (2 * len(field.groups))
    given = [0] * len(field.group_of)
    for a, b in pairs:
        high, low = field.group_of[a], field.group_of[b]
        if high != low:
            floats[2 * high] += 1
            floats[2 * high + 1] += low - high
        given[a] = b
    return sum(field.met(*pair) for pair in pairs), tuple(floats), tuple(given)
