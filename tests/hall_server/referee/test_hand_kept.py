"""A draw that is changed by hand before it is published: what is kept, and what ends it."""

import pytest
from msgspec.structs import replace

from hall_server.referee.app.pairing.hand_screen import HandScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from shared.core.events import RoundPaired
from shared.core.events.entities import MatchKey
from shared.core.state import Division, Table
from shared.pairing.log.words import log_of
from tests.hall_server.referee.halls import Desk, confirmed, keys, shown, under_way
from tests.hall_server.referee.test_by_hand import signed
from tests.hall_server.referee.test_pair_screen import complete, drawn
from tests.tui.screens import assert_screen


@pytest.mark.clause("ACF-3.VIII")
async def test_a_drawn_round_is_changed_before_it_is_published() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete(players=7), "3 5 1 6 2")
        assert screen.round.proposal is not None
        before = screen.round.proposal.pairs
        await keys(pilot, "H", "enter", "down", "enter", "enter", "space", "down", "enter", "enter")
        await keys(pilot, "y")
        assert isinstance(desk.app.screen, PairScreen)
        assert_screen(desk.app, "by-hand-preview")
        desk.later(1_000)
        await keys(pilot, "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert tuple(m.players for m in body.matches) != before
        assert (signed(body).reason, signed(body).changes) == ("sat_wrongly", "")
        assert "Changed by hand: The players sat down wrongly and have begun" in log_of(body.trace)
        assert ("changed_by_hand", "sat_wrongly", "") in body.trace


SWAPPED = ("H", "enter", "down", "enter", "enter", "space", "down", "enter", "enter", "y")
"""Pair by hand: the second of table 1 changes places, for who sat down wrongly."""


async def test_a_change_by_hand_is_kept_when_the_pairing_screen_is_left() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete(players=7), "3 5 1 6 2")
        assert screen.round.proposal is not None
        before = screen.round.proposal.pairs
        await keys(pilot, *SWAPPED)
        assert screen.round.proposal is not None
        changed = screen.round.proposal.pairs
        assert changed != before
        await keys(pilot, "escape", "p")
        assert isinstance(desk.app.screen, PairScreen)
        assert desk.app.screen is not screen
        assert "keeps the changes until the round is published; a restart" in shown(desk)
        # What was changed is taken up where it was left, and can be taken back.
        await keys(pilot, "H")
        assert isinstance(desk.app.screen, HandScreen)
        assert "Dee Novák" in shown(desk)
        await keys(pilot, "escape", "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert tuple(m.players for m in body.matches) == changed
        assert (signed(body).reason, body.witnesses) == ("sat_wrongly", ("A",))
        assert len([line for line in body.trace if line[0] == "changed_by_hand"]) == 1


async def test_a_change_by_hand_that_is_taken_back_leaves_the_round_as_it_was_drawn() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        screen = await drawn(desk, pilot, complete(players=7), "3 5 1 6 2")
        assert screen.round.proposal is not None
        before = screen.round.proposal.pairs
        await keys(pilot, *SWAPPED, "H", "enter", "end", "enter", "space")
        assert isinstance(desk.app.screen, PairScreen)
        await keys(pilot, "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert tuple(m.players for m in body.matches) == before
        assert body.by_hand is None


@pytest.mark.parametrize("at", ["screen", "elsewhere"])
async def test_a_change_by_hand_goes_with_the_draw_that_it_was_made_from(at: str) -> None:
    desk, state = Desk(), complete(players=7)
    gone = replace(state.players["p3"], withdrawn_after=1)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await drawn(desk, pilot, state, "3 5 1 6 2")
        await keys(pilot, *SWAPPED)
        if at == "elsewhere":
            await keys(pilot, "escape")
        desk.tell(replace(state, players={**state.players, "p3": gone}))
        await pilot.pause()
        if at == "elsewhere":
            await keys(pilot, "p")
        assert "Your changes by hand are gone" in shown(desk)
        desk.later(1_000)
        await keys(pilot, "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert body.by_hand is None
        assert "p3" not in {player for m in body.matches for player in m.players}


async def test_a_corrected_result_drops_a_change_by_hand_though_the_same_round_is_drawn() -> None:
    desk, state = Desk(), complete(players=7)
    scored = replace(state.matches["m1"], result=confirmed("W W"))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await drawn(desk, pilot, state, "3 5 1 6 2")
        await keys(pilot, *SWAPPED, "escape")
        desk.tell(replace(state, matches={**state.matches, "m1": scored}))
        await keys(pilot, "p")
        assert "Your changes by hand are gone" in shown(desk)


@pytest.mark.parametrize("step", ["preview", "start"])
async def test_a_table_that_another_division_takes_ends_a_change_by_hand(step: str) -> None:
    tables = tuple(Table(f"t{n}", str(n), f"{n:02}" * 16) for n in range(1, 6))
    desk, state = Desk(), complete(players=7, tables=tables)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        screen = await drawn(desk, pilot, state, "3 5 1 6 2")
        await keys(pilot, "H", "enter", "down", "down", "down", "enter", "5", "enter", "space")
        await keys(pilot, "up", "up", "up", "enter", "enter", "y")
        assert screen.round.seats.tables[0] == "t5"
        await keys(pilot, *(["enter"] if step == "start" else []))
        assert screen.round.step == step
        other = under_way("x1", "t5", ("p8", "p9"))
        other = replace(other, key=MatchKey("open", 1, "x1"))
        known = {**state.divisions, "open": Division("open", "Open", "acf-majors", 4, "unclocked")}
        desk.tell(replace(state, divisions=known, matches={**state.matches, "x1": other}))
        await pilot.pause()
        assert screen.round.step == "preview"
        assert "Your changes by hand are gone" in shown(desk)
        assert screen.round.seats.tables[0] != "t5"
