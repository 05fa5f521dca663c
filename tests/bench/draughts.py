"""Legal moves of English checkers positions, beside pydraughts on the same positions."""

import random

from draughts import Board

from shared.core.draughts.fen import fen
from shared.core.draughts.moves import legal_moves, play
from shared.core.draughts.position import START, Position
from shared.core.draughts.rules import ENGLISH
from shared.machine.clocks import precise_ns
from tests.bench.figures import Effort, row, say

GAMES = 6
LONGEST = 80
REPEATS = 20
TIMES_FASTER = 200


def positions(games: int) -> list[Position]:
    """Return each position of some random games, from the first move to the last."""
    chance, found = random.Random(7), []
    for _ in range(games):
        position = START
        for _ in range(LONGEST):
            moves = legal_moves(ENGLISH, position)
            if not moves:
                break
            found.append(position)
            position = play(position, chance.choice(moves))
    return found


def bench(effort: Effort) -> None:
    """Print both figures and how many times faster the hall's own generator is."""
    own, other = [], []
    repeats = effort.pick(REPEATS, 1)
    for position in positions(effort.pick(GAMES, 1)):
        board = Board(variant="english", fen=fen(position))
        begun = precise_ns()
        for _ in range(repeats):
            legal_moves(ENGLISH, position)
        own.append((precise_ns() - begun) // repeats)
        begun = precise_ns()
        board.legal_moves()
        other.append(precise_ns() - begun)
    row("the hall", own)
    row("raw pydraughts", other)
    ratio = sum(other) / sum(own)
    say(f"  {sum(own) / len(own) / 1000:.1f} µs a position, {ratio:.0f} times faster")
    effort.judge(ratio >= TIMES_FASTER, f"{TIMES_FASTER} times faster")
