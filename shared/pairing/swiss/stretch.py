"""Pairs a stretch of neighbouring score groups with the fewest and smallest floats, exactly.

It weighs each pair by an integer with one digit a quantity, so that one maximum-weight matching
finds the smallest cost and, among equal ones, the first in draw order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from operator import mul

from shared.pairing.matching import max_weight_matching
from shared.pairing.swiss.field import Field, Pair

PATIENCE = 60_000_000
"""Work of one search. A matching of n players counts as n³; some ten seconds in all."""


@dataclass
class Patience:
    """How much work is left; once it is lost, nothing more may be searched for."""

    left: int = PATIENCE
    lost: bool = False

    def spend(self, work: int) -> bool:
        """Return whether enough work is left for this."""
        self.left -= work
        self.lost = self.lost or self.left < 0
        return not self.lost


@dataclass(frozen=True, slots=True)
class Stretch:
    """Groups ``first`` to ``last`` and the players dropped into them from above.

    ``closed`` means that no player may be dropped out of ``last``. Otherwise a player dropped out
    counts as paired in the next group, the best case.
    """

    first: int
    last: int
    incoming: tuple[int, ...]
    members: tuple[int, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """The best that a stretch allows. Costs compare only between solutions of one stretch."""

    pairs: tuple[Pair, ...]
    dropped: tuple[int, ...]
    cost: int


def solve(field: Field, stretch: Stretch, *, any_incoming: bool = False) -> Solution | None:
    """Return the best pairing of the stretch, None when a closed one has no complete pairing.

    Cost, from the top group on: players floated, then the groups they are dropped in all, then
    the costly pairs made in the group, by its own players or one dropped into it. Where costly
    pairs come after so many groups, their number stands at once below those groups' floats.
    With ``any_incoming`` the players from above may meet everybody, and at no cost: this is then
    a bound that holds whichever players had been dropped into the stretch.
    """
    numbers = sorted((*stretch.incoming, *stretch.members))
    incoming = set(stretch.incoming)
    scale = _Scale(field, stretch, numbers)
    prices: dict[Pair, int] = {}
    weights: dict[Pair, int] = {}
    for (i, a), (j, b) in combinations(enumerate(numbers), 2):
        if b in incoming:
            continue
        waived = any_incoming and a in incoming
        if not waived and not field.legal(a, b):
            continue
        prices[i, j] = scale.pair(i, j, costly=not waived and field.costly(a, b))
        weights[i, j] = scale.drop(i) + scale.drop(j) - prices[i, j]
    mates = max_weight_matching(len(numbers), weights)
    chosen = [(i, j) for i, j in enumerate(mates) if j is not None and i < j]
    alone = [i for i, j in enumerate(mates) if j is None]
    if stretch.closed and alone:
        return None
    cost = sum(prices[pair] for pair in chosen) + sum(scale.drop(i) for i in alone)
    return Solution(
        pairs=tuple((numbers[i], numbers[j]) for i, j in chosen),
        dropped=tuple(numbers[i] for i in alone),
        cost=cost // scale.ties,
    )


class _Scale:
    """The digits of a cost, from the lowest: draw order, then group by group from the bottom.

    A player's draw digit is the opponent's place if the player chooses, 0 if a player drawn earlier
    chose them, and the highest digit if they are dropped out of the stretch.
    """

    def __init__(self, field: Field, stretch: Stretch, numbers: Sequence[int]) -> None:
        count = len(numbers)
        powers = list(accumulate([count + 2] * count, mul, initial=1))
        self.ties = powers.pop()
        self.place = powers[::-1]
        self.out = count + 1
        self.below = stretch.last + 1
        self.group = [field.group_of[number] for number in numbers]
        present = sorted(set(self.group), reverse=True)
        room = (count + 1) * (self.below + 1)
        self.float: dict[int, int] = {}
        self.step: dict[int, int] = {}
        self.costly: dict[int, int] = {}
        rules, unit = field.legality, self.ties
        kept = [group for group in present if group < (rules.costly_after or 0)]
        for group in present:
            # Where no pair is costly, shorter numbers make the matching faster.
            if rules.costly and (rules.costly_after is None or group in kept[:1]):
                self.costly[group], unit = unit, unit * room
            self.step[group] = unit
            self.float[group] = unit * room
            unit *= room * room
        if rules.costly and rules.costly_after is not None:
            price = self.costly[kept[0]] if kept else unit
            unit *= 1 if kept else room
            self.costly = dict.fromkeys(present, price)
        self.forbidden = unit if stretch.closed else 0

    def pair(self, i: int, j: int, *, costly: bool) -> int:
        """Return the cost of a pair; ``i`` was drawn before ``j`` or stands higher."""
        high, low = self.group[i], self.group[j]
        cost = j * self.place[i]
        if costly:
            cost += self.costly[low]
        if high != low:
            cost += self.float[high] + self.step[high] * (low - high)
        return cost

    def drop(self, i: int) -> int:
        """Return the cost of dropping a player out of the stretch."""
        group = self.group[i]
        cost = self.float[group] + self.step[group] * (self.below - group)
        return cost + self.out * self.place[i] + self.forbidden
