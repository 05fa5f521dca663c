"""Unclocked tables: the timekeeper's announcements, counts, clocks brought to a match."""

from functools import reduce
from typing import Any

import pytest

from shared.core import clock as c
from shared.core.clock import Alert, Clock, IllegalClockEvent, apply, new_clock, reading
from shared.core.match.contest import contest_state
from shared.core.match.controls import TIME_CONTROLS
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import said_at
from tests.core.worked_kit import EXAMPLES

WORKED = EXAMPLES
SECOND, MINUTE = 1_000, 60_000
UNCLOCKED = TIME_CONTROLS["unclocked"]
FIVE = rulebook("standard").move_time
LOWDER = rulebook("acf-majors").lowder
TURN = rulebook("contest").turn
IMPOSED = rulebook("apca").imposed_clocks
CONTEST = rulebook("contest").contest
assert FIVE is not None
assert LOWDER is not None
assert TURN is not None
assert IMPOSED is not None
assert CONTEST is not None


def play(clock: Clock, *events: c.Event) -> Clock:
    return reduce(apply, events, clock)


def kept(rule: Any, at: int = 0) -> Clock:
    """Return a clock with the left player to move; the timekeeper has come at ``at``."""
    return play(new_clock(UNCLOCKED), c.Start(0, 0), c.Keep(rule, at))


# ── the five-minute rule ─────────────────────────────────────────────────────────────────────


@pytest.mark.clause("DARK-time", "ACF-1.X.B.a")
@pytest.mark.parametrize("case", ["normal", "single_jump"])
def test_the_timekeeper_tells_at_the_limit_and_the_game_is_lost_a_minute_later(case: str) -> None:
    limit, _, then, _ = WORKED["dark_time"][case]
    clock = kept(FIVE)
    if case == "single_jump":
        clock = apply(clock, c.SingleJump(1))
    tell_at = limit * SECOND
    assert said_at(clock) == tell_at
    assert c.alert(clock, tell_at - 1) is None
    assert c.alert(clock, tell_at) == Alert("tell", 0)
    told = apply(clock, c.TimeTold(tell_at))
    lost_at = (limit + then) * SECOND
    assert said_at(told) == lost_at
    assert c.alert(told, lost_at - 1) is None
    assert c.alert(told, lost_at) == Alert("lost", 0)
    assert reading(told, lost_at + MINUTE).running == 0, "the referee rules, the clock does not"


@pytest.mark.clause("DARK-time")
def test_a_player_told_late_has_a_whole_minute_and_one_never_told_loses_nothing() -> None:
    clock = kept(FIVE)
    alert = c.alert(clock, 60 * MINUTE)
    assert alert is not None
    assert alert.kind == "tell"
    told = apply(clock, c.TimeTold(320 * SECOND))
    assert c.alert(told, 380 * SECOND - 1) is None
    assert c.alert(told, 380 * SECOND) == Alert("lost", 0)


@pytest.mark.clause("ACF-1.X.B.a")
def test_each_tap_of_the_timekeeper_ends_a_turn_and_begins_the_next_limit() -> None:
    clock = play(kept(FIVE), c.TimeTold(300 * SECOND), c.Tap(310 * SECOND))
    assert reading(clock, 310 * SECOND).moves == (1, 0)
    assert reading(clock, 310 * SECOND).running == 1
    assert said_at(clock) == 610 * SECOND
    assert apply(clock, c.Tap(320 * SECOND)).moves == (1, 1)


def test_a_pause_stops_the_timekeepers_count_too() -> None:
    clock = play(kept(FIVE), c.Pause(100 * SECOND), c.Resume(500 * SECOND))
    assert said_at(clock) == 700 * SECOND
    assert said_at(apply(kept(FIVE), c.Pause(5))) is None


def test_a_timekeeper_who_comes_in_a_turn_times_it_from_then_on() -> None:
    clock = kept(FIVE, at=200 * SECOND)
    assert said_at(clock) == 500 * SECOND


@pytest.mark.clause("DARK-time")
def test_a_player_told_before_the_limit_has_all_of_it_and_the_minute_after() -> None:
    early = apply(kept(FIVE), c.TimeTold(100 * SECOND))
    assert c.alert(early, 300 * SECOND) is None
    assert said_at(early) == 360 * SECOND
    assert c.alert(early, 360 * SECOND) == Alert("lost", 0)


def test_a_player_is_told_once_a_turn() -> None:
    told = apply(kept(FIVE), c.TimeTold(300 * SECOND))
    with pytest.raises(IllegalClockEvent, match="already told in this turn"):
        apply(told, c.TimeTold(301 * SECOND))


def test_without_a_timekeeper_nothing_is_said() -> None:
    clock = apply(new_clock(UNCLOCKED), c.Start(0, 0))
    assert (c.alert(clock, 60 * MINUTE), said_at(clock)) == (None, None)
    released = apply(kept(FIVE), c.Release(5))
    assert c.alert(released, 60 * MINUTE) is None
    with pytest.raises(IllegalClockEvent, match="none is at this table"):
        apply(released, c.Release(6))


@pytest.mark.clause("ACF-1.X.A.i", "ACF-1.X.B.b")
@pytest.mark.parametrize("rule", [FIVE, LOWDER, TURN])
def test_where_a_clock_keeps_the_time_no_move_is_timed_by_itself(rule: Any) -> None:
    clock = apply(new_clock(TIME_CONTROLS["90:00"]), c.Start(0, 0))
    with pytest.raises(IllegalClockEvent, match="a clock keeps the time here"):
        apply(clock, c.Keep(rule, 1))


@pytest.mark.clause("ACF-1.X.B.a")
def test_a_move_is_counted_by_one_key_without_ending_a_turn() -> None:
    clock = play(kept(FIVE), c.Plus(1, 5), c.Plus(1, 6), c.Plus(0, 7))
    assert (clock.moves, reading(clock, 8).running) == ((1, 2), 0)
    assert said_at(clock) == 300 * SECOND
    with pytest.raises(IllegalClockEvent, match="this clock counts presses"):
        apply(apply(new_clock(TIME_CONTROLS["90:00"]), c.Start(0, 0)), c.Plus(0, 1))


# ── Lowder's minute ──────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.X.B.c")
def test_lowders_minute_warns_at_fifty_seconds_and_is_over_past_sixty() -> None:
    lowder = WORKED["acf_lowder"]
    warn, over = lowder["warning_at_elapsed_s"] * SECOND, lowder["forfeit_after_s"] * SECOND
    assert lowder["per_move_s"] * SECOND == over
    clock = kept(LOWDER)
    assert said_at(clock) == warn
    assert c.alert(clock, warn) == Alert("tell", 0)
    told = apply(clock, c.TimeTold(warn))
    assert (c.alert(told, over), said_at(told)) == (None, over + 1)
    assert c.alert(told, over + 1) == Alert("lost", 0)
    assert apply(told, c.Tap(over)).moves == (1, 0)


@pytest.mark.clause("ACF-1.X.B.c")
def test_without_a_logged_warning_lowders_minute_costs_nothing() -> None:
    alert = c.alert(kept(LOWDER), 10 * MINUTE)
    assert alert is not None
    assert alert.kind == "tell"


@pytest.mark.clause("ACF-1.X.B.c")
def test_lowders_minute_is_for_both_players_and_for_this_game_only() -> None:
    clock = apply(kept(LOWDER, at=100 * SECOND), c.Tap(130 * SECOND))
    assert said_at(clock) == 180 * SECOND
    ended = play(clock, c.EndGame(140 * SECOND), c.NextGame(), c.Start(1, 200 * SECOND))
    assert c.alert(ended, 60 * MINUTE) is None


def test_a_single_jump_shortens_no_minute() -> None:
    with pytest.raises(IllegalClockEvent, match="a minute is for every move"):
        apply(kept(LOWDER), c.SingleJump(1))


# ── thirty seconds ───────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("SE-5")
def test_a_turn_of_more_than_thirty_seconds_passes_to_the_opponent_without_a_move() -> None:
    clock = kept(TURN)
    assert said_at(clock) == 30 * SECOND + 1
    assert c.alert(clock, 30 * SECOND) is None
    assert c.alert(clock, 30 * SECOND + 1) == Alert("pass", 0)
    passed = apply(clock, c.PassTurn(0, 30 * SECOND + 1))
    assert (passed.moves, reading(passed, 31 * SECOND).running) == ((0, 0), 1)
    assert said_at(passed) == 60 * SECOND + 2


@pytest.mark.clause("SE-5")
def test_a_move_at_thirty_seconds_is_in_time_and_a_later_one_does_not_count() -> None:
    assert apply(kept(TURN), c.Press(0, 30 * SECOND)).moves == (1, 0)
    with pytest.raises(IllegalClockEvent, match="the time of this turn is over"):
        apply(kept(TURN), c.Tap(30 * SECOND + 1))


@pytest.mark.clause("SE-5")
@pytest.mark.parametrize(
    ("clock", "event", "why"),
    [
        (kept(TURN), c.PassTurn(0, 30 * SECOND), "its time is not over"),
        (kept(TURN), c.PassTurn(1, 31 * SECOND), "other player's turn"),
        (kept(FIVE), c.PassTurn(0, 10 * MINUTE), "its time is not over"),
        (kept(TURN), c.TimeTold(5), "no timekeeper times this turn"),
    ],
)
def test_a_turn_passes_only_where_the_rule_says_so(clock: Clock, event: c.Event, why: str) -> None:
    with pytest.raises(IllegalClockEvent, match=why):
        apply(clock, event)


def test_the_thirty_seconds_hold_in_every_game_of_the_match() -> None:
    clock = play(kept(TURN), c.EndGame(5), c.NextGame(), c.Start(1, 10))
    assert said_at(clock) == 10 + 30 * SECOND + 1


# ── clocks that are brought ──────────────────────────────────────────────────────────────────


@pytest.mark.clause("APCA-9")
def test_a_clock_comes_into_a_game_with_thirty_minutes_each_and_leaves_with_it() -> None:
    control = c.imposed_control(IMPOSED, "game")
    clock = play(
        new_clock(UNCLOCKED), c.Start(0, 0), c.Press(0, 9), c.Impose(control, "game", 50 * MINUTE)
    )
    assert reading(clock, 51 * MINUTE).remaining == (30 * MINUTE, 29 * MINUTE)
    assert clock.moves == (1, 0)
    clock = play(clock, c.EndGame(60 * MINUTE), c.NextGame())
    assert (clock.control, reading(clock, 60 * MINUTE).remaining) == (UNCLOCKED, (0, 0))


@pytest.mark.clause("APCA-9", "HALL-apca-flag")
def test_a_flag_under_an_imposed_clock_is_the_flag_of_its_game() -> None:
    control = c.imposed_control(IMPOSED, "match_start")
    clock = play(new_clock(UNCLOCKED), c.Impose(control, "match", 0), c.Start(0, 0))
    assert reading(clock, 0).remaining == (45 * MINUTE, 45 * MINUTE)
    assert reading(clock, 45 * MINUTE).flag == 0
    clock = play(clock, c.EndGame(45 * MINUTE), c.NextGame())
    assert (clock.control, reading(clock, 45 * MINUTE).flag) == (control, None)
    assert reading(clock, 45 * MINUTE).remaining == (0, 45 * MINUTE)


@pytest.mark.parametrize(
    ("before", "imposed", "why"),
    [
        ("90:00", "30:00", "a clock keeps the time here"),
        ("unclocked", "unclocked", "no time to give"),
        ("unclocked", "2/12", "no time to give"),
    ],
)
def test_no_clock_is_imposed_on_a_clock_or_without_time(
    before: str, imposed: str, why: str
) -> None:
    control = TIME_CONTROLS.get(imposed) or c.imposed_control(IMPOSED, "game")
    with pytest.raises(IllegalClockEvent, match=why):
        apply(new_clock(TIME_CONTROLS[before]), c.Impose(control, "game", 0))


# ── time for a whole match ───────────────────────────────────────────────────────────────────


@pytest.mark.clause("APCA-9")
def test_after_ninety_minutes_of_a_match_the_director_is_told_and_nothing_stops() -> None:
    cap = c.cap_of(IMPOSED, None)
    assert cap is not None
    assert cap.brings == "alarm"
    clock = apply(new_clock(UNCLOCKED), c.Start(0, 5))
    assert c.cap_due(cap, clock) == 5 + 90 * MINUTE + 1
    clock = play(clock, c.EndGame(40 * MINUTE), c.NextGame(), c.Start(1, 50 * MINUTE))
    assert c.cap_due(cap, clock) == 5 + 90 * MINUTE + 1, "the time between the games counts"
    assert reading(clock, 100 * MINUTE).running == 1


@pytest.mark.clause("SE-7")
def test_time_is_called_after_thirty_minutes_and_three_more_where_all_is_equal() -> None:
    cap = c.cap_of(None, CONTEST)
    assert cap is not None
    assert cap.brings == "call"
    clock = play(kept(TURN), c.Pause(MINUTE), c.Resume(3 * MINUTE))
    called_at = c.cap_due(cap, clock)
    assert called_at == 32 * MINUTE, "a pause is nobody's playing time"
    age = c.match_age(clock, called_at)
    assert contest_state(CONTEST, (), (4, 4), age).next == "extra_time"
    assert c.cap_due(cap, clock, called_ms=age) == 35 * MINUTE
    assert contest_state(CONTEST, (), (4, 5), age + 1, called_ms=age).next == "extra_time"
    over = c.match_age(clock, 35 * MINUTE)
    assert contest_state(CONTEST, (), (4, 5), over, called_ms=age).winner == 1


def test_a_match_without_a_cap_is_never_too_old() -> None:
    assert c.cap_of(None, None) is None
    assert c.age_due(new_clock(UNCLOCKED), 5) is None
    assert c.match_age(new_clock(UNCLOCKED), 60 * MINUTE) == 0


# ── low time ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.X.A.d", "ACF-1.X.A.h")
def test_from_five_minutes_on_low_time_is_known_without_a_sound() -> None:
    low = rulebook("acf-masters").low_time_ms
    clock = apply(new_clock(TIME_CONTROLS["90:00"]), c.Start(0, 0))
    assert c.low_time(clock, 85 * MINUTE - 1, low) == (False, False)
    assert c.low_time(clock, 85 * MINUTE, low) == (True, False)
    assert c.alert(clock, 89 * MINUTE) is None
    assert c.low_time(new_clock(UNCLOCKED), 0, low) == (False, False)
    assert c.low_time(clock, 90 * MINUTE, rulebook("apca").low_time_ms) == (False, False)
