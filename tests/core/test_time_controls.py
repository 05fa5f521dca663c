"""The named controls, and the ones that a person types."""

import pytest

from shared.core.time_controls import KINDS, TIME_CONTROLS, TimeControl, parse_time_control


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


def test_another_spelling_of_a_named_control_is_the_named_control() -> None:
    assert parse_time_control("090:00+0") is TIME_CONTROLS["90:00"]


@pytest.mark.parametrize(
    "text", ["", "5", "5:0", "5:60", "1:30:00", "-5:00", "5:00+", "5:00+-1", "٥:٠٠", "5:00 +3", "x"]
)
def test_what_is_not_a_control_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="write minutes:seconds, as 5:00"):
        parse_time_control(text)


@pytest.mark.parametrize("text", ["0:00", "0:00+10"])
def test_a_control_without_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="leaves no time to play"):
        parse_time_control(text)
