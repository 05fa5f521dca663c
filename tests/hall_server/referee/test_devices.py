"""Devices at the dashboard: digits to compare, a place to choose, keys to withdraw."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.hall.device_words import battery
from hall_server.referee.moment import Reading
from shared.core.events import (
    ALL_HELD,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceRevoked,
    EnrolmentSet,
    Role,
)
from shared.core.state import Device, HallState, Table
from shared.port import Applying, Enrolling, Link, Told, TwoDevices
from tests.hall_server.referee.halls import START, Desk, live, masters, moment, under_way
from tests.tui.screens import assert_screen, screen_text

OLD = Device("ab" * 16, b"o" * 32, b"o" * 32, "terminal", (), "Tablet 7", revoked=False)


def hall() -> HallState:
    return msgspec.structs.replace(
        masters(under_way("m1", "t1", ("p1", "p2"))),
        devices={OLD.node: OLD},
        tables={
            "t1": Table("t1", "1", OLD.node),
            "t2": Table("t2", "2", ""),
            "t3": Table("t3", "3", ""),
        },
    )


def asking(role: Role = "terminal") -> Enrolling:
    return Enrolling((Applying("cd" * 16, b"s" * 32, b"c" * 32, role, "Spare", "042917"),))


async def opened(desk: Desk, pilot: Pilot[None], told: Told | None = None) -> None:
    await pilot.pause()
    desk.tell(hall())
    if told is not None:
        desk.app.hear(told)
    await pilot.pause()
    desk.app.look()
    await pilot.pause()


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_device_that_asks_is_a_question_with_its_digits(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, asking())
        assert [q.kind for q in desk.app.questions] == ["enrol"]
        assert "042 917" in screen_text(desk.app)
        await keys(pilot, "a")
        assert_screen(desk.app, "admit-where")


async def test_a_free_table_takes_the_device_at_once() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking())
        await keys(pilot, "a", "enter")
        enrolled, assigned = desk.port.drafts
        assert isinstance(enrolled.body, DeviceEnrolled)
        assert enrolled.ent == "device/" + "cd" * 16
        assert (enrolled.body.role, enrolled.body.scopes, enrolled.body.label) == (
            "terminal", (), "Table 2",
        )  # fmt: skip
        assert assigned.ent == "table/t2/device"
        assert assigned.body == DeviceAssigned("cd" * 16, ALL_HELD)
        assert desk.app.questions == ()


async def test_a_table_that_is_held_is_asked_about_and_stays_unless_replaced() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking())
        await keys(pilot, "a", "end", "enter")
        assert "Table 1 is held by 'Tablet 7'" in screen_text(desk.app)
        await keys(pilot, "enter")
        assert desk.port.drafts == []
        await keys(pilot, "a", "end", "enter", "down", "enter")
        assert [draft.ent for draft in desk.port.drafts][1] == "table/t1/device"


async def test_a_kiosk_needs_no_table() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking("kiosk"))
        await keys(pilot, "a", "enter")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DeviceEnrolled)
        assert draft.body.role == "kiosk"


async def test_without_the_hall_nobody_is_admitted() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking())
        desk.tell(hall(), link=Link("offline", START))
        await pilot.pause()
        assert desk.app.questions == ()


async def test_enrolment_is_opened_for_a_while_and_closed() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        await keys(pilot, "d", "enter")
        [draft] = desk.port.drafts
        assert draft.body == EnrolmentSet(desk.now + 15 * 60_000)
        desk.tell(msgspec.structs.replace(hall(), enrolling_until=draft.body.until))
        await pilot.pause()
        assert "Close enrolment" in screen_text(desk.app)
        await keys(pilot, "enter")
        assert desk.port.drafts[-1].body == EnrolmentSet(0)


async def test_a_key_is_withdrawn_after_one_question() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        await keys(pilot, "d", "down", "enter", "enter")
        assert desk.port.drafts == []
        await keys(pilot, "enter", "down", "enter")
        [draft] = desk.port.drafts
        assert draft.ent == f"device/{OLD.node}"
        assert isinstance(draft.body, DeviceRevoked)
        assert draft.body.cut == ALL_HELD


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_two_devices_with_one_key_are_a_question_that_names_both(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, TwoDevices((("Tablet 7", "10.0.0.7", "10.0.0.9"),)))
        (asked,) = desk.app.questions
        assert asked.title == "Two devices are 'Tablet 7'"
        assert_screen(desk.app, "two-devices")

        desk.app.hear(TwoDevices(()))
        await pilot.pause()
        desk.app.look()
        assert desk.app.questions == ()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_every_device_says_when_it_was_heard_and_what_it_runs_on(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    spare = msgspec.structs.replace(OLD, node="ef" * 16, label="Tablet " * 12)
    gone = msgspec.structs.replace(OLD, node="aa" * 16, label="Tablet 3", revoked=True)
    kiosk = msgspec.structs.replace(OLD, node="bb" * 16, label="Lobby", role="kiosk")
    state = hall()
    state = msgspec.structs.replace(
        state,
        devices={device.node: device for device in (gone, kiosk, spare, OLD)},
        tables={**state.tables, "t2": Table("t2", "2", spare.node)},
    )
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot)
        desk.tell(state)
        desk.see(live(state.matches["m1"], battery=17))
        desk.later(8_000)
        await keys(pilot, "d")
        assert "0:08 ago   ! 17 %" in screen_text(desk.app)
        assert_screen(desk.app, "devices")
        await keys(pilot, "escape", "g", "1", "enter")
        assert "heard 0:08 ago, ! battery 17 %" in " ".join(screen_text(desk.app).split())


def test_a_battery_that_is_charged_or_unknown_is_not_spoken_of() -> None:
    state = hall()
    m1 = state.matches["m1"]
    seen = {"m1": Reading(live(m1), 0)}
    assert battery(moment(state, **seen), "t1") == ""
    assert battery(moment(state), "t1") == ""
    assert battery(moment(state, m1=Reading(live(m1, battery=21), 0)), "t1") == "battery 21 %"
