"""The kiosk leaves for a rehearsal when no visitor uses it, and says that nothing counts."""

import msgspec

from kiosk.app import IDLE_MS
from shared.core.state import HallState
from shared.core.state.office import Rehearsal
from tests.kiosk.lobby_states import small_hall
from tests.kiosk.test_kiosk_app import lobby
from tests.tui.fake_port import START
from tests.tui.screens import screen_text

ON = Rehearsal(b"root", b"key", 4000, 4001, START + 3_600_000, 60, 6, 100, 7, START)


def rehearsing() -> HallState:
    return msgspec.structs.replace(small_hall(), rehearsal=ON)


async def test_an_idle_kiosk_goes_to_the_rehearsal() -> None:
    async with lobby(state=rehearsing()) as (hall, _):
        hall.app.declines = set()
        hall.later(1)
        assert hall.app.goes_to == ON


async def test_visitor_is_never_sent_away() -> None:
    async with lobby(state=rehearsing()) as (hall, pilot):
        hall.app.declines = set()
        await pilot.press("space")
        await pilot.pause()
        hall.later(1)
        assert hall.app.goes_to is None
        hall.later(IDLE_MS // 1000)
        hall.later(1)
        assert hall.app.goes_to == ON


async def test_every_page_says_that_nothing_counts() -> None:
    async with lobby(state=rehearsing()) as (hall, pilot):
        hall.app.take_part()
        hall.later(1)
        await pilot.pause()
        assert "REHEARSAL – nothing counts · ● LIVE" in screen_text(hall.app)
