"""The named controls, and the ones that a person types."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.match.controls import KINDS, TIME_CONTROLS, TimeControl, parse_time_control


@pytest.mark.clause("ACF-1.X.A.a")
def test_the_two_controls_of_the_masters_are_90_minutes_or_80_with_10_seconds_a_press() -> None:
    assert TIME_CONTROLS["90:00"] == TimeControl("90:00", main_ms=5_400_000)
    assert TIME_CONTROLS["80:00+10"] == TimeControl("80:00+10", main_ms=4_800_000, bonus_ms=10_000)


@pytest.mark.clause("ACF-1.X.A.a")
def test_the_bonus_comes_with_the_press_so_the_clock_starts_at_80_minutes() -> None:
    assert TIME_CONTROLS["80:00+10"].starting_ms == 4_800_000


def test_a_control_with_a_first_move_bonus_starts_with_it() -> None:
    control = TimeControl("80:00+10", 4_800_000, 10_000, first_move_bonus=True)
    assert control.starting_ms == 4_810_000


def test_only_the_unclocked_control_keeps_no_time() -> None:
    assert [name for name, control in TIME_CONTROLS.items() if not control.clocked] == ["unclocked"]


def test_every_named_control_is_of_a_known_kind_and_stands_under_its_own_name() -> None:
    for name, control in TIME_CONTROLS.items():
        assert control.name == name
        assert control.kind in KINDS


@pytest.mark.parametrize("name", TIME_CONTROLS)
def test_a_named_control_parses_to_itself(name: str) -> None:
    assert parse_time_control(name) is TIME_CONTROLS[name]


@pytest.mark.parametrize(
    ("text", "name", "main_ms", "bonus_ms"),
    [
        ("5:00", "5:00", 300_000, 0),
        ("2:00+3", "2:00+3", 120_000, 3_000),
        ("0:30", "0:30", 30_000, 0),
        (" 05:00+0 ", "5:00", 300_000, 0),
        ("120:05+120", "120:05+120", 7_205_000, 120_000),
    ],
)
def test_minutes_seconds_and_a_bonus_make_a_control(
    text: str, name: str, main_ms: int, bonus_ms: int
) -> None:
    assert parse_time_control(text) == TimeControl(name, main_ms, bonus_ms)


@pytest.mark.parametrize(
    ("text", "kind", "main_ms", "bonus_ms", "flag"),
    [
        ("10:00d12", "delay", 600_000, 12_000, "stops"),
        ("14:00/12", "delay", 840_000, 12_000, "noticed"),
        ("14:00/0", "delay", 840_000, 0, "noticed"),
        ("5:00b3", "bronstein", 300_000, 3_000, "stops"),
        ("0:30/move", "move", 30_000, 0, "stops"),
    ],
)
def test_each_kind_of_control_has_a_way_to_be_written(
    text: str, kind: str, main_ms: int, bonus_ms: int, flag: Any
) -> None:
    control = parse_time_control(text)
    assert control == TimeControl(text, main_ms, bonus_ms, kind=kind, flag=flag)
    assert parse_time_control(control.name) == control


def test_a_bonus_before_the_first_move_is_asked_for_by_a_word() -> None:
    control = parse_time_control("80:00+10 first")
    assert (control.starting_ms, control.name) == (4_810_000, "80:00+10 first")
    assert parse_time_control("80:00+10").starting_ms == 4_800_000


@pytest.mark.clause("USBGF-3.5")
def test_minutes_for_each_point_become_a_reserve_once_the_length_is_known() -> None:
    control = parse_time_control("2/12").for_length(7)
    assert (control.name, control.main_ms, control.bonus_ms) == ("14:00/12", 840_000, 12_000)
    assert parse_time_control(control.name) == control
    assert parse_time_control("4/20").for_length(3).name == "12:00/20"
    assert parse_time_control(" 3/15 ") is TIME_CONTROLS["3/15"]


def test_a_move_by_itself_has_its_whole_time_again_after_each_press() -> None:
    kind, control = KINDS["move"], parse_time_control("0:30/move")
    assert kind.left(control, 30_000, 29_000) == 1_000
    assert kind.pressed(control, 30_000, 29_000) == 30_000
    assert kind.allowance(control, 30_000) == 30_000


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 99), st.integers(0, 9), st.integers(0, 50))
def test_the_main_time_of_a_turn_follows_from_what_is_shown(
    kind: str, main: int, bonus: int, thought: int
) -> None:
    control, row = TimeControl("test", main, bonus, kind=kind), KINDS[kind]
    shown = row.left(control, main, thought)
    assert row.left(control, row.main_of(control, shown, thought), thought) == shown


def test_another_spelling_of_a_named_control_is_the_named_control() -> None:
    assert parse_time_control("090:00+0") is TIME_CONTROLS["90:00"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "5:0",
        "5:60",
        "1:30:00",
        "-5:00",
        "5:00+",
        "5:00+-1",
        "٥:٠٠",
        "5:00 +3",
        "x",
        "5:00b3 first",
        "0/12",
    ],
)
def test_malformed_control_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="write minutes:seconds, as 5:00"):
        parse_time_control(text)


@pytest.mark.parametrize("text", ["0:00", "0:00+10"])
def test_a_control_without_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="leaves no time to play"):
        parse_time_control(text)
