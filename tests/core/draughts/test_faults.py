"""Illegal moves: what was wrong, by which clause, and the board they leave."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.draughts.faults import WORDS, Fault, as_made, judged
from shared.core.draughts.fen import fen
from shared.core.draughts.moves import Move, legal_moves
from shared.core.draughts.notation import meant
from shared.core.draughts.position import KING_ROW, SIDES, START, Position
from shared.core.draughts.rules import ENGLISH, POOL, Rules
from shared.core.events.reported import fault_clause
from shared.core.rulebooks import rulebook
from tests.core.draughts.kit import RULES, at, positions

PATHS = st.lists(st.integers(1, 32), max_size=6).map(tuple)
START_TEXT = fen(START)


@pytest.mark.clause("ACF-3.III.A", "DARK-jump", "DARK-king", "SE-4")
@pytest.mark.parametrize(
    ("text", "path", "fault"),
    [
        (START_TEXT, (), "not_moved"),
        (START_TEXT, (9,), "not_moved"),
        (START_TEXT, (13, 17), "no_piece"),
        (START_TEXT, (21, 17), "not_own"),
        (START_TEXT, (1, 5), "occupied"),
        (START_TEXT, (9, 18), "no_such_move"),
        (START_TEXT, (9, 10, 9), "no_such_move"),
        (START_TEXT, (9, 15), "no_such_move"),
        (START_TEXT, (11, 16, 20), "no_such_move"),
        ("B:W32:B9,14", (9, 18), "no_such_move"),
        ("B:W10:B1", (1, 15), "no_such_move"),
        ("B:W6,10,14:B1", (1, 10, 17), "no_such_move"),
        ("B:W6,14,22:BK2", (2, 10, 18), "no_such_move"),
        ("B:W18:B14,1", (1, 5), "missed_capture"),
        ("B:W18:B14,1", (14, 17), "missed_capture"),
        ("B:W18,26:B14", (14, 23), "unfinished_capture"),
        ("B:W18,26,27,20:B14,K10", (14, 23), "unfinished_capture"),
        ("B:W6,14,22:BK2", (2, 18), "unfinished_capture"),
        ("B:W32:B14", (14, 9), "wrong_direction"),
        ("B:W14:B18", (18, 9), "wrong_direction"),
        ("B:W26,27:B22", (22, 31, 24), "after_crowning"),
        ("B:W26,27:B22", (22, 24), "after_crowning"),
        ("B:W5:B26", (26, 31, 27), "after_crowning"),
        ("B:W6,7,14,15:B2", (2, 18), "unclear"),
    ],
)
def test_an_illegal_move_of_the_standard_game_is_named(
    text: str, path: tuple[int, ...], fault: Fault
) -> None:
    assert judged(ENGLISH, at(text), path) == fault


@pytest.mark.clause("APCA-14")
@pytest.mark.parametrize(
    ("text", "path", "fault"),
    [
        ("B:W10,18:BK1", (1, 19), "unfinished_capture"),
        ("B:W10,18:BK1,K32", (32, 28), "missed_capture"),
        ("W:WK29:B22", (29, 18, 29), "jumped_twice"),
        ("W:WK29:B22", (29, 25), "missed_capture"),
        ("W:WK29:BK32", (29, 15, 10), "no_such_move"),
        ("B:W26,27:B22", (22, 31), "unfinished_capture"),
        ("B:W18:B14", (14, 10), "wrong_direction"),
    ],
)
def test_an_illegal_move_of_pool_is_named(text: str, path: tuple[int, ...], fault: Fault) -> None:
    assert judged(POOL, at(text), path) == fault


@pytest.mark.clause("ACF-3.III.A")
def test_each_fault_has_its_words_and_its_clause() -> None:
    assert set(WORDS) == set(get_args(Fault))
    sheet = {
        "acf-masters": {"": "ACF-3.I", "not_moved": "ACF-3.III.A", "after_crowning": "ACF-3.III.A"},
        "apca": {"": "APCA-10"},
        "standard": {
            "": "DARK-arbiter",
            "missed_capture": "DARK-jump",
            "unfinished_capture": "DARK-jump",
        },
        "contest": {"": "SE-3", "missed_capture": "SE-4", "unfinished_capture": "SE-4"},
    }
    for name, clauses in sheet.items():
        for fault in get_args(Fault):
            expected = "" if fault == "unclear" else clauses.get(fault, clauses[""])
            assert fault_clause(rulebook(name), fault) == expected


@pytest.mark.clause("ACF-3.III.A")
@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        ("B:W18:B14,1", (1, 5), "W:W18:B5,14"),
        ("B:W18,26:B14", (14, 23), "W:W26:B23"),
        ("B:W26,27:B22", (22, 31, 24), "W:W:BK24"),
        ("B:W26,27:B22", (22, 24), "W:W:BK24"),
        ("B:W6,14,22:BK2", (2, 18), "W:W22:BK18"),
        ("B:W14:B18", (18, 9), "W:W:B9"),
        ("B:W32:B14", (14, 9), "W:W32:B9"),
        ("B:W32:B9,14", (9, 18), "W:W32:B14,18"),
        ("B:W9:B28", (9, 2), "W:WK2:B28"),
        ("B:W32:B1", (1, 20), "W:W32:B20"),
        ("B:W32:B1", (1, 32), "W:W32:B1"),
        ("B:W32:B1", (2, 7), "W:W32:B1"),
        ("B:W32:B1", (), "W:W32:B1"),
        ("B:W32:B1", (1,), "W:W32:B1"),
    ],
)
def test_the_board_is_left_as_the_hand_left_it(text: str, path: tuple[int, ...], left: str) -> None:
    assert fen(as_made(ENGLISH, at(text), path)) == left


def test_a_piece_brought_back_to_its_square_has_taken_what_it_jumped() -> None:
    assert fen(as_made(POOL, at("W:WK29:B22,5"), (29, 18, 29))) == "B:WK29:B5"


def test_two_ways_round_to_the_same_board_are_not_unclear() -> None:
    move = judged(ENGLISH, at("B:W6,7,14,15:BK2"), (2, 2))
    assert isinstance(move, Move)
    assert len(move.captured) == 4


def test_a_pool_man_taken_out_of_the_king_row_again_is_not_crowned() -> None:
    after = as_made(POOL, at("B:W26,27:B22,1"), (22, 31, 28))
    assert fen(after) == "W:W27:B1,28"


@given(RULES, positions(), PATHS)
def test_any_press_is_judged_and_leaves_a_board_that_can_be(
    rules: Rules, position: Position, path: tuple[int, ...]
) -> None:
    judgement = judged(rules, position, path)
    assert (judgement in legal_moves(rules, position)) == isinstance(judgement, Move)
    after = as_made(rules, position, path)
    assert after.to_move != position.to_move
    assert not after.first & after.second
    assert not after.kings & ~(after.first | after.second)
    for side in SIDES:
        assert not after.of(side) & KING_ROW[side] & ~after.kings
        assert after.of(side).bit_count() <= position.of(side).bit_count()


@given(RULES, positions(), st.data())
def test_a_move_cut_short_is_unfinished(
    rules: Rules, position: Position, data: st.DataObject
) -> None:
    longer = [move for move in legal_moves(rules, position) if len(move.captured) > 1]
    if longer:
        move = data.draw(st.sampled_from(longer))
        cut = move.path[: data.draw(st.integers(2, len(move.path) - 1))]
        fits = meant(rules, position, cut)
        assert fits or judged(rules, position, cut) == "unfinished_capture"
