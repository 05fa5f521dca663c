"""The screens of a game whose moves are entered, at the three sizes that must work."""

import pytest
from textual.pilot import Pilot

from board_terminal.screens.choice_bar import ChoiceButton
from shared.port import Link
from shared.tui.board_view import BoardView
from tests.board_terminal.screen_kit import SIZES, begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, at_sizes, overflowing


async def typing(pilot: Pilot[None]) -> None:
    await press(pilot, "1", "3", "8", "3")
    await press(pilot, *"11", "minus", *"15", "z", *"22", "minus", *"18", "slash", after=1_000)
    await press(pilot, "8", "minus", "1")


async def illegal(pilot: Pilot[None]) -> None:
    await typing(pilot)
    await press(pilot, "1", "z", after=1_000)


@pytest.mark.parametrize("scene", [typing, illegal], ids=lambda scene: scene.__name__)
async def test_the_board_is_drawn_and_the_move_is_typed(scene) -> None:  # type: ignore[no-untyped-def]
    state = state_of(round_one(), control="30:00", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        port.tell_link(Link("live", START))
        await scene(pilot)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, f"moves_{scene.__name__}")
            assert not overflowing(app)


async def touch(pilot: Pilot[None], where: str, x: int, y: int) -> None:
    await pilot.mouse_down(where, offset=(x, y))
    await pilot.pause()
    await pilot.pause()


async def test_the_whole_board_comes_back_with_its_button_and_with_the_next_move() -> None:
    state = state_of(round_one(), control="30:00", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3")
        board = app.screen.query_one("#board-beside", BoardView)
        shown = []
        for row, back in ((7, "whole board"), (0, "a press"), (4, "")):
            await touch(pilot, "#board", 9, row)
            shown.append((board.display, board.top, board.shown))
            if back == "whole board":
                buttons = app.screen.query(ChoiceButton)
                await pilot.mouse_down(next(b for b in buttons if not b.choice.key))
                await pilot.pause()
            elif back:
                await press(pilot, *"11", "minus", *"15", "z")
            if back:
                assert not board.display, back
        assert shown == [(True, 3, 5), (True, 0, 5), (True, 2, 5)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_two_taps_on_squares_and_one_on_the_half_make_a_move(size: tuple[int, int]) -> None:
    state = state_of(round_one(), control="30:00", rulebook="standard")
    app, port = terminal(state)
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3")
        if size == (50, 15):
            await touch(pilot, "#board", 9, 3)
            assert_screen(app, "moves_part")
        board = app.screen.query_one("#board-beside", BoardView)
        high, wide = board.square_size
        margin = (size[1] - board.shown * high) // 2
        for column, row in ((5, 2), (4, 3)):  # 11 and 15
            x, y = wide * column + wide // 2, margin + high * (row - board.top)
            await touch(pilot, "#board-beside", x, y)
        assert app.driver.desk.typed == "11-15-"
        if size == (50, 15):
            buttons = {b.choice.label for b in app.screen.query(ChoiceButton)}
            assert buttons == {"Erase", "Whole board"}
        await pilot.mouse_down("#half-0")
        await pilot.pause()
        await pilot.pause()
        assert app.model.moves == (1, 0)
