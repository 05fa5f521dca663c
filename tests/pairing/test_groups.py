"""Later rounds: score groups, floats, the bye; each example can be followed by hand."""

import pytest

from shared.pairing import Drawn, Entrant, Float, PairingImpossible, check_round
from shared.pairing.log.words import sentences
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.pairing.kit import cost, entrants

SEEDS = [str(number) for number in range(25)]


def rounds(field: list[Entrant]) -> list[Drawn]:
    drawn = [pair_round(field, SwissRound(4), seed=seed) for seed in SEEDS]
    for each in drawn:
        assert [f for f in check_round(field, each, SwissRound(4)) if f.verdict == "fails"] == []
    return drawn


def partners(drawn: Drawn) -> set[str]:
    return {"".join(sorted(pair)) for pair in drawn.player_pairs}


@pytest.mark.clause("ACF-2.V.C")
def test_equal_points_meet_where_nothing_is_in_the_way() -> None:
    field = entrants({"A": 8, "B": 8, "C": 4, "D": 4, "E": 0, "F": 0})
    assert {frozenset(partners(d)) for d in rounds(field)} == {frozenset({"AB", "CD", "EF"})}
    assert all(d.floats == () for d in rounds(field))


@pytest.mark.clause("ACF-2.V.C")
def test_names_meet_in_the_order_in_which_they_are_drawn() -> None:
    field = entrants(dict.fromkeys("ABCDEF", 4))
    for seed in SEEDS:
        names = draw_order("ABCDEF", seed=seed, round_no=4, purpose="pair")
        drawn = pair_round(field, SwissRound(4), seed=seed)
        assert drawn.player_pairs == tuple(zip(names[::2], names[1::2], strict=True))


def in_draw_order(names: list[str], met: set[str]) -> list[tuple[str, str]] | None:
    """Pair each name with the first after it that leaves a fresh pairing of the rest."""
    if not names:
        return []
    for other in names[1:]:
        if "".join(sorted((names[0], other))) not in met:
            rest = in_draw_order([n for n in names[1:] if n != other], met)
            if rest is not None:
                return [(names[0], other), *rest]
    return None


@pytest.mark.clause("ACF-2.V.C")
def test_a_drawn_player_passes_over_opponents_that_break_the_round() -> None:
    met = {"AB", "AC", "BC", "DE", "DF", "EF", "AD", "GH", "BG", "CH"}
    field = entrants(dict.fromkeys("ABCDEFGH", 4), met=met)
    for seed in SEEDS:
        names = draw_order("ABCDEFGH", seed=seed, round_no=4, purpose="pair")
        drawn = pair_round(field, SwissRound(4), seed=seed)
        assert list(drawn.player_pairs) == in_draw_order(names, met)


@pytest.mark.clause("ACF-2.V.C")
def test_the_last_name_out_of_an_odd_group_drops_and_is_paired_first() -> None:
    field = entrants({"A": 8, "B": 8, "C": 8, "D": 6, "E": 6, "F": 6})
    for seed in SEEDS:
        names = draw_order("ABCDEF", seed=seed, round_no=4, purpose="pair")
        top = [name for name in names if name in "ABC"]
        low = [name for name in names if name in "DEF"]
        drawn = pair_round(field, SwissRound(4), seed=seed)
        expected = ((top[0], top[1]), (top[2], low[0]), (low[1], low[2]))
        assert drawn.player_pairs == expected
        assert drawn.floats == (Float(top[2], low[0], 8, 6, 1),)


@pytest.mark.clause("ACF-2.V.C", "ACF-2.V.D")
def test_two_leaders_who_have_met_both_drop() -> None:
    field = entrants({"A": 8, "B": 8, "C": 6, "D": 6, "E": 6, "F": 6}, met=["AB"])
    for drawn in rounds(field):
        assert cost(field, drawn) == [(2, 2), (0, 0)]


@pytest.mark.clause("ACF-2.V.C")
def test_a_group_is_drawn_again_rather_than_dropped() -> None:
    field = entrants(dict.fromkeys("ABCD", 6), met=["AB", "CD", "AC", "BD"])
    assert all(partners(d) == {"AD", "BC"} for d in rounds(field))


@pytest.mark.clause("ACF-2.V.C")
def test_a_leader_drops_past_a_group_of_earlier_opponents() -> None:
    field = entrants({"A": 8, "B": 6, "C": 6, "D": 4, "E": 4, "F": 2}, met=["AB", "AC"])
    for drawn in rounds(field):
        assert [(f.player, f.groups) for f in drawn.floats] == [
            ("A", 2),
            (drawn.floats[1].player, 1),
        ]
        assert drawn.floats[0].to_points == 4


@pytest.mark.clause("ACF-2.V.C")
def test_a_small_drop_of_the_higher_group_goes_before_fewer_drops_below() -> None:
    field = entrants({"A": 8, "B": 6, "C": 6, "D": 4}, met=["BD", "CD"])
    for drawn in rounds(field):
        assert partners(drawn) == {"AD", "BC"}
    field = entrants({"A": 8, "B": 6, "C": 6, "D": 4})
    for drawn in rounds(field):
        assert cost(field, drawn) == [(1, 1), (1, 1), (0, 0)]


@pytest.mark.clause("ACF-2.V.C")
def test_pairings_above_give_way_when_the_bottom_could_not_be_paired() -> None:
    field = entrants({"A": 6, "B": 6, "C": 2, "D": 2}, met=["CD"])
    for drawn in rounds(field):
        assert cost(field, drawn) == [(2, 2), (0, 0)]


@pytest.mark.clause("ACF-2.V.B")
def test_the_bye_goes_to_the_last_one_out_of_the_lowest_group() -> None:
    field = entrants({"A": 8, "B": 8, "C": 4, "D": 4, "E": 4})
    for seed in SEEDS:
        names = draw_order("CDE", seed=seed, round_no=4, purpose="pair")
        drawn = pair_round(field, SwissRound(4), seed=seed)
        assert drawn.bye == names[-1]
        assert drawn.floats == ()


@pytest.mark.clause("ACF-2.V.B")
def test_earlier_byes_are_passed_over() -> None:
    field = entrants({"A": 8, "B": 8, "C": 4, "D": 4, "E": 4}, byes="DE")
    for drawn in rounds(field):
        assert drawn.bye == "C"
        assert sentences(drawn.trace)[-2].startswith("The bye: C (4 points)")


@pytest.mark.clause("ACF-2.V.B")
def test_the_bye_moves_up_when_the_lowest_group_has_had_it() -> None:
    field = entrants({"A": 8, "B": 8, "C": 6, "D": 4, "E": 4}, byes="DE")
    for drawn in rounds(field):
        assert drawn.bye == "C"
        assert partners(drawn) == {"AB", "DE"}


@pytest.mark.clause("ACF-2.V.B")
def test_drops_never_force_a_second_bye() -> None:
    field = entrants({"A": 8, "B": 6, "C": 4}, met=["AB"], byes="A")
    for drawn in rounds(field):
        assert (partners(drawn), drawn.bye) == ({"AC"}, "B")


def test_a_lone_player_has_the_bye() -> None:
    drawn = pair_round(entrants({"A": 3}), SwissRound(2), seed="s")
    assert (drawn.player_pairs, drawn.bye) == ((), "A")


@pytest.mark.clause("ACF-3.VIII")
def test_the_trace_tells_the_draw_from_the_top() -> None:
    field = entrants({"A": 8, "B": 6, "C": 4}, met=["AB"])
    drawn = pair_round(field, SwissRound(4), seed="amber")
    assert sentences(drawn.trace) == (
        "Round 4, seed amber: 3 players in 3 score groups, by lot from the seed.",
        "8 points: A in draw order.",
        "  Dropped: A.",
        "6 points: B in draw order.",
        "4 points: C in draw order.",
        "  Dropped from above and paired first: A (8 points) meets C.",
        "The bye: B (6 points).",
        "Fewest and smallest floats proved by exact matching: all groups.",
    )


@pytest.mark.clause("ACF-2.V.D")
def test_a_field_without_a_fresh_round_is_refused_with_the_reason() -> None:
    field = entrants({"A": 6, "B": 4, "C": 2, "D": 0}, met=["AB", "AC", "AD"])
    with pytest.raises(
        PairingImpossible, match=r"Round 4 .* A has no legal opponent left\. .*rule on"
    ):
        pair_round(field, SwissRound(4), seed="s")


@pytest.mark.clause("ACF-2.V.D")
def test_a_tangle_is_refused_though_each_has_an_opponent_left() -> None:
    met = ["AB", "AC", "BC", "DE", "DF", "EF"]
    met += [a + b for a in "ABC" for b in "EF"] + [a + "D" for a in "BC"]
    field = entrants(dict.fromkeys("ABCDEF", 2), met=["AB", "AC", "BC", "AD", "BD", "CD"])
    with pytest.raises(PairingImpossible, match="never all at once: at best"):
        pair_round(field, SwissRound(4), seed="s")
    with pytest.raises(PairingImpossible, match="B has no legal opponent left"):
        pair_round(entrants(dict.fromkeys("ABCDEF", 2), met=met), SwissRound(4), seed="s")


@pytest.mark.clause("ACF-2.V.B")
def test_an_odd_field_with_all_byes_given_is_refused() -> None:
    field = entrants({"A": 6, "B": 4, "C": 2}, byes="ABC")
    with pytest.raises(PairingImpossible, match="nobody may have the bye"):
        pair_round(field, SwissRound(4), seed="s")


def test_a_bye_that_would_leave_two_earlier_opponents_is_refused() -> None:
    field = entrants({"A": 6, "B": 4, "C": 2}, met=["AB"], byes="AB")
    with pytest.raises(PairingImpossible, match=r"Round 4 cannot be paired"):
        pair_round(field, SwissRound(4), seed="s")


def test_empty_field_is_refused() -> None:
    with pytest.raises(PairingImpossible, match="no players"):
        pair_round([], SwissRound(1), seed="s")


def test_player_given_twice_is_refused() -> None:
    field = entrants({"A": 6, "B": 4})
    with pytest.raises(ValueError, match="twice"):
        pair_round([*field, field[0]], SwissRound(4), seed="s")
