"""What is illegal about a move that was made, and what the board looks like after it.

Owns the judgement of finished moves. Is asked after the press alone: it refuses and hints nothing.
"""

from itertools import pairwise
from typing import Final, Literal

import msgspec

from shared.core.draughts.moves import Move, legal_captures, play
from shared.core.draughts.notation import Path, meant, touches
from shared.core.draughts.position import BETWEEN, BIT, BOARD, KING_ROW, Piece, Position, bits, row
from shared.core.draughts.rules import Rules
from shared.core.text.language import N_

Fault = Literal[
    "not_moved",
    "no_piece",
    "not_own",
    "occupied",
    "missed_capture",
    "unfinished_capture",
    "wrong_direction",
    "after_crowning",
    "jumped_twice",
    "no_such_move",
    "unclear",
]
"""What is wrong with a move.

``unclear`` is no offence: two captures or more fit what was entered, and the squares between are
wanted.
"""

WORDS: Final[dict[Fault, str]] = {
    "not_moved": N_("the clock was pressed before a move"),
    "no_piece": N_("no piece stood there"),
    "not_own": N_("the piece is not the mover's own"),
    "occupied": N_("the square was occupied"),
    "missed_capture": N_("a capture was missed"),
    "unfinished_capture": N_("the capture was not finished"),
    "wrong_direction": N_("a man went backward"),
    "after_crowning": N_("the piece went on after crowning"),
    "jumped_twice": N_("a piece was jumped twice"),
    "no_such_move": N_("no piece moves so"),
    "unclear": N_("several captures fit: each square is wanted"),
}

REPORTED_AS: Final[dict[Fault, str]] = {
    "not_moved": "pressed_first",
    "missed_capture": "capture",
    "unfinished_capture": "capture",
    "after_crowning": "king_row",
}
"""As which illegal move a fault is reported; all others are a wrong move."""


def judged(rules: Rules, position: Position, path: Path) -> Move | Fault:
    """Return the legal move that was made, or what is wrong with it."""
    moves = meant(rules, position, path)
    if len({play(position, move) for move in moves}) > 1:
        return "unclear"
    if moves:
        return moves[0]
    return _fault(rules, position, _spelled(rules, position, path) if path else path)


def as_made(rules: Rules, position: Position, path: Path) -> Position:
    """Return the board after an illegal move as the hand left it, the opponent to move.

    The pieces of the other colour that were jumped are off, a man on its king row is crowned. A
    move that no board can hold (from an empty square, onto another piece) changes nothing.
    """
    piece = position.piece_at(path[0]) if path else None
    if piece is None or len(path) < 2:
        return position.turned()
    path = _spelled(rules, position, path)
    origin, target = BIT[path[0]], BIT[path[-1]]
    if (position.first | position.second) & target & ~origin:
        return position.turned()
    taken = bits(tuple(square for leg in _legs(path) for square in BETWEEN.get(leg, ())))
    touched = bits(path[1:]) if rules.promotion == "stop" else target
    crowned = piece.king or bool(touched & KING_ROW[piece.side])
    theirs = position.second if piece.side == "first" else position.first
    keep = BOARD & ~origin & ~(taken & theirs)
    kings = position.kings & keep | (target if crowned else 0)
    first, second = position.first & keep, position.second & keep
    if piece.side == "first":
        return Position(first | target, second, kings, position.turned().to_move)
    return Position(first, second | target, kings, position.turned().to_move)


def _spelled(rules: Rules, position: Position, path: Path) -> Path:
    """Return an illegal jump with the squares that its writer left out, as far as any jump fits
    it."""
    loose = msgspec.structs.replace(rules, men_capture_backward=True, promotion="at_end_only")
    for jump in legal_captures(loose, position):
        for end in range(2, len(jump.path) + 1):
            part = jump.path[:end]
            if (part[0], part[-1]) == (path[0], path[-1]) and touches(part, path):
                return part
    return path


def _legs(path: Path) -> tuple[tuple[int, int], ...]:
    return tuple(pairwise(path))


def _fault(rules: Rules, position: Position, path: Path) -> Fault:
    if len(path) < 2:
        return "not_moved"
    piece = position.piece_at(path[0])
    if piece is None:
        return "no_piece"
    if piece.side != position.to_move:
        return "not_own"
    others = (position.first | position.second) & ~BIT[path[0]]
    if others & BIT[path[-1]]:
        return "occupied"
    return _step_fault(rules, position, path, piece) or _jump_fault(rules, position, path, piece)


def _step_fault(rules: Rules, position: Position, path: Path, piece: Piece) -> Fault | None:
    """Return what is wrong with a move over empty squares alone; None where a piece was jumped."""
    between = BETWEEN.get((path[0], path[1]))
    if between is None:
        return "no_such_move"
    if any(position.piece_at(square) for square in between):
        return None
    if between and not (piece.king and rules.flying_king):
        return "no_such_move"
    if len(path) > 2:
        crowned = _reaches(rules, piece, path[1])
        return "after_crowning" if crowned else "no_such_move"
    if _backward(piece, path[0], path[1]):
        return "wrong_direction"
    return "missed_capture"


def _jump_fault(rules: Rules, position: Position, path: Path, piece: Piece) -> Fault:
    theirs = position.second if piece.side == "first" else position.first
    standing = (position.first | position.second) & ~BIT[path[0]]
    taken = 0
    for at, leg in enumerate(_legs(path)):
        if at and _reaches(rules, piece, path[at]):
            return "after_crowning"
        between = bits(BETWEEN.get(leg, ()))
        over = between & standing
        if taken & over:
            return "jumped_twice"
        far = not (piece.king and rules.flying_king) and between.bit_count() != 1
        if far or over.bit_count() != 1 or not over & theirs or standing & BIT[leg[1]]:
            return "no_such_move"
        if _backward(piece, *leg) and not rules.men_capture_backward:
            return "wrong_direction"
        taken |= over
    return "unfinished_capture"


def _reaches(rules: Rules, piece: Piece, square: int) -> bool:
    stops = rules.promotion == "stop" and not piece.king
    return stops and bool(KING_ROW[piece.side] & BIT[square])


def _backward(piece: Piece, origin: int, target: int) -> bool:
    ahead = row(target) > row(origin)
    return not piece.king and ahead != (piece.side == "first")
