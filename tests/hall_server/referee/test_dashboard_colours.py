"""Every text of the dashboard at 7:1 in each theme, and no state that only colour tells."""

from collections.abc import AsyncIterator

import pytest

from shared.port import Link
from shared.tui.theme import PALETTES
from tests.hall_server.referee import test_people_desks, test_registration
from tests.hall_server.referee.halls import START, Desk
from tests.prove import PROVE
from tests.tui.contrast import tones, weak

LINKS = (
    Link("live", START),
    Link("catching_up", START, behind=12),
    Link("offline", START),
    Link("refused", START, sentence="This device was replaced. Ask the referee."),
)
STATES = {"good", "caution", "danger"}
OPENS = ("g", "s", "p", "c", "d", "h", "b", "r", "m", "v", "y", "x", "e", "k", "z", "t", "i", "l",
         "q", "u", "o", "a", "n", "f1")  # fmt: skip
WITHIN = {
    "r": (("enter",), ("N",), ("P",), ("C",), ("O",), ("I",)),
    "z": (("enter",), ("E",)),
    "l": (("enter",),),
    "i": (("enter",),),
    "s": (("enter",),),
    "t": (("enter",),),
}
"""What is opened from there in turn; Esc leads back."""


async def every_screen(theme: str) -> AsyncIterator[Desk]:
    """Yield the dashboard at each screen that a key of the queue opens, one after another."""
    for state in (test_people_desks.hall(), test_registration.registered(paired=True)):
        desk = Desk()
        desk.app.theme = theme
        async with desk.app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            for link in LINKS:
                desk.tell(state, link=link)
                await pilot.pause()
                yield desk
            desk.tell(state)
            await pilot.press("tab")
            await pilot.pause()
            yield desk
            await pilot.press("tab")
            main = desk.app.screen
            for key in OPENS:
                for inner in ((), *WITHIN.get(key, ())):
                    await pilot.press(key, *inner)
                    await pilot.pause()
                    yield desk
                    for _step in range(8):
                        if desk.app.screen is main:
                            break
                        await pilot.press("escape")
                        await pilot.pause()
                    assert desk.app.screen is main, key


@pytest.mark.parametrize("theme", PALETTES if PROVE else list(PALETTES)[1:3])
async def test_every_text_stands_at_seven_to_one_and_no_state_is_told_by_colour_alone(
    theme: str,
) -> None:
    """The same words never stand for two states, nor in one tone here and in another there: who
    sees no colour reads the difference. A line under the cursor has the cursor's."""
    found: dict[str, set[str]] = {}
    screens: set[str] = set()
    async for desk in every_screen(theme):
        assert not weak(desk.app), desk.app.screen
        screens.add(type(desk.app.screen).__name__)
        for text, seen in tones(desk.app).items():
            found.setdefault(text, set()).update(seen & STATES)
    assert len(found) > 250
    assert len(screens) > 12
    assert {tone for seen in found.values() for tone in seen} == STATES
    assert not {text: seen for text, seen in found.items() if len(seen) > 1}
