"""Legal moves: where the two games part, what a capture must do, how a game ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.draughts.fen import fen
from shared.core.draughts.moves import Move, legal_moves, play
from shared.core.draughts.notation import full_text
from shared.core.draughts.openings import parse_deck
from shared.core.draughts.position import KING_ROW, START, Piece, Position, opponent
from shared.core.draughts.rules import ENGLISH, POOL, RULES, Rules
from shared.core.rulebooks import RULEBOOKS
from shared.data import read_text
from tests.core.draughts import naive
from tests.core.draughts.kit import BOTH, at, positions

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("capture_rule_positions.json").read_text(encoding="ascii")
)


def texts(rules: Rules, position: Position) -> set[str]:
    """Return each legal move in full, with ``=K`` where it crowns."""
    found = set()
    for move in legal_moves(rules, position):
        before = position.piece_at(move.path[0])
        after = play(position, move).piece_at(move.path[-1])
        assert before
        assert after
        found.add(full_text(move) + ("=K" if after.king and not before.king else ""))
    return found


@pytest.mark.clause("APCA-14", "APCA-20", "DARK-king", "DARK-jump", "SE-4")
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_positions_tell_the_two_games_apart(case: dict[str, Any]) -> None:
    assert texts(ENGLISH, at(case["fen"])) == set(case["english"])
    assert texts(POOL, at(case["fen"])) == set(case["pool"])


@pytest.mark.clause("APCA-1", "DARK-set", "SE-3")
def test_twelve_pieces_a_side_stand_on_the_first_and_the_last_twelve_squares() -> None:
    assert [START.piece_at(square) for square in range(1, 13)] == [Piece("first")] * 12
    assert [START.piece_at(square) for square in range(13, 21)] == [None] * 8
    assert [START.piece_at(square) for square in range(21, 33)] == [Piece("second")] * 12
    assert START.to_move == "first"


def test_every_rulebook_of_checkers_has_its_rules() -> None:
    games = {book.game for book in RULEBOOKS.values()}
    assert games - {"backgammon"} == set(RULES)


@pytest.mark.clause("DARK-jump", "SE-4")
def test_a_jump_goes_before_every_other_move_and_the_player_chooses_among_jumps() -> None:
    position = at("B:W14,15,23:B1,10,11")
    assert texts(ENGLISH, position) == {"10x17", "10x19x26", "11x18x27"}


@pytest.mark.clause("DARK-jump")
def test_men_of_the_standard_game_do_not_jump_back() -> None:
    assert texts(ENGLISH, at("B:W14:B18")) == {"18-22", "18-23"}
    assert texts(ENGLISH, at("B:W14:BK18")) == {"18x9"}


@pytest.mark.clause("DARK-king")
def test_reaching_the_far_row_ends_the_move_and_crowns() -> None:
    after = play(at("B:W26,27:B22"), Move((22, 31), (26,)))
    assert after == at("W:W27:BK31")


@pytest.mark.clause("DARK-king")
def test_a_king_of_the_standard_game_goes_one_square_any_way() -> None:
    assert texts(ENGLISH, at("B:W32:BK18")) == {"18-14", "18-15", "18-22", "18-23"}


@pytest.mark.clause("DARK-king")
def test_a_king_goes_on_jumping_through_the_king_row() -> None:
    assert texts(ENGLISH, at("B:W26,27:BK22")) == {"22x31x24"}


@pytest.mark.clause("APCA-14")
def test_a_flying_king_goes_along_clear_lines() -> None:
    assert texts(POOL, at("B:W32:BK29,22")) == {"22-25", "22-26", "29-25"}
    assert texts(POOL, at("W:WK4:BK32")) == {
        f"4-{square}" for square in (8, 11, 15, 18, 22, 25, 29)
    }


@pytest.mark.clause("APCA-14")
def test_a_pool_man_through_the_king_row_goes_on_and_stays_a_man() -> None:
    position = at("B:W26,27:B22")
    (move,) = legal_moves(POOL, position)
    assert move == Move((22, 31, 24), (26, 27))
    assert play(position, move) == at("W:W:B24")


@pytest.mark.clause("APCA-14")
def test_captured_pieces_stay_until_the_end_and_none_is_jumped_twice() -> None:
    position = at("W:WK29:B14,15,22,23,24")
    assert texts(POOL, position) == {
        "29x18x27x20",
        *(f"29x18x{square}" for square in (4, 5, 8, 9, 11)),
    }
    assert texts(POOL, at("B:W6,7,14,15:BK2")) == {"2x9x18x11x2", "2x11x18x9x2"}


@pytest.mark.clause("APCA-20")
def test_captures_between_the_same_squares_that_take_other_pieces_are_two_moves() -> None:
    assert set(legal_moves(ENGLISH, at("B:W6,7,14,15:B2"))) == {
        Move((2, 9, 18), (6, 14)),
        Move((2, 11, 18), (7, 15)),
    }


def test_a_king_may_end_a_capture_where_it_began() -> None:
    position = at("B:W6,7,14,15:BK2")
    around = Move((2, 9, 18, 11, 2), (6, 14, 15, 7))
    assert around in legal_moves(ENGLISH, position)
    assert play(position, around) == at("W:W:BK2")


@pytest.mark.clause("SE-6", "DARK-end", "APCA-24")
@pytest.mark.parametrize("rules", BOTH, ids=lambda rules: rules.game)
@pytest.mark.parametrize(
    ("text", "lost"),
    [("B:W21:B", True), ("B:W9,14:B5", True), ("W:W28:B24,19", True), ("B:W9:B5", False)],
    ids=["all captured", "blocked", "white blocked", "a jump is left"],
)
def test_a_side_that_is_captured_or_blocked_has_no_move(
    rules: Rules, text: str, lost: bool
) -> None:
    assert (not legal_moves(rules, at(text))) is lost


@pytest.mark.clause("SE-5", "SE-6")
def test_a_forfeited_turn_leaves_the_board_and_loses_nothing() -> None:
    passed = START.turned()
    assert passed == at(fen(START).replace("B:", "W:", 1))
    assert legal_moves(ENGLISH, passed)


@given(st.sampled_from(BOTH), positions())
@settings(max_examples=400, deadline=None)
def test_the_moves_are_those_of_a_plain_reading_of_the_rules(
    rules: Rules, position: Position
) -> None:
    moves = legal_moves(rules, position)
    assert len({move.path for move in moves}) == len(moves)
    assert {move.path for move in moves} == naive.paths(rules, position)


@given(st.sampled_from(BOTH), positions())
@settings(max_examples=200, deadline=None)
def test_a_move_takes_its_captures_off_and_leaves_a_position_that_can_be(
    rules: Rules, position: Position
) -> None:
    mine, theirs = position.to_move, opponent(position.to_move)
    for move in legal_moves(rules, position):
        after = play(position, move)
        assert after.of(mine).bit_count() == position.of(mine).bit_count()
        taken = position.of(theirs).bit_count() - after.of(theirs).bit_count()
        assert taken == len(move.captured) == len(set(move.captured))
        assert not after.kings & ~(after.first | after.second)
        assert not after.of(mine) & KING_ROW[mine] & ~after.kings
        assert after.to_move == theirs


@pytest.mark.clause("ACF-1.III.D", "SE-3")
def test_all_ballots_are_three_legal_moves_to_the_position_of_the_deck() -> None:
    deck = parse_deck(read_text("three_move_deck.tsv"))
    for opening in deck:
        position = START
        for text in opening.moves:
            (move,) = [one for one in legal_moves(ENGLISH, position) if full_text(one) == text]
            position = play(position, move)
        assert position == at(opening.fen)
    assert len({opening.fen for opening in deck}) == len(deck) == 156
