"""Pairs a round whose lowest pairings may be re-pairings, as few as possible (ACF-2.V.D).

It tries how high the re-pairings may stand, so it suits the small fields in which fresh opponents
run out (some twenty players after eleven rounds), not large ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from shared.pairing.points import Points
from shared.pairing.swiss.blocks import Block
from shared.pairing.swiss.field import Field, Pair
from shared.pairing.swiss.impossible import plain_reasons
from shared.pairing.swiss.stretch import Patience, Stretch, solve
from shared.pairing.types import Entrant, Legality, have_met

_LOOK = 4
"""A look at all pairs of n counts as so many times n²."""

_Height = tuple[Points, Points]
"""Where a pair stands in the list: the points of its higher and then of its lower player."""
_Round = tuple[Pair, ...]
Cost = tuple[int, ...]
"""Of a round: floats of the groups kept whole, re-pairings, then the floats of the others."""
_Rank = tuple[Cost, tuple[int, ...]]
_Best = tuple[_Rank, _Round]


def pair_lowest(field: Field, most: int, keep: int = 0) -> list[Block] | None:
    """Match the field with up to ``most`` re-pairings, all in the last ``most`` tables.

    The fewest and smallest floats of the ``keep`` groups at the top decide, then as few
    re-pairings as possible, the other floats from the top, and draw order. Of pairs with equal
    points the re-pairings stand last. Where the top group alone is kept, its own players meet
    nobody again. None when no such round is found. ``field`` holds the legality of rounds without
    a re-pairing.
    """
    patience = Patience()
    best: _Best | None = None
    open_ends: list[tuple[_Best, _Line]] = []
    for height in _heights(field, most):
        line = _Line(field, height, most, keep, patience)
        found = line.any_legal()
        if found is None:
            continue
        best = found if best is None else min(best, found)
        bound = line.bound()
        if bound is not None:
            open_ends.append((bound, line))
    for bound, line in sorted(open_ends, key=lambda end: end[0]):
        if best is None or bound < best:
            best = line.improved(bound, best)
    if best is None:
        return None
    last = len(field.groups) - 1
    return [Block(0, last, best[1], (), by_count=False, proved=not patience.lost)]


def could_keep(field: Field, most: int, keep: int) -> Field:
    """Return the field in which players who sit low enough may meet again, at any number of tables.

    No round with up to ``most`` re-pairings at the last tables floats fewer than its best one.
    """
    highest = max(_heights(field, most), default=None)
    rules = field.legality

    def opponents(a: Entrant, b: Entrant) -> bool:
        if have_met(a, b) and not _at_top(field, keep, a, b):
            return highest is not None and _height(a, b) <= highest
        return rules.opponents(a, b)

    return replace(field, legality=Legality(opponents, rules.bye))


def cost_of(field: Field, pairs: Sequence[Pair], keep: int = 0) -> Cost:
    """Return what a round costs where the ``keep`` groups at the top go before re-pairings."""
    floats = [0] * (2 * len(field.groups))
    for a, b in pairs:
        high, low = field.group_of[a], field.group_of[b]
        if high != low:
            floats[2 * high] += 1
            floats[2 * high + 1] += low - high
    again = sum(field.met(*pair) for pair in pairs)
    return (*floats[: 2 * keep], again, *floats[2 * keep :])


def _heights(field: Field, most: int) -> list[_Height]:
    """Return heights at which the highest re-pairing may stand, from the lowest."""
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
    """Rounds whose re-pairings stand no higher than ``height``.

    They and the fresh pairs below that are low; a legal round has at most ``most`` of them. Once
    ``takers`` are that many players, each low pair is one of theirs. No low pair is one of
    ``barred``.
    """

    field: Field
    height: _Height
    most: int
    keep: int
    patience: Patience
    takers: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()

    def any_legal(self) -> _Best | None:
        """Return a legal round, though perhaps not the best; None if there is none."""
        found = self._solved(lambda a, b: have_met(a, b) or self._below(a, b), keep=0)
        if found is None or len(self._low_pairs(found)) > self.most:
            return None
        return self._ranked(found)

    def bound(self) -> _Best | None:
        """Return the best round with any number of low pairs: no legal one of these is better."""
        found = self._solved(have_met, self.keep)
        return None if found is None else self._ranked(found)

    def improved(self, bound: _Best, best: _Best | None) -> _Best | None:
        """Return the best legal round of these if it is better than ``best``; else ``best``."""
        low = self._low_pairs(bound[1])
        if len(low) <= self.most:
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

    def _ranked(self, pairs: _Round) -> _Best:
        given = [0] * len(self.field.group_of)
        for a, b in pairs:
            given[a] = b
        return (cost_of(self.field, pairs, self.keep), tuple(given)), pairs

    def _solved(self, costly: Callable[[Entrant, Entrant], bool], keep: int) -> _Round | None:
        rules = Legality(self._allowed, self.field.legality.bye, costly, costly_after=keep)
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
            if _height(a, b) > self.height or _at_top(self.field, self.keep, a, b):
                return False
        elif not self._below(a, b):
            return True
        if a.player in self.barred or b.player in self.barred:
            return False
        if len(self.takers) < self.most:
            return True
        return a.player in self.takers or b.player in self.takers

    def _below(self, a: Entrant, b: Entrant) -> bool:
        return _height(a, b) < self.height

    def _low_pairs(self, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
        """Return the low ones among pairs; the bye is no table."""
        players = self.field.players
        tables = [(players[a], players[b]) for a, b in pairs if b < len(players)]
        return [(a.player, b.player) for a, b in tables if have_met(a, b) or self._below(a, b)]


def _at_top(field: Field, keep: int, a: Entrant, b: Entrant) -> bool:
    """Return whether one of the two is of the top group, and that group alone is kept."""
    return keep == 1 and _height(a, b)[0] == field.players[0].match_points


def _height(a: Entrant, b: Entrant) -> _Height:
    if a.match_points >= b.match_points:
        return a.match_points, b.match_points
    return b.match_points, a.match_points
