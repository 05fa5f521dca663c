"""Every text of the kiosk at 7:1 in each theme, and no state that only colour tells."""

import re
from collections.abc import AsyncIterator

import msgspec
import pytest

from shared.core.state.office import Announcement, Office, Shows
from shared.port import Link
from shared.tui.theme import PALETTES
from tests.kiosk.lobby_states import small_hall
from tests.kiosk.test_kiosk_app import Hall, lobby
from tests.kiosk.test_pages import PICTURES, SIZES
from tests.tui.contrast import tones, weak
from tests.tui.fake_port import START
from tests.tui.screens import screen_text

LINKS = (
    Link("live", START),
    Link("catching_up", START, behind=12),
    Link("starting", START),
    Link("offline", START),
    Link("refused", START, sentence="This device was replaced. Ask the referee."),
)
KEY = re.compile(r"F[0-9]{1,2}|Esc|Bksp|Enter|Tab|Space|.")
"""The name of a key, which is no state: a chip in the footer, a word in the help."""
VISIT = ("space", "q", "backspace", "k", "i", "down", "1", "f2", "backspace", "tab", "down",
         "enter", "down", "f1", "escape", "f3")  # fmt: skip


async def every_screen(theme: str, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Hall]:
    """Yield the kiosk at each moment that looks different, one after another."""
    noon = Announcement("a1", "Lunch is at noon.", START * 2, "all", "", START - 60_000)
    async with lobby(size) as (run, pilot):
        run.app.theme = theme
        await pilot.pause()
        yield run
        for link in LINKS:
            run.port.tell_link(link)
            await pilot.pause()
            yield run
        run.port.tell_link(LINKS[0])
        for _turn in range(8):
            run.later(8)
            await pilot.pause()
            yield run
        run.port.tell_hall(msgspec.structs.replace(small_hall(), office=Office({noon.ent: noon})))
        for key in VISIT:
            await pilot.press(key)
            yield run
        run.later(25)
        await pilot.pause()
        yield run
        run.later(10)
        await pilot.pause()
        await pilot.click()
        await pilot.pause()
        yield run
        run.later(31)
        for kind, state in PICTURES:
            office = Office(shows={"fake" * 8: Shows((kind,))})
            run.port.tell_hall(msgspec.structs.replace(state(), office=office))
            run.again()
            await pilot.pause()
            yield run


@pytest.mark.parametrize("theme", PALETTES)
async def test_every_text_stands_at_seven_to_one_and_no_state_is_told_by_colour_alone(
    theme: str,
) -> None:
    """The same words never stand in two tones: who sees no colour reads the difference."""
    count, found = 0, dict[str, set[str]]()
    async for run in every_screen(theme):
        assert not weak(run.app)
        shown = tones(run.app)
        count += len(shown)
        for text, seen in shown.items():
            found.setdefault(text, set()).update(seen)
    assert count > 500
    assert {tone for seen in found.values() for tone in seen} >= {"good", "notice", "caution"}
    told = {text: seen for text, seen in found.items() if not KEY.fullmatch(text)}
    assert not {text: seen for text, seen in told.items() if len(seen) > 1}


@pytest.mark.parametrize("size", SIZES)
async def test_the_states_of_the_link_differ_in_their_words(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        seen = set()
        for link in LINKS:
            run.port.tell_link(link)
            await pilot.pause()
            seen.add(screen_text(run.app))
        # What is known while it starts is what is known while it catches up: as of when.
        assert len(seen) >= len(LINKS) - 1


async def test_the_marked_line_has_a_mark() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("space", "k", "i")
        for number in range(3):
            await pilot.pause()
            marked = [line for line in screen_text(run.app).splitlines() if line[2:3] == "▸"]
            assert [line.split()[1] for line in marked] == [str(number + 1)]
            await pilot.press("down")
