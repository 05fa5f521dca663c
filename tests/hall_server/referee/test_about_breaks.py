"""Breaks between games of backgammon: how many and how long, at the table's page and the queue."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from shared.core.state import Division
from shared.port import BreaksSeen, LiveSeen
from tests.hall_server.referee.halls import MINUTE, Desk, live, masters, under_way
from tests.tui.screens import screen_text

OF = under_way("m1", "t1", ("p1", "p2"), length=7)
SHORT = BreaksSeen(2, 5 * MINUTE, 6 * MINUTE, 0)


@pytest.mark.clause("USBGF-2.2a", "USBGF-2.2b")
@pytest.mark.parametrize(
    ("taken", "title", "words"),
    [
        (SHORT, "", ""),
        (
            BreaksSeen(1, 8 * MINUTE, 6 * MINUTE, 2 * MINUTE, away=True),
            "Break 2:00 too long: Bo King", "it costs nothing yet. (USBGF-2.2a)",
        ),
        (
            BreaksSeen(3, 17 * MINUTE, 6 * MINUTE, 11 * MINUTE, due=1),
            "Break 11:00 too long: Bo King", "1 penalty point is due. See it scored",
        ),
    ],
)  # fmt: skip
async def test_the_referee_sees_breaks_and_is_asked_about_those_too_long(
    taken: BreaksSeen, title: str, words: str
) -> None:
    desk = Desk()
    division = Division("masters", "Open", "usbgf-open", 4, "")
    state = replace(masters(OF), divisions={"masters": division})
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(state)
        desk.port.tell(LiveSeen(live(OF, breaks=(SHORT, taken)), desk.mono))
        await pilot.pause()
        desk.app.look()
        assert [question.title for question in desk.app.questions] == ([title] if title else [])
        said = [f"{question.proposal} ({question.clause})" for question in desk.app.questions]
        assert words in "".join(said)
        await pilot.press("g", "1", "enter")
        await pilot.pause()
        page = screen_text(desk.app)
        assert "Ann Lee: 2 breaks, 5:00 of 6:00 (USBGF-2.2a)" in page
        assert ("Bo King: 1 break, 8:00 of 6:00, on a break now" in page) == taken.away
