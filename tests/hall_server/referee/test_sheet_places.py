"""Who stands where on a draw sheet, at the desk: standings, titles, prizes, side pools."""

import pytest
from msgspec.structs import replace

from shared.core.events import PrizesPosted, SidePool, TitleDecided
from shared.core.state import HallState
from shared.core.state.office import Awards, PrizeFund
from shared.pairing.places import beside_standings, division_standings
from tests.hall_server.referee.halls import Desk, keys, opened
from tests.pairing.test_odd_states import so_far
from tests.tui.screens import assert_screen, screen_text


def with_fund(state: HallState, fund: PrizeFund) -> HallState:
    return replace(state, awards=Awards(prizes={"d": fund}))


def flat(desk: Desk) -> str:
    return " ".join(screen_text(desk.app).replace("┃", " ").split())


@pytest.mark.clause("USBGF-2.2c")
@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_the_standings_of_a_sheet_say_what_put_each_player_out(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, so_far("double_elimination", 8, 9, [True]), "s")
        assert_screen(desk.app, "standings-of-a-sheet")
        await keys(pilot, "down", "enter")
        assert "went out in F" in flat(desk)
        assert "place 2" in flat(desk)


@pytest.mark.clause("USBGF-2.2c")
async def test_the_winner_of_the_deciding_match_is_declared_champion() -> None:
    desk = Desk()
    state = so_far("consolation", 8, 9, [True])
    best = division_standings(state, "d")[0]
    third = beside_standings(state, "d")["consolation"][0]
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "t")
        assert f"{best.name} is champion" in flat(desk)
        assert f"Consolation: 1. {third.name}, " in flat(desk)
        await keys(pilot, "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == TitleDecided("champion", (best.player,), "USBGF-1")


async def test_no_title_is_offered_while_a_sheet_is_played() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, so_far("double_elimination", 8, 1, [True]), "t")
        assert "champion" not in flat(desk).replace("No title is decided yet", "")
        assert "co-winners" not in flat(desk)


@pytest.mark.clause("USBGF-2.2c")
async def test_the_places_of_a_consolation_are_given_prizes_of_their_own() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, so_far("consolation", 8, 9, [True]), "z")
        await keys(pilot, "E", *"400 200", "enter")
        assert "What do the places of Consolation pay?" in flat(desk)
        await keys(pilot, *"100 many", "enter")
        assert "Amounts as 450" in flat(desk)
        await keys(pilot, *["backspace"] * 5, *" 50", "enter")
        assert "Consolation pays 1. $100.00, 2. $50.00, $150.00 in all" in flat(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.body == PrizesPosted((40000, 20000), 0, (10000, 5000))


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_prizes_won_by_a_player_in_several_ways_are_one_prize(size: tuple[int, int]) -> None:
    desk = Desk()
    state = so_far("consolation", 8, 9, [True])
    best = division_standings(state, "d")[0]
    winner = beside_standings(state, "d")["consolation"][0]
    pool = SidePool("Jackpot", (6000,), (best.player, winner.player))
    fund = PrizeFund((40000, 20000), 0, (10000, 5000), (pool,))
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, with_fund(state, fund), "z")
        assert_screen(desk.app, "prizes-of-a-sheet")
        await keys(pilot, "enter", *"Holt", "enter")
        assert f"{best.name} has $460.00 for places 1., Jackpot 1" in flat(desk)


async def test_a_side_pool_is_opened_by_name_and_a_calcutta_is_refused() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, so_far("consolation", 8, 9, [True]), "z")
        await keys(pilot, "dollar_sign", "enter", *"Calcutta", "enter")
        assert "in which players are auctioned" in flat(desk)
        await keys(pilot, *["backspace"] * 8, *"Jackpot", "enter")
        await keys(pilot, "space", "down", "space", "down", "space", "space")
        assert "2 marked" in flat(desk)
        await keys(pilot, "enter", *"60 20", "enter")
        assert "Jackpot (2) pays 1. $60.00, 2. $20.00" in flat(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.body == PrizesPosted(
            (), 0, (), (SidePool("Jackpot", (6000, 2000), ("p1", "p2")),)
        )


async def test_side_pool_is_closed_again() -> None:
    desk = Desk()
    fund = PrizeFund((100,), pools=(SidePool("Jackpot", (6000,), ("p1",)),))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, with_fund(so_far("knockout", 4, 9, [True]), fund), "z")
        await keys(pilot, "dollar_sign")
        assert "Jackpot: 1 player, $60.00" in flat(desk)
        await keys(pilot, "enter", "down", "enter", *"Nobody came", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == PrizesPosted((100,), why="Nobody came")
