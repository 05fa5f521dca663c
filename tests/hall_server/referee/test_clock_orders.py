"""Pause, go on, start the absent side's time: from the desk, in words, after a yes."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.rulings.clock_orders import offers, sentence, stands_paused
from shared.core import entities
from shared.core.desks import Desks, GivenOrder
from shared.core.events import ControlChosen, Order, OrderGiven, OrderKind
from shared.core.state import HallState
from tests.hall_server.referee.halls import Desk, confirmed, masters, match, moment, under_way
from tests.tui.screens import assert_screen, screen_text


def open_hall() -> HallState:
    return masters(
        under_way("m1", "t1", ("p1", "p2")),
        match("m2", "t2", ("p3", "p4"), seated=(True, False)),
        under_way("m3", "t3", ("p5", "p6"), result=confirmed("W D")),
    )


def ordered(state: HallState, *kinds: tuple[str, OrderKind]) -> HallState:
    given = {}
    for at, (uid, kind) in enumerate(kinds):
        ent = entities.order(state.matches[uid].key, str(at))
        given[ent] = GivenOrder(ent, uid, Order(kind), "ACF-1.VII", "Fire", at, f"e{at}")
    return msgspec.structs.replace(state, desks=Desks(orders=given))


def words(state: HallState, uid: str = "") -> list[str]:
    now = moment(state)
    return [offer.words for offer in offers(now, state.matches.get(uid))]


def test_only_open_matches_can_be_paused_and_only_paused_ones_go_on() -> None:
    state = open_hall()
    assert words(state) == ["Pause every table: 2 tables"]
    paused = ordered(state, ("m1", "pause"))
    assert words(paused, "m1") == [
        "Let table 1 go on",
        "Pause every table: 1 table",
        "Let every paused table go on: 1 table",
    ]
    again = ordered(state, ("m1", "pause"), ("m1", "resume"))
    assert not stands_paused(moment(again), state.matches["m1"])


@pytest.mark.clause("ACF-1.VI.B")
def test_the_absent_sides_time_is_offered_where_somebody_is_missing_and_a_clock_is_used() -> None:
    state = open_hall()
    assert words(state, "m2")[0] == "Start the time of Dee Novák at table 2, under 90:00"
    offer = offers(moment(state), state.matches["m2"])[0]
    assert offer.clause == "ACF-1.VI.B"
    said = sentence(moment(state), offer, "Grace is over.")
    assert said == "The time of Dee Novák runs at table 2 (ACF-1.VI.B): Grace is over."
    majors = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    without = msgspec.structs.replace(state, divisions={"masters": majors})
    assert "Start" not in words(without, "m2")[0]


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


@pytest.mark.clause("ACF-1.X.A.f")
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30)])
async def test_all_tables_are_paused_in_two_keys_a_reason_and_a_yes(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(open_hall())
        await pilot.pause()
        await keys(pilot, "x", "down", "enter")
        await keys(pilot, "enter")
        assert_screen(desk.app, "pause-all")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        bodies = {draft.body for draft in desk.port.drafts}
        assert bodies == {OrderGiven(Order("pause"), "ACF-1.VII", "All games stand still.")}
        assert len(desk.port.drafts) == 2


@pytest.mark.clause("ACF-1.X.B.a")
async def test_a_timekeeper_is_sent_to_a_table_where_nobody_asked_for_one() -> None:
    desk = Desk()
    state = open_hall()
    majors = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(msgspec.structs.replace(state, divisions={"masters": majors}))
        await pilot.pause()
        await keys(pilot, "g", "1", "enter")
        await keys(pilot, "x", "down", "enter")
        assert "A timekeeper times each move" in screen_text(desk.app)
        await keys(pilot, "enter")
        assert desk.port.drafts == []
        assert "ACF-1.X.B.a" in screen_text(desk.app)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        why = "A timekeeper times each move."
        assert draft.body == OrderGiven(Order("five_minutes"), "ACF-1.X.B.a", why)


@pytest.mark.clause("ACF-1.X.A.e")
def test_time_is_added_or_taken_at_a_table_that_reported_nothing() -> None:
    state = masters(under_way("m1", "t1", ("p1", "p2"), control=ControlChosen("90:00", "event")))
    found = {offer.order for offer in offers(moment(state), state.matches["m1"])}
    assert {Order("add_time", "", (0, 120_000)), Order("add_time", "", (-60_000, 0))} <= found


async def test_with_nothing_open_it_says_that_there_is_no_clock() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(count=4))
        await pilot.pause()
        await keys(pilot, "x")
        assert "there is no clock to stop" in screen_text(desk.app)
