"""Moves as text: ``11-15``, ``15x22``, ``22x31x24``; and which legal move a written one means.

Owns the writing of single moves. A whole game's notation is shared.core.draughts.pdn.
"""

import re

from shared.core.draughts.moves import Move, legal_moves
from shared.core.draughts.position import SQUARES, Position
from shared.core.draughts.rules import Rules

Path = tuple[int, ...]
"""The squares of a move as it was made or written, first to last; some of a jump may be missing."""

MOVE_TEXT = re.compile(r"[0-9]{1,2}(?:[-x:×][0-9]{1,2})+")


def path_of(text: str) -> Path:
    """Return the squares of a written move. Raises ValueError."""
    if not MOVE_TEXT.fullmatch(text):
        raise ValueError(f"{text!r} is no move: write 11-15, or 15x22 for a capture")
    path = tuple(int(number) for number in re.findall("[0-9]+", text))
    for square in path:
        if square not in SQUARES:
            raise ValueError(f"{text} names square {square}: use 1 to {SQUARES.stop - 1}")
    return path


def full_text(move: Move) -> str:
    """Return a move with each square it touched: ``22x31x24``."""
    return ("x" if move.captured else "-").join(map(str, move.path))


def short_text(rules: Rules, position: Position, move: Move) -> str:
    """Return a legal move by its first and last square, or in full where that could mean another
    one."""
    ends = move.path[0], move.path[-1]
    same = [other for other in legal_moves(rules, position) if _ends(other) == ends]
    return (
        full_text(move) if len(same) > 1 else f"{ends[0]}{'x' if move.captured else '-'}{ends[1]}"
    )


def path_text(path: Path) -> str:
    """Return a move as it was made, legal or not: its squares joined by ``-``."""
    return "-".join(map(str, path))


def meant(rules: Rules, position: Position, path: Path) -> tuple[Move, ...]:
    """Return the legal moves that a path can mean: none, one, or several captures between its ends.

    A path that names each square means one move. One that leaves out squares of a jump means
    every move that begins and ends as it does and touches the named squares in their order.
    """
    moves = legal_moves(rules, position)
    exact = tuple(move for move in moves if move.path == path)
    if exact or len(path) < 2:
        return exact
    ends = path[0], path[-1]
    return tuple(move for move in moves if _ends(move) == ends and touches(move.path, path))


def touches(whole: Path, part: Path) -> bool:
    """Return whether a path touches the inner squares of a shorter one in their order."""
    rest = iter(whole[1:-1])
    return all(square in rest for square in part[1:-1])


def _ends(move: Move) -> tuple[int, int]:
    return move.path[0], move.path[-1]
