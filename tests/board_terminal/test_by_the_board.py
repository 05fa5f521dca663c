"""What the rules of the board come to at a table, by its keys: set-up, jumps, kings, the end."""

import pytest
from msgspec.structs import replace

from board_terminal.app import TerminalApp
from shared.core.day.moves import record_of
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import GameRecord, position_now
from shared.core.draughts.rules import RULES
from shared.core.events import ResultSigned
from shared.core.match.outcome import Code, Outcome
from tests.board_terminal.screen_kit import begin, press, terminal, tick
from tests.board_terminal.table_kit import put, round_one, state_of
from tests.tui.screens import screen_text

SIZE = (100, 30)
FLAGGED = "Illegal:"


class Table:
    """A table where moves are entered by keys, from a position of its own if one is given."""

    def __init__(self, book: str) -> None:
        state = state_of(round_one(), control="unclocked", rulebook=book)
        self.app, self.port = terminal(state)
        self.book = book

    async def begin(self, pilot: object, fen: str = "") -> None:
        await begin(pilot, self.port)  # type: ignore[arg-type]
        await press(pilot, "1", "3")  # type: ignore[arg-type]
        if self.app.model.phase == "tossed":
            await press(pilot, "4")  # type: ignore[arg-type]
        await press(pilot, "8", "3")  # type: ignore[arg-type]
        session = self.app.driver.desk.session
        assert session is not None
        if fen:
            rules = RULES[session.info.book.game]
            put(
                self.app.driver,
                session=replace(session, records={1: GameRecord(rules, parse_fen(fen))}),
            )

    async def moves(self, pilot: object, text: str) -> str:
        """Type the squares, press the side that is to move, and return what the screen says."""
        seat = next(seat for seat in (0, 1) if self.app.model.asks[seat])
        for sign in text:
            await press(pilot, "minus" if sign == "-" else sign)  # type: ignore[arg-type]
        await press(pilot, ("z", "slash")[seat])  # type: ignore[arg-type]
        return " ".join(screen_text(self.app).split())

    def piece(self, square: int) -> str:
        """Return what stands on a square: "" for nothing, "man" or "king"."""
        session = self.app.driver.desk.session
        assert session is not None
        record = record_of(session)
        assert record is not None
        found = position_now(record).piece_at(square)
        return "" if found is None else "king" if found.king else "man"


@pytest.mark.clause("APCA-1", "DARK-set")
@pytest.mark.parametrize("book", ["apca", "standard", "contest"])
async def test_board_begins_with_twelve_pieces_each_and_the_dark_corner_on_the_left(
    book: str,
) -> None:
    table = Table(book)
    async with table.app.run_test(size=SIZE) as pilot:
        await table.begin(pilot)
        assert [table.piece(square) for square in range(1, 33)] == (
            ["man"] * 12 + [""] * 8 + ["man"] * 12
        )
        board = table.app.view.board
        assert board is not None
        lowest = [cell.square for cell in board.cells[-1]]
        assert (bool(lowest[0]), bool(lowest[-1])) == (True, False)


@pytest.mark.clause("DARK-jump", "SE-4")
@pytest.mark.parametrize("book", ["standard", "contest"])
async def test_jump_that_was_not_made_is_flagged_after_the_press_and_one_that_was_is_not(
    book: str,
) -> None:
    for reply, illegal in (("8-11", True), ("15-22", False)):
        table = Table(book)
        async with table.app.run_test(size=SIZE) as pilot:
            await table.begin(pilot)
            await table.moves(pilot, "11-15")
            await table.moves(pilot, "22-18")
            said = await table.moves(pilot, reply)
            assert ("Illegal: a capture was missed" in said) == illegal
            assert table.app.model.asks == (False, True), "the game goes on"


@pytest.mark.clause("DARK-jump")
async def test_man_that_jumps_backward_is_flagged() -> None:
    table = Table("standard")
    async with table.app.run_test(size=SIZE) as pilot:
        await table.begin(pilot, "B:W14,30:B18,1")
        assert "Illegal: a man went backward" in await table.moves(pilot, "18-9")


@pytest.mark.clause("DARK-king")
async def test_man_on_the_far_row_is_crowned_and_its_move_is_over() -> None:
    table = Table("standard")
    async with table.app.run_test(size=SIZE) as pilot:
        await table.begin(pilot, "B:W25,26,12:B23")
        assert FLAGGED not in await table.moves(pilot, "23-30")
        assert (table.piece(30), table.piece(26), table.piece(25)) == ("king", "", "man")
        assert table.app.model.asks == (False, True)
        await table.moves(pilot, "12-8")
        assert FLAGGED not in await table.moves(pilot, "30-21")
        assert (table.piece(21), table.piece(25)) == ("king", ""), "a king jumps backward"
    on = Table("standard")
    async with on.app.run_test(size=SIZE) as pilot:
        await on.begin(pilot, "B:W25,26,12:B23")
        said = await on.moves(pilot, "23-30-21")
        assert "Illegal: the piece went on after crowning" in said


@pytest.mark.clause("DARK-king")
@pytest.mark.parametrize(("squares", "illegal"), [("30-26", False), ("30-23", True)])
async def test_king_goes_one_square(squares: str, illegal: bool) -> None:
    table = Table("standard")
    async with table.app.run_test(size=SIZE) as pilot:
        await table.begin(pilot, "B:W12:BK30")
        assert (FLAGGED in await table.moves(pilot, squares)) == illegal


@pytest.mark.clause("SE-6")
async def test_turn_that_was_forfeited_ends_no_game_and_who_cannot_move_loses_it() -> None:
    table = Table("contest")
    async with table.app.run_test(size=SIZE) as pilot:
        await table.begin(pilot, "B:W12,28:B8,3")
        await tick(pilot, 31_000)
        assert table.app.model.phase == "playing", "a turn that passed is no lost game"
        assert table.app.model.asks == (False, True)
        await table.moves(pilot, "28-24")
        assert table.app.model.asks == (True, False)
        await press(pilot, "g", "3")
        assert table.app.model.codes == (Code.LOSS,)


@pytest.mark.clause("APCA-24")
async def test_draw_counts_as_a_game_of_the_match_by_keys() -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="apca"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "4", "3", "5", "2", "5", "1", "5", "1", "1", "3")
        drawn_and_won = Outcome((Code.DRAW, Code.WIN))
        assert [b.outcome for b in port.bodies(ResultSigned)] == [drawn_and_won] * 2  # type: ignore[attr-defined]


@pytest.mark.clause("ACF-1.X.A.c")
async def test_each_clock_runs_in_its_own_turn_alone() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1")
        await tick(pilot, 10_000)
        assert left(app) == ("1:30:00", "1:29:50")
        await press(pilot, "3")
        await tick(pilot, 25_000)
        assert left(app) == ("1:29:35", "1:29:50")
        await press(pilot, "3", "1")
        await tick(pilot, 5_000)
        assert left(app) == ("1:29:35", "1:29:45"), "a press out of turn counts for nothing"


def left(app: TerminalApp) -> tuple[str, str]:
    """Return what both clocks show."""
    halves = app.view.halves
    assert halves is not None
    return halves[0].big, halves[1].big
