"""Round robin by Berger tables: each player meets each other (ACF-2.VI.A).

What a player who leaves it leaves behind is in ``dropouts``.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shared.core.rulebooks.groups import RoundRobinRule
from shared.core.text.sentence import Players
from shared.pairing.public_draw import draw_order
from shared.pairing.types import PairingImpossible


@dataclass(frozen=True, slots=True)
class RobinRound:
    """One round. Each pair is in the order of the Berger table."""

    number: int
    """From 1."""
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    """Players without an opponent: one in an odd field, and the opponents of players who have
    left."""


def berger(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the Berger table for ``count`` players, an even number: rounds of pairs of numbers
    from 1.

    Raises ValueError for an odd count or none: an odd field plays the table of one more, whose
    last number is the bye.
    """
    if count < 2 or count % 2:
        raise ValueError(f"a Berger table is for an even number of players, not {count}")
    ring = count - 1
    rounds = []
    for number in range(1, count):
        anchor = number // 2 + (count // 2 if number % 2 == 0 else 1)
        first = (anchor, count) if number % 2 else (count, anchor)
        others = [
            ((anchor + step - 1) % ring + 1, (anchor - step - 1) % ring + 1)
            for step in range(1, count // 2)
        ]
        rounds.append((first, *others))
    return tuple(rounds)


def round_robin(
    players: Sequence[str], *, seed: str, rule: RoundRobinRule | None, cycles: int = 1
) -> tuple[RobinRound, ...]:
    """Return all rounds of a round robin, the players' numbers drawn from ``seed``.

    With ``cycles`` above 1 everybody meets everybody so many times, sides changed each time.
    ``rule`` None asks for no most number of players. Raises PairingImpossible for a field that
    is too large (ACF-2.VI.A), too small, or names a player twice.
    """
    _check(players, rule, cycles)
    drawn = draw_order(players, seed=seed, round_no=1, purpose="round robin")
    seats: list[str | None] = [*drawn, *([None] if len(drawn) % 2 else [])]
    rounds: list[RobinRound] = []
    for cycle in range(cycles):
        for numbers in berger(len(seats)):
            pairs: list[tuple[str, str]] = []
            byes: list[str] = []
            for one, other in numbers:
                a, b = (seats[one - 1], seats[other - 1])
                if a is None or b is None:
                    byes.extend(player for player in (a, b) if player is not None)
                else:
                    pairs.append((b, a) if cycle % 2 else (a, b))
            rounds.append(RobinRound(len(rounds) + 1, tuple(pairs), tuple(byes)))
    return tuple(rounds)


def without(robin_round: RobinRound, gone: Collection[str]) -> RobinRound:
    """Return the round once the players in ``gone`` have left: their opponents stay without one."""
    pairs = [pair for pair in robin_round.pairs if not set(pair) & set(gone)]
    alone = [
        player
        for pair in robin_round.pairs
        if set(pair) & set(gone)
        for player in pair
        if player not in gone
    ]
    byes = [player for player in robin_round.byes if player not in gone]
    return RobinRound(robin_round.number, tuple(pairs), (*byes, *alone))


def _check(players: Sequence[str], rule: RoundRobinRule | None, cycles: int) -> None:
    twice = sorted({player for player in players if players.count(player) > 1})
    if twice:
        raise PairingImpossible(
            "Twice in the field: {names}. Strike one entry. Nothing was paired.",
            names=Players(*twice),
        )
    if len(players) < 2:
        raise PairingImpossible(
            "A round robin needs two players; there are {count}. Nothing was paired.",
            count=len(players),
        )
    if rule is not None and len(players) > rule.max_players:
        raise PairingImpossible(
            "A round robin is for {most} players or fewer; there are {count}. Play the Swiss "
            "system, part the field into groups, or override round_robin.max_players for this "
            "event. Nothing was paired.",
            most=rule.max_players,
            count=len(players),
        )
    if cycles < 1:
        raise PairingImpossible(
            "A round robin has one cycle or more, not {count}. Nothing was paired.",
            count=cycles,
        )
