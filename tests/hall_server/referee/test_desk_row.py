"""The first row of every desk: tabs with keys and taps, the link with its age, new questions."""

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from hall_server.referee.app.device_screens import DeviceScreen
from hall_server.referee.app.main_keys import DeskKeys
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.people.standings_screen import StandingsScreen
from hall_server.referee.asked.desk_row import DeskRow, DeskStatus, DeskTab, link_forms, tabs
from hall_server.referee.asked.keys import DESKS, EVERYWHERE
from shared.core.state import HallState
from shared.port import Link
from shared.tui.action import Action
from shared.tui.actions import ActionItem
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    opened,
    report,
    shown,
    under_way,
)
from tests.reference.keys import every_kind

LINE_UNDER_THE_CURSOR = {"enter"}
"""Enter is whatever the line under the cursor, or the step that is open, offers."""
NEXT_PART = {"tab"}
"""Tab goes on to the next part of a screen: the floor of the queue, the next field of a form."""


def hall(*tokens: str) -> HallState:
    played = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    other = under_way("m2", "t2", ("p3", "p4"))
    return masters(played, other, reports=tuple(report("phone", other, token=t) for t in tokens))


async def go_to(desk: Desk, pilot: Pilot[None], desk_of: Action) -> None:
    """Press the desk's key; from a field that takes letters the queue's key comes first."""
    typing = isinstance(desk.app.focused, Input)
    await keys(pilot, *(("f2",) if typing else ()), desk_of.key)


def every_action() -> list[tuple[str, Action]]:
    found = [("everywhere", action) for action in EVERYWHERE]
    for name, kind in every_kind():
        if name.startswith("hall_server.referee") and not issubclass(kind, App):
            found += [(name, action) for action in kind.__dict__.get("ACTIONS", ())]
    return found


def test_a_key_means_the_same_on_every_screen_of_the_dashboard() -> None:
    meanings: dict[str, dict[str, str]] = {}
    for name, action in every_action():
        for key in action.key.split(","):
            meanings.setdefault(key.strip(), {})[action.id] = name
    twice = {key: found for key, found in meanings.items() if len(found) > 1}
    assert set(twice) <= LINE_UNDER_THE_CURSOR | NEXT_PART, twice


def test_a_small_letter_is_no_desks_own() -> None:
    own = {
        action.key
        for name, action in every_action()
        if name != "everywhere" and len(action.key) == 1 and action.key.islower()
    }
    assert own <= {"a", "o", "u", "n", "e", "f"}, "the queue's letters, which other desks share"


@pytest.mark.parametrize("desk_of", DESKS, ids=lambda action: action.id)
@pytest.mark.parametrize("room", [22, 48, 80, 118, 200])
def test_the_open_desk_is_among_the_tabs_that_fit(desk_of: Action, room: int) -> None:
    found = tabs(DESKS, desk_of.id, room)
    assert [tab.action for tab in found if tab.here] == [desk_of]
    assert sum(len(tab.action.key_words) + len(tab.action.label) + 3 for tab in found) <= room
    if room == 200:
        assert tuple(tab.action for tab in found) == DESKS


def test_an_old_link_says_how_old_the_data_are_in_every_form() -> None:
    offline = Link("offline", START)
    forms = link_forms(offline, 2, START + 12 * MINUTE, "UTC", 3)
    assert all("12 min" in form and "3 new" in form for form in forms)
    assert forms[0].startswith("OFFLINE since")
    live = link_forms(Link("live", START), 0, START + 12 * MINUTE, "UTC", 0)
    assert set(live) == {"LIVE"}


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38)])
async def test_a_desk_says_that_it_is_offline_and_how_many_questions_are_new(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(), "s")
        assert "LIVE" in shown(desk)
        assert "new" not in str(desk.app.screen.query_one(DeskStatus).render())
        desk.tell(hall("a"), link=Link("offline", desk.now))
        desk.later(12 * MINUTE)
        desk.app.tick()
        await pilot.pause()
        said = str(desk.app.screen.query_one(DeskStatus).render())
        assert "OFFLINE" in said
        assert "12 min" in said
        assert "2 new" in said
        await pilot.click(DeskStatus)
        await pilot.pause()
        assert isinstance(desk.app.screen, MainScreen)
        await keys(pilot, "s")
        assert "new" not in str(desk.app.screen.query_one(DeskStatus).render())


async def test_a_tick_before_a_new_screen_has_drawn_its_row_ends_nothing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, hall("a"), "s")
        row = DeskRow(DESKS, "standings")
        mounting = desk.app.screen.mount(row)
        assert not row.children
        desk.app.tick()
        await mounting
        await pilot.pause()
        assert row.query_one(DeskStatus).new == desk.app.desk.new


async def test_each_desk_is_reached_from_each_other_by_key_and_by_tab() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(200, 55)) as pilot:
        await opened(desk, pilot, hall())
        plain = [desk_of for desk_of in DESKS if desk_of.id != "kiosks"]
        for desk_of in plain:
            await go_to(desk, pilot, desk_of)
            assert desk.app.desk_here() == desk_of.id
            assert len(desk.app.screen_stack) <= 2
            for tab in desk.app.screen.query(DeskTab):
                assert tab.has_class("here") == (tab.act.id == desk_of.id)
        for desk_of in plain:
            at = next(t for t in desk.app.screen.query(DeskTab) if t.act.id == desk_of.id)
            await pilot.click(at)
            await pilot.pause()
            assert desk.app.desk_here() == desk_of.id
        await keys(pilot, "f2")
        assert isinstance(desk.app.screen, MainScreen)
        await keys(pilot, "right_square_bracket", "right_square_bracket")
        assert isinstance(desk.app.screen, StandingsScreen)
        await keys(pilot, "left_square_bracket")
        assert desk.app.desk_here() == "pair"


async def test_a_form_that_is_filled_in_is_left_for_no_other_desk() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(), "r", "N")
        form = desk.app.screen
        await keys(pilot, "f2", "f3")
        assert desk.app.screen is form
        assert not set(EVERYWHERE) & set(desk.app.actions_now())


async def test_the_palette_has_every_action_of_the_desk_that_is_open() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall())
        for desk_of in DESKS:
            if desk_of.id == "kiosks":
                continue
            await go_to(desk, pilot, desk_of)
            offered = {c.help for c in desk.app.get_system_commands(desk.app.screen)}
            assert {action.help for action in desk.app.actions_now()} <= offered
            assert {action.help for action in desk.app.screen.ACTIONS} <= offered
            assert {action.help for action in EVERYWHERE} <= offered
        await keys(pilot, "ctrl+p", *"go to table 2")
        await pilot.app.workers.wait_for_complete()
        await keys(pilot, "enter")
        assert shown(desk).count("Table 2")
        for said, meant in (("enrol", DeviceScreen), ("withdraw a player", StandingsScreen)):
            await keys(pilot, "ctrl+p", *said)
            await pilot.app.workers.wait_for_complete()
            await keys(pilot, "enter")
            assert isinstance(desk.app.screen, meant)


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38)])
async def test_every_action_in_the_footer_of_every_desk_can_be_tapped(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    tapped: list[str] = []

    async def note(self: DeskKeys, action: str, *_rest: object) -> bool:
        tapped.append(action)
        return True

    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall())
        for desk_of in DESKS:
            if desk_of.id == "kiosks":
                continue
            await go_to(desk, pilot, desk_of)
            with monkeypatch.context() as patched:
                patched.setattr(DeskKeys, "run_action", note)
                for item in desk.app.screen.query(ActionItem):
                    await pilot.click(item)
                    await pilot.pause()
                    assert tapped[-1:] == [item.act.id], (desk_of.id, item.act)
                    tapped.clear()
