"""Screens that open and close faster than the dashboard can draw."""

import pytest
from textual.events import Key

from hall_server.referee.asked.parts.modals import AskText
from tests.hall_server.referee.halls import Desk, confirmed, disputed, masters, under_way
from tests.tui.screens import screen_text

OPENS = {
    "action_board": "No division calls its matches.",
    "action_standings": "Standings, Masters",
    "action_register": "Registration",
    "action_devices": "Devices",
    "action_prizes": "Prizes, ",
    "action_decide": "Game by game",
}


@pytest.mark.parametrize("action", OPENS)
async def test_the_news_of_the_hall_may_come_before_a_screen_is_composed(action: str) -> None:
    open_ = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    done = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(masters(open_, done))
        await pilot.pause()
        main = desk.app.screen
        does = getattr(main, action, None) or getattr(desk.app, action)
        does()
        assert desk.app.screen is not main
        desk.app.tick()
        await pilot.pause()
        assert OPENS[action] in screen_text(desk.app)


@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "enter", "enter")])
async def test_a_dialogue_that_is_answered_twice_at_once_closes_itself_alone(
    keys: tuple[str, ...],
) -> None:
    """A key that is held down, or bounces, while the machine is busy."""
    desk = Desk()
    answers: list[str | None] = []
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(masters())
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        page = desk.app.screen
        desk.app.push_screen(AskText("Why?", value="so"), answers.append)
        await pilot.pause()
        for key in keys:
            desk.app.post_message(Key(key, None))
        await pilot.pause()
        assert desk.app.screen is page
        assert answers == ["so"]
