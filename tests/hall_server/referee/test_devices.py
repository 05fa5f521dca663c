"""Devices at the dashboard: digits to compare, a place to choose, keys to withdraw."""

import re

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.derived.moment import TableReading
from hall_server.referee.said.device_words import battery, clock_off
from shared.core.events import (
    ALL_HELD,
    DeviceAssigned,
    DeviceEnrolled,
    DeviceNamed,
    DeviceRevoked,
    EnrolmentSet,
    Role,
)
from shared.core.state import Alarm, Device, HallState, Table
from shared.port import (
    Applying,
    DeviceSeen,
    DevicesSeen,
    Enrolling,
    Link,
    Told,
    TooMuch,
    TwoDevices,
)
from tests.hall_server.referee.halls import START, Desk, keys, live, masters, moment, under_way
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


async def opened(
    desk: Desk, pilot: Pilot[None], told: Told | None = None, state: HallState | None = None
) -> None:
    await pilot.pause()
    desk.tell(state or hall())
    if told is not None:
        desk.app.hear(told)
    await pilot.pause()
    desk.app.look()
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_device_that_asks_is_a_question_with_its_digits(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, asking())
        assert [q.kind for q in desk.app.desk.questions] == ["enrol"]
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
        assert desk.app.desk.questions == ()


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


async def test_a_table_whose_invite_was_not_used_takes_the_device_at_once() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking(), two_tables())
        desk.app.hear(seen(desk, OLD.node))
        await pilot.pause()
        await keys(pilot, "a")
        assert "Table 2  its invite was not used" in screen_text(desk.app)
        await keys(pilot, "home", "enter")
        assert [draft.ent for draft in desk.port.drafts][1] == "table/t2/device"


async def test_a_kiosk_needs_no_table() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking("kiosk"))
        await keys(pilot, "a", "enter")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DeviceEnrolled)
        assert draft.body.role == "kiosk"


def admitted() -> HallState:
    """The hall once another referee has put the device that asks at table 2."""
    device = Device("cd" * 16, b"s" * 32, b"c" * 32, "terminal", (), "Table 2", revoked=False)
    before = two_tables()
    return msgspec.structs.replace(before, devices={**before.devices, device.node: device})


async def test_a_device_asks_no_more_once_it_is_admitted() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking(), two_tables())
        assert [q.kind for q in desk.app.desk.questions] == ["enrol"]
        desk.tell(admitted())  # before the hall says that it asks no more
        await pilot.pause()
        assert desk.app.desk.questions == ()


@pytest.mark.parametrize("told", ["admitted", "gone", "offline"])
async def test_a_device_that_asks_no_more_is_not_put_at_a_table(told: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking(), two_tables())
        await keys(pilot, "a")
        if told == "admitted":
            desk.tell(admitted())
        elif told == "offline":
            desk.tell(two_tables(), link=Link("offline", START))
        else:
            desk.app.hear(Enrolling(()))
        await pilot.pause()
        await keys(pilot, "end", "enter", "down", "enter")
        assert "042 917 no longer waits: it is admitted, it asks" in screen_text(desk.app)
        assert desk.port.drafts == []


async def test_device_is_not_admitted_without_the_hall() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, asking())
        desk.tell(hall(), link=Link("offline", START))
        await pilot.pause()
        assert desk.app.desk.questions == ()


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
        (asked,) = desk.app.desk.questions
        assert asked.title == "Two devices are 'Tablet 7'"
        assert_screen(desk.app, "two-devices")

        desk.app.hear(TwoDevices(()))
        await pilot.pause()
        desk.app.look()
        assert desk.app.desk.questions == ()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_device_that_sends_too_much_is_one_line_until_it_stops(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, TooMuch((OLD.node,)))
        (asked,) = desk.app.desk.questions
        assert asked.title == "Table 1 sends what it should not"
        desk.app.hear(TooMuch((OLD.node,)))
        await pilot.pause()
        desk.app.look()
        assert len(desk.app.desk.questions) == 1
        assert_screen(desk.app, "too-much")

        desk.app.hear(TooMuch(()))
        await pilot.pause()
        desk.app.look()
        assert desk.app.desk.questions == ()


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
        assert re.search("0:08 ago +! 17 %", screen_text(desk.app))
        assert_screen(desk.app, "devices")
        await keys(pilot, "escape", "g", "1", "enter")
        assert "heard 0:08 ago, ! battery 17 %" in " ".join(screen_text(desk.app).split())


def test_a_battery_that_is_charged_or_unknown_is_not_spoken_of() -> None:
    state = hall()
    m1 = state.matches["m1"]
    seen = {"m1": TableReading(live(m1), 0)}
    assert battery(moment(state, **seen), "t1") == ""
    assert battery(moment(state), "t1") == ""
    assert battery(moment(state, m1=TableReading(live(m1, battery=21), 0)), "t1") == "battery 21 %"


SPARE = msgspec.structs.replace(OLD, node="ef" * 16, label="Spare")


def two_tables() -> HallState:
    """Tablet 7 at table 1, where a match is under way, the spare one at table 2, table 3 free."""
    state = hall()
    return msgspec.structs.replace(
        state,
        devices={OLD.node: OLD, SPARE.node: SPARE},
        tables={**state.tables, "t2": Table("t2", "2", SPARE.node)},
    )


def seen(desk: Desk, *nodes: str, ahead_ms: int | None = 0) -> DevicesSeen:
    return DevicesSeen(tuple(DeviceSeen(node, desk.mono, ahead_ms) for node in nodes))


async def devices_of(desk: Desk, pilot: Pilot[None], state: HallState, *nodes: str) -> None:
    await opened(desk, pilot)
    desk.tell(state)
    desk.app.hear(seen(desk, *nodes))
    await keys(pilot, "d")


async def test_device_is_given_a_name() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await devices_of(desk, pilot, two_tables())
        await keys(pilot, "down", "E", "ctrl+u", *"spare", "enter")
        assert "Another device is called that." in screen_text(desk.app)
        await keys(pilot, "ctrl+u", *"Blue", "enter")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == (f"device/{OLD.node}/name", DeviceNamed("Blue"))


async def test_two_devices_change_places_after_one_question_that_says_what_it_means() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await devices_of(desk, pilot, two_tables(), OLD.node)
        await keys(pilot, "down", "M")
        assert_screen(desk.app, "move-where")
        await keys(pilot, "end", "up", "enter")
        assert_screen(desk.app, "move-confirm")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        assert [(d.ent, d.body) for d in desk.port.drafts] == [
            ("table/t2/device", DeviceAssigned(OLD.node, ALL_HELD)),
            ("table/t1/device", DeviceAssigned(SPARE.node, ALL_HELD)),
        ]


async def test_a_free_table_takes_a_device_and_the_old_one_is_left_without() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await devices_of(desk, pilot, two_tables(), SPARE.node)
        await keys(pilot, "down", "down", "M", "enter")
        assert "Table 2 has no device then." in " ".join(screen_text(desk.app).split())
        await keys(pilot, "y")
        assert [(d.ent, d.body) for d in desk.port.drafts] == [
            ("table/t3/device", DeviceAssigned(SPARE.node, ALL_HELD)),
            ("table/t2/device", DeviceAssigned("", ALL_HELD)),
        ]


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_device_is_taken_out_of_service_after_a_question_that_names_the_match_there(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await devices_of(desk, pilot, two_tables(), OLD.node)
        await keys(pilot, "down", "M", "end", "enter")
        assert_screen(desk.app, "spare-confirm")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        assert [(d.ent, d.body) for d in desk.port.drafts] == [
            ("table/t1/device", DeviceAssigned("", ALL_HELD))
        ]
        assert "'Tablet 7' has" in screen_text(desk.app)


async def test_a_spare_stands_in_the_list_as_one_and_is_given_a_table_again() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = two_tables()
        tables = {**state.tables, "t2": Table("t2", "2", "")}
        await devices_of(desk, pilot, msgspec.structs.replace(state, tables=tables), SPARE.node)
        await keys(pilot, "end")
        [line] = [each for each in screen_text(desk.app).splitlines() if "efefefef" in each]
        assert line.split()[:4] == ["►", "Spare", "efefefef", "spare"]
        await keys(pilot, "M")
        assert "No table" not in screen_text(desk.app)
        await keys(pilot, "enter", "y")
        assert [(d.ent, d.body) for d in desk.port.drafts] == [
            ("table/t2/device", DeviceAssigned(SPARE.node, ALL_HELD))
        ]


async def test_started_match_is_not_moved_between_question_and_answer() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = two_tables()
        await devices_of(desk, pilot, state, SPARE.node)
        await keys(pilot, "down", "down", "M", "enter")
        begun = under_way("m2", "t2", ("p3", "p4"))
        desk.tell(msgspec.structs.replace(state, matches={**state.matches, "m2": begun}))
        await keys(pilot, "y")
        assert desk.port.drafts == []
        assert "The tables have changed meanwhile" in screen_text(desk.app)


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_kiosks_and_tables_without_a_match_say_when_they_were_heard_and_whose_clock_is_off(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    kiosk = msgspec.structs.replace(OLD, node="bb" * 16, label="Lobby", role="kiosk")
    state = two_tables()
    state = msgspec.structs.replace(state, devices={**state.devices, kiosk.node: kiosk})
    async with desk.app.run_test(size=size) as pilot:
        await devices_of(desk, pilot, state, OLD.node, kiosk.node)
        desk.app.hear(seen(desk, SPARE.node, ahead_ms=-3_200))
        desk.later(4_000)
        await keys(pilot, "escape", "d")
        assert screen_text(desk.app).count("0:04 ago") == 3
        assert_screen(desk.app, "devices-heard")


def test_a_clock_is_spoken_of_from_a_second_on() -> None:
    assert [clock_off(ms) for ms in (None, 0, 1_000, -1_000)] == [""] * 4
    assert [clock_off(ms) for ms in (1_001, -61_000, 3 * 86_400_000)] == ["+0:01", "-1:01", "+3 d"]


async def test_a_battery_that_is_nearly_empty_is_a_line_once_until_it_was_charged() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        match = hall().matches["m1"]

        async def asked(percent: int | None) -> list[str]:
            desk.later(1_000)
            desk.see(live(match, battery=percent))
            await pilot.pause()
            desk.app.look()
            return [q.title for q in desk.app.desk.questions if q.kind == "power"]

        assert await asked(10) == []
        assert await asked(9) == ["Table 1: the battery holds 9 %"]
        (line,) = (q for q in desk.app.desk.questions if q.kind == "power")
        desk.app.desk.take_off(line.key)
        assert await asked(5) == []
        assert await asked(15) == []
        assert await asked(9) == []
        assert await asked(60) == []
        assert await asked(9) == ["Table 1: the battery holds 9 %"]
        assert await asked(None) == []


async def test_two_names_and_two_tables_of_one_device_are_questions() -> None:
    desk = Desk()
    state = two_tables()
    state = msgspec.structs.replace(
        state,
        tables={**state.tables, "t3": Table("t3", "3", SPARE.node)},
        alarms=(Alarm("conflict", f"device/{OLD.node}/name", "two"),),
    )
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        desk.tell(state)
        await pilot.pause()
        desk.app.look()
        titles = {q.title for q in desk.app.desk.questions}
        assert {
            "A device was given two names: 'Tablet 7' is one",
            "'Spare' was given to several tables",
        } <= titles


async def test_devices_with_disputed_keys_are_one_question_that_names_them() -> None:
    desk = Desk()
    thieves = [
        msgspec.structs.replace(
            OLD, node=f"{n:032x}", label=f"Spare {n}", disputed=(OLD.curve_key,)
        )
        for n in range(1, 400)
    ]
    mine = msgspec.structs.replace(OLD, disputed=(OLD.curve_key,))
    state = msgspec.structs.replace(hall(), devices={d.node: d for d in (mine, *thieves)})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state=state)
        [question] = desk.app.desk.devices.questions(desk.app.desk.moment())
        assert question.title == "The connection keys of 400 devices are disputed"
        assert question.evidence[0].endswith("and 394 more")
        assert "The connection keys of 400 devices" in screen_text(desk.app)
