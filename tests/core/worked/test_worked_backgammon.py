"""The worked examples of a backgammon score: Crawford game, dead cubes, wrong lengths."""

import re
from typing import Any

import pytest

from shared.core.backgammon.worth import (
    Cube,
    MatchScore,
    double_is_void,
    game_won,
    new_match,
    pass_is_void,
    wrong_length,
)
from tests.core.worked_kit import examples, seat_of, worked


@pytest.mark.clause("USBGF-4.4.6")
@pytest.mark.parametrize(
    ("length", "games"),
    [
        (7, examples("usbgf_crawford_7")),
        (5, examples("usbgf_crawford_5_reached_by_other_later")),
    ],
)
def test_the_crawford_game_is_the_first_one_point_away_and_only_that(
    length: int, games: list[dict[str, Any]]
) -> None:
    match = new_match(length)
    for game in games:
        assert (match.phase, match.winner) == (game["state"].replace("-", "_"), None)
        match = game_won(match, seat_of(game["winner"]), game["points"])
        assert list(match.score) == game["score"]
    assert match.winner == seat_of(games[-1]["winner"])


@pytest.mark.clause("USBGF-4.4.9")
@worked("usbgf_dead_cube")
def test_a_cube_that_wins_the_match_as_it_stands_is_dead(example: dict[str, Any]) -> None:
    length, cube = example["length"], Cube(example["cube"], 0)
    if "pass_allowed" in example:
        void = pass_is_void(MatchScore(length, (example["doubler_score"], 0)), cube, 1)
        assert (void is None) is example["pass_allowed"]
        assert void is None or void.why == example["why"]
        return
    # After the Crawford game: in it nobody doubles, whatever the score.
    match = MatchScore(length, (example["owner_score"], 0), "post_crawford")
    void = double_is_void(match, cube, 0)
    assert (void is None) is example["can_double"]
    assert void is None or "the cube is dead" in void.why


@pytest.mark.clause("USBGF-4.8")
@worked("usbgf_wrong_length")
def test_a_match_of_the_wrong_length_is_won_extended_or_decided_by_one_game(
    example: dict[str, Any],
) -> None:
    correct, wrong = example["correct"], example["wrong"]
    result = wrong_length(correct, wrong, example["score"])
    told = re.match(r"([AB]) wins|tie.*(one more game)|continue to (\d+)", example["result"])
    assert told is not None
    winner, one_more, length = told.groups()
    if winner:
        assert (result.next, result.winner) == ("won", seat_of(winner))
    elif one_more:
        assert (result.next, result.winner) == ("one_more_game", None)
    else:
        assert (result.next, result.length) == ("play_on", int(length))
