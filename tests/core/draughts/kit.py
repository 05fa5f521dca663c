"""Positions and games for the tests of draughts."""

from hypothesis import strategies as st

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.moves import Move, legal_moves, play
from shared.core.draughts.position import BIT, KING_ROW, START, Piece, Position, Side, placed
from shared.core.draughts.rules import ENGLISH, POOL, Rules

BOTH = (ENGLISH, POOL)
RULES = st.sampled_from(BOTH)


@st.composite
def positions(draw: st.DrawFn, most: int = 12) -> Position:
    """Any board a game could hold, kings and all."""
    squares = draw(st.permutations(range(1, 33)))
    sides: list[Side] = ["first", "second"]
    pieces = []
    for side in sides:
        for _ in range(draw(st.integers(0, most))):
            square = squares.pop()
            forced = bool(KING_ROW[side] & BIT[square])
            pieces.append((square, Piece(side, forced or draw(st.booleans()))))
    return placed(pieces, draw(st.sampled_from(sides)))


@st.composite
def games(draw: st.DrawFn, rules: Rules, start: Position = START) -> tuple[Move, ...]:
    """Legal moves from the start, up to the end of the game or some moves of it."""
    moves: list[Move] = []
    position = start
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=60)):
        legal = legal_moves(rules, position)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        position = play(position, moves[-1])
    return tuple(moves)


def at(text: str) -> Position:
    return parse_fen(text)
