"""A small draughts board for a drawn opening, as lines of text. Pure; knows no rules."""

from __future__ import annotations

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.picture import picture


def board_lines(fen: str, *, numbers: bool = True, flipped: bool = False) -> list[str]:
    """Return eight lines of sixteen cells for the position of ``fen``.

    ``fen`` is ``W:W18,21,…:B1,2,…`` (PDN tag FEN): ``K`` before a square marks a king. The first
    mover's side is at the top; ``flipped`` turns the board to the other player. Raises ValueError
    for a text that is no position.
    """
    rows = picture(parse_fen(fen), bottom="first" if flipped else "second", numbers=numbers)
    return ["".join(cell.text for cell in row) for row in rows]
