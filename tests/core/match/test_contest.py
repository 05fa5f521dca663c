"""The single-elimination contest: forfeited turns, the call of time, and who has won."""

import pytest

from shared.core.match.contest import (
    ContestRule,
    ContestState,
    contest_state,
    time_is_called,
)
from shared.core.match.outcome import Seat
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

MINUTE = 60_000
CONTEST = rulebook("contest")
TURN, RULE = held(CONTEST.turn), held(CONTEST.contest)
Winners = tuple[Seat | None, ...]


@pytest.mark.clause("SE-2")
def test_two_game_wins_end_the_match_before_time() -> None:
    assert contest_state(RULE, (1, 1), (9, 0), 5 * MINUTE).winner == 1
    assert contest_state(RULE, (0, None, 0), (0, 9), 29 * MINUTE).winner == 0
    assert contest_state(RULE, (0, 1), (9, 0), 5 * MINUTE) == ContestState("play")


@pytest.mark.clause("SE-7", "SE-2")
@pytest.mark.parametrize(
    ("winners", "elapsed_ms", "called"),
    [
        ((), 30 * MINUTE - 1, False),
        ((), 30 * MINUTE, True),
        ((0, 1), 10 * MINUTE, False),
        ((0, 1, None), 10 * MINUTE, True),
        ((None, None, None), 10 * MINUTE, True),
    ],
)
def test_time_is_called_after_three_games_or_half_an_hour(
    winners: Winners, elapsed_ms: int, called: bool
) -> None:
    assert time_is_called(RULE, winners, elapsed_ms) is called


@pytest.mark.clause("SE-7")
@pytest.mark.parametrize(
    ("winners", "captures", "winner"),
    [((0,), (3, 12), 1), ((0, 1), (13, 14), 1), ((None,), (5, 4), 0)],
)
def test_at_the_call_captures_decide_however_the_games_stand(
    winners: Winners, captures: tuple[int, int], winner: Seat
) -> None:
    state = contest_state(RULE, winners, captures, 30 * MINUTE)
    assert (state.next, state.winner) == ("won", winner)


@pytest.mark.clause("SE-7")
def test_an_equal_match_goes_on_for_three_minutes_and_then_to_the_referee() -> None:
    call = 30 * MINUTE
    assert contest_state(RULE, (0, 1), (6, 6), call).next == "extra_time"
    assert contest_state(RULE, (0, 1), (7, 6), call + 3 * MINUTE - 1, call).next == "extra_time"
    after = contest_state(RULE, (0, 1), (7, 6), call + 3 * MINUTE, call)
    assert (after.next, after.winner) == ("won", 0)
    assert contest_state(RULE, (0, 1), (6, 6), call + 3 * MINUTE, call).next == "referee"


@pytest.mark.clause("SE-7")
def test_the_extra_time_follows_an_early_call_and_ends_with_the_second_win() -> None:
    call = 12 * MINUTE
    winners: Winners = (0, 1, None)
    assert contest_state(RULE, winners, (8, 8), call).next == "extra_time"
    assert contest_state(RULE, winners, (8, 9), call + 3 * MINUTE, call).winner == 1
    assert contest_state(RULE, (*winners, 0), (8, 9), call + MINUTE, call).winner == 0


def test_more_wins_than_games_are_refused() -> None:
    with pytest.raises(ValueError, match="wins_needed must not be more than games"):
        ContestRule(games=1, wins_needed=2, match_ms=1, extra_ms=1)
