"""The counts that end a game in a draw: what begins them, what they count, when they are full."""

from functools import reduce

import pytest

from shared.core.draughts.counts import (
    Count,
    CountedMove,
    CountKind,
    CountRule,
    NoCount,
    Pieces,
    Quiet,
    allowed,
    begin_announced,
    counted,
    counts_of,
    quiet_after,
    strength,
)
from shared.core.match.outcome import Seat
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

POOL, WCDF, STANDARD = (held(rulebook(name).counts) for name in ("apca", "acf-masters", "standard"))

START = Pieces((4, 4, 4, 0, 0, 0, 0))
TWO_KINGS = Pieces(kings=2)
KING_AND_MAN = Pieces((0, 0, 0, 0, 0, 0, 1), kings=1)
THREE_MEN = Pieces((0, 0, 0, 0, 3, 0, 0))
LONE_KING = Pieces(kings=1)
THREE_KINGS = Pieces(kings=3)
Board = tuple[Pieces, Pieces]


def play(rule: CountRule, count: Count, *moves: CountedMove) -> Count:
    return reduce(lambda so_far, move: counted(rule, so_far, move), moves, count)


def both(moves: int, first: Seat = 0) -> list[CountedMove]:
    second: Seat = 1 if first == 0 else 0
    return [CountedMove(first), CountedMove(second)] * moves


def refused(kind: CountKind, asker: Seat, board: Board, square: int | None = None) -> str:
    count = begin_announced(POOL, kind, asker)
    assert isinstance(count, Count)
    try:
        assert allowed(POOL, count, board, square, "here").positions == ("here",)
    except NoCount as why:
        return str(why)
    return ""


@pytest.mark.clause("APCA-26")
def test_only_the_weaker_side_of_two_unequal_ones_begins_the_thirty() -> None:
    assert refused("strength", 1, (TWO_KINGS, KING_AND_MAN)) == ""
    assert "you weigh 16 against 15" in refused("strength", 0, (TWO_KINGS, KING_AND_MAN))
    assert "both sides weigh 15" in refused("strength", 0, (KING_AND_MAN, THREE_MEN))


@pytest.mark.clause("APCA-26")
@pytest.mark.parametrize(
    "change",
    [
        CountedMove(0, captured=True),
        CountedMove(1, captured=True),
        CountedMove(0, man=True, crowned=True),
    ],
)
def test_a_capture_or_a_crowning_begins_twenty_and_each_later_one_begins_it_anew(
    change: CountedMove,
) -> None:
    count = play(POOL, Count("strength", 1, 30), *both(29, first=1), change)
    assert (count.made, count.limit) == (0, 20)
    count = play(POOL, count, *both(19), CountedMove(0, captured=True))
    assert (count.made, count.limit) == (0, 20)
    count = play(POOL, count, *both(19), CountedMove(1))
    assert count.made == 20


@pytest.mark.clause("APCA-26")
def test_a_man_who_only_advances_changes_nothing_and_a_thirtieth_capture_is_no_draw() -> None:
    count = play(POOL, Count("strength", 1, 30), *both(28, first=1), CountedMove(1, man=True))
    assert (count.made, count.limit) == (29, 30)
    count = play(POOL, count, CountedMove(0), CountedMove(1, captured=True))
    assert (count.made, count.limit) == (0, 20)


@pytest.mark.clause("APCA-26")
def test_positions_are_those_since_the_last_change() -> None:
    count = Count("strength", 1, 30, positions=("a",))
    count = play(POOL, count, CountedMove(1, position="b"), CountedMove(0, position="a"))
    assert count.positions == ("a", "b", "a")
    assert play(POOL, count, CountedMove(1, captured=True, position="c")).positions == ("c",)


@pytest.mark.clause("APCA-27")
@pytest.mark.parametrize(
    ("board", "why"),
    [
        ((THREE_KINGS, LONE_KING), ""),
        ((TWO_KINGS, LONE_KING), "needs 4 pieces, all kings, one against 3"),
        ((Pieces(kings=4), LONE_KING), "needs 4 pieces, all kings"),
        ((Pieces((1, 0, 0, 0, 0, 0, 0), kings=2), LONE_KING), "needs 4 pieces, all kings"),
        ((LONE_KING, THREE_KINGS), "a king of the asker alone"),
    ],
)
def test_the_thirteen_needs_four_kings_three_against_the_askers_one(board: Board, why: str) -> None:
    assert why in refused("lone_king", 1, board, 15)
    assert bool(why) == bool(refused("lone_king", 1, board, 15))


@pytest.mark.clause("APCA-28")
def test_the_five_needs_the_askers_king_alone_on_the_long_line() -> None:
    assert refused("long_line", 1, (THREE_KINGS, LONE_KING), 15) == ""
    off = refused("long_line", 1, (THREE_KINGS, LONE_KING), 14)
    assert "stands on 14, not on the long line 4-8-11-15-18-22-25-29" in off
    assert "a king of the asker alone" in refused("long_line", 1, (THREE_KINGS, TWO_KINGS))
    assert "a king of the asker alone" in refused("long_line", 0, (THREE_KINGS, LONE_KING), 15)


@pytest.mark.clause("DARK-40")
def test_the_stronger_sides_moves_are_counted_for_an_advantage_on_any_board() -> None:
    count = begin_announced(STANDARD, "advantage", 1)
    assert count == Count("advantage", 0, 40)
    assert allowed(STANDARD, count, (START, START), None, "").positions == ()
    assert (
        play(STANDARD, count, *both(39), CountedMove(1), CountedMove(0, captured=True)).made == 40
    )


@pytest.mark.clause("DARK-50")
@pytest.mark.parametrize("move", [CountedMove(0, captured=True), CountedMove(0, man=True)])
def test_a_capture_or_an_advancing_man_begins_the_quiet_moves_anew(move: CountedMove) -> None:
    assert reduce(quiet_after, both(20)[:-1], Quiet()).made == (20, 19)
    assert quiet_after(Quiet((39, 39)), move) == Quiet((0, 0))


def test_a_rulebook_says_which_counts_there_are() -> None:
    assert counts_of(POOL) == ("repetition", "strength", "lone_king", "long_line")
    assert counts_of(WCDF) == ("quiet", "repetition")
    assert counts_of(STANDARD) == ("quiet", "repetition", "advantage")
    assert counts_of(CountRule(advantage_moves=40)) == ("advantage",)
    assert counts_of(CountRule()) == ()
    with pytest.raises(NoCount, match="no such count: advantage"):
        begin_announced(WCDF, "advantage", 0)
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
