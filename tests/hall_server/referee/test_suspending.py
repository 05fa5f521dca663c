"""A player is put out until it is lifted: he loses his match and is not paired meanwhile."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from shared.core.events import PlayerSuspended, RulingMade
from shared.core.state import HallState
from shared.pairing.from_hall import entrants
from shared.pairing.open_play_table import Status
from shared.pairing.play_board import open_play_now
from tests.hall_server.referee.halls import Desk, confirmed, masters, outcome, under_way
from tests.hall_server.referee.test_boards import POOL, pool
from tests.tui.screens import assert_screen, screen_text


async def opened(desk: Desk, pilot: Pilot[None], state: HallState, player: str) -> None:
    await pilot.pause()
    desk.tell(state)
    await pilot.pause()
    await keys(pilot, "r")
    while desk.app.screen.chosen.id != player:  # type: ignore[attr-defined]
        await keys(pilot, "down")


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


def out(state: HallState, player: str, why: str = "ACF-3.II.C: drunk") -> HallState:
    changed = msgspec.structs.replace(state.players[player], suspended=why)
    return msgspec.structs.replace(state, players={**state.players, player: changed})


@pytest.mark.clause("ACF-3.II.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30)])
async def test_profanity_costs_the_round_and_lasts_until_it_is_lifted(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    state = masters(
        under_way("m1", "t1", ("p1", "p2")),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D")),
    )
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, "p2")
        await keys(pilot, "x", "enter", *"Swore", "enter")
        assert_screen(desk.app, "put-out")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        suspended, ruled = desk.port.drafts
        assert suspended.ent == "player/p2/suspension"
        assert suspended.body == PlayerSuspended("ACF-3.II.B", "Swore")
        assert ruled.ent == "masters/1/m1/result"
        assert ruled.body == RulingMade(outcome("W* W*"), "ACF-3.II.B", "Swore")


@pytest.mark.clause("ACF-3.II.C")
async def test_who_is_sober_again_is_let_in_by_the_referee() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, out(masters(count=4), "p1"), "p1")
        assert "! out, ACF-3.II.C: drunk" in screen_text(desk.app)
        await keys(pilot, "x", "y")
        [draft] = desk.port.drafts
        assert draft.body == PlayerSuspended("ACF-3.II.C", "drunk", lifted=True)


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.C")
def test_who_is_out_is_not_paired_and_called_to_no_match() -> None:
    state = masters(count=4)
    assert {e.player for e in entrants(out(state, "p1"), "masters", 1)} == {"p2", "p3", "p4"}
    play = open_play_now(out(pool(), "ann"), POOL)
    assert play.status["ann"] is Status.LEFT
    assert "ann" not in play.can_play_now("cy")
