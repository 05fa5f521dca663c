"""A small draughts board for a drawn opening, as lines of text."""

from functools import lru_cache

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.picture import picture


@lru_cache(maxsize=64)
def board_lines(fen: str) -> tuple[str, ...]:
    """Return eight lines of sixteen cells for the position of ``fen``.

    ``fen`` is ``W:W18,21,…:B1,2,…`` (PDN tag FEN); ``K`` before a square marks a king. The first
    mover's side is at the top. Raises ValueError for a text that is no position.
    """
    rows = picture(parse_fen(fen))
    return tuple("".join(cell.text for cell in row) for row in rows)
