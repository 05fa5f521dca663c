"""The referee tells the hall something, until it ends or is taken back."""

import msgspec
import pytest

from hall_server.referee.derived import announcements
from shared.core.events import ALWAYS, AnnouncementMade
from shared.core.state import Division, HallState
from shared.core.state.office import Announcement, Office
from tests.hall_server.referee.halls import (
    MASTERS,
    START,
    Desk,
    keys,
    masters,
    moment,
    opened,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]
LUNCH = Announcement(
    "announcement/lunch", "Lunch is served upstairs.", START + 3_600_000, "all", "", START
)


def hall(*said: Announcement) -> HallState:
    majors = Division("majors", "Majors", "acf-majors", 4, "")
    return msgspec.structs.replace(
        masters(under_way("m1", "t1", ("p1", "p2"))),
        divisions={"masters": MASTERS, "majors": majors},
        office=Office({each.ent: each for each in said}),
    )


@pytest.mark.parametrize("size", SIZES)
async def test_to_whom_and_what_stands_now(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(LUNCH))
        await keys(pilot, "m")
        assert_screen(desk.app, "announce")


async def test_an_announcement_is_repeated_before_it_is_told() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "m", "down", "down", "down", "down", "enter")
        await keys(pilot, *"Coffee", "enter", *"30", "enter")
        shown = " ".join(screen_text(desk.app).split())
        assert "Tell Majors, until 22:43: Coffee" in shown
        assert desk.port.drafts == []
        await keys(pilot, "enter")
        assert desk.port.drafts == []
        await keys(pilot, "m", "enter", *"Coffee", "enter", "enter", "tab", "enter")
        [draft] = desk.port.drafts
        assert draft.ent.startswith("announcement/")
        assert draft.body == AnnouncementMade("Coffee", ALWAYS, "all", "")


async def test_ruling_in_force_is_taken_back() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(LUNCH))
        await keys(pilot, "m", "end", "enter", "y")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body.until) == (LUNCH.ent, 0)  # type: ignore[attr-defined]


async def test_a_speech_and_an_unreadable_end_are_refused_in_words() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "m", "enter", "enter")
        assert "Type what they are to read." in screen_text(desk.app)
        await keys(pilot, "x", "enter", *"25:99", "enter")
        assert "or a time, as 14:30." in screen_text(desk.app)
        assert desk.port.drafts == []
    assert announcements.objection("y" * 121) == "121 letters: at most 120 are read."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ALWAYS),
        ("5", START + 300_000),
        ("22:15", START + 100_000),
        ("22:13", START + 86_400_000 - 20_000),
        ("0", None),
        ("soon", None),
        ("٣", None),
        ("24:00", None),
        ("999999", None),
    ],
)
def test_the_end_is_minutes_a_time_of_day_or_none(text: str, expected: int | None) -> None:
    assert announcements.end(text, START, "UTC") == expected


def test_ended_ruling_is_not_offered_to_be_taken_back() -> None:
    over = msgspec.structs.replace(LUNCH, until=START)
    assert announcements.standing(moment(hall(over))) == ()
    assert announcements.standing(moment(hall(LUNCH))) == (LUNCH,)
