"""Match points outside the rounds: granted, changed and undone at the dashboard (APCA-30)."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.files.outlets import export
from shared.core.events import entities
from shared.core.events.measures import PointsGranted
from shared.core.state import Decision, HallState
from tests.core.decided import body_of, decision, grounds, measures_in
from tests.hall_server.referee.halls import Desk, confirmed, keys, masters, shown, under_way
from tests.tui.screens import assert_screen

ENT = entities.player_decision("p2")
GRANTED = decision("g1", PointsGranted(3), ent=ENT, clause="ACF-1.VII", reason="Sent home")


def hall(*decisions: Decision) -> HallState:
    state = masters(under_way("m1", "t1", ("p1", "p2"), result=confirmed("D D")))
    points = sum(one.points for d in decisions for _t, one in d.measures if d.counts)  # type: ignore[union-attr]
    player = msgspec.structs.replace(state.players["p2"], decisions=decisions, granted=points)
    return msgspec.structs.replace(state, players={**state.players, "p2": player})


async def page(desk: Desk, pilot: Pilot[None], state: HallState) -> None:
    await pilot.pause()
    desk.tell(state)
    await pilot.pause()
    await keys(pilot, "l", *"Bo", "enter")


@pytest.mark.clause("APCA-30")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_points_are_granted_with_a_reason_after_a_yes_that_says_what_changes(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await page(desk, pilot, hall())
        await keys(pilot, "number_sign", *"0", "enter")
        assert "A number from 1 to 999." in shown(desk)
        await keys(pilot, "backspace", "3", "enter", *"Sent home", "enter")
        assert desk.port.drafts == []
        assert_screen(desk.app, "grant-points")
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == ENT
        assert measures_in(draft) == (PointsGranted(3),)
        assert grounds(draft) == ("ACF-1.VII", "Sent home")


async def test_points_that_were_granted_are_changed_in_the_place_of_the_others() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await page(desk, pilot, hall(GRANTED))
        await keys(pilot, "number_sign", "down", "enter", "backspace", "2", "enter", "enter")
        assert "Instead of: Bo King gets 3 match points outside the rounds." in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (PointsGranted(2),)
        assert body_of(draft).replaces == ("g1",)


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_standings_mark_them_and_the_row_says_why(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(hall(GRANTED))
        await pilot.pause()
        await keys(pilot, "s")
        assert_screen(desk.app, "standings-granted")
        await keys(pilot, "enter")
        assert "3 match points of these were granted outside the rounds." in shown(desk)
        assert "“Sent home”" in shown(desk)


async def test_grant_is_undone_from_the_incidents_with_what_changes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(hall(GRANTED))
        await pilot.pause()
        await keys(pilot, "i", "u")
        assert "Bo King: place 1 → 1" not in shown(desk)
        assert "MP 5 → 2" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert body_of(draft).replaces == ("g1",)
        assert measures_in(draft) == ()


def test_files_have_the_points_and_say_which_of_them_were_granted() -> None:
    state = hall(GRANTED)
    assert export(state, "standings", "csv", None).data.decode("utf-8-sig").splitlines()[:2] == [
        "rank,player,name,match_points,honor_points,honor_points_exact,granted,provisional,"
        "stands,out_at",
        "1,p2,Bo King,5,0,0,3,,by_points,",
    ]
    lines = export(state, "crosstable", "tsv", None).data.decode().splitlines()
    assert lines[0].endswith("points\thonor_points\tgranted")
    assert "5*" in export(state, "crosstable", "html", None).data.decode()
