"""Results from paper slips at the dashboard: how many keys, what is read, what is written."""

import pytest

from hall_server.referee.app.slip_screen import SlipScreen
from shared.core.events.measures import MatchDecided
from shared.core.state import Table
from shared.tui.confirm import Confirm
from tests.core.decided import measures
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    match,
    opened,
    outcome,
    pairs,
    shown,
)
from tests.tui.screens import assert_screen

THREE = [match(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(6), 1)]
SIZES = ((80, 24), (50, 15))


async def test_three_keys_write_the_result_of_the_next_match() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(*THREE))
        await keys(pilot, "f4", "w", "d")
        assert desk.port.drafts == []
        assert "Enter writes it." in shown(desk)
        await keys(pilot, "enter")
        [draft] = desk.port.drafts
        assert draft.ent == f"{THREE[0].key.division}/1/{THREE[0].uid}/decision"
        assert measures(draft) == [MatchDecided.by(outcome("W D"))]
        assert isinstance(desk.app.screen, SlipScreen)


async def test_four_keys_write_the_result_of_a_table_that_is_named() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(*THREE))
        await keys(pilot, "f4", "3", "l", "l")
        assert "able 3" in shown(desk)
        await keys(pilot, "enter")
        [draft] = desk.port.drafts
        assert THREE[2].uid in draft.ent
        assert measures(draft) == [MatchDecided.by(outcome("L L"))]


@pytest.mark.parametrize("typed", ["w", "www", "x", "9 wd", "3"])
async def test_line_that_is_no_result_is_not_written_and_says_what_is_wanted(typed: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(*THREE))
        await keys(pilot, "f4", *("space" if sign == " " else sign for sign in typed))
        assert "Enter writes it." not in shown(desk)
        await keys(pilot, "enter")
        assert desk.port.drafts == []


async def test_result_that_counts_already_is_changed_only_after_a_yes() -> None:
    desk = Desk()
    done = match("m1", "t1", ("p1", "p2"), result=confirmed("W W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(done, *THREE[1:]))
        await keys(pilot, "f4", "1", "l", "l", "enter")
        assert desk.port.drafts == []
        assert isinstance(desk.app.screen, Confirm)
        await keys(pilot, "y")
        assert len(desk.port.drafts) == 1


async def test_tables_without_a_device_ask_for_their_slips_and_for_no_late_player() -> None:
    desk = Desk()
    tables = tuple(Table(f"t{n}", str(n), "") for n in range(1, 4))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = masters(*THREE, tables=tables)
        await opened(desk, pilot, state, at=START + 61 * MINUTE)
        assert [q.kind for q in desk.app.desk.questions] == ["slips"]
        assert "3 slips are to come" in shown(desk)
        assert [cell.words for cell in desk.app.desk.floor()] == ["slip to come"] * 3
        await keys(pilot, "a")
        assert isinstance(desk.app.screen, SlipScreen)


async def test_match_whose_players_were_seen_at_a_table_without_a_device_is_not_reported() -> None:
    desk = Desk()
    seen = match("m1", "t1", ("p1", "p2"), seated=(True, True))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = masters(seen, tables=(Table("t1", "1", ""),))
        await opened(desk, pilot, state, at=START + 600 * MINUTE)
        assert [q.kind for q in desk.app.desk.questions] == ["unreported"]


@pytest.mark.parametrize("size", SIZES)
async def test_slips_look(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, masters(*THREE))
        await keys(pilot, "f4", "2", "w", "w")
        assert_screen(desk.app, "slips")
