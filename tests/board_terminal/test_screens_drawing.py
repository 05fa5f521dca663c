"""The screens of a draw in which the players have a say, and of what both set right together."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from shared.core.state import HallState
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.screens import assert_screen, at_sizes

POOL = state_of(round_one(), control="unclocked", rulebook="apca")
MASTERS = state_of(round_one())
POINTS = state_of(round_one(length=7), control="2/12", rulebook="usbgf-open")
Scene = Callable[[Pilot[None]], Awaitable[None]]


async def draw_tossed(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash")


async def draw_by_hand(pilot: Pilot[None]) -> None:
    await press(pilot, "8", "z", "slash")


async def draw_cards(pilot: Pilot[None]) -> None:
    await draw_by_hand(pilot)
    await press(pilot, "6", "k")


async def draw_card(pilot: Pilot[None]) -> None:
    await draw_by_hand(pilot)
    await press(pilot, "6", "0", "3", "7")


async def draw_card_is(pilot: Pilot[None]) -> None:
    await draw_card(pilot)
    await press(pilot, "enter")


async def fix_list(pilot: Pilot[None]) -> None:
    await press(pilot, "z", "slash", "z", "slash", "z", "5", "7", "4", after=1_000)


async def fix_score(pilot: Pilot[None]) -> None:
    await fix_list(pilot)
    await press(pilot, "7", "3", "enter", "2", "enter")


SCENES: tuple[tuple[Scene, HallState], ...] = (
    (draw_tossed, POOL),
    (draw_by_hand, MASTERS),
    (draw_cards, MASTERS),
    (draw_card, MASTERS),
    (draw_card_is, MASTERS),
    (fix_list, POINTS),
    (fix_score, POINTS),
)


@pytest.mark.parametrize(("scene", "state"), SCENES, ids=lambda it: getattr(it, "__name__", ""))
async def test_drawing_and_correction_screens_match_their_snapshots(
    scene: Scene, state: HallState
) -> None:
    app, port = terminal(state)
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)
