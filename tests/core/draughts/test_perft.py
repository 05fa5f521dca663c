"""The number of move sequences from the start, against the published tables."""

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from shared.core.draughts.moves import Move, legal_moves, play
from shared.core.draughts.position import START, Position
from shared.core.draughts.rules import ENGLISH, POOL, RULES, Rules

TABLE = Path(__file__).with_name("perft_8x8.tsv")
DEPTH = 9


def rows() -> list[tuple[Rules, str, list[int]]]:
    """Rules, whether routes are kept apart, and the counts by depth."""
    with TABLE.open(encoding="ascii") as lines:
        return [
            (RULES[row["variant"]], row["dup"], [int(row[f"d{depth}"]) for depth in range(1, 10)])
            for row in csv.DictReader(lines, delimiter="\t")
        ]


def same_result(move: Move) -> tuple[int, int, frozenset[int]]:
    return move.path[0], move.path[-1], frozenset(move.captured)


@cache
def counted(rules: Rules) -> dict[str, list[int]]:
    """Sequences by depth, equal positions taken together with the ways that lead to them.

    ``drop`` takes together the captures that differ in their route alone, at the last move only,
    as the table does.
    """
    found: dict[str, list[int]] = {"keep": [], "drop": []}
    for kind, numbers in found.items():
        level = Counter({START: 1})
        for _ in range(DEPTH):
            below: Counter[Position] = Counter()
            leaves = 0
            for position, ways in level.items():
                moves = legal_moves(rules, position)
                if kind == "drop":
                    moves = tuple({same_result(move): move for move in moves}.values())
                leaves += ways * len(moves)
                for move in moves:
                    below[play(position, move)] += ways
            numbers.append(leaves)
            level = below
    return found


def walk(rules: Rules, position: Position, depth: int) -> int:
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(walk(rules, play(position, move), depth - 1) for move in moves)


IDS = [f"{rules.game}-{kind}" for rules, kind, _ in rows()]


@pytest.mark.slow
@pytest.mark.clause("SE-3", "SE-4", "DARK-jump", "APCA-14")
@pytest.mark.parametrize(("rules", "kind", "published"), rows(), ids=IDS)
def test_sequences_from_the_start_are_as_many_as_published_to_depth_nine(
    rules: Rules, kind: str, published: list[int]
) -> None:
    assert counted(rules)[kind] == published


@pytest.mark.parametrize(("rules", "depth_seven"), [(ENGLISH, 179_740), (POOL, 190_146)])
def test_walking_each_sequence_singly_counts_the_same(rules: Rules, depth_seven: int) -> None:
    assert walk(rules, START, 7) == depth_seven
