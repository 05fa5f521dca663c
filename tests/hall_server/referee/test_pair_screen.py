"""Pairing and publishing a round: steps, refusals, reasons, and nothing by accident."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.draft_round import PublishedPairings
from hall_server.referee.main_screen import MainScreen
from hall_server.referee.pair_screen import PairScreen
from shared.core.events import RoundPaired
from shared.core.state import HallState, Table
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    masters,
    pairs,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text


def complete(count: int = 6, players: int = 0, **more: Any) -> HallState:
    games = ("W D", "L L", "D D")
    played = [
        under_way(f"m{n}", f"t{n}", pair, result=confirmed(games[n % 3]))
        for n, pair in enumerate(pairs(count), 1)
    ]
    return masters(*played, count=players, **more)


async def pairing(desk: Desk, pilot: Pilot[None], state: HallState) -> PairScreen:
    await pilot.pause()
    desk.tell(state)
    await pilot.pause()
    await keys(pilot, "p")
    assert isinstance(desk.app.screen, PairScreen)
    return desk.app.screen


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


def published(desk: Desk) -> RoundPaired:
    [draft] = desk.port.drafts
    assert isinstance(draft.body, RoundPaired)
    return draft.body


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (50, 15)])
async def test_a_round_is_previewed_checked_witnessed_and_published(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        screen = await pairing(desk, pilot, complete(players=7))
        assert_screen(desk.app, "pair-preview")
        assert screen.proposal is not None
        drawn = screen.proposal.drawn.player_pairs
        await keys(pilot, "enter", "enter")
        assert "Name one assistant referee" in screen_text(desk.app)
        await keys(pilot, *"Al,", "B", "enter")
        assert_screen(desk.app, "pair-start")
        await keys(pilot, "enter", "enter")
        assert desk.port.drafts == []
        await keys(pilot, "enter", "y")
        body = published(desk)
        assert desk.port.drafts[0].ent == "masters/2/pairing"
        assert tuple(m.players for m in body.matches) == drawn
        assert [m.table for m in body.matches] == ["t1", "t2", "t3"]
        assert body.bye
        assert body.witnesses == ("Al", "B")
        assert body.seed == f"{1:032x}"
        assert len({m.uid for m in body.matches}) == 3
        assert START + 10 * MINUTE <= body.starts_at <= START + 15 * MINUTE
        assert isinstance(desk.app.screen, MainScreen)


async def test_a_round_with_open_results_is_refused_and_names_the_tables() -> None:
    desk = Desk()
    state = complete()
    odd = msgspec.structs.replace(state.matches["m2"], result=disputed("W D", "D W"))
    state = msgspec.structs.replace(state, matches={**state.matches, "m2": odd})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, state)
        assert "Round 1 is not complete: table 2 has no result that counts." in screen_text(
            desk.app
        )
        await keys(pilot, "enter")
        assert screen.step == "blocked"
        await keys(pilot, "v", *"Late train", "enter")
        assert screen.step == "preview"
        await keys(pilot, "enter", "A", "enter", "enter", "y")
        assert published(desk).trace[0] == "Paired with results open at table 2: Late train"


async def test_a_refusal_ends_when_the_last_result_comes_in() -> None:
    desk = Desk()
    state = complete()
    odd = msgspec.structs.replace(state.matches["m2"], result=disputed("W D", "D W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        open_ = msgspec.structs.replace(state, matches={**state.matches, "m2": odd})
        screen = await pairing(desk, pilot, open_)
        assert screen.step == "blocked"
        desk.tell(state)
        await pilot.pause()
        assert screen.step == "preview"


@pytest.mark.clause("ACF-3.VIII")
async def test_drawing_again_needs_a_reason_that_stays_in_the_log() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete())
        await keys(pilot, "r", "enter")
        assert "Type something first." in screen_text(desk.app)
        await keys(pilot, *"Wrong table", "enter")
        assert screen.step == "preview"
        await keys(pilot, "enter", "A", "enter", "enter", "y")
        body = published(desk)
        assert body.seed == f"{2:032x}"
        assert body.trace[0] == f"Preview 1, seed {1:032x}, discarded: Wrong table"


async def test_leaving_and_coming_back_shows_the_same_draw() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        before = (await pairing(desk, pilot, complete())).proposal
        await keys(pilot, "escape", "p")
        assert isinstance(desk.app.screen, PairScreen)
        assert desk.app.screen.proposal == before


@pytest.mark.clause("ACF-2.IV.D")
async def test_a_withdrawal_during_the_preview_draws_again_and_says_so() -> None:
    desk = Desk()
    state = complete()
    gone = msgspec.structs.replace(state.players["p3"], withdrawn_after=1)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, state)
        await keys(pilot, "enter", "A", "enter")
        desk.tell(msgspec.structs.replace(state, players={**state.players, "p3": gone}))
        await pilot.pause()
        assert screen.step == "preview"
        assert "Players or results changed: drawn again." in screen_text(desk.app)
        assert screen.proposal is not None
        here = [p for pair in screen.proposal.drawn.player_pairs for p in pair]
        assert "p3" not in here


async def test_too_few_tables_say_how_many_are_missing() -> None:
    desk = Desk()
    tables = (Table("t1", "1", ""), Table("t2", "2", ""))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete(tables=tables))
        await keys(pilot, "enter")
        assert screen.step == "preview"
        assert "1 table is missing: set up more tables." in screen_text(desk.app)


async def test_a_pairing_that_cannot_be_is_told_in_a_sentence() -> None:
    desk = Desk(source=PublishedPairings({}))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete())
        assert screen.proposal is None
        assert "No published pairing of round 2 was given." in screen_text(desk.app)
        await keys(pilot, "enter", "escape")
        assert isinstance(desk.app.screen, MainScreen)


async def test_a_wrong_start_is_refused_in_a_sentence() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await pairing(desk, pilot, complete())
        await keys(pilot, "enter", "A", "enter", "x", "enter")
        assert screen.step == "start"
        assert "Type a time as 14:30" in screen_text(desk.app)


async def test_own_rulings_not_at_the_hall_are_warned_of_before_pairing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(complete(), unsent=["e1", "e2"])
        await pilot.pause()
        await keys(pilot, "p")
        shown = " ".join(screen_text(desk.app).split())
        assert "2 of your entries are" in shown


async def test_results_with_fewer_than_two_copies_are_warned_of_before_pairing() -> None:
    desk = Desk()
    state = complete()
    match = next(m for m in state.matches.values() if m.result.versions)
    alone = match.result.versions[0].event
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.port.tell_hall(state, few={alone: 1}, keepers=3)
        await pilot.pause()
        await keys(pilot, "p")
        shown = " ".join(screen_text(desk.app).split())
        assert "! Table" in shown


async def test_results_with_copies_enough_are_not_warned_of() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.port.tell_hall(complete(), keepers=3)
        await pilot.pause()
        await keys(pilot, "p")
        assert "copies" not in screen_text(desk.app)
