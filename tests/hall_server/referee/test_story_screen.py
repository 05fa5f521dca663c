"""The audit view: a match's events as the referee reads them, from a table or from the queue."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.floor.story_screen import StoryScreen
from shared.core import entities
from shared.core.entities import MatchKey
from shared.core.events import (
    Actor,
    Body,
    Event,
    Order,
    OrderGiven,
    ResultSigned,
    RulingMade,
    SheetsHandedIn,
)
from shared.core.state import HallState, Unforced
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    masters,
    outcome,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = ((80, 24), (100, 30), (50, 15))
KEY = MatchKey("masters", 1, "m1")


def event(minute: int, node: str, ent: str, body: Body, how: str = "pin") -> Event:
    return Event(
        f"e{minute}", node * 16, "1", minute, START + minute * MINUTE, 1, "", 1, ent, (),
        Actor("", how), body, "",
    )  # fmt: skip


EVENTS = (
    event(70, "01", entities.result(KEY), ResultSigned(0, outcome("W D"))),
    event(71, "01", entities.result(KEY), ResultSigned(1, outcome("L W")), "unverified press"),
    event(72, "aa", entities.order(KEY, "p"), OrderGiven(Order("pause"), "ACF-1.VII", "Wait.")),
    event(80, "aa", entities.result(KEY), RulingMade(outcome("W D"), "ACF-1.VII", "Seen."), "key"),
    event(90, "aa", entities.sheets(KEY), SheetsHandedIn((True, False)), "key"),
)


def hall(**more: object) -> HallState:
    one = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    late = (Unforced("e71", "t.result.signed", entities.result(KEY), "beyond a withdrawn key"),)
    return msgspec.structs.replace(masters(one), unforced=late, **more)


async def shown(desk: Desk, pilot: Pilot[None], *keys: str) -> None:
    desk.port.stories[KEY] = EVENTS
    await pilot.pause()
    desk.tell(hall())
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_the_story_says_who_signed_what_and_what_is_not_in_force(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await shown(desk, pilot, "e")
        assert isinstance(desk.app.screen, StoryScreen)
        assert_screen(desk.app, "story")


async def test_a_story_is_told_in_one_language() -> None:
    desk = Desk()
    desk.app.speak("ru")
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "e")
        text = screen_text(desk.app)
        assert "РЕШЕНО по ACF-1.VII" in text
        assert "НЕ В СИЛЕ" in text
        for english in ("signed", "RULED", "ORDERED", "desk:", "counts", "Table", "NOT IN FORCE"):
            assert english not in text


async def test_a_story_goes_on_while_it_is_read() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "g", "1", "enter", "e")
        assert "RULED by ACF-1.VII" in screen_text(desk.app)
        again = event(99, "bb", entities.result(KEY), RulingMade(outcome("D D"), "ACF-3.VI", "No."))
        desk.port.stories[KEY] = (*EVENTS, again)
        state = hall()
        one = msgspec.structs.replace(state.matches["m1"], result=confirmed("D D"))
        desk.tell(msgspec.structs.replace(state, matches={"m1": one}))
        desk.later(1_000)
        desk.app.tick()
        await pilot.pause()
        assert "RULED by ACF-3.VI" in screen_text(desk.app)


async def test_a_player_has_the_story_of_his_match() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "l", *"Ann", "enter", "e")
        assert isinstance(desk.app.screen, StoryScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(desk.app.screen, StoryScreen)
