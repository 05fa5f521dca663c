"""Own club, state, region first."""

import pytest

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.groups import OpenPlayRule
from shared.pairing.open_play import Home, OpenPlay, Status, passed_over, shared_home, whom_to_play

HOMES = {
    "A": Home("Durham", "NC", "South"),
    "B": Home("Durham", "NC", "South"),
    "C": Home("Maxton", "NC", "South"),
    "D": Home("Columbia", "SC", "South"),
    "E": Home("Chicago", "IL", "Midwest"),
}


def open_play(players: str, met: str = "", **status: Status) -> OpenPlay:
    """Return a field: all are free but those that ``status`` names; ``met`` is a pair."""
    free = dict.fromkeys(players, Status.FREE)
    return OpenPlay({**free, **status}, frozenset({frozenset(met)} if met else ()))


def rule() -> OpenPlayRule:
    found = rulebook("apca").open_play
    assert found is not None
    return found


@pytest.mark.clause("APCA-34")
def test_club_goes_before_state_before_region_before_the_rest() -> None:
    hints = whom_to_play(open_play("ABCDE"), "A", HOMES, rule())
    assert [(hint.opponent, hint.shared) for hint in hints] == [
        ("B", "club"),
        ("C", "state"),
        ("D", "region"),
        ("E", None),
    ]


def test_among_equals_the_free_ones_stand_first() -> None:
    homes = dict.fromkeys("ABCD", Home("Durham"))
    play = open_play("ABCD", B=Status.PLAYING, C=Status.PLAYING)
    hints = whom_to_play(play, "A", homes, rule())
    assert [(hint.opponent, hint.free) for hint in hints] == [
        ("D", True),
        ("B", False),
        ("C", False),
    ]


@pytest.mark.clause("APCA-34")
def test_player_who_passes_over_a_closer_opponent_is_named() -> None:
    found = passed_over(open_play("ABCDE"), "A", "D", HOMES, rule())
    assert [(passed.player, passed.closer) for passed in found] == [("A", ("B", "C"))]


@pytest.mark.clause("APCA-34")
def test_the_order_is_kept_once_the_closer_ones_are_met_or_gone() -> None:
    play = open_play("ABCDE", "AB", C=Status.LEFT)
    assert passed_over(play, "A", "D", HOMES, rule()) == ()
    assert [passed.player for passed in passed_over(play, "B", "E", HOMES, rule())] == ["B"]


def test_unknown_club_or_town_is_shared_with_no_other_player() -> None:
    assert shared_home(Home(), Home(), rule()) is None
    assert whom_to_play(open_play("AX"), "A", HOMES, rule())[0].shared is None
