"""The checker's brute force: is there a better round, is there a fresh one at all?

Shares no code with the pairing. It tries every round, and leaves off only where what stands
already costs as much as the round that it is to beat.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from shared.pairing.points import Points
from shared.pairing.types import Entrant

RepeatRule = Literal["never", "lowest", "last", "by_ruling"]
"""Where pairings may repeat: nowhere, in the lowest tables, in the last round, or by a ruling."""


class Trial:
    """A field and what may be done with it. A cost is one number; the smaller round is better.

    Its digits from the left: re-pairings, where they come before floats, else at once below the
    floats of the ``keep`` groups at the top; byes that the player
    with the bye had; then group by group from the top the players floated, the groups they are
    dropped in all, and in the last round the re-pairings among the pairs made in the group. The
    bye counts as a group of its own below the lowest.
    """

    def __init__(
        self,
        field: Mapping[str, Entrant],
        repeats: RepeatRule = "never",
        *,
        lowest: int = 0,
        bye_limit: int = 1,
        keep: int = 0,
        top_fresh: bool = False,
    ) -> None:
        """``lowest`` last tables may repeat; ``bye_limit`` byes are too many for another;
        ``top_fresh`` where nobody of the top group may meet again."""
        self._field = field
        self._repeats = repeats
        self._lowest = lowest
        self._bye_limit = bye_limit
        self._levels = levels(field)
        # Room for any number that is counted: each player floated by all groups.
        self._bits = (len(field) * (len(self._levels) + 1)).bit_length()
        self._repeat = self._unit(keep - 1, 0) if keep else self._unit(-1, 1)
        self._top_fresh = top_fresh

    def cost(self, pairs: Iterable[tuple[str, str]], bye: str | None) -> int:
        """Return what a round costs."""
        total = sum(self.pair_cost(a, b) for a, b in pairs)
        return total + (self.bye_cost(bye) if bye is not None else 0)

    def better_exists(self, than: int) -> bool:
        """Return whether any legal round costs less. Tries them all: for small fields."""
        if self._repeats == "lowest":
            order = sorted(self._field, key=lambda p: -self._field[p].match_points)
            return self._search(order, than, [], len(order) % 2 == 0)
        least = self.least()
        return least is not None and least < than

    def least(self) -> int | None:
        """Return what the best legal round costs; None where there is none. Not for "lowest".

        All rounds, but each set of players who are left to pair only once: of 20 players there
        are 654,729,075 rounds, and 10,946 such sets if always the first one is paired next.
        """
        options = self._options()
        known: dict[int, int | None] = {0: 0}

        def rest(left: int) -> int | None:
            if left not in known:
                first = (left & -left).bit_length() - 1
                others = left & (left - 1)
                costs = [
                    price + more
                    for other, price in options[first]
                    if others & other and (more := rest(others ^ other)) is not None
                ]
                known[left] = min(costs, default=None)
            return known[left]

        return rest((1 << len(options)) - 1)

    def _options(self) -> list[list[tuple[int, int]]]:
        """Return for each player the later players they may meet, as bits, and the cost.

        In an odd field the bye stands at the end.
        """
        order = sorted(self._field, key=lambda p: -self._field[p].match_points)
        options: list[list[tuple[int, int]]] = []
        for at, player in enumerate(order):
            here = [
                (1 << other_at, self.pair_cost(player, other))
                for other_at, other in enumerate(order)
                if other_at > at and self.may_meet(player, other)
            ]
            if len(order) % 2 and self.may_have_bye(player):
                here.append((1 << len(order), self.bye_cost(player)))
            options.append(here)
        return [*options, []] if len(order) % 2 else options

    def _search(
        self, waiting: Sequence[str], left: int, pairs: list[tuple[str, str]], bye_given: bool
    ) -> bool:
        """Is there a round among ``waiting`` that costs less than ``left``, repeats lowest?"""
        if left <= 0:
            return False
        if not waiting:
            return not misplaced_repeats(self._field, pairs, self._lowest)
        player, others = waiting[0], waiting[1:]
        for other in others:
            rest = [p for p in others if p != other]
            cost = self.pair_cost(player, other)
            if self._search(rest, left - cost, [*pairs, (player, other)], bye_given):
                return True
        if bye_given or not self.may_have_bye(player):
            return False
        return self._search(others, left - self.bye_cost(player), pairs, True)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody in the field."""
        return tuple(self._field)

    def may_meet(self, a: str, b: str) -> bool:
        """Return whether two may meet, wherever they would sit."""
        return self._repeats != "never" or not have_met(self._field, a, b)

    def allows(self, pairs: Iterable[tuple[str, str]]) -> bool:
        """Return whether the re-pairings of a round stand where they may."""
        return self._repeats != "lowest" or not misplaced_repeats(self._field, pairs, self._lowest)

    def may_have_bye(self, player: str) -> bool:
        """Return whether a player may have the bye."""
        return self._field[player].byes < self._bye_limit

    def pair_cost(self, a: str, b: str) -> int:
        """Return what a pair costs."""
        high, low = sorted((self.level(a), self.level(b)))
        cost = self.fresh_cost(a, b)
        if have_met(self._field, a, b):
            again = self._unit(-1, 1) if self._top_fresh and not high else self._repeat
            cost += self._unit(low, 0) if self._repeats == "last" else again
        return cost

    def fresh_cost(self, a: str, b: str) -> int:
        """Return what a pair costs if it has not met: no pair of these groups costs less."""
        high, low = sorted((self.level(a), self.level(b)))
        return self._unit(high, 2) + self._unit(high, 1) * (low - high) if high != low else 0

    def bye_cost(self, player: str) -> int:
        """Return what it costs that a player has the bye."""
        high = self.level(player)
        steps = len(self._levels) - high
        again = self.byes(player) * self._unit(-1, 0)
        return again + self._unit(high, 2) + self._unit(high, 1) * steps

    def _unit(self, level: int, digit: int) -> int:
        """Return the worth of a digit of a group; above the top group stand those of the whole
        round."""
        return 1 << self._bits * (3 * (len(self._levels) - 1 - level) + digit)

    def byes(self, player: str) -> int:
        """Return how many byes a player had."""
        return self._field[player].byes

    def level(self, player: str) -> int:
        """Return a player's score group, counted from the top."""
        return self._levels[self._field[player].match_points]


def levels(field: Mapping[str, Entrant]) -> dict[Points, int]:
    """Return the score groups, numbered from the top."""
    points = sorted({entrant.match_points for entrant in field.values()}, reverse=True)
    return {value: level for level, value in enumerate(points)}


def have_met(field: Mapping[str, Entrant], a: str, b: str) -> bool:
    """Return whether two have met before."""
    return b in field[a].met or a in field[b].met


def misplaced_repeats(
    field: Mapping[str, Entrant], pairs: Iterable[tuple[str, str]], lowest: int
) -> list[tuple[str, str]]:
    """Return re-pairings above the ``lowest`` last tables; of equal points re-pairings sit last."""

    def height(pair: tuple[str, str]) -> tuple[Points, Points, bool]:
        low, high = sorted(field[player].match_points for player in pair)
        return high, low, not have_met(field, *pair)

    ordered = sorted(pairs, key=height, reverse=True)
    return [pair for pair in ordered[: len(ordered) - lowest] if have_met(field, *pair)]


def can_be_paired(options: Mapping[str, Iterable[str]], patience: int = 20_000) -> bool | None:
    """Can all be paired with one of their options? None where the search ran out of patience.

    ``options`` is symmetric. The player with the fewest options left is always tried first.
    """
    left = {player: set(others) & options.keys() for player, others in options.items()}
    tried = 0

    def search() -> bool | None:
        nonlocal tried
        if not left:
            return True
        tried += 1
        if tried > patience:
            return None
        player = min(left, key=lambda p: (len(left[p]), p))
        for other in sorted(left[player], key=lambda p: (len(left[p]), p)):
            taken = {name: left.pop(name) for name in (player, other)}
            hidden = [(name, left[name] & taken.keys()) for name in left]
            for name, gone in hidden:
                left[name] -= gone
            found = search()
            for name, gone in hidden:
                left[name] |= gone
            left.update(taken)
            if found is not False:
                return found
        return False

    return search()
