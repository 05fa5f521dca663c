"""The deck of balloted openings: what a deck file says, checked line by line.

Owns the reading of decks. Draws nothing: the table brings its own random number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = ("deck_no", "acf_174_no", "moves", "fen_after")
_MOVE = re.compile(r"([0-9]{1,2})[-x]([0-9]{1,2})")
_PIECES = r"K?[0-9]{1,2}(?:,K?[0-9]{1,2})*"
_FEN = re.compile(rf"[WB]:W{_PIECES}:B{_PIECES}")
_NUMBER = re.compile(r"[0-9]{1,4}")
_SQUARES = 32


@dataclass(frozen=True, slots=True)
class Opening:
    """One ballot: its moves, the position after them, and its numbers.

    ``number`` counts in this deck, ``acf_number`` among the 174 ballots.
    """

    number: int
    acf_number: int
    moves: tuple[str, str, str]
    fen: str

    @property
    def text(self) -> str:
        """The moves as players write them: ``9-13 21-17 5-9``."""
        return " ".join(self.moves)


class DeckError(ValueError):
    """A deck file that cannot be used; the sentence names the line and the remedy."""


def parse_deck(text: str, *, size: int | None = None) -> tuple[Opening, ...]:
    """Read a deck: a header, then one opening a line, cells parted by tabs, numbered from 1.

    ``size`` is the number of openings to insist on, a rulebook's ``deck_size`` for the standard
    deck. Blank lines and lines that begin with # are passed over. Raises DeckError.
    """
    lines = [
        (number, tuple(cell.strip() for cell in line.split("\t")))
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines or lines[0][1] != _HEADER:
        message = f"line {lines[0][0] if lines else 1}: begin with the header {' '.join(_HEADER)}"
        raise DeckError(message + ", parted by tabs")
    deck: list[Opening] = []
    line_of: dict[tuple[str, str, str], int] = {}
    for line, cells in lines[1:]:
        opening = _opening(line, cells)
        if opening.number != len(deck) + 1:
            message = f"line {line}: number this opening {len(deck) + 1}, not {opening.number}"
            raise DeckError(message)
        if opening.moves in line_of:
            message = (
                f"line {line}: take out {opening.text}, which line {line_of[opening.moves]} has"
            )
            raise DeckError(message)
        line_of[opening.moves] = line
        deck.append(opening)
    if not deck:
        message = f"line {lines[0][0]}: the deck has a header and no opening; add one a line"
        raise DeckError(message)
    if size is not None and len(deck) != size:
        message = f"the deck has {len(deck)} openings; the rulebook asks for {size}"
        raise DeckError(message)
    return tuple(deck)


def _opening(line: int, cells: tuple[str, ...]) -> Opening:
    if len(cells) != len(_HEADER):
        message = f"line {line}: write {len(_HEADER)} cells parted by tabs, not {len(cells)}"
        raise DeckError(message)
    number, acf_number, moves, fen = cells
    for cell in (number, acf_number):
        if not _NUMBER.fullmatch(cell):
            message = f"line {line}: write a whole number where {cell!r} stands"
            raise DeckError(message)
    if not _FEN.fullmatch(fen):
        message = f"line {line}: write the position as W:W17,22:B1,2 where {fen!r} stands"
        raise DeckError(message)
    words = moves.split()
    if len(words) != 3 or not all(map(_is_move, words)):
        message = f"line {line}: write three moves as 9-13 22-17 13x22 where {moves!r} stands"
        raise DeckError(message)
    return Opening(int(number), int(acf_number), (words[0], words[1], words[2]), fen)


def _is_move(word: str) -> bool:
    squares = _MOVE.fullmatch(word)
    return squares is not None and all(1 <= int(square) <= _SQUARES for square in squares.groups())
