"""The legal moves of a position, and the position after one.

Owns move generation for every game that ``Rules`` can describe. Weighs no move against another.
"""

from typing import Final

import msgspec

from shared.core.draughts.jumps import jumps
from shared.core.draughts.position import KING_ROW, Position
from shared.core.draughts.rules import Rules
from shared.core.draughts.squares import BIT, BOARD, RAYS, SHIFTS, SQUARE, SQUARES, bits


class Move(msgspec.Struct, frozen=True):
    """A whole move: each square the piece stood on, and each piece it took, in order.

    Two captures from the same square to the same square that take other pieces, or the same ones
    on another way, are two moves.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()


def _step_table(shift: int) -> dict[int, Move]:
    steps = {}
    for square in SQUARES:
        target = BIT[square] << shift if shift > 0 else BIT[square] >> -shift
        if target & BOARD:
            steps[BIT[square]] = Move((square, SQUARE[target]))
    return steps


_UP: Final = tuple((shift, _step_table(shift)) for shift in SHIFTS)
_DOWN: Final = tuple((shift, _step_table(-shift)) for shift in SHIFTS)


def legal_moves(rules: Rules, position: Position) -> tuple[Move, ...]:
    """Return every legal move of the side to move; captures alone where there is one.

    Captures are compulsory and free in their choice (DARK-jump, SE-4, APCA-14, APCA-20).
    """
    found = legal_captures(rules, position)
    if found:
        return found
    mine = position.first if position.to_move == "first" else position.second
    kings = mine & position.kings
    empty = BOARD & ~(position.first | position.second)
    steppers = mine
    moves: list[Move] = []
    if rules.flying_king and kings:
        steppers ^= kings
        moves = [Move(path) for path in _slides(kings, empty)]
        kings = 0
    up, down = (steppers, kings) if position.to_move == "first" else (kings, steppers)
    for shift, table in _UP:
        movers = up & (empty >> shift)
        while movers:
            bit = movers & -movers
            moves.append(table[bit])
            movers ^= bit
    for shift, table in _DOWN:
        movers = down & (empty << shift)
        while movers:
            bit = movers & -movers
            moves.append(table[bit])
            movers ^= bit
    return tuple(moves)


def legal_captures(rules: Rules, position: Position) -> tuple[Move, ...]:
    """Return every legal capture of the side to move, carried to its end."""
    return tuple(Move(path, taken) for path, taken in jumps(rules, position))


def play(position: Position, move: Move) -> Position:
    """Return the position after a legal move; its captured pieces come off at the end.

    A man whose move ends on its king row is crowned (DARK-king, APCA-14).
    """
    side = position.to_move
    origin, target = BIT[move.path[0]], BIT[move.path[-1]]
    keep = BOARD & ~origin & ~bits(move.captured)
    crowned = position.kings & origin or target & KING_ROW[side]
    kings = position.kings & keep | (target if crowned else 0)
    first, second = position.first & keep, position.second & keep
    if side == "first":
        return Position(first | target, second, kings, "second")
    return Position(first, second | target, kings, "first")


def _slides(kings: int, empty: int) -> list[tuple[int, int]]:
    found = []
    while kings:
        bit = kings & -kings
        square = SQUARE[bit]
        for ray in RAYS[square]:
            for target in ray:
                if not BIT[target] & empty:
                    break
                found.append((square, target))
        kings ^= bit
    return found
