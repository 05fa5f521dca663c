"""The score of a backgammon match: the Crawford game, dead cubes, wrong lengths."""

import pytest

from shared.core.backgammon.worth import (
    Cube,
    MatchScore,
    Win,
    WrongLength,
    double_is_void,
    doubled,
    game_won,
    new_match,
    pass_is_void,
    points_awarded,
    points_of,
    wrong_length,
)


def test_no_game_is_added_to_a_match_that_is_over() -> None:
    with pytest.raises(ValueError, match="the match is over"):
        game_won(MatchScore(5, (5, 4), "post_crawford"), 0, 1)


@pytest.mark.clause("USBGF-4.4.6", "USBGF-2.2b")
def test_penalty_points_bring_the_crawford_game_like_points_won() -> None:
    between = points_awarded(MatchScore(7, (4, 2)), 0, 2, game_in_progress=False)
    assert (between.score, between.phase) == ((6, 2), "crawford")
    during = points_awarded(MatchScore(7, (4, 2)), 0, 2, game_in_progress=True)
    assert (during.score, during.phase) == ((6, 2), "normal")
    assert game_won(during, 1, 2).phase == "crawford"
    once = points_awarded(MatchScore(7, (6, 4), "post_crawford"), 1, 2, game_in_progress=False)
    assert once.phase == "post_crawford"
    assert new_match(7, (6, 0)).phase == "crawford"
    lost = points_awarded(MatchScore(7, (4, 2)), 0, 3, game_in_progress=False)
    assert (lost.winner, lost.phase) == (0, "normal")


@pytest.mark.clause("USBGF-4.4.6")
def test_the_cube_is_not_in_play_in_the_crawford_game() -> None:
    crawford = MatchScore(7, (6, 1), "crawford")
    void = double_is_void(crawford, Cube(), 1)
    assert void is not None
    after = game_won(crawford, 1, 1)
    assert double_is_void(after, Cube(), 1) is None


@pytest.mark.clause("USBGF-4.4.9")
def test_a_pass_that_loses_the_match_is_void() -> None:
    doubler_has_five = MatchScore(7, (5, 0))
    void = pass_is_void(doubler_has_five, Cube(2, 0), 1)
    assert void is not None
    assert void.why == "a pass gives 2 and the match"
    assert pass_is_void(MatchScore(7, (4, 0)), Cube(2, 0), 1) is None


def test_the_cube_belongs_to_the_player_who_took_it() -> None:
    cube = doubled(Cube(), 0)
    assert cube == Cube(2, 1)
    assert double_is_void(MatchScore(7), cube, 1) is None
    void = double_is_void(MatchScore(7), cube, 0)
    assert void is not None
    assert void.why == "the opponent owns the cube"


@pytest.mark.clause("USBGF-4.5")
@pytest.mark.parametrize(
    ("cube", "win", "points"),
    [
        (1, Win.SINGLE, 1),
        (1, Win.GAMMON, 2),
        (1, Win.BACKGAMMON, 3),
        (4, Win.SINGLE, 4),
        (2, Win.GAMMON, 4),
        (8, Win.BACKGAMMON, 24),
    ],
)
def test_a_game_is_worth_the_cube_once_twice_or_three_times(
    cube: int, win: Win, points: int
) -> None:
    assert points_of(cube, win) == points


@pytest.mark.clause("USBGF-4.8")
@pytest.mark.parametrize(
    ("correct", "wrong", "score", "follows"),
    [
        (5, 7, (4, 6), WrongLength("won", 5, 1)),
        (7, 9, (4, 4), WrongLength("play_on", 7)),
    ],
)
def test_at_a_wrong_length_either_seat_may_have_won_and_a_tie_short_of_both_plays_on(
    correct: int, wrong: int, score: tuple[int, int], follows: WrongLength
) -> None:
    assert wrong_length(correct, wrong, score) == follows


def test_a_match_is_played_to_one_point_at_least_and_then_without_the_cube() -> None:
    with pytest.raises(ValueError, match="one point at least"):
        new_match(0)
    assert double_is_void(new_match(1), Cube(), 0) is not None
