"""Proves that no legal round is better than one that stands, in a field of any size.

A proof is a number for each player and for some sets of players. Where it comes from does not
matter: ``_Proof.bound`` and ``_Proof.broken`` are all that is believed of it, and they are simple.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, Literal

from shared.pairing.checking.try_all import Trial
from shared.pairing.matching import matching_with_labels

_MODELS: Final = 2
"""Pairs of each score group that are looked at from the start."""
_AT_ONCE: Final = 24
"""So many players more are looked at where a proof does not hold yet."""
_MOST_OPEN: Final = 260
"""A search among more players than this would take minutes."""

Pairs = Sequence[tuple[str, str]]
Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Weighed:
    """Whether a round is the best: proved, disproved by a ``better`` one, or not known."""

    says: Literal["best", "better", "unknown"]
    better: Pairs | None = None


def weigh(trial: Trial, pairs: Pairs, bye: str | None) -> Weighed:
    """Prove that no round of ``trial`` costs less, or find one that does.

    The players are put into an exact search a few at a time. The others keep their opponents, and
    count like two players of their score group who are in it. Where that is no proof, the players
    who break it come into the search too.
    """
    game = _Game(trial, pairs, bye)
    if game.cost == 0:
        return Weighed("best")
    open_ = set(game.first_open())
    while len(open_) <= _MOST_OPEN:
        inside = sorted(open_)
        weights = {
            (i, j): game.weight(a, b)
            for (i, a), (j, b) in combinations(enumerate(inside), 2)
            if game.usable(a, b)
        }
        found, labels, blossoms = matching_with_labels(len(inside), weights)
        mates = {inside[i]: inside[j] for i, j in enumerate(found) if j is not None}
        if len(mates) < len(inside):
            return Weighed("unknown")
        made = {tuple(sorted(pair)) for pair in mates.items()}
        if sum(game.price(a, b) for a, b in made) < game.cost:
            return Weighed("better", game.named(mates))
        proof = _Proof(
            game,
            dict(zip(inside, labels, strict=True)),
            [({inside[i] for i in members}, worth) for members, worth in blossoms],
        )
        more = proof.extended(mates)
        if not more:
            more = proof.broken()
            if not more:
                return Weighed("best" if proof.bound() >= game.cost else "unknown")
        more = [player for player in more if player not in open_][:_AT_ONCE]
        if not more:
            return Weighed("unknown")
        open_ |= {each for player in more for each in (player, game.mate[player])}
    return Weighed("unknown")


class _Game:
    """The field by numbers, in an odd one the bye as the last, and the round that stands."""

    def __init__(self, trial: Trial, pairs: Pairs, bye: str | None) -> None:
        self.trial = trial
        self.names: list[str | None] = [*trial.players]
        if bye is not None:
            self.names.append(None)
        number = {name: at for at, name in enumerate(self.names)}
        self.mate: dict[int, int] = {}
        for a, b in (*pairs, *(((bye, None),) if bye is not None else ())):
            self.mate[number[a]], self.mate[number[b]] = number[b], number[a]
        self.pairs = sorted({(min(pair), max(pair)) for pair in self.mate.items()})
        self.cost = sum(self.price(a, b) for a, b in self.pairs)
        self.unit = self.cost + 1
        """No pair of a better round costs as much."""

    def price(self, a: int, b: int) -> int:
        """Return what the round pays for a pair."""
        one, other = self.names[a], self.names[b]
        if one is None or other is None:
            return self.trial.bye_cost(one or other or "")
        return self.trial.pair_cost(one, other)

    def usable(self, a: int, b: int) -> bool:
        """Return whether a better round may hold a pair; those that stand are never in the way."""
        if self.mate[a] == b:
            return True
        one, other = self.names[a], self.names[b]
        legal = (
            self.trial.may_have_bye(one or other or "")
            if one is None or other is None
            else self.trial.may_meet(one, other)
        )
        return legal and self.price(a, b) < self.unit

    def weight(self, a: int, b: int) -> int:
        """Return what a pair is worth: among whole rounds the most is the least cost."""
        return self.unit - self.price(a, b)

    def kind(self, at: int) -> tuple[int, int]:
        """Return what the price of a fresh pair goes by: the score group, and byes so far."""
        name = self.names[at]
        return (-1, -1) if name is None else (self.trial.level(name), self.trial.byes(name))

    def first_open(self) -> Iterator[int]:
        """Yield who is in a pair that costs something, and some others of each score group."""
        models: dict[int, int] = defaultdict(int)
        for a, b in reversed(self.pairs):
            if self.price(a, b):
                yield from (a, b)
                continue
            models[self.kind(a)[0]] += 1
            if models[self.kind(a)[0]] <= _MODELS:
                yield from (a, b)

    def named(self, mates: Mapping[int, int]) -> Pairs:
        """Return the pairs of the round in which some players have other opponents."""
        made = sorted({(min(pair), max(pair)) for pair in {**self.mate, **mates}.items()})
        named = ((self.names[a], self.names[b]) for a, b in made)
        return [(one, other) for one, other in named if one is not None and other is not None]


class _Proof:
    """A number for each player, and a number for some sets of players, none of them below 0.

    It holds where the numbers of both players of each pair, and of each set that they are both in,
    are twice the pair's weight or more.
    """

    def __init__(
        self, game: _Game, numbers: dict[int, int], sets: list[tuple[set[int], int]]
    ) -> None:
        self.game, self.numbers, self.sets = game, numbers, sets

    def extended(self, mates: Mapping[int, int]) -> list[int]:
        """Let each pair outside the search count like one in it; return pairs that find none."""
        game = self.game
        models = {
            game.kind(a)[0]: (a, b) for a, b in mates.items() if a < b and not game.price(a, b)
        }
        alone = []
        for a, b in game.pairs:
            if a in mates:
                continue
            model = models.get(game.kind(a)[0])
            if model is None:
                alone.append(a)
                continue
            for player, like in zip((a, b), model, strict=True):
                self.numbers[player] = self.numbers[like]
            for members, _worth in self.sets:
                if members.issuperset(model):
                    members.update((a, b))
        return alone

    def bound(self) -> int:
        """Return what any round costs at least, where the proof holds.

        A round has at most half as many pairs in a set as there are players, rounded down.
        """
        most = sum(self.numbers.values())
        most += sum(worth * (len(members) // 2) for members, worth in self.sets)
        return len(self.game.pairs) * self.game.unit - most // 2

    def broken(self) -> list[int]:
        """Return players of pairs for which the proof does not hold; none where it does."""
        if any(worth < 0 for _members, worth in self.sets):
            raise AssertionError("a set of a proof counts less than nothing")
        alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for at, number in self.numbers.items():
            within = tuple(n for n, (members, _worth) in enumerate(self.sets) if at in members)
            alike[self.game.kind(at), number, within].append(at)
        found: dict[int, int] = defaultdict(int)
        kinds = list(alike.values())
        for i, ones in enumerate(kinds):
            for others in kinds[i + (len(ones) == 1) :]:
                # A pair that meets again costs no less than a fresh one, so one look is enough.
                if self._gap(ones[0], others[0], fresh=True) >= 0:
                    continue
                for a, b in product(ones, others):
                    if a != b and self.game.usable(a, b) and self._gap(a, b) < 0:
                        found[a] += 1
                        found[b] += 1
        return sorted(found, key=lambda at: (-found[at], at))

    def _gap(self, a: int, b: int, *, fresh: bool = False) -> int:
        game = self.game
        if fresh and game.names[a] is not None and game.names[b] is not None:
            price = game.trial.fresh_cost(game.names[a] or "", game.names[b] or "")
        else:
            price = game.price(a, b)
        both = sum(worth for members, worth in self.sets if a in members and b in members)
        return self.numbers[a] + self.numbers[b] + both - 2 * (game.unit - price)
