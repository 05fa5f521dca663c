"""Backgammon delays, breaks and reserve time: what they cost and what is left."""

import pytest

from shared.core.match.delays import (
    BreakTaken,
    ClockUse,
    UsbgfTimeRule,
    allowed_break_ms,
    break_time,
    penalty,
    penalty_points,
    points_that_forfeit,
)
from shared.core.match.preferences import is_used
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

MINUTE = 60_000
HOUR = 60 * MINUTE

OPEN, LIMITED, DOUBLES = (
    held(rulebook(f"usbgf-{name}").usbgf_time) for name in ("open", "limited", "doubles")
)


@pytest.mark.clause("USBGF-2.2b")
@pytest.mark.parametrize(
    ("delay_ms", "points"),
    [(10 * MINUTE - 1, 0), (10 * MINUTE, 1), (15 * MINUTE - 1, 1), (15 * MINUTE, 2)],
)
def test_a_delay_costs_its_point_with_the_last_millisecond_and_not_before(
    delay_ms: int, points: int
) -> None:
    assert penalty_points(OPEN, delay_ms) == points


@pytest.mark.clause("USBGF-2.2b")
def test_half_of_an_even_length_does_not_forfeit_yet() -> None:
    assert points_that_forfeit(OPEN, 4) == 3
    assert not penalty(OPEN, 4, 15 * MINUTE).forfeit
    assert penalty(OPEN, 4, 20 * MINUTE).forfeit


@pytest.mark.clause("USBGF-2.2b")
def test_delays_of_a_match_add_up() -> None:
    late_start, excess = 7 * MINUTE, 9 * MINUTE
    cost = penalty(OPEN, 7, late_start, excess)
    assert (cost.delay_ms, cost.points, cost.next_ms) == (16 * MINUTE, 2, 20 * MINUTE)


@pytest.mark.clause("USBGF-2.2a")
@pytest.mark.parametrize(
    ("elapsed_ms", "minutes"),
    [(0, 6), (HOUR - 1, 6), (HOUR, 12), (2 * HOUR - 1, 12), (2 * HOUR, 18)],
)
def test_each_hour_begun_allows_six_minutes_of_break(elapsed_ms: int, minutes: int) -> None:
    assert allowed_break_ms(OPEN, elapsed_ms) == minutes * MINUTE


def taken(began_minute: int, minutes: int) -> BreakTaken:
    return BreakTaken(began_minute * MINUTE, (began_minute + minutes) * MINUTE)


@pytest.mark.clause("USBGF-2.2a", "USBGF-2.2b")
def test_a_break_too_long_is_a_delay_that_a_later_hour_does_not_give_back() -> None:
    first_hour = break_time(OPEN, [taken(30, 10)], 45 * MINUTE)
    assert (first_hour.used_ms, first_hour.allowed_ms) == (10 * MINUTE, 6 * MINUTE)
    assert (first_hour.excess_ms, first_hour.left_ms) == (4 * MINUTE, 0)
    second_hour = break_time(OPEN, [taken(30, 10)], 61 * MINUTE)
    assert (second_hour.excess_ms, second_hour.left_ms) == (4 * MINUTE, 6 * MINUTE)
    again = break_time(OPEN, [taken(30, 10), taken(70, 8)], 80 * MINUTE)
    assert (again.excess_ms, again.left_ms) == (6 * MINUTE, 0)


@pytest.mark.clause("USBGF-2.2a")
def test_unused_break_is_kept_and_the_first_hour_asks_for_urgent_need() -> None:
    assert break_time(OPEN, [], HOUR - 1).urgent_only
    assert not break_time(OPEN, [], HOUR).urgent_only
    later = break_time(OPEN, [taken(65, 12)], 80 * MINUTE)
    assert (later.excess_ms, later.left_ms, later.urgent_only) == (0, 0, False)


@pytest.mark.clause("USBGF-3.5")
@pytest.mark.parametrize(
    ("rule", "use", "by_none", "by_one", "by_both"),
    [
        (OPEN, "preference", False, True, True),
        (LIMITED, "option", False, False, True),
        (DOUBLES, "obligation", True, True, True),
    ],
)
def test_a_clock_is_obligation_preference_or_option(
    rule: UsbgfTimeRule, use: ClockUse, by_none: bool, by_one: bool, by_both: bool
) -> None:
    assert rule.clock_use == use
    assert is_used(rule.clock_use, (False, False)) is by_none
    assert (
        is_used(rule.clock_use, (True, False)) is is_used(rule.clock_use, (False, True)) is by_one
    )
    assert is_used(rule.clock_use, (True, True)) is by_both
