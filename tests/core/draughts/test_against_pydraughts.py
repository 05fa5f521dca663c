"""English checkers against another program's generator, over whole games."""

import pytest
from draughts import Board
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.draughts.fen import fen, parse_fen
from shared.core.draughts.moves import legal_moves, play
from shared.core.draughts.position import START, Position
from shared.core.draughts.rules import ENGLISH
from tests.core.draughts.kit import positions


def theirs(position: Position) -> dict[tuple[int, ...], Position]:
    """Return each move of the other program by its squares, and the position it leads to."""
    board = Board(variant="english", fen=fen(position))
    found = {}
    for move in board.legal_moves():
        after = board.copy()
        after.push(move)
        found[tuple(move.steps_move)] = parse_fen(after.fen)
    return found


def ours(position: Position) -> dict[tuple[int, ...], Position]:
    return {move.path: play(position, move) for move in legal_moves(ENGLISH, position)}


@pytest.mark.clause("DARK-jump", "DARK-king", "SE-4")
@given(st.lists(st.integers(0, 1 << 16), min_size=1, max_size=90))
@settings(max_examples=12, deadline=None)
def test_both_programs_find_the_same_moves_all_game_long(choices: list[int]) -> None:
    position = START
    for choice in choices:
        found = ours(position)
        assert found == theirs(position)
        if not found:
            break
        position = sorted(found.items())[choice % len(found)][1]


@given(positions(most=6))
@settings(max_examples=60, deadline=None)
def test_both_programs_find_the_same_moves_of_kings(position: Position) -> None:
    assert ours(position) == theirs(position)
