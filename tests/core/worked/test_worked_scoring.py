"""The worked examples of scoring: games, forfeits, byes, agreed results."""

from typing import Any

import pytest

from shared.core.match.outcome import Outcome
from shared.core.rulebooks import rulebook
from shared.core.standings.scoring import bye_points, match_points, opt_out_points
from tests.core.worked_kit import match, worked, worked_lines

MASTERS, MAJORS, MINORS = (rulebook(f"acf-{name}") for name in ("masters", "majors", "minors"))
APCA = rulebook("apca")


def assert_scores(example: dict[str, Any], outcome: Outcome) -> None:
    assert list(match_points(MASTERS, outcome)) == example["masters"]
    for book in (MAJORS, MINORS):
        assert list(match_points(book, outcome)) == example["majors_minors"]


@pytest.mark.clause("ACF-2.II.A", "ACF-2.III")
@worked("acf_scoring")
def test_masters_score_two_games_together_and_the_others_each_game_2_1_0(
    example: dict[str, Any],
) -> None:
    assert_scores(example, match(example["game1"], example["game2"]))


@pytest.mark.clause("ACF-2.II.C", "ACF-2.III")
@worked("acf_one_game_forfeited")
def test_one_forfeited_game_counts_as_the_win_it_stands_for(example: dict[str, Any]) -> None:
    assert example["forfeit"] == "A wins game1 by forfeit"
    assert_scores(example, match("W*", example["game2"]))


WHOLE_ROUND = match("W*", "W*")
AGREED = Outcome((), "agreed")
LINES = {
    "masters": lambda: [bye_points(MASTERS)],
    "majors_minors": lambda: [bye_points(MAJORS), bye_points(MINORS)],
    "majors_minors_last_round_opt_out": lambda: [
        opt_out_points(book, before_pairing=True, left=True) for book in (MAJORS, MINORS)
    ],
    "forfeited_round_winner_masters": lambda: [match_points(MASTERS, WHOLE_ROUND)[0]],
    "forfeited_round_winner_majors": lambda: [
        match_points(book, WHOLE_ROUND)[0] for book in (MAJORS, MINORS)
    ],
    "agreed_result_each": lambda: [
        points for book in (MASTERS, MAJORS, MINORS) for points in match_points(book, AGREED)
    ],
}


@pytest.mark.clause("ACF-2.I.B", "ACF-2.II.C", "ACF-2.III", "ACF-2.V.F")
@worked_lines("acf_bye")
def test_rounds_without_games_bring_what_the_sheet_gives_for_them(name: str, value: int) -> None:
    assert set(LINES[name]()) == {value}


@pytest.mark.clause("APCA-24", "APCA-32")
@worked("apca_scoring")
def test_apca_scores_each_of_two_games_4_2_0_a_draw_as_a_game_played(
    example: dict[str, Any],
) -> None:
    first, second = example["game1"], example["game2"]
    assert list(match_points(APCA, match(first, second))) == example["points"]
    assert list(match_points(APCA, match(second, first))) == example["points"]
