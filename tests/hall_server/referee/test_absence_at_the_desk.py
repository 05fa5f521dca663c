"""Empty seats at the dashboard: penalty points in a match of points, and the keys (USBGF-2.2b)."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from shared.core.events.measures import (
    AbsentTimeStarted,
    BothLose,
    Excused,
    GameLost,
    MatchDecided,
    Measure,
)
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import overrides_json
from shared.core.state import Device, Division, HallState, Report, Table
from shared.port import DeviceSeen, DevicesSeen
from tests.core.decided import body_of, measures_in
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    keys,
    masters,
    opened,
    report,
    shown,
)
from tests.hall_server.referee.test_about_absence import EMPTY, WAITING, unclocked
from tests.tui.screens import assert_screen, screen_text


def backgammon(*reports: Report, **overrides: object) -> HallState:
    division = Division("masters", "Open", "usbgf-open", 4, "", overrides_json(overrides))
    long = replace(WAITING, length=7)
    return replace(masters(long, reports=reports), divisions={"masters": division})


async def minutes_late(desk: Desk, pilot: Pilot[None], state: HallState, minutes: int) -> None:
    await opened(desk, pilot, state, at=START + minutes * MINUTE - 1_000)


@pytest.mark.clause("USBGF-2.2b")
@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (9, "The first penalty point is due 10:00 after the start."),
        (10, "1 penalty point for Ann Lee; the next at 15:00."),
        (15, "2 penalty points for Ann Lee; the next at 20:00."),
    ],
)
async def test_referee_reads_what_a_delay_costs_so_far_and_when_it_costs_more(
    minutes: int, words: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await minutes_late(desk, pilot, backgammon(), minutes)
        text = shown(desk)
        assert words in text
        assert "25:00 late: the match is forfeited. (USBGF-2.2b)" in text


@pytest.mark.clause("USBGF-2.2b")
async def test_another_point_asks_again_after_the_one_before_was_noted() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await minutes_late(desk, pilot, backgammon(), 10)
        await keys(pilot, "a")
        assert desk.app.desk.questions == ()
        desk.later(5 * MINUTE)
        desk.app.tick()
        await pilot.pause()
        assert "2 penalty points" in shown(desk)
        assert desk.port.drafts == []


@pytest.mark.clause("USBGF-2.2b", "USBGF-2.2a")
async def test_more_points_than_half_the_length_forfeit_the_match_in_two_keys() -> None:
    desk = Desk()
    filed = report("late", WAITING, at=START + 20 * MINUTE)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await minutes_late(desk, pilot, backgammon(filed), 25)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        lost = Outcome((Code.WIN_BY_FORFEIT,), points=(7, 0))
        assert measures_in(draft) == (MatchDecided.by(lost),)
        assert body_of(draft).clause == "USBGF-2.2b"
        assert body_of(draft).settles == (filed.event,)


@pytest.mark.clause("USBGF-2.2b")
async def test_where_an_event_scores_no_penalties_they_stand_against_the_late_player() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await minutes_late(desk, pilot, backgammon(**{"usbgf_time.points_to_opponent": False}), 10)
        assert "1 penalty point against Bo King" in shown(desk)


@pytest.mark.clause("ACF-1.VI.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_absent_players_time_is_started_with_one_key(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        desk.now += 16 * MINUTE
        desk.tell(masters(WAITING))
        await pilot.pause()
        assert_screen(desk.app, "late-by-the-clock")
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (AbsentTimeStarted("90:00", START + 15 * MINUTE),)


@pytest.mark.clause("ACF-1.VI.A")
async def test_game_is_ruled_lost_for_lateness_with_one_key_and_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await minutes_late(desk, pilot, unclocked(WAITING), 31)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        assert "ACF-1.VI.A" in screen_text(desk.app)
        await keys(pilot, "y")
        assert [measures_in(draft) for draft in desk.port.drafts] == [(GameLost(1, 1),)]


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
@pytest.mark.parametrize(
    ("minutes", "measure"),
    [(31, BothLose(1)), (61, MatchDecided((Code.LOST_BY_BOTH,) * 2))],
)
async def test_absence_of_both_is_ruled_as_loss_of_both_with_one_key_and_a_yes(
    size: tuple[int, int], minutes: int, measure: Measure
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, unclocked(EMPTY), at=START + minutes * MINUTE - 1_000)
        assert_screen(desk.app, f"both-late-{minutes}")
        await keys(pilot, "a")
        assert_screen(desk.app, f"both-lose-{minutes}")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (measure,)
        assert body_of(draft).clause == "ACF-1.VI.A"


@pytest.mark.clause("ACF-1.VI.B")
async def test_absence_is_excused_only_with_a_reason() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.now += 16 * MINUTE
        desk.tell(masters(WAITING))
        await pilot.pause()
        await keys(pilot, "3")
        assert "Bo King is excused" in screen_text(desk.app)
        await keys(pilot, "enter")
        assert "Type something first." in screen_text(desk.app)
        await keys(pilot, *"bus", "enter")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (Excused(1),)
        assert body_of(draft).reason == "bus"


@pytest.mark.clause("APCA-30")
async def test_under_apca_match_of_an_absent_player_is_void_and_scores_nothing() -> None:
    desk = Desk()
    division = Division("masters", "Pool", "apca", 1, "")
    state = replace(masters(WAITING), divisions={"masters": division})
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await minutes_late(desk, pilot, state, 61)
        await keys(pilot, "1", "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MatchDecided.by(Outcome((), "void")),)
        assert body_of(draft).clause == "APCA-30"


@pytest.mark.clause("USBGF-2.2b")
@pytest.mark.parametrize(
    ("minutes", "words"),
    [(9, ""), (10, "1 penalty point for each player; the next at 15:00.")],
)
async def test_director_is_told_that_both_are_late_once_it_costs_them_points(
    minutes: int, words: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = backgammon()
        of = replace(state.matches["m1"], seated=(False, False))
        await minutes_late(desk, pilot, replace(state, matches={"m1": of}), minutes)
        found = [q for q in desk.app.desk.questions if q.kind == "late"]
        assert [words in q.proposal for q in found] == [True] * bool(words)


@pytest.mark.clause("USBGF-2.2b")
async def test_both_who_do_not_come_forfeit_the_match_without_a_report_by_keys() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = backgammon()
        of = replace(state.matches["m1"], seated=(False, False))
        await minutes_late(desk, pilot, replace(state, matches={"m1": of}), 25)
        assert "Late 25:00: Ann Lee and Bo King" in shown(desk)
        assert "More penalty points than half the match length: Forfeited by both" in shown(desk)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MatchDecided((Code.LOST_BY_BOTH,)),)
        assert body_of(draft).clause == "USBGF-2.2b"


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("heard_ms", [None, 0, 45_000])
async def test_forfeit_by_one_key_is_not_offered_at_a_table_that_is_not_heard(
    heard_ms: int | None,
) -> None:
    desk, node = Desk(), "ab" * 16
    device = Device(node, b"", b"", "terminal", (), "Tablet 1", revoked=False)
    state = unclocked(EMPTY, tables=(Table("t1", "1", node),))
    state = replace(state, devices={node: device})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 31 * MINUTE)
        desk.later(60_000)
        lines = [DeviceSeen("cd" * 16, desk.mono, 0)]
        lines += [] if heard_ms is None else [DeviceSeen(node, heard_ms + 1_000, 0)]
        desk.port.tell(DevicesSeen(tuple(lines)))
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        [late] = [q for q in desk.app.desk.questions if q.kind == "late"]
        await keys(pilot, *["down"] * desk.app.desk.questions.index(late), "a", "y")
        drafts = [measures_in(draft) for draft in desk.port.drafts]
        if heard_ms == 45_000:
            assert drafts == [(BothLose(1),)]
        else:
            assert "The table is not heard" in late.proposal
            assert drafts == []
