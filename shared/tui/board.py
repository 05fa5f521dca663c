"""A small draughts board for a drawn opening, as text. Pure; knows positions and no rules."""

from __future__ import annotations

_SQUARES = 32
_EMPTY = "··"


def board_lines(fen: str, *, numbers: bool = True, flipped: bool = False) -> list[str]:
    """Return eight lines of sixteen cells for the position of ``fen``.

    ``fen`` is ``W:W18,21,…:B1,2,…`` (PDN tag FEN): ``K`` before a square marks a king. Squares
    count from the first mover's side at the top, a dark square at the bottom left. A piece is a
    disc and a letter, ``●r`` of the first mover and ``○w`` of White, upper case for a king, so
    that it never rests on colour alone. An empty dark square shows its number, or dots without
    ``numbers``. ``flipped`` turns the board to the other player. Raises ValueError for a text that
    is no FEN.
    """
    pieces = _pieces(fen)
    lines = []
    for row in range(8):
        cells = ["  "] * 8
        for place in range(4):
            square = row * 4 + place + 1
            empty = f"{square:>2}" if numbers else _EMPTY
            cells[place * 2 + 1 - row % 2] = pieces.get(square, empty)
        lines.append(cells[::-1] if flipped else cells)
    return ["".join(cells) for cells in (reversed(lines) if flipped else lines)]


def _pieces(fen: str) -> dict[int, str]:
    turn, *sides = fen.strip().rstrip(".").split(":")
    if turn not in ("W", "B", "R") or len(sides) != 2:
        raise ValueError(f"{fen!r} is not a position: expected 'B:W21,…:B1,…'")
    pieces: dict[int, str] = {}
    for side in sides:
        colour, places = side[:1], side[1:]
        if colour not in ("W", "B", "R"):
            raise ValueError(f"{side!r} names no side: begin it with W or B")
        for place in filter(None, places.split(",")):
            number = place.removeprefix("K")
            if not number.isdecimal() or not 1 <= int(number) <= _SQUARES:
                raise ValueError(f"{place!r} is no square: use 1 to {_SQUARES}")
            letter = "w" if colour == "W" else "r"
            disc = "○" if colour == "W" else "●"
            pieces[int(number)] = disc + (letter.upper() if place != number else letter)
    return pieces
