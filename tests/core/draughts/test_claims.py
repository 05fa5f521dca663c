"""A claim checked against the moves on record."""

from __future__ import annotations

import pytest

from shared.core.counts import CountRule, NoCount, Pieces, due
from shared.core.draughts.claims import (
    board,
    claim_quiet,
    claim_repetition,
    count_since,
    counted_moves,
    lone_king,
    pieces,
    positions,
)
from shared.core.draughts.position import START
from shared.core.draughts.record import Corrected, Made, Passed, Record, taken_back
from shared.core.draughts.rules import ENGLISH, POOL, Rules
from shared.core.rulebooks import RULEBOOKS
from tests.core.draughts.kit import at

WCDF = CountRule(quiet_moves=40, repetitions=3)
PASK = CountRule(quiet_moves=50, repetitions=4)
POOL_RULE = next(book.counts for book in RULEBOOKS.values() if book.game == "pool")
CIRCLE = ((1, 5), (32, 28), (5, 1), (28, 32))


def shuffled(half_moves: int, text: str = "B:WK32:BK1", rules: Rules = ENGLISH) -> Record:
    """Two kings going to and fro."""
    moves = tuple(Made(CIRCLE[at % 4]) for at in range(half_moves))
    return Record(rules, at(text), moves)


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_a_player_may_claim_by_the_move_that_makes_a_position_the_third_time() -> None:
    assert claim_repetition(shuffled(3), WCDF, (28, 32)) is None
    claim = claim_repetition(shuffled(7), WCDF, (28, 32))
    assert claim is not None
    assert (claim.brings, claim.why) == ("draw", "the same position 3 times")
    assert claim_repetition(shuffled(7), WCDF, (28, 24)) is None


@pytest.mark.clause("DARK-50")
def test_by_the_older_rule_it_takes_four_times() -> None:
    assert claim_repetition(shuffled(7), PASK, (28, 32)) is None
    assert claim_repetition(shuffled(11), PASK, (28, 32)) is not None


def test_a_claim_by_a_move_that_cannot_be_played_says_so() -> None:
    with pytest.raises(NoCount, match="28-20 cannot be played here: no piece moves so"):
        claim_repetition(shuffled(7), WCDF, (28, 20))


def test_a_move_taken_back_makes_no_position() -> None:
    game = shuffled(3)
    wrong = game.with_entry(Made((28, 20)))
    corrected = wrong.with_entry(taken_back(wrong))
    assert positions(corrected) == positions(game)
    assert counted_moves(corrected, 0) == counted_moves(game, 0)
    assert len(positions(wrong)) == 5


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_forty_quiet_moves_of_each_side_may_be_claimed_and_one_fewer_not() -> None:
    assert claim_quiet(shuffled(79), WCDF, 0) is None
    claim = claim_quiet(shuffled(80), WCDF, 0)
    assert claim is not None
    assert claim.brings == "draw"
    assert claim_quiet(shuffled(80), PASK, 0) is None


@pytest.mark.clause("DARK-50")
def test_a_man_that_moves_begins_the_quiet_moves_anew() -> None:
    game = shuffled(80, "B:WK32:BK1,13")
    assert claim_quiet(game, WCDF, 0) is not None
    assert claim_quiet(game.with_entry(Made((13, 17))), WCDF, 0) is None


def test_a_board_set_otherwise_begins_the_quiet_moves_anew_and_a_move_taken_back_does_not() -> None:
    game = shuffled(80)
    wrong = game.with_entry(Made((1, 10)))
    assert claim_quiet(wrong.with_entry(taken_back(wrong)), WCDF, 0) is not None
    assert claim_quiet(game.with_entry(Corrected(at("B:WK32:BK2"))), WCDF, 0) is None


@pytest.mark.clause("SE-5")
def test_a_forfeited_turn_and_a_press_without_a_move_are_no_counted_moves() -> None:
    game = shuffled(2).with_entry(Passed()).with_entry(Made(()))
    assert len(counted_moves(game, 0)) == 2
    assert len(positions(game)) == 5


def test_what_a_move_did_is_read_from_the_board() -> None:
    game = Record(
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


@pytest.mark.clause("APCA-26")
def test_the_thirty_are_counted_from_the_announcement_on_the_weaker_sides_moves() -> None:
    game = shuffled(10, "B:WK32,K31:BK1", POOL)
    count = count_since(game, POOL_RULE, "strength", 0, 4, 0)
    assert (count.kind, count.seat, count.made, count.limit) == ("strength", 0, 3, 30)
    assert len(count.positions) == 7
    with pytest.raises(NoCount, match="only the weaker side"):
        count_since(game, POOL_RULE, "strength", 1, 4, 0)


@pytest.mark.clause("APCA-26")
def test_the_same_position_three_times_during_a_count_is_a_draw() -> None:
    game = shuffled(9, "B:WK32,K31:BK1", POOL)
    repeated = due(POOL_RULE, count_since(game, POOL_RULE, "strength", 0, 0, 0))
    assert repeated is not None
    assert repeated.brings == "draw"
    assert due(POOL_RULE, count_since(game, POOL_RULE, "strength", 0, 2, 0)) is None


@pytest.mark.clause("DARK-40")
def test_the_stronger_side_has_forty_moves_from_when_the_weaker_asked() -> None:
    count = count_since(shuffled(9), CountRule(advantage_moves=40), "advantage", 0, 4, 0)
    assert (count.seat, count.made, count.limit) == (1, 2, 40)


@pytest.mark.clause("APCA-27")
def test_the_lone_king_counts_his_own_moves() -> None:
    game = shuffled(6, "B:WK32,K31,K30:BK1", POOL)
    count = count_since(game, POOL_RULE, "lone_king", 0, 2, 0)
    assert (count.seat, count.made, count.limit) == (0, 2, 13)


@pytest.mark.clause("APCA-28")
def test_the_long_line_is_found_on_the_board() -> None:
    game = Record(POOL, at("B:WK32,K31,K30:BK4"), (Made((4, 8)), Made((32, 28))))
    count = count_since(game, POOL_RULE, "long_line", 0, 0, 0)
    assert (count.seat, count.made, count.limit) == (1, 1, 5)
    with pytest.raises(NoCount, match="stands on 1, not on the long line"):
        count_since(shuffled(0, "B:WK32,K31:BK1", POOL), POOL_RULE, "long_line", 0, 0, 0)
    with pytest.raises(NoCount, match="a king alone"):
        count_since(shuffled(0), POOL_RULE, "long_line", 0, 0, 0)


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
