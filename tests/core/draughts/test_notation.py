"""Single moves as text, and what a written move means."""

import pytest
from hypothesis import given

from shared.core.draughts.moves import Move, legal_moves, play
from shared.core.draughts.notation import full_text, meant, path_of, path_text, short_text
from shared.core.draughts.position import START, Position
from shared.core.draughts.rules import ENGLISH, POOL, Rules
from tests.core.draughts.kit import RULES, at, positions

TWO_WAYS = at("B:W6,7,14,15:B2")
ROUND = at("B:W6,7,14,15:BK2")


@pytest.mark.parametrize(
    ("text", "path"),
    [("11-15", (11, 15)), ("15x22", (15, 22)), ("22x31x24", (22, 31, 24)), ("1:10", (1, 10))],
)
def test_a_written_move_names_its_squares(text: str, path: tuple[int, ...]) -> None:
    assert path_of(text) == path


@pytest.mark.parametrize("text", ["", "11", "11-", "a1-b2", "11 15", "33-29", "0-4", "111-15"])
def test_malformed_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no move: write 11-15|use 1 to 32"):
        path_of(text)


def test_a_move_is_written_by_its_ends_unless_that_could_mean_another() -> None:
    assert short_text(ENGLISH, START, Move((11, 15))) == "11-15"
    position = at("B:W26,27:B22")
    assert short_text(POOL, position, legal_moves(POOL, position)[0]) == "22x24"
    assert {short_text(ENGLISH, TWO_WAYS, move) for move in legal_moves(ENGLISH, TWO_WAYS)} == {
        "2x9x18",
        "2x11x18",
    }


def test_a_written_move_means_each_legal_move_that_fits() -> None:
    assert meant(ENGLISH, START, (11, 15)) == (Move((11, 15)),)
    assert meant(ENGLISH, START, (11, 14)) == ()
    assert meant(ENGLISH, START, (11,)) == ()
    assert len(meant(ENGLISH, TWO_WAYS, (2, 18))) == 2
    assert meant(ENGLISH, TWO_WAYS, (2, 9, 18)) == (Move((2, 9, 18), (6, 14)),)
    assert meant(ENGLISH, ROUND, (2, 18, 11, 2)) == (Move((2, 9, 18, 11, 2), (6, 14, 15, 7)),)
    assert meant(ENGLISH, ROUND, (2, 11, 9, 2)) == (Move((2, 11, 18, 9, 2), (7, 15, 14, 6)),)


@given(RULES, positions())
def test_what_is_written_means_the_move_that_was_made(rules: Rules, position: Position) -> None:
    for move in legal_moves(rules, position):
        assert meant(rules, position, path_of(full_text(move))) == (move,)
        short = meant(rules, position, path_of(short_text(rules, position, move)))
        assert short == (move,)
        assert {play(position, one) for one in short} == {play(position, move)}
        assert path_text(move.path).replace("-", "x") == full_text(move).replace("-", "x")
