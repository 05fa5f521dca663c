"""Double knockout: half-lives, continued ties, and the draw of each round."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.groups import LivesRule
from shared.pairing import PairingImpossible
from shared.pairing.knockout.lives import (
    LifeMatch,
    LifePairs,
    LifeRound,
    draw_round,
    lives_after,
)
from shared.pairing.log.words import sentences
from shared.pairing.public_draw import draw_order


def rule() -> LivesRule:
    found = rulebook("standard").lives
    assert found is not None
    return found


def won(*pairs: str, bye: str | None = None) -> LifeRound:
    """``AB`` is won by A; ``A=B`` is a continued tie."""
    return LifeRound(
        tuple(LifeMatch((p[0], p[-1]), None if "=" in p else p[0]) for p in pairs), bye
    )


@pytest.mark.clause("DARK-KO")
def test_two_lives_are_four_halves_a_loss_costs_two_and_a_tie_one_to_both() -> None:
    lives = lives_after("ABCD", [won("AB", "C=D")], rule())
    assert lives.halves == {"A": 4, "B": 2, "C": 3, "D": 3}
    lives = lives_after("ABCD", [won("AB", "C=D"), won("AC", "D=B")], rule())
    assert lives.halves == {"A": 4, "B": 1, "C": 1, "D": 2}
    assert lives.left == ("A", "B", "C", "D")


@pytest.mark.clause("DARK-KO")
def test_player_without_lives_is_out_and_the_last_one_is_champion() -> None:
    rounds = [won("AB", "CD"), won("AB", "CD"), won("AC"), won("CA"), won("AC")]
    lives = lives_after("ABCD", rounds, rule())
    assert lives.out_in == {"B": 2, "D": 2, "C": 5}
    assert (lives.champion, lives.halves["A"]) == ("A", 2)


@pytest.mark.clause("DARK-KO")
def test_half_a_life_is_not_enough_for_another_loss() -> None:
    rounds = [won("A=B"), won("A=B"), won("A=B"), won("AB")]
    assert lives_after("AB", rounds, rule()).halves == {"A": 1, "B": 0}


@pytest.mark.clause("DARK-KO", "ACF-1.VI.A")
def test_match_that_both_forfeit_costs_each_a_life_and_leaves_a_player_in() -> None:
    lost = LifeMatch(("C", "D"), None, lost_by_both=True)
    first = LifeRound((LifeMatch(("A", "B"), "A"), lost))
    assert lives_after("ABCD", [first], rule()).halves == {"A": 4, "B": 2, "C": 2, "D": 2}
    last = LifeRound((LifeMatch(("A", "B"), None, lost_by_both=True),))
    with pytest.raises(PairingImpossible, match=r"leave nobody: A and B tied or forfeited by both"):
        lives_after("AB", [last, last], rule())


@pytest.mark.clause("DARK-KO")
def test_tie_that_would_eliminate_all_players_is_played_on() -> None:
    rounds = [won("A=B")] * 4
    with pytest.raises(PairingImpossible, match=r"would leave nobody: A and B tied.*play on"):
        lives_after("AB", rounds, rule())


@pytest.mark.parametrize(
    ("played", "why"),
    [
        (won("AB"), "C is left out"),
        (won("AB", "CX"), "X is out or not entered"),
        (won("AB", "AC"), "A stands in it 2 times"),
        (won("AB", bye="C"), "D is left out"),
        (LifeRound((LifeMatch(("A", "B"), "C"), LifeMatch(("C", "D"), None))), "C won a match of"),
        (LifeRound((LifeMatch(("A", "B"), "A"),), "C"), "the field is even"),
    ],
)
def test_a_round_that_does_not_fit_is_refused(played: LifeRound, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lives_after("ABCD", [played], rule())


def test_no_round_follows_the_last() -> None:
    over = [won("AB"), won("AB")]
    with pytest.raises(PairingImpossible, match="A is the last one left"):
        draw_round("AB", over, seed="s", rule=rule())
    with pytest.raises(ValueError, match="over before it"):
        lives_after("AB", [*over, won("AB")], rule())
    with pytest.raises(ValueError, match="twice"):
        lives_after("AA", [], rule())


Cost = tuple[int, int, int]


def cost(
    pairs: Iterable[tuple[str, str]],
    bye: str | None,
    rounds: list[LifeRound],
    halves: Mapping[str, int],
) -> Cost:
    """Byes before of who has it now, earlier meetings of the pairs, half-lives apart."""
    met = Counter(frozenset(match.players) for played in rounds for match in played.matches)
    drawn = list(pairs)
    return (
        sum(played.bye == bye for played in rounds) if bye else 0,
        sum(met[frozenset(pair)] for pair in drawn),
        sum(abs(halves[a] - halves[b]) for a, b in drawn),
    )


def every_round(
    waiting: tuple[str, ...], bye: str | None = None
) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    if not waiting:
        yield [], bye
        return
    first, others = waiting[0], waiting[1:]
    if len(waiting) % 2:
        yield from every_round(others, first)
    for other in others:
        rest = tuple(player for player in others if player != other)
        for pairs, unpaired in every_round(rest, bye):
            yield [(first, other), *pairs], unpaired


@given(st.integers(3, 7), st.integers(1, 6), st.text(max_size=4))
def test_no_round_has_fewer_second_byes_then_fewer_repeats_then_closer_lives(
    count: int, past: int, key: str
) -> None:
    entrants = tuple("ABCDEFG"[:count])
    rule = LivesRule(half_lives=20, loss_costs=2, tie_costs=1)
    rounds: list[LifeRound] = []
    for number in range(past):
        order = draw_order(entrants, seed=key, round_no=number, purpose="past")
        pairs = zip(order[::2], order[1::2], strict=False)
        bye = order[-1] if count % 2 else None
        rounds.append(decide(LifePairs(tuple(pairs), bye, ()), f"{key}{number}"))
    halves = lives_after(entrants, rounds, rule).halves
    drawn = draw_round(entrants, rounds, seed=key, rule=rule)
    best = min(cost(pairs, bye, rounds, halves) for pairs, bye in every_round(entrants))
    assert cost(drawn.pairs, drawn.bye, rounds, halves) == best
    assert all(halves[one] >= halves[other] for one, other in drawn.pairs)


def test_a_repeated_meeting_is_avoided_before_unequal_lives() -> None:
    rounds = [won("A=B", "C=D"), won("AC", "BD")]
    for seed in map(str, range(20)):
        drawn = draw_round("ABCD", rounds, seed=seed, rule=rule())
        assert {frozenset(pair) for pair in drawn.pairs} == {frozenset("AD"), frozenset("BC")}


def test_second_bye_comes_only_after_all_players_have_had_one() -> None:
    rounds = [won("A=B", bye="C"), won("A=C", bye="B")]
    for seed in map(str, range(20)):
        drawn = draw_round("ABC", rounds, seed=seed, rule=rule())
        assert drawn.bye == "A"
        assert drawn.pairs[0] in (("B", "C"), ("C", "B"))


def test_a_repeated_meeting_that_cannot_be_avoided_stands_in_the_log() -> None:
    drawn = draw_round("AB", [won("AB")], seed="amber", rule=rule())
    assert drawn.pairs == (("A", "B"),)
    assert sentences(drawn.trace) == (
        "Round 2 among 2 players from the seed amber.",
        "A and B meet again.",
    )


def decide(drawn: LifePairs, key: str) -> LifeRound:
    """Return results by hashing; a tie is decided where it is the last match of all."""
    matches = []
    for a, b in drawn.pairs:
        digit = blake2b(f"{key}{a}{b}".encode()).digest()[0] % 3
        matches.append(LifeMatch((a, b), (a, b, None)[digit]))
    return LifeRound(tuple(matches), drawn.bye)


@pytest.mark.clause("DARK-KO")
@given(st.integers(2, 24), st.text(max_size=4))
def test_every_tournament_ends_with_one_champion(count: int, seed: str) -> None:
    entrants = [f"p{number:02}" for number in range(count)]
    rounds: list[LifeRound] = []
    while lives_after(entrants, rounds, rule()).champion is None:
        drawn = draw_round(entrants, rounds, seed=seed, rule=rule())
        assert drawn == draw_round(entrants[::-1], rounds, seed=seed, rule=rule())
        played = decide(drawn, f"{seed}{len(rounds)}")
        try:
            lives_after(entrants, [*rounds, played], rule())
        except PairingImpossible:
            played = LifeRound(
                tuple(LifeMatch(m.players, m.players[0]) for m in played.matches), played.bye
            )
        rounds.append(played)
        assert len(rounds) <= 4 * count
