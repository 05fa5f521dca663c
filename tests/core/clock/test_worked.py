"""The clock against worked examples: each sequence of thinking, each time that is shown after."""

from functools import reduce
from typing import Any

import pytest

from shared.core import clock as c
from shared.core.clock import Clock, ClockPhase, apply, new_clock, reading
from shared.core.match.controls import TIME_CONTROLS, TimeControl, parse_time_control
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import EXAMPLES

WORKED = EXAMPLES
SECOND, MINUTE = 1_000, 60_000
FLAG = "FLAG"


def play(clock: Clock, *events: c.Event) -> Clock:
    return reduce(apply, events, clock)


def ms(seconds: float) -> int:
    return round(seconds * 1000)


def clock_words(minutes_seconds: str) -> int:
    minutes, seconds = minutes_seconds.split(":")
    return (int(minutes) * 60 + int(seconds)) * 1000


def shown_after(control: TimeControl, spent: list[float]) -> list[int | str]:
    """Return what the left clock shows after each of its turns; the right player answers at
    once."""
    clock, at = apply(new_clock(control), c.Start(0, 0)), 0
    shown: list[int | str] = []
    for seconds in spent:
        at += ms(seconds)
        if reading(clock, at).flag == 0:
            shown.append(FLAG)
            break
        clock = play(clock, c.Press(0, at), c.Press(1, at))
        shown.append(reading(clock, at).remaining[0])
    return shown


FISCHER = WORKED["clock_fischer_80m_10s"]
DELAY = WORKED["clock_us_delay_5pt_10m_12s"]
DGT = WORKED["clock_bronstein_dgt_example_5m3s"]
SAME = WORKED["us_delay_vs_bronstein_same_thinking"]
THINKING: list[float] = [2, 5, 1, 3, 40, 300]


@pytest.mark.clause("ACF-1.X.A.a", "ACF-1.X.A.c")
@pytest.mark.parametrize(
    ("control", "spent", "after"),
    [
        ("80:00+10", FISCHER["spent"], FISCHER["after"]),
        ("10:00d12", DELAY["spent"], DELAY["after"]),
        ("10:00/12", DELAY["spent"], DELAY["after"]),
        ("5:00b3", DGT["A_spent"], DGT["A_display"]),
        ("5:00b3", DGT["B_spent"], DGT["B_display"]),
        ("5:00d3", THINKING, SAME["us"]),
        ("5:00b3", THINKING, SAME["bronstein"]),
    ],
)
def test_each_control_shows_after_each_turn_what_the_worked_example_shows(
    control: str, spent: list[float], after: list[float | str]
) -> None:
    expected = [seconds if isinstance(seconds, str) else ms(seconds) for seconds in after]
    assert shown_after(parse_time_control(control), spent) == expected


def test_the_controls_of_the_worked_examples_are_the_ones_played() -> None:
    for example, text in ((FISCHER, "80:00+10"), (DELAY, "10:00d12"), (DGT, "5:00b3")):
        control = parse_time_control(text)
        bonus = example.get("inc", example.get("delay"))
        assert (control.main_ms, control.bonus_ms) == (ms(example["start"]), ms(bonus))


def test_a_bronstein_clock_shows_its_delay_from_the_start() -> None:
    assert reading(new_clock(parse_time_control("5:00b3")), 0).remaining == (303_000, 303_000)


@pytest.mark.parametrize("kind", ["d", "b", "/"])
@pytest.mark.parametrize("example", WORKED["clock_us_delay_flag_instant"])
def test_the_flag_falls_after_main_time_and_delay_together(
    kind: str, example: dict[str, float]
) -> None:
    main = ms(example["main"])
    name = f"{main // MINUTE}:{main // 1000 % 60:02}{kind}{round(example['delay'])}"
    clock = apply(new_clock(parse_time_control(name)), c.Start(0, 0))
    assert c.flag_due(clock) == ms(example["flag_at_thinking_s"])


def test_a_pause_inside_a_turn_does_not_bring_the_delay_twice() -> None:
    clock, at = apply(new_clock(parse_time_control("10:00d12")), c.Start(0, 0)), 0
    for thought in (ms(seconds) for seconds in DELAY["spent"]):
        clock = play(clock, c.Pause(at + thought // 2), c.Resume(at + thought // 2 + 77))
        at += thought + 77
        clock = play(clock, c.Press(0, at), c.Press(1, at))
    assert reading(clock, at).remaining[0] == ms(DELAY["after"][-1])
    assert c.flag_due(clock) == at + 16_600


@pytest.mark.clause("ACF-1.X.A.b")
def test_the_second_game_starts_with_what_the_first_one_left() -> None:
    carry = WORKED["clock_90_carry"]
    used = [clock_words(carry["game1_used"][player]) for player in "AB"]
    start = tuple(clock_words(carry["game2_start"][player]) for player in "AB")
    clock = apply(new_clock(TIME_CONTROLS["90:00"]), c.Start(0, 0))
    clock = play(clock, c.Press(0, used[0]), c.EndGame(sum(used)), c.NextGame())
    # An hour between the games costs nobody anything.
    later = sum(used) + 60 * MINUTE
    shown = reading(apply(clock, c.Start(1, later)), later)
    assert shown.remaining == start
    assert (shown.game, shown.moves, shown.running) == (2, (0, 0), 1)


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize("example", WORKED["acf_lateness_clock_90min"])
def test_after_the_grace_the_late_players_own_clock_runs(example: dict[str, Any]) -> None:
    arrives, grace = example["arrives"] * MINUTE, example["grace"] * MINUTE
    clock = new_clock(TIME_CONTROLS["90:00"])
    if arrives >= grace:
        clock = apply(clock, c.StartLate(1, grace))
    shown, flag = reading(clock, arrives), 1 if example["flag"] else None
    left = example["left_minutes"] * MINUTE
    assert (shown.remaining, shown.flag) == ((90 * MINUTE, left), flag)
    if arrives >= grace and flag is None:
        clock = apply(clock, c.Arrive(1, arrives))
        assert clock.phase is ClockPhase.READY
        assert reading(clock, arrives + 5).remaining == (90 * MINUTE, left)


@pytest.mark.clause("USBGF-3.5")
@pytest.mark.parametrize("example", WORKED["usbgf_reserve"])
def test_a_backgammon_clock_begins_with_the_reserve_of_its_length(example: dict[str, Any]) -> None:
    length = example["match_length"]
    for book, delay_s, reserve in (
        ("usbgf-open", 12, example["reserve_min"]),
        ("usbgf-limited", 15, example["reserve_min"]),
        ("usbgf-doubles", 15, example["doubles_reserve_min"]),
    ):
        control = parse_time_control(rulebook(book).time_controls[0])
        assert control.bonus_ms == delay_s * SECOND
        clock = new_clock(control.for_length(length))
        assert reading(clock, 0).remaining == (reserve * MINUTE, reserve * MINUTE)
        assert c.flag_due(apply(clock, c.Start(0, 0))) == reserve * MINUTE + control.bonus_ms


def test_reserve_for_each_point_needs_the_length_of_the_match() -> None:
    with pytest.raises(ValueError, match="needs the length of the match"):
        new_clock(TIME_CONTROLS["2/12"])
    with pytest.raises(ValueError, match="one point at least"):
        TIME_CONTROLS["2/12"].for_length(0)
    assert TIME_CONTROLS["90:00"].for_length(7) is TIME_CONTROLS["90:00"]
