"""A table that runs on its battery says so to the hall; one on mains says nothing."""

from pathlib import Path

import pytest

from board_terminal.driving.driver import BATTERY_MS, Driver
from shared.machine.battery import battery_percent
from tests.board_terminal.table_kit import DECK, Kit


def supply(folder: Path, name: str, **told: str) -> None:
    (folder / name).mkdir()
    for word, text in told.items():
        (folder / name / word).write_text(text + "\n")


def test_the_emptiest_battery_that_drains_is_told(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="0")
    supply(tmp_path, "BAT0", type="Battery", status="Discharging", capacity="64")
    supply(tmp_path, "BAT1", type="Battery", status="Discharging", capacity="17")
    assert battery_percent(tmp_path) == 17


@pytest.mark.parametrize(
    "told",
    [
        {"type": "Battery", "status": "Charging", "capacity": "64"},
        {"type": "Battery", "status": "Discharging", "capacity": "a lot"},
        {"type": "Battery", "status": "Discharging", "capacity": "640"},
        {"type": "Battery", "status": "Discharging"},
    ],
)
def test_battery_that_charges_or_reports_nonsense_is_not_told(
    tmp_path: Path, told: dict[str, str]
) -> None:
    supply(tmp_path, "BAT0", **told)
    assert battery_percent(tmp_path) is None


def test_a_machine_without_batteries_tells_none(tmp_path: Path) -> None:
    assert battery_percent(tmp_path / "nowhere") is None


def test_a_table_tells_its_battery_and_looks_once_a_minute() -> None:
    kit = Kit()
    looks: list[int] = []

    def look() -> int:
        looks.append(len(looks))
        return 90 - len(looks)

    flow = Driver(kit.port, table="3", deck=DECK, chance=kit.dice, battery=look)
    kit.driver = flow
    kit.port.tell_state()
    kit.deliver()
    kit.port.lives.clear()
    for at in (0, 1_000, BATTERY_MS - 1, BATTERY_MS):
        flow.tick(at)
    assert len(looks) == 2
    assert list(dict.fromkeys(told.battery for told in kit.port.lives)) == [89, 88]
