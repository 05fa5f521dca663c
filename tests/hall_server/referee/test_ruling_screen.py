"""Writing a ruling: its keys in the order they were typed, whoever types them and how fast."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot

from hall_server.referee.rulings.ruling_screen import RulingScreen
from shared.core.events import RulingMade
from shared.tui.actions import ActionItem
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import Desk, disputed, masters, outcome, under_way
from tests.tui.screens import screen_text

SIZES = ((80, 24), (50, 15))


async def opened(desk: Desk, pilot: Pilot[None]) -> None:
    """The ruling on a dispute is on the screen, its reason has the focus."""
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    await pilot.pause()
    desk.tell(masters(of))
    await pilot.pause()
    await pilot.press("a", "enter")
    await pilot.pause()
    assert isinstance(desk.app.screen, RulingScreen)


def at_once(desk: Desk, *words: str) -> None:
    """Key after key without a pause; a name of several letters in angle brackets is one key."""
    for word in words:
        for key in [word[1:-1]] if word.startswith("<") else list(word):
            name = {" ": "space"}.get(key, key)
            desk.app.post_message(Key(name, key if len(key) == 1 else None))


@pytest.mark.parametrize("goes_back", ["<up>", "<shift+tab>"])
async def test_keys_that_come_all_at_once_stand_where_they_were_meant(goes_back: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        at_once(desk, "Both were heard", goes_back, "ACF-3.II.J", "<enter>")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        await pilot.press("y")
        [draft] = desk.port.drafts
        assert draft.body == RulingMade(outcome("W D"), "ACF-3.II.J", "Both were heard")


async def test_an_objection_stays_until_a_key_answers_it() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        at_once(desk, "<up>", " ", "<down>", "Heard", "<enter>")
        await pilot.pause()
        await pilot.pause()
        assert "Name the clause." in screen_text(desk.app)
        await pilot.press(*"ACF-1.VII")
        await pilot.pause()
        assert "Name the clause." not in screen_text(desk.app)
        await pilot.press("enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == RulingMade(outcome("W D"), "ACF-1.VII", "Heard")


@pytest.mark.parametrize("size", SIZES)
async def test_a_tap_on_the_footer_rules_as_enter_does(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot)
        await pilot.press(*"Heard")
        await pilot.click(desk.app.screen.query(ActionItem).first())
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        assert desk.port.drafts == []
