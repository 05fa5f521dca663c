"""Round robin: Berger tables, byes, limits."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.pairing import PairingImpossible
from shared.pairing.public_draw import draw_order
from shared.pairing.round_robin.berger import berger, round_robin, without

ACF = rulebook("acf-majors").round_robin

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
        "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
}


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(1, count + 1)]


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_rounds_are_those_of_the_published_berger_tables(count: int) -> None:
    table = " | ".join(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in berger(count))
    assert table == PUBLISHED[count]


@pytest.mark.parametrize("count", [0, 1, 7, -2])
def test_a_berger_table_is_for_an_even_number(count: int) -> None:
    with pytest.raises(ValueError, match="even number"):
        berger(count)


@pytest.mark.clause("ACF-2.VI.A")
@given(st.integers(2, 12), st.text(max_size=5))
def test_everybody_meets_everybody_once_and_in_an_odd_field_has_one_bye(
    count: int, seed: str
) -> None:
    players = names(count)
    rounds = round_robin(players, seed=seed, rule=ACF)
    met = Counter(frozenset(pair) for played in rounds for pair in played.pairs)
    assert met == Counter(map(frozenset, combinations(players, 2)))
    assert [played.number for played in rounds] == list(range(1, count + count % 2))
    for played in rounds:
        here = [player for pair in played.pairs for player in pair]
        assert sorted([*here, *played.byes]) == players
    byes = Counter(player for played in rounds for player in played.byes)
    assert byes == (Counter(players) if count % 2 else Counter())


def test_every_player_is_first_about_equally_often() -> None:
    for count in range(2, 13):
        rounds = round_robin(names(count), seed="s", rule=ACF)
        first = Counter(pair[0] for played in rounds for pair in played.pairs)
        second = Counter(pair[1] for played in rounds for pair in played.pairs)
        assert all(abs(first[player] - second[player]) <= 1 for player in names(count))


def test_in_a_second_cycle_the_sides_change() -> None:
    rounds = round_robin(names(6), seed="s", rule=ACF, cycles=2)
    assert [played.number for played in rounds] == list(range(1, 11))
    for once, again in zip(rounds[:5], rounds[5:], strict=True):
        assert again.pairs == tuple((b, a) for a, b in once.pairs)


def test_the_numbers_are_those_of_the_public_draw() -> None:
    drawn = draw_order(names(4), seed="amber", round_no=1, purpose="round robin")
    first = round_robin(names(4), seed="amber", rule=ACF)[0]
    assert first.pairs == ((drawn[0], drawn[3]), (drawn[1], drawn[2]))


@pytest.mark.clause("ACF-2.VI.A")
def test_more_than_twelve_are_refused_and_the_referee_is_told_what_to_do() -> None:
    assert len(round_robin(names(12), seed="s", rule=ACF)) == 11
    with pytest.raises(PairingImpossible) as refused:
        round_robin(names(13), seed="s", rule=ACF)
    message = str(refused.value)
    assert "12 players or fewer; there are 13" in message
    assert "override round_robin.max_players" in message
    assert len(round_robin(names(13), seed="s", rule=None)) == 13


@pytest.mark.parametrize(
    ("players", "cycles", "why"),
    [
        (["a", "b", "a"], 1, "Twice in the field: a"),
        (["a"], 1, "needs two players"),
        ([], 1, "needs two players"),
        (["a", "b"], 0, "one cycle or more"),
    ],
)
def test_a_field_that_cannot_play_is_refused(players: list[str], cycles: int, why: str) -> None:
    with pytest.raises(PairingImpossible, match=why):
        round_robin(players, seed="s", rule=ACF, cycles=cycles)


def test_the_opponent_of_a_player_who_has_left_stays_without_one() -> None:
    for played in round_robin(names(7), seed="s", rule=ACF):
        left = without(played, {"p03"})
        here = [player for pair in left.pairs for player in pair]
        assert sorted([*here, *left.byes]) == [name for name in names(7) if name != "p03"]
        assert left.number == played.number
        assert set(left.pairs) <= set(played.pairs)


def test_two_leavers_who_were_to_meet_leave_no_player_alone() -> None:
    played = round_robin(names(4), seed="s", rule=ACF)[0]
    left = without(played, set(played.pairs[0]))
    assert (left.pairs, left.byes) == ((played.pairs[1],), ())
