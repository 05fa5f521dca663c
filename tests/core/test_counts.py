"""The counts that end a game in a draw: what begins them, what they count, when they are full."""

from __future__ import annotations

from functools import reduce

import pytest

from shared.core.counts import (
    Count,
    CountRule,
    Move,
    NoCount,
    Pieces,
    Quiet,
    begin_advantage,
    begin_lone_king,
    begin_long_line,
    begin_strength,
    counted,
    counts_of,
    due,
    quiet_after,
    quiet_claim,
    repetition_claim,
    strength,
    stronger,
)
from shared.core.rulebooks import apply_overrides, rulebook
from shared.core.words import Seat
from tests.core.worked_kit import held

POOL, WCDF, STANDARD = (held(rulebook(name).counts) for name in ("apca", "acf-masters", "standard"))
PASK = held(apply_overrides(rulebook("standard"), {"count_profile": "pask"}).counts)

START = Pieces((4, 4, 4, 0, 0, 0, 0))
TWO_KINGS = Pieces(kings=2)
KING_AND_MAN = Pieces((0, 0, 0, 0, 0, 0, 1), kings=1)
THREE_MEN = Pieces((0, 0, 0, 0, 3, 0, 0))
LONE_KING = Pieces(kings=1)
THREE_KINGS = Pieces(kings=3)


def play(rule: CountRule, count: Count, *moves: Move) -> Count:
    return reduce(lambda so_far, move: counted(rule, so_far, move), moves, count)


def both(moves: int, first: Seat = 0) -> list[Move]:
    second: Seat = 1 if first == 0 else 0
    return [Move(first), Move(second)] * moves


@pytest.mark.clause("APCA-26")
def test_only_the_weaker_side_of_two_unequal_ones_may_begin_the_thirty() -> None:
    assert stronger(POOL, (TWO_KINGS, KING_AND_MAN)) == 0
    assert stronger(POOL, (KING_AND_MAN, TWO_KINGS)) == 1
    assert stronger(POOL, (KING_AND_MAN, THREE_MEN)) is None
    assert begin_strength(POOL, (TWO_KINGS, KING_AND_MAN), 1) == Count("strength", 1, 30)
    with pytest.raises(NoCount, match="you weigh 16 against 15"):
        begin_strength(POOL, (TWO_KINGS, KING_AND_MAN), 0)
    with pytest.raises(NoCount, match="both sides weigh 15: there is no stronger side"):
        begin_strength(POOL, (KING_AND_MAN, THREE_MEN), 0)


@pytest.mark.clause("APCA-26")
def test_the_thirty_begins_with_the_weaker_sides_next_move_and_ends_as_he_says_thirty() -> None:
    count = begin_strength(POOL, (TWO_KINGS, KING_AND_MAN), 1)
    count = play(POOL, count, Move(0))
    assert (count.made, count.left) == (0, 30)
    count = play(POOL, count, *both(29, first=1))
    assert (count.made, due(POOL, count)) == (29, None)
    drawn = due(POOL, play(POOL, count, Move(1)))
    assert drawn is not None
    assert drawn.brings == "draw"


@pytest.mark.clause("APCA-26")
@pytest.mark.parametrize(
    "change",
    [Move(0, captured=True), Move(1, captured=True), Move(0, man=True, crowned=True)],
)
def test_a_capture_or_a_crowning_begins_twenty_and_each_later_one_begins_it_anew(
    change: Move,
) -> None:
    count = play(POOL, Count("strength", 1, 30), *both(29, first=1), change)
    assert (count.made, count.limit, count.changed) == (0, 20, True)
    count = play(POOL, count, *both(19), Move(0, captured=True))
    assert (count.made, count.limit) == (0, 20)
    count = play(POOL, count, *both(19))
    assert due(POOL, count) is None
    assert due(POOL, play(POOL, count, Move(1))) is not None


@pytest.mark.clause("APCA-26")
def test_a_man_who_only_advances_changes_nothing_and_a_thirtieth_capture_is_no_draw() -> None:
    count = play(POOL, Count("strength", 1, 30), *both(28, first=1), Move(1, man=True))
    assert (count.made, count.limit) == (29, 30)
    count = play(POOL, count, Move(0), Move(1, captured=True))
    assert (due(POOL, count), count.limit) == (None, 20)


@pytest.mark.clause("APCA-26")
def test_the_same_position_three_times_during_the_count_is_a_draw() -> None:
    count = begin_strength(POOL, (TWO_KINGS, KING_AND_MAN), 1, position="a")
    round_trip = [Move(1, position="b"), Move(0, position="a")]
    count = play(POOL, count, *round_trip)
    assert due(POOL, count) is None
    drawn = due(POOL, play(POOL, count, *round_trip))
    assert drawn is not None
    assert drawn.why == "the same position 3 times"
    changed = play(POOL, count, Move(1, captured=True, position="c"), Move(0, position="a"))
    assert due(POOL, changed) is None


@pytest.mark.clause("APCA-27")
def test_the_lone_king_draws_as_he_makes_his_thirteenth_move_jumps_counted() -> None:
    count = begin_lone_king(POOL, (THREE_KINGS, LONE_KING))
    assert count == Count("lone_king", 1, 13)
    assert begin_lone_king(POOL, (LONE_KING, THREE_KINGS)).seat == 0
    count = play(POOL, count, *both(11, first=1), Move(1, captured=True), Move(0))
    assert (count.made, count.limit, due(POOL, count)) == (12, 13, None)
    drawn = due(POOL, play(POOL, count, Move(1)))
    assert drawn is not None
    assert drawn.brings == "draw"


@pytest.mark.clause("APCA-27")
@pytest.mark.parametrize(
    ("board", "words"),
    [
        ((TWO_KINGS, TWO_KINGS), "one against 3"),
        ((TWO_KINGS, LONE_KING), "one against 3"),
        ((Pieces(kings=4), LONE_KING), "one against 3"),
        ((Pieces((1, 0, 0, 0, 0, 0, 0), kings=3), LONE_KING), "a man is on the board"),
    ],
)
def test_the_thirteen_needs_four_kings_three_against_one(
    board: tuple[Pieces, Pieces], words: str
) -> None:
    with pytest.raises(NoCount, match=words):
        begin_lone_king(POOL, board)


@pytest.mark.clause("APCA-28")
def test_a_lone_king_on_the_long_line_is_caught_in_five_moves_or_draws() -> None:
    count = begin_long_line(POOL, (THREE_KINGS, LONE_KING), 15)
    assert count == Count("long_line", 0, 5)
    count = play(POOL, count, Move(1), *both(4))
    assert (count.made, due(POOL, count)) == (4, None)
    drawn = due(POOL, play(POOL, count, Move(0)))
    assert drawn is not None
    assert drawn.brings == "draw"


@pytest.mark.clause("APCA-28")
def test_the_five_needs_a_lone_king_and_the_long_line() -> None:
    with pytest.raises(NoCount, match="stands on 14, not on the long line 4-8-11-15-18-22-25-29"):
        begin_long_line(POOL, (THREE_KINGS, LONE_KING), 14)
    with pytest.raises(NoCount, match="a king alone"):
        begin_long_line(POOL, (THREE_KINGS, TWO_KINGS), 15)
    with pytest.raises(NoCount, match="a king alone"):
        begin_long_line(POOL, (LONE_KING, LONE_KING), 15)


@pytest.mark.clause("DARK-40")
def test_after_forty_moves_of_the_stronger_side_the_referee_judges_the_advantage() -> None:
    count = begin_advantage(STANDARD, weaker=1)
    assert count == Count("advantage", 0, 40)
    count = play(STANDARD, count, *both(39), Move(1))
    assert due(STANDARD, count) is None
    full = due(STANDARD, play(STANDARD, count, Move(0, captured=True)))
    assert full is not None
    assert full.brings == "referee"


@pytest.mark.clause("DARK-50")
@pytest.mark.parametrize(("rule", "moves"), [(WCDF, 40), (PASK, 50)])
def test_each_sides_own_quiet_moves_make_a_draw_that_a_player_may_claim(
    rule: CountRule, moves: int
) -> None:
    quiet = reduce(quiet_after, both(moves)[:-1], Quiet())
    assert (quiet.made, quiet_claim(rule, quiet)) == ((moves, moves - 1), None)
    claim = quiet_claim(rule, quiet_after(quiet, Move(1)))
    assert claim is not None
    assert claim.brings == "draw"


@pytest.mark.clause("DARK-50")
@pytest.mark.parametrize("move", [Move(0, captured=True), Move(0, man=True)])
def test_a_capture_or_an_advancing_man_begins_the_quiet_moves_anew(move: Move) -> None:
    assert quiet_after(Quiet((39, 39)), move) == Quiet((0, 0))
    assert quiet_claim(POOL, Quiet((90, 90))) is None


@pytest.mark.clause("DARK-50")
@pytest.mark.parametrize(("rule", "times"), [(WCDF, 3), (PASK, 4)])
def test_the_move_that_repeats_a_position_once_too_often_is_claimed_before_it_is_made(
    rule: CountRule, times: int
) -> None:
    stood = ["a", "b"] * (times - 1)
    assert repetition_claim(rule, stood[2:], "a") is None
    claim = repetition_claim(rule, stood, "a")
    assert claim is not None
    assert claim.why == f"the same position {times} times"
    assert repetition_claim(CountRule(advantage_moves=40), stood * 9, "a") is None


@pytest.mark.clause("APCA-26")
def test_pool_knows_repetition_only_while_a_count_runs() -> None:
    assert repetition_claim(POOL, ["a", "b", "a", "b"], "a") is None


def test_a_rulebook_says_which_counts_there_are() -> None:
    assert counts_of(POOL) == ("strength", "lone_king", "long_line")
    assert counts_of(WCDF) == ("quiet", "repetition")
    assert counts_of(STANDARD) == counts_of(PASK) == ("quiet", "repetition", "advantage")
    assert counts_of(CountRule(advantage_moves=40)) == ("advantage",)
    assert counts_of(CountRule()) == ()
    with pytest.raises(NoCount, match="no such count: advantage"):
        begin_advantage(WCDF, weaker=0)
    with pytest.raises(NoCount, match="no such count: strength"):
        strength(WCDF, START)


@pytest.mark.parametrize(
    ("half", "words"),
    [
        ({"strength_moves": 30}, "strength_moves, strength_moves_after_change, king_strength"),
        ({"lone_king_moves": 13}, "lone_king_moves, lone_king_pieces"),
        ({"long_line_moves": 5}, "long_line_moves and long_line"),
    ],
)
def test_half_a_count_is_refused(half: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        CountRule(**half)  # type: ignore[arg-type]
