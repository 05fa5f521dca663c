"""Lateness in a match of points: penalty points for the opponent, then the match (USBGF-2.2b)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from shared.core.events import ReportAnswered, RulingMade
from shared.core.rulebooks import overrides_json
from shared.core.state import Division, HallState, Report
from shared.core.words import Code, Outcome
from tests.hall_server.referee.halls import MINUTE, START, Desk, masters, match, report
from tests.tui.screens import screen_text

WAITING = match("m1", "t1", ("p1", "p2"), seated=(True, False), length=7)


def backgammon(*reports: Report, **overrides: object) -> HallState:
    division = Division("masters", "Open", "usbgf-open", 4, "", overrides_json(overrides))
    return replace(masters(WAITING, reports=reports), divisions={"masters": division})


async def opened(desk: Desk, pilot: Pilot[None], state: HallState, minutes: int) -> None:
    await pilot.pause()
    desk.now = START + minutes * MINUTE - 1_000
    desk.tell(state)
    await pilot.pause()


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


def shown(desk: Desk) -> str:
    return " ".join(screen_text(desk.app).replace("│", " ").split())


@pytest.mark.clause("USBGF-2.2b")
@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (9, "The first penalty point is due 10:00 after the start."),
        (10, "1 penalty point for Ann Lee; the next at 15:00."),
        (15, "2 penalty points for Ann Lee; the next at 20:00."),
    ],
)
async def test_the_referee_reads_what_a_delay_costs_so_far_and_when_it_costs_more(
    minutes: int, words: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, backgammon(), minutes)
        text = shown(desk)
        assert words in text
        assert "At 25:00 the match is forfeited. (USBGF-2.2b)" in text


@pytest.mark.clause("USBGF-2.2b")
async def test_another_point_asks_again_after_the_one_before_was_noted() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, backgammon(), 10)
        await keys(pilot, "a")
        assert desk.app.questions == ()
        desk.later(5 * MINUTE)
        desk.app.tick()
        await pilot.pause()
        assert "2 penalty points" in shown(desk)
        assert desk.port.drafts == []


@pytest.mark.clause("USBGF-2.2b", "USBGF-2.2a")
async def test_more_points_than_half_the_length_forfeit_the_match_in_two_keys() -> None:
    desk = Desk()
    late = report("late", WAITING, at=START + 20 * MINUTE)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, backgammon(late), 25)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        ruled, told = desk.port.drafts
        assert ruled.body == RulingMade(
            Outcome((Code.WIN_BY_FORFEIT,), points=(7, 0)),
            "USBGF-2.2b",
            "Bo King is 25:00 late: the match is forfeited by penalty points.",
        )
        assert isinstance(told.body, ReportAnswered)
        assert (told.ent, told.body.state, told.body.clause) == (late.ent, "ruled", "USBGF-2.2b")


@pytest.mark.clause("USBGF-2.2b")
async def test_where_an_event_scores_no_penalties_they_stand_against_the_late_player() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, backgammon(**{"usbgf_time.points_to_opponent": False}), 10)
        assert "1 penalty point against Bo King" in shown(desk)
