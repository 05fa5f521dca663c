"""Positions as text."""

import pytest
from hypothesis import given

from shared.core.draughts.fen import FenError, fen, parse_fen
from shared.core.draughts.position import START, Piece, Position, men_by_rank, placed
from tests.core.draughts.kit import positions


def test_the_start_is_written_as_the_deck_writes_positions() -> None:
    assert fen(START) == ("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")


@given(positions())
def test_every_position_reads_back_as_it_was_written(position: Position) -> None:
    assert parse_fen(fen(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "B:B1-12:W21-32.",
        "  R:R1,2,3,4,5,6,7,8,9,10,11,12:W21-32",
        "B:W21-24,25, 26,27-32:B1-12",
    ],
)
def test_order_ranges_and_red_for_black_make_no_difference(text: str) -> None:
    assert parse_fen(text) == START


def test_a_side_may_have_no_piece_left() -> None:
    position = parse_fen("W:W:BK3")
    assert (position.second, position.piece_at(3)) == (0, Piece("first", king=True))
    assert fen(position) == "W:W:BK3"


@pytest.mark.parametrize(
    ("text", "says", "column"),
    [
        ("", "is no position: write the side to move", 1),
        ("X:W1:B2", "is no position", 1),
        ("W:W21", "is no position", 1),
        ("W:W21:X2", "'X2' names no side", 7),
        ("W:W21:W22", "'W22' names no side", 7),
        ("W:W33:B1", "33 is no square: use 1 to 32", 3),
        ("W:W21,Wa:B1", "'Wa' is no square: use 1 to 32, with K", 7),
        ("W:W21:B1,,2", "'' is no square", 10),
        ("W:W21:B21", "square 21 holds two pieces", 7),
        ("W:W3:B1", "a man on 3 stands on its king row: write K3", 3),
        ("W:W21:B29", "a man on 29 stands on its king row: write K29", 7),
        ("W:W20-32:B1", "a side has 13 pieces; 12 are the most", 3),
    ],
)
def test_a_text_that_is_no_position_says_what_and_where(text: str, says: str, column: int) -> None:
    with pytest.raises(FenError, match=says) as caught:
        parse_fen(text)
    assert caught.value.column == column


@pytest.mark.clause("APCA-26")
def test_men_are_ranked_from_their_own_base_line() -> None:
    position = parse_fen("B:W5,29,K1:B4,28,K32")
    assert men_by_rank(position, "first") == (1, 0, 0, 0, 0, 0, 1)
    assert men_by_rank(position, "second") == (1, 0, 0, 0, 0, 0, 1)
    assert men_by_rank(START, "second") == (4, 4, 4, 0, 0, 0, 0)


def test_pieces_off_the_board_are_refused() -> None:
    with pytest.raises(ValueError, match="0 is no square"):
        placed([(0, Piece("first"))], "first")
