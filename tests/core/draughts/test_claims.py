"""A claim checked against the moves on record."""

import pytest

from shared.core.draughts.claims import (
    board,
    counted_moves,
    lone_king,
    pieces,
    positions,
    quiet_of,
    times_stood,
)
from shared.core.draughts.counts import NoCount, Pieces, Quiet
from shared.core.draughts.position import START
from shared.core.draughts.record import Corrected, GameRecord, Made, Passed, taken_back
from shared.core.draughts.rules import ENGLISH, Rules
from tests.core.draughts.kit import at

CIRCLE = ((1, 5), (32, 28), (5, 1), (28, 32))


def shuffled(half_moves: int, text: str = "B:WK32:BK1", rules: Rules = ENGLISH) -> GameRecord:
    """Return two kings going to and fro."""
    moves = tuple(Made(CIRCLE[at % 4]) for at in range(half_moves))
    return GameRecord(rules, at(text), moves)


def test_a_move_taken_back_makes_no_position() -> None:
    game = shuffled(3)
    wrong = game.with_entry(Made((28, 20)))
    corrected = wrong.with_entry(taken_back(wrong))
    assert positions(corrected) == positions(game)
    assert counted_moves(corrected, 0) == counted_moves(game, 0)
    assert len(positions(wrong)) == 5


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_a_position_is_counted_with_the_one_that_the_shown_move_makes() -> None:
    assert [times_stood(shuffled(made), (28, 32)) for made in (3, 7, 11)] == [2, 3, 4]
    assert (times_stood(shuffled(7), (28, 24)), times_stood(shuffled(8))) == (1, 3)
    with pytest.raises(NoCount, match="28-20 cannot be played here: no piece moves so"):
        times_stood(shuffled(7), (28, 20))


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_a_man_that_moves_or_a_board_set_otherwise_begins_the_quiet_moves_anew() -> None:
    game = shuffled(80, "B:WK32:BK1,13")
    assert quiet_of(game, 0) == Quiet((40, 40))
    assert quiet_of(game.with_entry(Made((13, 17))), 0) == Quiet()
    wrong = game.with_entry(Made((1, 10)))
    assert quiet_of(wrong.with_entry(taken_back(wrong)), 0) == Quiet((40, 40))
    assert quiet_of(game.with_entry(Corrected(at("B:WK32:BK2"))), 0) == Quiet()


@pytest.mark.clause("SE-5")
def test_a_forfeited_turn_and_a_press_without_a_move_are_no_counted_moves() -> None:
    game = shuffled(2).with_entry(Passed()).with_entry(Made(()))
    assert len(counted_moves(game, 0)) == 2
    assert len(positions(game)) == 5


def test_effect_of_a_move_is_read_from_the_board() -> None:
    game = GameRecord(
        ENGLISH, at("B:W18,26,32:B14,5"), (Made((14, 23, 30)), Made((32, 28)), Made((30, 25)))
    )
    jump, man, king = counted_moves(game, 1)
    assert (jump.seat, jump.captured, jump.man, jump.crowned) == (1, True, True, True)
    assert (man.seat, man.captured, man.man, man.crowned) == (0, False, True, False)
    assert (king.quiet, king.position) == (True, "W:W28:B5,K25")


@pytest.mark.clause("APCA-26")
def test_a_side_is_weighed_from_the_board() -> None:
    assert pieces(START, "first") == pieces(START, "second") == Pieces((4, 4, 4, 0, 0, 0, 0))
    position = at("B:WK10,5:B26,K3")
    assert board(position, 0) == (
        Pieces((0, 0, 0, 0, 0, 0, 1), 1),
        Pieces((0, 0, 0, 0, 0, 0, 1), 1),
    )
    assert board(at("B:WK10,5:B1"), 1)[1] == Pieces((1, 0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("B:WK32,K31:BK1", 1),
        ("B:WK20:BK1,2", 20),
        ("B:WK32:BK1", None),
        ("B:W32,K31:B1", None),
    ],
)
def test_a_lone_king_is_found_on_either_side(text: str, square: int | None) -> None:
    assert lone_king(at(text)) == square
