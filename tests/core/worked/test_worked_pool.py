"""The worked examples of the pool counts: strength, and what begins and ends each of the four."""

import re
from functools import reduce
from typing import Any

import pytest

from shared.core.draughts.counts import (
    Count,
    CountedMove,
    CountKind,
    NoCount,
    Pieces,
    allowed,
    begin_announced,
    counted,
    strength,
)
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import examples, held, worked

RULE = held(rulebook("apca").counts)
RANKS = range(1, 8)
THREE_KINGS, LONE_KING, MAN = Pieces(kings=3), Pieces(kings=1), Pieces((1, 0, 0, 0, 0, 0, 0))


def pieces(example: dict[str, Any]) -> Pieces:
    on = example["men_by_rank"]
    a, b, c, d, e, f, g = (on.get(str(rank), 0) for rank in RANKS)
    return Pieces((a, b, c, d, e, f, g), example["kings"])


@pytest.mark.clause("APCA-26")
@worked("apca_strength")
def test_a_man_weighs_its_rank_and_a_king_eight(example: dict[str, Any]) -> None:
    side = pieces(example)
    assert strength(RULE, side) == example["total"]
    for other in examples("apca_strength"):
        if other["total"] < example["total"]:
            announced("strength", (side, pieces(other)))
            continue
        equal = other["total"] == example["total"]
        with pytest.raises(NoCount, match="no stronger side" if equal else "only the weaker side"):
            announced("strength", (side, pieces(other)))


def announced(kind: CountKind, board: tuple[Pieces, Pieces], square: int | None = None) -> Count:
    """Return the count that the right player asks for on this board."""
    count = begin_announced(RULE, kind, 1)
    assert isinstance(count, Count)
    return allowed(RULE, count, board, square, "")


def play(count: Count, *moves: CountedMove) -> Count:
    return reduce(lambda so_far, move: counted(RULE, so_far, move), moves, count)


def begun(example: dict[str, Any]) -> Count:
    """Return the count that an example tells of, as its words have it begin."""
    rule, words = example["rule"], " ".join(example.values())
    if rule in ("30", "20"):
        count = announced("strength", (THREE_KINGS, MAN))
        if rule == "30":
            assert "first move of the weaker side" in words
            # The stronger side's move before it is none of them.
            return play(count, CountedMove(0))
        assert "piece captured or man kinged during the count" in words
        captured = play(count, CountedMove(1), CountedMove(0, captured=True))
        assert play(count, CountedMove(1, man=True, crowned=True)) == captured
        return captured
    if rule == "13":
        told = re.search(r"(\d) pieces, all kings, (\d) v (\d)", words)
        assert told is not None
        every, many, one = map(int, told.groups())
        assert RULE.lone_king_pieces == every == many + one
        return announced("lone_king", (Pieces(kings=many), Pieces(kings=one)), 1)
    told = re.search(r"long line (\d+)-(\d+)", words)
    assert told is not None
    assert (RULE.long_line[0], RULE.long_line[-1]) == (int(told[1]), int(told[2]))
    return announced("long_line", (THREE_KINGS, LONE_KING), int(told[1]))


@pytest.mark.clause("APCA-26", "APCA-27", "APCA-28")
@worked("apca_counts")
def test_a_pool_count_is_a_draw_with_its_last_move_and_not_before(example: dict[str, Any]) -> None:
    rule = example["rule"]
    count = begun(example)
    assert (count.limit, count.made) == (int(rule), 0)
    weaker = rule != "5"
    assert count.seat == (1 if weaker else 0)
    own, theirs = (CountedMove(1), CountedMove(0)) if weaker else (CountedMove(0), CountedMove(1))
    if rule == "13":
        own = CountedMove(1, captured=True)  # "incl. jumps"
    count = play(count, *[own, theirs] * (int(rule) - 1))
    assert count.made < count.limit
    assert play(count, own).made == count.limit
