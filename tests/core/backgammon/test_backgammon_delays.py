"""Breaks and delays of a backgammon match, and the points that they cost."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.backgammon import (
    BoardPhase,
    IllegalAction,
    Scoreboard,
    apply,
    breaks_of,
    delay_of,
    new_scoreboard,
)
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.match.controls import TIME_CONTROLS
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import acted

MINUTE = 60_000
HOUR = 60 * MINUTE
RULE = rulebook("usbgf-open").usbgf_time
assert RULE is not None


def match(length: int = 7) -> Scoreboard:
    return new_scoreboard(RULE, length, TIME_CONTROLS["2/12"])


def between(length: int = 7, at: int = MINUTE) -> Scoreboard:
    """Return a match whose first game is over; the match is ``at`` old."""
    return acted(match(length), [a.Begin(0, 0), a.Won(at, 0, Win.SINGLE)])


def refused(state: Scoreboard, action: a.Action, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        apply(state, action)


@pytest.mark.clause("USBGF-2.2a")
def test_a_break_in_the_first_hour_is_for_urgent_need() -> None:
    refused(between(), a.BreakBegins(2 * MINUTE, 0), "urgent need only")
    urgent = apply(between(), a.BreakBegins(2 * MINUTE, 0, urgent=True))
    refused(urgent, a.BreakBegins(3 * MINUTE, 0, urgent=True), "is on one")
    refused(urgent, a.Begin(3 * MINUTE, 1), "a player is on a break")
    back = apply(urgent, a.BreakEnds(5 * MINUTE, 0))
    assert apply(back, a.Begin(6 * MINUTE, 1)).phase is BoardPhase.PLAYING
    later = apply(between(), a.BreakBegins(HOUR, 0))
    assert later.away_since == (HOUR, None)


@pytest.mark.clause("USBGF-2.2a")
def test_the_board_says_how_much_break_is_used_and_left() -> None:
    state = acted(between(), [a.BreakBegins(HOUR, 0), a.BreakEnds(HOUR + 4 * MINUTE, 0)])
    used = breaks_of(state, 0, HOUR + 10 * MINUTE)
    assert (used.used_ms, used.allowed_ms, used.left_ms) == (4 * MINUTE, 12 * MINUTE, 8 * MINUTE)
    lasting = apply(state, a.BreakBegins(HOUR + 10 * MINUTE, 0))
    assert breaks_of(lasting, 0, HOUR + 13 * MINUTE).left_ms == 5 * MINUTE
    assert breaks_of(state, 1, HOUR).used_ms == 0


@pytest.mark.clause("USBGF-2.2a", "USBGF-2.2b")
def test_a_break_that_was_too_long_is_a_delay_and_costs_what_a_late_start_costs() -> None:
    state = apply(match(), a.Delayed(0, 1, 7 * MINUTE))
    state = acted(state, [a.Begin(0, 0), a.Won(MINUTE, 0, Win.SINGLE)])
    assert delay_of(state, 1, MINUTE).points == 0
    state = apply(state, a.BreakBegins(10 * MINUTE, 1, urgent=True))
    # Six minutes are allowed; three more make ten with the late start.
    assert delay_of(state, 1, 19 * MINUTE - 1).points == 0
    assert delay_of(state, 1, 19 * MINUTE).points == 1
    state = apply(state, a.BreakEnds(19 * MINUTE, 1))
    refused(state, a.Penalized(20 * MINUTE, 1, 2), "the delays cost 1 more")
    state = apply(state, a.Penalized(20 * MINUTE, 1, 1))
    assert (state.match.score, state.awarded) == ((2, 0), (0, 1))
    refused(state, a.Penalized(20 * MINUTE, 1, 1), "the delays cost 0 more")


@pytest.mark.clause("USBGF-2.2b", "USBGF-4.4.6")
def test_penalty_points_bring_the_crawford_game_and_may_decide_the_match() -> None:
    late = apply(match(3), a.Delayed(0, 0, 15 * MINUTE))
    crawford = apply(late, a.Penalized(0, 0, 2))
    assert (crawford.match.score, crawford.match.phase) == ((0, 2), "crawford")
    begun = acted(match(3), [a.Begin(0, 0), a.Delayed(1, 0, 25 * MINUTE), a.Penalized(2, 0, 3)])
    assert (begun.phase, begun.winner, begun.match.score) == (BoardPhase.OVER, 1, (0, 3))
    assert begun.decided_by == "penalties"


@pytest.mark.clause("USBGF-2.2b")
def test_a_match_is_forfeited_by_delays_only_when_they_cost_more_than_half_of_it() -> None:
    state = apply(match(7), a.Delayed(0, 0, 25 * MINUTE - 1))
    assert not delay_of(state, 0, 1).forfeit
    state = apply(state, a.Delayed(1, 0, 1))
    assert delay_of(state, 0, 1).forfeit


@pytest.mark.clause("USBGF-2.2b")
def test_match_is_forfeited_once_the_delays_cost_more_than_half_of_it_and_not_before() -> None:
    late = apply(match(), a.Delayed(1, 1, 10 * MINUTE))
    refused(late, a.Forfeited(2, 1), "penalty points so far: 1")
    forfeited = apply(apply(late, a.Delayed(2, 1, 20 * MINUTE)), a.Forfeited(2, 1))
    assert (forfeited.winner, forfeited.decided_by) == (0, "penalties")


@pytest.mark.clause("USBGF-2.2b")
def test_where_the_event_says_so_penalty_points_stay_out_of_the_score() -> None:
    rule = msgspec.structs.replace(RULE, points_to_opponent=False)
    late = apply(new_scoreboard(rule, 7, TIME_CONTROLS["2/12"]), a.Delayed(0, 0, 10 * MINUTE))
    state = apply(late, a.Penalized(0, 0, 1))
    assert (state.match.score, state.awarded) == ((0, 0), (1, 0))


def test_only_a_started_delay_can_end_and_a_delay_of_no_time_is_refused() -> None:
    refused(match(), a.BreakBegins(0, 0, urgent=True), "the match has not begun")
    refused(between(), a.BreakEnds(MINUTE, 0), "is not on one")
    refused(match(), a.Delayed(0, 0, 0), "longer than nothing")


STEPS = st.lists(
    st.one_of(
        st.builds(a.Begin, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.EndTurn, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.Double, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.Take, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.Pass, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.Won, st.just(0), st.sampled_from((0, 1)), st.sampled_from(Win)),
        st.builds(a.Resign, st.just(0), st.sampled_from((0, 1)), st.sampled_from(Win)),
        st.builds(a.Accept, st.just(0), st.sampled_from((0, 1))),
        st.builds(a.Delayed, st.just(0), st.sampled_from((0, 1)), st.just(11 * MINUTE)),
        st.builds(a.Penalized, st.just(0), st.sampled_from((0, 1)), st.integers(1, 2)),
        st.builds(a.LengthFound, st.just(0), st.integers(1, 9)),
    ),
    max_size=40,
)


@given(STEPS, st.integers(1, 9))
def test_match_equals_the_list_of_accepted_actions(steps: list[a.Action], length: int) -> None:
    state, counted = match(length), []
    for step in steps:
        try:
            state = apply(state, step)
        except IllegalAction:
            continue
        counted.append(step)
        reached = [score >= state.match.length for score in state.match.score]
        assert not any(reached) or state.phase is BoardPhase.OVER or state.decider
        assert (state.winner is not None) == (state.phase is BoardPhase.OVER)
        assert state.cube.value == 1 or state.in_game
    assert acted(match(length), counted) == state
