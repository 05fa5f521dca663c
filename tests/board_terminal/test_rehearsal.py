"""A table in a rehearsal, and when it is free for one: only while it is idle."""

import msgspec
import pytest

from shared.core.state import HallState
from shared.core.state.floor import QUIET_MS
from shared.core.state.office import Rehearsal
from shared.port import Link
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal, tick
from tests.board_terminal.table_kit import round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.fake_port import START, hall
from tests.tui.screens import assert_screen

LATE_MS = 432_000
"""So long after the start of its match the table of the kit stands."""
ON = Rehearsal(b"root", b"key", 4000, 4001, START + 3_600_000, 60, 6, 100, 7, START)


def rehearsing(state: HallState) -> HallState:
    return msgspec.structs.replace(state, rehearsal=ON)


def idle() -> HallState:
    """No match stands at this table."""
    return rehearsing(hall())


def starting_in(ms: int) -> HallState:
    match = msgspec.structs.replace(round_one(), starts_at=START + LATE_MS + ms)
    return rehearsing(state_of(match))


async def goes(state: HallState, *keys: str, unsent: str = "") -> bool:
    """Return whether the table leaves for the rehearsal after ``keys``."""
    app, port = terminal(port=TablePort(state=state))
    app.declines = set()
    async with app.run_test() as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        port.unsent = {unsent} if unsent else set()
        port.tell_state()
        await press(pilot, *keys)
        await tick(pilot)
        return app.goes_to is not None


async def test_a_table_without_a_match_goes() -> None:
    assert await goes(idle())


async def test_a_match_that_starts_within_half_an_hour_keeps_its_table() -> None:
    assert not await goes(starting_in(QUIET_MS))
    assert await goes(starting_in(QUIET_MS + 2_000))


async def test_a_match_whose_players_have_not_sat_down_yet_keeps_its_table() -> None:
    assert not await goes(rehearsing(state_of(round_one())))


@pytest.mark.parametrize("key", ["f1", "f2", "0"], ids=["help", "service", "reports"])
async def test_table_is_not_interrupted_while_a_player_reads_or_reports(key: str) -> None:
    assert not await goes(idle(), key)


async def test_entries_that_the_hall_lacks_are_handed_in_first() -> None:
    assert not await goes(idle(), unsent="event-1")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_its_screen_says_that_nothing_counts(size: tuple[int, int]) -> None:
    app, port = terminal(rehearsing(state_of(round_one())))
    app.take_part()
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await tick(pilot)
        app.show_status()
        assert_screen(app, "rehearsal")
