"""The dashboard of an event whose divisions all have a director says director."""

from __future__ import annotations

import msgspec
import pytest

from shared.core.state import Division, HallState
from tests.hall_server.referee.halls import MASTERS, START, Desk, masters, report, under_way
from tests.tui.screens import screen_text

APCA = msgspec.structs.replace(MASTERS, rulebook="apca")
USBGF = Division("open", "Open", "usbgf-open", 5, "")


def event(*divisions: Division) -> HallState:
    of = under_way("m1", "t1", ("p1", "p2"))
    state = masters(of, reports=(report("call", of),))
    return msgspec.structs.replace(state, divisions={one.id: one for one in divisions})


@pytest.mark.parametrize(
    ("divisions", "word"),
    [
        ((MASTERS,), "referee"),
        ((APCA,), "director"),
        ((APCA, USBGF), "director"),
        ((MASTERS, USBGF), "referee"),
    ],
)
async def test_the_dashboard_says_director_where_every_division_has_one(
    divisions: tuple[Division, ...], word: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START
        desk.tell(event(*divisions))
        await pilot.pause()
        text = " ".join(screen_text(desk.app).split()).lower()
        assert f"{word} is called" in text
        assert ("director" if word == "referee" else "referee") not in text
