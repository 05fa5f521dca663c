"""The screens of a game whose moves are entered, at the three sizes that must work."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from board_terminal.screens.board_panel import BoardPanel
from shared.port import Link
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, overflowing


async def typing(pilot: Pilot[None]) -> None:
    await press(pilot, "1", "3", "8", "3")
    await press(pilot, *"11", "minus", *"15", "z", *"22", "minus", *"18", "slash", after=1_000)
    await press(pilot, "8", "minus", "1")


async def illegal(pilot: Pilot[None]) -> None:
    await typing(pilot)
    await press(pilot, "1", "z", after=1_000)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", [typing, illegal], ids=lambda scene: scene.__name__)
async def test_the_board_is_drawn_and_the_move_is_typed(scene, size: tuple[int, int]) -> None:  # type: ignore[no-untyped-def]
    state = state_of(round_one(), control="30:00", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await scene(pilot)
        assert_screen(app, f"moves_{scene.__name__}")
        assert not overflowing(app)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_two_taps_on_squares_and_one_on_the_half_make_a_move(size: tuple[int, int]) -> None:
    state = state_of(round_one(), control="30:00", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3")
        panel = app.screen.query_one(BoardPanel)
        left, top = (panel.size.width - 16) // 2, (panel.size.height - 8) // 2
        for column, row in ((5, 2), (4, 3)):  # 11 and 15
            await pilot.mouse_down(panel, offset=(left + 2 * column + 1, top + row))
            await pilot.pause()
        assert app.flow.desk.typed == "11-15-"
        await pilot.mouse_down("#half-0")
        await pilot.pause()
        await pilot.pause()
        assert app.model.moves == (1, 0)
