"""Players who leave a round robin or open play before they have met everybody."""

import pytest

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.groups import LeavingRule, RoundRobinRule
from shared.pairing.round_robin.dropouts import (
    How,
    Meeting,
    leaves_in_emergency,
    leaves_round_robin,
)


def robin(name: str) -> RoundRobinRule:
    rule = rulebook(name).round_robin
    assert rule is not None
    return rule


def leaving() -> LeavingRule:
    rule = rulebook("apca").leaving
    assert rule is not None
    return rule


def meetings(played: int, total: int, how: How = "played") -> list[Meeting]:
    return [
        Meeting(f"o{number}", how if number < played else "unplayed") for number in range(total)
    ]


@pytest.mark.clause("ACF-2.VI.B")
@pytest.mark.parametrize(
    ("book", "completed", "players_left", "proposal", "asks"),
    [
        ("acf-masters", 6, 9, "stand", False),
        ("acf-masters", 5, 9, "stand", False),
        ("acf-masters", 4, 9, "void", False),
        ("acf-masters", 4, 10, "void", True),
        ("acf-majors", 5, 9, "stand", False),
        ("acf-majors", 5, 10, "stand", False),
        ("acf-majors", 4, 9, "stand", True),
        ("acf-majors", 3, 9, "void", False),
        ("acf-majors", 3, 10, "void", True),
        ("acf-minors", 3, 11, "void", False),
        ("acf-minors", 0, 11, "void", False),
    ],
)
def test_results_stand_or_are_void_by_the_rounds_completed(
    book: str, completed: int, players_left: int, proposal: str, asks: bool
) -> None:
    left = leaves_round_robin(
        robin(book), completed_rounds=completed, players_left=players_left, forfeited=False
    )
    assert (left.proposal, left.asks) == (proposal, asks)
    gone = leaves_round_robin(
        robin(book), completed_rounds=completed, players_left=players_left, forfeited=True
    )
    assert (gone.proposal, gone.asks) == (proposal, True)


@pytest.mark.clause("APCA-30")
def test_withdrawn_after_six_of_ten_the_other_four_get_four_points_each() -> None:
    left = leaves_in_emergency(meetings(6, 10), rule=leaving(), substantiated=True)
    assert [c.result for c in left.consequences] == ["stands"] * 6 + ["none"] * 4
    assert sum(c.points or 0 for c in left.consequences) == 16


@pytest.mark.clause("APCA-30")
def test_below_sixty_percent_all_points_against_the_player_are_void() -> None:
    left = leaves_in_emergency(meetings(5, 10), rule=leaving(), substantiated=True)
    assert [c.result for c in left.consequences] == ["void"] * 5 + ["none"] * 5
    assert {c.points for c in left.consequences} == {0}


@pytest.mark.clause("APCA-30")
def test_walkovers_are_no_opponents_played() -> None:
    left = leaves_in_emergency(meetings(6, 10, "forfeited"), rule=leaving(), substantiated=True)
    assert {c.result for c in left.consequences} == {"void", "none"}


@pytest.mark.clause("APCA-30")
def test_no_points_are_free_without_a_substantiated_emergency() -> None:
    left = leaves_in_emergency(meetings(8, 10), rule=leaving(), substantiated=False)
    assert [c.points for c in left.consequences] == [None] * 8 + [0] * 2


def test_opponents_named_twice_or_none_at_all_are_refused() -> None:
    twice = [Meeting("ann", "played"), Meeting("ann", "unplayed")]
    with pytest.raises(ValueError, match="twice"):
        leaves_in_emergency(twice, rule=leaving(), substantiated=True)
    with pytest.raises(ValueError, match="scheduled opponents"):
        leaves_in_emergency([], rule=leaving(), substantiated=True)
