"""Open play: free opponents, withheld cards, and matches that come first."""

from collections.abc import Mapping

import pytest

from shared.core.rulebooks import rulebook
from shared.pairing.open_play import OpenPlay, Refusal, Status
from shared.pairing.round_robin.dropouts import leaves_in_emergency

FIELD = "ABCDEF"
LETTERS = {
    "f": Status.FREE, "p": Status.PLAYING, "w": Status.WITHHELD, "b": Status.BOUND,
    "-": Status.LEFT,
}  # fmt: skip


def play(states: str, *refusals: Refusal, met: str = "", forfeited: str = "") -> OpenPlay:
    """Return players A to F as their letters say; "AB AC" are the pairs that have met."""
    status: Mapping[str, Status] = {
        player: LETTERS[state] for player, state in zip(FIELD, states, strict=False)
    }
    over, unplayed = (frozenset(map(frozenset, pairs.split())) for pairs in (met, forfeited))
    return OpenPlay(status, over | unplayed, unplayed, refusals)


def test_two_free_players_who_have_not_met_may_sit_down() -> None:
    state = play("fffp--", met="AB")
    assert state.unmet("A") == ("C", "D")
    assert state.can_play_now("A") == ("C",)
    assert state.can_play_now("D") == state.can_play_now("E") == state.can_play_now("Z") == ()


@pytest.mark.clause("APCA-31")
def test_the_card_is_withheld_of_who_refuses_and_the_challenger_plays_on() -> None:
    refused = play("fwffff", Refusal("B", "A"))
    assert refused.can_play_now("A") == ("C", "D", "E", "F")
    assert refused.can_play_now("B") == ()


@pytest.mark.clause("APCA-31")
def test_once_the_refuser_is_ready_the_two_meet_before_either_starts_another_match() -> None:
    ready = play("bbffff", Refusal("B", "A", 1))
    assert (ready.due("A"), ready.due("B"), ready.due("C")) == ("B", "A", None)
    assert ready.can_play_now("A") == ("B",)
    assert ready.can_play_now("C") == ("D", "E", "F")
    assert play("pbffff", Refusal("B", "A", 1)).can_play_now("B") == ()


@pytest.mark.clause("APCA-31")
def test_first_of_several_refusers_to_be_ready_plays_first() -> None:
    state = play("bbbfff", Refusal("B", "A", 2), Refusal("C", "A", 1))
    assert (state.due("A"), state.due("B"), state.due("C")) == ("C", "A", "A")
    assert (state.can_play_now("A"), state.can_play_now("B")) == (("C",), ())


@pytest.mark.clause("APCA-31")
def test_a_challenger_whose_own_card_is_withheld_is_waited_for() -> None:
    state = play("wbffff", Refusal("B", "A", 1), Refusal("A", "C"))
    assert (state.due("B"), state.can_play_now("B"), state.due("C")) == ("A", (), None)


@pytest.mark.clause("APCA-30")
def test_player_who_leaves_is_judged_by_the_opponents_met_over_the_board() -> None:
    rule = rulebook("apca").leaving
    assert rule is not None
    left = leaves_in_emergency(
        play("ffffff", met="AB AC AD").meetings("A"), rule=rule, substantiated=True
    )
    assert [c.points for c in left.consequences] == [None, None, None, 4, 4]
    walked = play("ffffff", met="AB AC", forfeited="AD").meetings("A")
    left = leaves_in_emergency(walked, rule=rule, substantiated=True)
    assert [c.result for c in left.consequences] == ["void", "void", "void", "none", "none"]
