"""Registration and the desks in other languages: no key and no number is lost on the way."""

import re
from collections import Counter

import pytest
from textual.pilot import Pilot

from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import PrizesPosted
from shared.core.state import HallState
from shared.tui.actions import ActionBar, ActionItem
from tests.hall_server.referee import test_desks, test_people_desks, test_registration
from tests.hall_server.referee.halls import Desk
from tests.prove import spread
from tests.tui.screens import assert_screen, screen_lines

SIZES = ((80, 24), (50, 15))
PAGES: tuple[tuple[str, HallState, tuple[str, ...]], ...] = (
    ("registration", test_registration.registered(), ("r",)),
    ("player-form", test_registration.registered(), ("r", "enter")),
    ("sheets", test_desks.played(sheets={"m2": (True, False)}), ("k",)),
    ("prizes", test_desks.played(prizes={"masters": test_desks.FUND}), ("z",)),
    ("titles", test_desks.played(), ("t",)),
    ("incidents", test_people_desks.hall(), ("i",)),
    ("player-page", test_people_desks.hall(), ("l", "enter")),
    ("rights", test_people_desks.hall(), ("u",)),
    ("devices", test_people_desks.hall(), ("d",)),
    ("announce", test_people_desks.hall(), ("m",)),
)


async def opened(desk: Desk, pilot: Pilot[None], language: str, page: int) -> None:
    _name, state, pressed = PAGES[page]
    desk.app.speak(language)
    await pilot.pause()
    desk.tell(state)
    await pilot.pause()
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


def numbers(desk: Desk) -> Counter[str]:
    """Return the numbers in the rows of the list, where the screen has one."""
    lists = desk.app.screen.query(PickList)
    shown = [line.text for each in lists for line in each.lines_shown]
    return Counter(re.findall(r"\d+", " ".join(str(text) for text in shown)))


@pytest.mark.parametrize(
    ("language", "page", "size"), spread(3, ("es", "fr", "ru"), range(len(PAGES)), SIZES)
)
async def test_each_key_has_its_word_and_each_row_its_numbers(
    language: str, page: int, size: tuple[int, int]
) -> None:
    plain, spoken = Desk(), Desk()
    async with plain.app.run_test(size=size) as pilot:
        await opened(plain, pilot, "en", page)
        wanted = numbers(plain)
        english = screen_lines(plain.app)
    async with spoken.app.run_test(size=size) as pilot:
        await opened(spoken, pilot, language, page)
        assert numbers(spoken) == wanted
        assert screen_lines(spoken.app) != english
        for bar in spoken.app.screen.query(ActionBar):
            items = list(bar.query(ActionItem))
            assert all(item.region.right <= size[0] for item in items)
            assert len(items) >= 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", [0, 3, 6], ids=["registration", "prizes", "player-page"])
async def test_the_desks_in_russian(page: int, size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, "ru", page)
        assert_screen(desk.app, f"ru-{PAGES[page][0]}")


async def test_written_ruling_is_the_same_in_every_language() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, "ru", 4)
        await pilot.press("escape", "z", "E", *"45", "enter", "y")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert draft.body == PrizesPosted((4500,), 0)
