"""The dialogues of the dashboard: as high as what they hold, left by Esc or a tap beside them."""

import msgspec
import pytest
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.state import HallState
from shared.core.state.office import Awards, PrizeFund
from shared.port import PrivateChanged
from tests.hall_server.referee.halls import (
    MASTERS,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    opened,
    report,
    shown,
    under_way,
)
from tests.prove import spread
from tests.tui.screens import at_sizes, overflowing, screen_text

SIZES = [(50, 15), (80, 24), (132, 38), (200, 55)]
ONE = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
TWO = under_way("m2", "t2", ("p3", "p4"), result=disputed("W W", "D D"))


def hall() -> HallState:
    """Two divisions; one result to be ruled on, a report, and prizes."""
    awards = Awards(prizes={"masters": PrizeFund((45000,))})
    state = masters(ONE, TWO, count=12, reports=(report("phone", ONE),), awards=awards)
    minors = msgspec.structs.replace(MASTERS, id="minors", name="Minors")
    return msgspec.structs.replace(state, divisions={**state.divisions, "minors": minors})


DIALOGUES = {
    "PickScreen": ("r", "N"),
    "PickScreen with a filter": ("l",),
    "ReadScreen": ("i", "enter"),
    "AskText": ("z", "enter"),
    "Confirm": ("z", "enter", *"Holt", "enter"),
    "MarkScreen": ("z", "dollar_sign", "enter", *"Pot", "enter"),
    "GamesScreen": ("o", "G"),
    "HelpScreen": ("f1",),
}
"""The keys that open one of each kind."""


async def tap(desk: Desk, pilot: Pilot[None], x: int, y: int) -> None:
    """Tap what is there."""
    widget, region = desk.app.screen.get_widget_at(x, y)
    await pilot.click(widget, offset=(x - region.x, y - region.y))
    await pilot.pause()


def box(desk: Desk) -> Widget:
    """Return the box of the dialogue on top."""
    return desk.app.screen.children[0]


@pytest.mark.parametrize(("name", "size"), spread(4, DIALOGUES, SIZES))
async def test_a_dialogue_is_on_the_screen_and_a_tap_beside_its_box_leaves_it(
    name: str, size: tuple[int, int]
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(), *DIALOGUES[name])
        dialogue = desk.app.screen
        assert isinstance(dialogue, ModalScreen)
        assert type(dialogue).__name__ == name.partition(" ")[0]
        region = box(desk).region
        assert overflowing(desk.app) == []
        assert desk.app.screen.region.contains_region(region)
        if name != "HelpScreen":
            for part in (each for each in box(desk).children if each.display):
                assert region.contains_region(part.region), part
            await tap(desk, pilot, region.x + region.width // 2, region.y + 1)
            assert desk.app.screen is dialogue
        await tap(desk, pilot, 0, 0)
        assert not isinstance(desk.app.screen, ModalScreen)
        assert desk.port.drafts == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_list_to_choose_from_is_as_high_as_its_lines_up_to_the_screen(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(), "r", "N")
        frame, title, lines, foot = 2, 1, 2, 1
        assert box(desk).region.height == frame + title + lines + foot
        assert "Masters" in shown(desk)
        assert "Minors" in shown(desk)
        await keys(pilot, "escape", "f2", "l")
        whole = box(desk).region
        rows = frame + title + 1 + 12 + foot
        assert whole.height == min(rows, size[1])
        await keys(pilot, *"Novak")
        assert box(desk).region == whole, "the box stays while the list is narrowed"
        await keys(pilot, *["backspace"] * 5, *["down"] * 11)
        assert "Enter Choose" in shown(desk)
        assert "┃ ►" in screen_text(desk.app)


TYPING = {
    "AskText": ("z", "enter", *"Holt", "left", "left"),
    "PickScreen": ("l", *"o", "down", "down"),
    "Confirm": ("z", "enter", *"Holt", "enter", "right"),
    "MarkScreen": ("z", "dollar_sign", "enter", *"Pot", "enter", "down", "space", "down"),
    "PlayerForm": ("r", "enter", "end", *" jr", *["down"] * 6, *"7", "left"),
    "PrivateForm": ("r", "P", *"1.5.2001", *["down"] * 9, *"mail", "left"),
    "SlipScreen": ("f4", *"wd", "left"),
    "GamesScreen": ("o", "G", "down", "right"),
    "SheetsScreen": ("g", "1", "enter", "K", *"11-15"),
}
"""The keys that begin something and leave it half done."""


def half_done(desk: Desk) -> tuple[object, ...]:
    """Return what is typed, where the cursors stand, and what has the focus."""
    screen = desk.app.screen
    return (
        screen,
        screen.focused,
        [(box.id, box.value, box.cursor_position) for box in screen.query(Input)],
        [(area.id, area.text, area.cursor_location) for area in screen.query(TextArea)],
        [entries.here for entries in screen.query(PickList)],
        [row.id for row in screen.query(".here")],
    )


@pytest.mark.parametrize("begun", TYPING)
async def test_another_size_keeps_what_was_begun_the_cursor_and_the_focus(begun: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await opened(desk, pilot, hall())
        desk.port.tell(PrivateChanged({}))
        await pilot.pause()
        await keys(pilot, *TYPING[begun])
        before = half_done(desk)
        assert type(desk.app.screen).__name__ == begun
        async for _size in at_sizes(pilot, [(50, 15), (132, 38)]):
            assert half_done(desk) == before
            assert overflowing(desk.app) == []
            if desk.app.focused is not None:
                shown_at = desk.app.focused.region.offset
                assert desk.app.screen.get_widget_at(*shown_at)[0] is desk.app.focused
