"""Time for one move: what the timekeeper says, and when a game or a turn is lost."""

import pytest

from shared.core.match.move_time import (
    LowderRule,
    MoveTime,
    five_minutes,
    imposed_ms,
    lowder_applies,
    lowder_may_begin,
    lowder_minute,
    lowder_notice_at,
    match_is_long,
    turn_is_forfeited,
)
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

MAJORS = rulebook("acf-majors")
MOVE = held(MAJORS.move_time)
LOWDER = held(MAJORS.lowder)
TURN = held(rulebook("contest").turn)
IMPOSED = held(rulebook("apca").imposed_clocks)


@pytest.mark.clause("DARK-time", "ACF-1.X.B.a")
@pytest.mark.parametrize(("single_jump", "limit_s"), [(False, 300), (True, 60)])
def test_the_time_left_is_told_up_to_the_limit_and_again_up_to_the_loss(
    single_jump: bool, limit_s: int
) -> None:
    limit = limit_s * SECOND

    def at(elapsed_ms: int, told_ms: int | None = None) -> tuple[str, int]:
        timed = five_minutes(MOVE, elapsed_ms, told_ms, single_jump=single_jump)
        return timed.state, timed.left_ms

    assert at(0) == ("running", limit)
    assert at(limit - 1) == ("running", 1)
    assert at(limit) == ("tell", 0)
    assert at(limit, limit) == ("told", 60 * SECOND)
    assert at(limit + 60 * SECOND - 1, limit) == ("told", 1)
    assert at(limit + 60 * SECOND, limit) == ("lost", 0)


@pytest.mark.clause("DARK-time")
def test_the_last_minute_counts_from_the_telling() -> None:
    told = 5 * MINUTE + 20 * SECOND
    assert five_minutes(MOVE, 6 * MINUTE, told).state == "told"
    assert five_minutes(MOVE, 6 * MINUTE + 20 * SECOND - 1, told).state == "told"
    assert five_minutes(MOVE, 6 * MINUTE + 20 * SECOND, told).state == "lost"


@pytest.mark.clause("DARK-time")
def test_player_loses_only_after_being_told_and_telling_early_takes_no_time() -> None:
    assert five_minutes(MOVE, 3 * HOUR).state == "tell"
    early = 4 * MINUTE
    assert five_minutes(MOVE, early, early).state == "running"
    assert five_minutes(MOVE, 6 * MINUTE - 1, early).state == "told"
    assert five_minutes(MOVE, 6 * MINUTE, early).state == "lost"


@pytest.mark.clause("ACF-1.X.B.c")
def test_lowders_minute_warns_at_fifty_seconds_and_forfeits_past_sixty() -> None:
    assert lowder_minute(LOWDER, 0) == MoveTime("running", 50 * SECOND)
    assert lowder_minute(LOWDER, 50 * SECOND - 1).state == "running"
    assert lowder_minute(LOWDER, 50 * SECOND).state == "tell"
    warned = 50 * SECOND
    assert lowder_minute(LOWDER, 50 * SECOND, warned) == MoveTime("told", 10 * SECOND)
    assert lowder_minute(LOWDER, 60 * SECOND, warned).state == "told"
    assert lowder_minute(LOWDER, 60 * SECOND + 1, warned).state == "lost"


@pytest.mark.clause("ACF-1.X.B.c")
def test_no_game_is_forfeited_without_a_whole_logged_warning() -> None:
    assert lowder_minute(LOWDER, 10 * MINUTE).state == "tell"
    late = 57 * SECOND
    assert lowder_minute(LOWDER, 67 * SECOND, late).state == "told"
    assert lowder_minute(LOWDER, 67 * SECOND + 1, late).state == "lost"
    early = 30 * SECOND
    assert lowder_minute(LOWDER, 60 * SECOND, early).state == "told"
    assert lowder_minute(LOWDER, 60 * SECOND + 1, early).state == "lost"


@pytest.mark.clause("ACF-1.X.B.c")
def test_the_notice_comes_half_an_hour_before_the_end_and_the_minute_after_it() -> None:
    half_past_twelve = 12 * HOUR + 30 * MINUTE
    ends_at = half_past_twelve + 3 * HOUR
    three = 15 * HOUR
    assert lowder_notice_at(LOWDER, ends_at) == three
    assert not lowder_may_begin(LOWDER, ends_at, None, three + MINUTE)
    assert not lowder_may_begin(LOWDER, ends_at, three - 1, three + MINUTE)
    assert not lowder_may_begin(LOWDER, ends_at, three, three)
    assert lowder_may_begin(LOWDER, ends_at, three, three + 1)


@pytest.mark.clause("ACF-1.X.A.i", "ACF-1.X.B.b")
def test_lowders_minute_is_for_unclocked_matches_of_a_rulebook_that_has_it() -> None:
    for book in (MAJORS, rulebook("acf-minors")):
        assert lowder_applies(book.lowder, clocked=False)
        assert not lowder_applies(book.lowder, clocked=True)
    assert not lowder_applies(rulebook("acf-masters").lowder, clocked=False)


@pytest.mark.clause("SE-5")
@pytest.mark.parametrize(
    ("elapsed_ms", "forfeited"), [(0, False), (30_000, False), (30_001, True), (90_000, True)]
)
def test_a_turn_longer_than_thirty_seconds_is_forfeited(elapsed_ms: int, forfeited: bool) -> None:
    assert turn_is_forfeited(TURN, elapsed_ms) is forfeited


@pytest.mark.clause("APCA-9")
def test_a_director_may_bring_a_clock_and_is_told_of_a_long_match() -> None:
    assert not match_is_long(IMPOSED, 90 * MINUTE)
    assert match_is_long(IMPOSED, 90 * MINUTE + 1)
    assert imposed_ms(IMPOSED, "match_start") == 45 * MINUTE
    assert imposed_ms(IMPOSED, "game") == 30 * MINUTE


def test_a_warning_as_long_as_the_move_is_refused() -> None:
    with pytest.raises(ValueError, match="warning_ms must be shorter than move_ms"):
        LowderRule(notice_before_end_ms=MINUTE, move_ms=SECOND, warning_ms=SECOND)
