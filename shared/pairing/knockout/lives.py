"""Double knockout by lives: a loss costs a life, a continued tie half a life to both (DARK-KO).

Owns lives, who is out, and the draw of the next round. It is no double-elimination bracket: there
is no losers' side, and every player with a life left is drawn again.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from shared.core.rulebooks.groups import LivesRule
from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, Series
from shared.pairing.log.lines import ByLives, HasBye, LogLine, MeetAgain
from shared.pairing.matching import max_weight_matching
from shared.pairing.public_draw import draw_order
from shared.pairing.types import Decided, PairingImpossible, each_fault


@dataclass(frozen=True, slots=True)
class LifeMatch:
    """A finished match. ``winner`` None is a tie, which costs both; ``lost_by_both``: both
    forfeited it."""

    players: tuple[str, str]
    winner: str | None
    lost_by_both: bool = False


@dataclass(frozen=True, slots=True)
class LifeRound:
    """A round with all its results."""

    matches: tuple[LifeMatch, ...]
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Lives:
    """Where the tournament stands after some rounds."""

    halves: Mapping[str, int]
    """Player → half-lives; 0 is out."""
    out_in: Mapping[str, int]
    """The round in which a player went out."""

    @property
    def left(self) -> tuple[str, ...]:
        """The players who are still in, in order of id."""
        return tuple(sorted(player for player, halves in self.halves.items() if halves))

    @property
    def champion(self) -> str | None:
        """The last one left, or None while there are more."""
        return self.left[0] if len(self.left) == 1 else None


@dataclass(frozen=True, slots=True)
class LifePairs:
    """A drawn round. In each pair the player with more lives stands first."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    trace: tuple[LogLine, ...]
    decisive: bool = False
    """Whether its matches are played on until one side is ahead."""


def lives_after(
    entrants: Collection[str],
    rounds: Sequence[LifeRound],
    rule: LivesRule,
    gone: Collection[str] = (),
) -> Lives:
    """Return the half-lives of all entrants after ``rounds`` (DARK-KO).

    A player in ``gone`` has none, and is out in the first round without them.

    Raises ValueError for a round that does not fit: a player who is out or not entered, twice in a
    round, or left out of it, a bye that an even field has no use for, or a winner who did not play.
    Raises PairingImpossible where a round would leave nobody in: then the tied players play on.
    """
    halves = dict.fromkeys(sorted(entrants), rule.half_lives)
    if len(halves) != len(list(entrants)):
        raise ValueError("an entrant stands in the field twice")
    out_in: dict[str, int] = {}
    for number, played in enumerate(rounds, start=1):
        here = {player for match in played.matches for player in match.players} | {played.bye}
        for player in gone:
            if halves[player] and player not in here:
                halves[player], out_in[player] = 0, number
        _check(number, played, {player for player, left in halves.items() if left})
        before = dict(halves)
        for match in played.matches:
            for player in match.players:
                halves[player] = max(0, halves[player] - _cost(match, player, rule))
        if not any(halves.values()):
            tied = [_two(m.players) for m in played.matches if m.winner is None]
            message = N_(
                "Round {number} would leave nobody: {pairs} tied with their last half life. A "
                "knockout takes as many games as are needed: they play on until one wins."
            )
            if any(m.lost_by_both for m in played.matches):
                message = N_(
                    "Round {number} would leave nobody: {pairs} tied or forfeited by both. Rule on "
                    "these matches again, so that one player goes on."
                )
            raise PairingImpossible(message, number=number, pairs=Series(*tied, between="; "))
        beaten = [player for player, left in halves.items() if before[player] and not left]
        out_in.update(dict.fromkeys(beaten, number))
    for player in gone:
        if halves[player]:
            halves[player], out_in[player] = 0, len(rounds) + 1
    return Lives(MappingProxyType(halves), MappingProxyType(out_in))


def tie_leaves_nobody(lives: Lives, byes: Collection[str], rule: LivesRule) -> bool:
    """Return whether a round of nothing but ties would leave nobody in (DARK-KO).

    Then its matches are played on until one side is ahead. If a player has a bye, or has more lives
    than a tie costs, a tie costs half a life as usual.
    """
    left = lives.left
    return len(left) > 1 and not byes and all(lives.halves[p] <= rule.tie_costs for p in left)


def draw_round(
    entrants: Collection[str],
    rounds: Sequence[LifeRound],
    *,
    seed: str,
    rule: LivesRule,
    gone: Collection[str] = (),
) -> LifePairs:
    """Draw the round after ``rounds`` among all who are still in and not ``gone``.

    In this order: as few second byes as possible, as few repeated meetings, as small differences of
    lives; the public draw decides between equal rounds. Raises Decided when one player is left, and
    what ``lives_after`` raises.
    """
    standing = lives_after(entrants, rounds, rule, gone)
    round_no = len(rounds) + 1
    if len(standing.left) < 2:
        message = N_("Nobody is left: there is no round {number}.")
        if standing.champion is not None:
            message = N_("{player} is the last one left: there is no round {number}.")
        raise Decided(message, player=Players(standing.champion or ""), number=round_no)
    drawn = draw_order(standing.left, seed=seed, round_no=round_no, purpose="lives")
    order = sorted(drawn, key=lambda player: -standing.halves[player])
    met = Counter(frozenset(match.players) for played in rounds for match in played.matches)
    byes = Counter(played.bye for played in rounds if played.bye is not None)
    mates = _mates(order, standing.halves, met, byes, len(rounds))
    pairs = [
        (order[one], order[mate])
        for one, mate in enumerate(mates[: len(order)])
        if one < mate < len(order)
    ]
    bye = order[mates[len(order)]] if len(order) % 2 else None
    trace: tuple[LogLine, ...] = (
        ByLives(round_no, len(order), seed),
        *([HasBye(bye)] if bye else []),
        *(MeetAgain(a, b) for a, b in pairs if met[frozenset((a, b))]),
    )
    decisive = tie_leaves_nobody(standing, () if bye is None else (bye,), rule)
    return LifePairs(tuple(pairs), bye, trace, decisive)


def _mates(
    order: Sequence[str],
    halves: Mapping[str, int],
    met: Mapping[frozenset[str], int],
    byes: Mapping[str, int],
    played: int,
) -> list[int]:
    """Return the mate of each number; with an odd field the bye is the number after the last."""
    count = len(order)
    most = max(halves.values())
    per_meeting = most * count + 1
    per_bye = per_meeting * (played * count + 1)
    cost: dict[tuple[int, int], int] = {}
    for a in range(count):
        for b in range(a + 1, count):
            one, other = order[a], order[b]
            apart = abs(halves[one] - halves[other])
            cost[a, b] = per_meeting * met[frozenset((one, other))] + apart
        if count % 2:
            cost[a, count] = per_bye * byes[order[a]]
    # Everybody is to be paired: one pair more is worth more than any saving.
    worth = (max(cost.values()) + 1) * (count + 1)
    mates = max_weight_matching(
        count + count % 2, {edge: worth - spent for edge, spent in cost.items()}
    )
    return [mate for mate in mates if mate is not None]


def _cost(match: LifeMatch, player: str, rule: LivesRule) -> int:
    if match.winner is None and not match.lost_by_both:
        return rule.tie_costs
    return 0 if match.winner == player else rule.loss_costs


def _check(number: int, played: LifeRound, left: set[str]) -> None:
    if len(left) < 2:
        raise ValueError(
            Sentence("round {number}: the tournament was over before it", number=number)
        )
    here = [player for match in played.matches for player in match.players]
    here += [played.bye] if played.bye is not None else []
    seen = Counter(here)
    faults = each_fault(
        N_("{player} is out or not entered"), (player for player in seen if player not in left)
    )
    faults += [
        Sentence("{player} stands in it {count} times", player=Players(player), count=times)
        for player, times in seen.items()
        if times > 1
    ]
    faults += each_fault(N_("{player} is left out"), sorted(left - seen.keys()))
    if played.bye is not None and len(left) % 2 == 0:
        faults.append(Sentence("there is a bye, and the field is even"))
    faults += [
        Sentence(
            "{player} won a match of {pair}",
            player=Players(match.winner),
            pair=_two(match.players),
        )
        for match in played.matches
        if match.winner is not None and match.winner not in match.players
    ]
    if faults:
        told = Series(*faults, between=", ")
        raise ValueError(Sentence("round {number}: {faults}", number=number, faults=told))


def _two(pair: tuple[str, str]) -> Sentence:
    return Sentence("{one} and {other}", one=Players(pair[0]), other=Players(pair[1]))
