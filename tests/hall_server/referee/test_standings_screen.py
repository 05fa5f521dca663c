"""The standings: a row explains itself, a player skips the last round, the event's own rules."""

import msgspec
import pytest

from shared.core.events import PlayerOptedOut
from shared.core.rulebooks import overrides_json
from shared.core.state import HallState, OptOut
from tests.hall_server.referee.halls import Desk, confirmed, keys, masters, opened, under_way
from tests.tui.screens import assert_screen, screen_text


def played(rulebook: str = "acf-majors", **overrides: object) -> HallState:
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D")),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D")),
    )
    division = msgspec.structs.replace(
        state.divisions["masters"], rulebook=rulebook, overrides=overrides_json(overrides)
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


@pytest.mark.clause("ACF-2.IV.A")
@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_row_explains_itself(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, played(), "s")
        await keys(pilot, "enter")
        assert_screen(desk.app, "standings-why")
        shown = " ".join(screen_text(desk.app).split())
        assert "Ann Lee has 3 match points" in shown
        assert "Bo King counts 1: left out" in shown
        await keys(pilot, "escape")
        assert "Standings, Masters" in screen_text(desk.app)


@pytest.mark.clause("ACF-2.V.F")
async def test_a_player_skips_the_last_round_and_takes_it_back() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, played(), "s")
        await keys(pilot, "Q")
        assert "leaves now: 2 points" in screen_text(desk.app)
        await keys(pilot, "enter", "y")
        await keys(pilot, "Q", "end", "enter", "y")
        bodies = [draft.body for draft in desk.port.drafts]
        assert bodies == [PlayerOptedOut(4), PlayerOptedOut(0, in_time=False)]
        assert desk.port.drafts[0].ent == "player/p1/opt_out"


@pytest.mark.clause("ACF-2.V.F")
async def test_after_the_pairing_skipping_brings_nothing() -> None:
    desk = Desk()
    state = played()
    last = msgspec.structs.replace(state.rounds["masters", 1], number=4)
    state = msgspec.structs.replace(state, rounds={**state.rounds, ("masters", 4): last})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "s")
        await keys(pilot, "Q")
        shown = screen_text(desk.app)
        assert "leaves now" not in shown
        assert "Stays in the hall, or told late: 0 points" in shown
        await keys(pilot, "enter", "y")
        assert desk.port.drafts[0].body == PlayerOptedOut(4, in_time=False)


async def test_skipping_is_refused_where_the_rules_forbid_it() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, played("acf-masters"), "s")
        await keys(pilot, "Q")
        assert "nobody skips the last round" in screen_text(desk.app)
        assert desk.port.drafts == []


async def test_override_of_the_event_is_shown_under_the_standings() -> None:
    desk = Desk()
    state = played(bye_points=[3, 2])
    out = msgspec.structs.replace(state.players["p2"], opt_out=OptOut(4, in_time=True))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        told = msgspec.structs.replace(state, players={**state.players, "p2": out})
        await opened(desk, pilot, told, "s")
        shown = " ".join(screen_text(desk.app).split())
        assert "Set by the event: bye_points is 3 / 2 (sheet: ACF-2.III)." in shown


@pytest.mark.clause("SE-1")
@pytest.mark.parametrize(
    ("size", "points", "honor"), [((80, 24), "match pts", "honor pts"), ((50, 15), "MP", "HP")]
)
async def test_a_sheet_without_honor_points_shows_none(
    size: tuple[int, int], points: str, honor: str
) -> None:
    for sheet, shows in (("acf-masters", True), ("apca", False)):
        desk = Desk()
        async with desk.app.run_test(size=size) as pilot:
            await opened(desk, pilot, played(sheet), "s")
            shown = screen_text(desk.app)
            assert points in shown
            assert (honor in shown) == shows
