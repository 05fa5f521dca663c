"""Offers, counts and a timekeeper on the screen, at the three sizes that must work."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from shared.core.events import ReportFiled
from shared.core.events.measures import MovesTimed
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal, tick
from tests.board_terminal.table_kit import put, round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.screens import assert_screen, at_sizes

Scene = Callable[[Pilot[None], TablePort], Awaitable[None]]


async def offer_asked(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "3", "8")


async def offer_open(pilot: Pilot[None], port: TablePort) -> None:
    await offer_asked(pilot, port)
    await press(pilot, "4")


async def count_running(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "4", "3", "0", "enter", "7", "6")
    await press(pilot, "plus", "plus")


async def timekeeper(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "3", "0", "plus", "6")
    ent = next(d.ent for d in port.drafts if isinstance(d.body, ReportFiled))
    port.decide(ent, MovesTimed("five_minutes"), clause="ACF-1.X.B.a")
    await pilot.pause()
    await press(pilot, "2", after=70_000)
    await tick(pilot, 299_000)
    await tick(pilot)


STORY: tuple[tuple[Scene, str], ...] = (
    (offer_asked, "standard"),
    (offer_open, "standard"),
    (count_running, "apca"),
    (timekeeper, "standard"),
)


@pytest.mark.parametrize(("scene", "book"), STORY, ids=[scene.__name__ for scene, _ in STORY])
async def test_extra_information_screens_match_their_snapshots(scene: Scene, book: str) -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook=book))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)


async def pin_whose(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "9")


async def pin_set(pilot: Pilot[None], port: TablePort) -> None:
    await pin_whose(pilot, port)
    await press(pilot, "6", "4", "7", "1")


@pytest.mark.parametrize("scene", [pin_whose, pin_set])
async def test_pin_keypad_screens_match_their_snapshots(scene: Scene) -> None:
    app, port = terminal(state_of(round_one()))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)


async def test_sleep_screens_match_their_snapshots() -> None:
    app, port = terminal(state_of(round_one()))
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1")
        await tick(pilot)
        put(app.driver, slept=-95_000)
        await tick(pilot)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, "slept")
