"""The board as each player sees it: numbers, dark corner and the last move, turned by a key."""

import pytest

from board_terminal.screens.choice_bar import ChoiceButton
from shared.core.rulebooks import rulebook
from shared.tui.board_view import BoardView
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import round_one, state_of
from tests.tui.screens import assert_screen, screen_lines, screen_text

SEEN = {"first": ((32, 31, 30, 29), (4, 3, 2, 1)), "second": ((1, 2, 3, 4), (29, 30, 31, 32))}
"""Side → the numbers of the top row and of the bottom row, from the left."""


def squares(app: object, row: int) -> tuple[int, ...]:
    board = app.view.board  # type: ignore[attr-defined]
    return tuple(cell.square for cell in board.cells[row] if cell.square)


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("book", ["standard", "apca", "contest"])
async def test_each_side_sees_its_own_men_near_and_a_dark_corner_at_its_left(
    book: str, side: str
) -> None:
    app, port = terminal(state_of(round_one(), control="30:00", rulebook=book))
    async with app.run_test(size=(132, 38)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3")
        if app.model.phase == "tossed":
            await press(pilot, "4")
        await press(pilot, "8", "3", *"11", "minus", *"15", "z", after=1_000)
        if side == "first":
            await press(pilot, "b")
        board = app.view.board
        assert board is not None
        assert (squares(app, 0), squares(app, 7)) == SEEN[side]
        assert board.cells[7][0].square, "the near left corner is dark"
        assert board.cells[0][7].square, "and so is the other player's"
        near = board.cells[7][0].piece
        assert near is not None
        assert near.side == side
        assert board.last == (11, 15)
        assert board.sides == rulebook(book).sides
        # The numbers stand on the screen where the squares are.
        top, bottom = (" ".join(map(str, row)) for row in SEEN[side])
        view = app.screen.query_one("#board-beside", BoardView)
        rows = [line[: view.square_size.wide] for line in screen_lines(app)]
        written = [
            " ".join("".join(sign if sign.isdigit() else " " for sign in row).split())
            for row in rows
        ]
        numbered = [row for row in written if row]
        assert (numbered[0], numbered[-1]) == (top, bottom)


async def test_a_square_of_the_turned_board_is_entered_where_it_is_drawn() -> None:
    app, port = terminal(state_of(round_one(), control="30:00", rulebook="standard"))
    async with app.run_test(size=(132, 38)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3", "b")
        board = app.screen.query_one("#board-beside", BoardView)
        high, wide = board.square_size
        for column, row in ((2, 5), (3, 4)):  # 11 and 15
            margin = (app.size.height - board.shown * high) // 2
            where = (wide * column + wide // 2, margin + high * row + high // 2)
            await pilot.mouse_down("#board-beside", offset=where)
            await pilot.pause()
        assert app.driver.desk.typed == "11-15-"
        await press(pilot, "b")
        assert app.driver.desk.typed == "11-15-"


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_turned_board_keeps_its_marks_and_stays_turned(size: tuple[int, int]) -> None:
    app, port = terminal(state_of(round_one(), control="30:00", rulebook="standard"))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3", "b", *"11", "minus", *"15", "z", after=1_000)
        assert_screen(app, "moves_turned")
        await pilot.resize_terminal(100, 50)
        await press(pilot, "f1")
        assert "Show the board from the other side" in screen_text(app)


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38)])
@pytest.mark.parametrize("keys", ["", "1", "d4"], ids=["at rest", "a move is typed", "an offer"])
async def test_a_finger_turns_the_board_whatever_else_is_offered(
    keys: str, size: tuple[int, int]
) -> None:
    app, port = terminal(state_of(round_one(), control="30:00", rulebook="standard"))

    def turn() -> ChoiceButton | None:
        buttons = app.screen.query(ChoiceButton)
        return next((b for b in buttons if b.choice.does == "turn"), None)

    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "8", "3", *keys)
        assert_screen(app, f"moves_to_turn_{keys}")
        if turn() is None and size == (80, 24):
            more = next(b for b in app.screen.query(ChoiceButton) if b.choice.label == "More")
            await pilot.mouse_down(more)
            await pilot.pause()
        elif turn() is None:
            await pilot.mouse_down("#board", offset=(9, 3))
            await pilot.pause()
        await pilot.pause()
        button = turn()
        assert button is not None
        assert button.region.width >= 8
        assert button.region.height >= 3
        await pilot.mouse_down(button)
        await pilot.pause()
        assert app.driver.desk.turned
        assert app.driver.desk.typed == keys.strip("d4")
