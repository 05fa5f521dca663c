"""Openings: the modes of play, the deck of balloted openings, a deck file checked line by line.

Owns the reading of decks. Draws nothing: shared.core.draughts.ballots says what a draw brings.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from shared.core.draughts.fen import fen as to_fen
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import begun, position_now
from shared.core.draughts.rules import ENGLISH

OpeningMode = Literal["go_as_you_please", "two_move", "three_move", "eleven_man"]
"""The styles of play the federation knows (ACF-1.I)."""

_HEADER = ("deck_no", "acf_174_no", "moves", "fen_after")
_CARDS = "cards"
_MOVE = re.compile(r"([0-9]{1,2})[-x]([0-9]{1,2})")
_PIECES = r"K?[0-9]{1,2}(?:,K?[0-9]{1,2})*"
_FEN = re.compile(rf"[WB]:W({_PIECES}):B({_PIECES})")
_NUMBER = re.compile(r"[0-9]{1,4}")
_SQUARES = 32
_FIRST_LETTER = ord("A")
_MOST_CARDS = 26


@dataclass(frozen=True, slots=True)
class Style:
    """What an opening of one mode is: its balloted moves, and the men left on each side."""

    moves: int
    men: int | None = None
    words: str = ""


STYLES: Final[dict[OpeningMode, Style]] = {
    "go_as_you_please": Style(0),
    "two_move": Style(2, words="two moves as 9-13 22-17"),
    "three_move": Style(3, words="three moves as 9-13 22-17 13x22"),
    "eleven_man": Style(2, 11, "two moves as 9-13 22-17"),
}
"""What the name of each mode says: how many moves a deck's line holds (ACF-1.I)."""


class CardRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paper deck: lettered cards, on each one opening for every other letter (ACF-1.VIII.A).

    Raises ValueError for a number of openings that the letters cannot name.
    """

    cards: Annotated[int, Meta(ge=2, le=_MOST_CARDS, description="Cards, lettered from A.")]
    openings_per_card: Annotated[int, Meta(ge=1, description="Openings on each card.")]

    def __post_init__(self) -> None:
        """Refuse cards that do not hold one opening for every other letter."""
        if self.openings_per_card != self.cards - 1:
            raise ValueError(f"a card holds an opening for every other letter: {self.cards - 1}")

    @property
    def letters(self) -> str:
        """The letters of the cards: ``ABCDEFGHIJKLM``."""
        return "".join(chr(_FIRST_LETTER + at) for at in range(self.cards))

    @property
    def size(self) -> int:
        """Openings in the whole deck."""
        return self.cards * self.openings_per_card


@dataclass(frozen=True, slots=True)
class Opening:
    """One ballot: its moves, the position after them, and its numbers.

    ``number`` counts in this deck, ``acf_number`` among the 174 ballots. ``cards`` are the
    letters of the first and the second card where the deck file says which cards bring it.
    """

    number: int
    acf_number: int
    moves: tuple[str, ...]
    fen: str
    cards: str = ""

    @property
    def text(self) -> str:
        """The moves as players write them: ``9-13 21-17 5-9``."""
        return " ".join(self.moves)


class DeckError(ValueError):
    """A deck file that cannot be used; the sentence names the line and the remedy."""


def parse_deck(text: str, *, mode: OpeningMode = "three_move") -> tuple[Opening, ...]:
    """Read a deck: a header, then one opening a line, cells parted by tabs, numbered from 1.

    ``mode`` says how many moves an opening has, and that an eleven-man position has eleven men a
    side. A fifth column ``cards`` may name the two cards that bring each opening. Blank
    lines and lines that begin with # are passed over. Raises DeckError.
    """
    style = STYLES[mode]
    if not style.moves:
        raise DeckError(f"{mode} has no deck: leave the deck out, or choose another opening mode")
    lines = [
        (number, tuple(cell.strip() for cell in line.split("\t")))
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines or lines[0][1] not in (_HEADER, (*_HEADER, _CARDS)):
        message = f"line {lines[0][0] if lines else 1}: begin with the header {' '.join(_HEADER)}"
        raise DeckError(message + ", parted by tabs")
    width = len(lines[0][1])
    deck: list[Opening] = []
    line_of: dict[tuple[object, ...], int] = {}
    for line, cells in lines[1:]:
        opening = _opening(line, cells, width, style)
        if opening.number != len(deck) + 1:
            message = f"line {line}: number this opening {len(deck) + 1}, not {opening.number}"
            raise DeckError(message)
        # Two eleven-man ballots may share their moves and differ in the men taken off.
        for key in ((*opening.moves, opening.fen if style.men else ""), (opening.cards,)):
            if key == ("",):
                continue
            if key in line_of:
                what = opening.text if len(key) > 1 else f"the cards {opening.cards}"
                raise DeckError(f"line {line}: take out {what}, which line {line_of[key]} has")
            line_of[key] = line
        deck.append(opening)
    if not deck:
        raise DeckError(f"line {lines[0][0]}: the deck has a header and no opening; add one a line")
    return tuple(deck)


def _opening(line: int, cells: tuple[str, ...], width: int, style: Style) -> Opening:
    if len(cells) != width:
        raise DeckError(f"line {line}: write {width} cells parted by tabs, not {len(cells)}")
    number, acf_number, moves, fen = cells[: len(_HEADER)]
    cards = cells[len(_HEADER)].upper() if width > len(_HEADER) else ""
    for cell in (number, acf_number):
        if not _NUMBER.fullmatch(cell):
            raise DeckError(f"line {line}: write a whole number where {cell!r} stands")
    position = _FEN.fullmatch(fen)
    if not position:
        raise DeckError(f"line {line}: write the position as W:W17,22:B1,2 where {fen!r} stands")
    words = moves.split()
    if len(words) != style.moves or not all(map(_is_move, words)):
        raise DeckError(f"line {line}: write {style.words} where {moves!r} stands")
    if style.men and any(side.count(",") + 1 != style.men for side in position.groups()):
        raise DeckError(f"line {line}: leave {style.men} men on each side where {fen!r} stands")
    _check_position(line, words, fen, style)
    if width > len(_HEADER) and not (len(set(cards)) == len(cards) == 2 and cards.isalpha()):
        message = f"line {line}: write the letters of two cards, as CK, where {cards!r} stands"
        raise DeckError(message)
    return Opening(int(number), int(acf_number), tuple(words), fen, cards)


def _check_position(line: int, words: list[str], fen: str, style: Style) -> None:
    """Refuse a position that cannot be, and moves that cannot be played or lead elsewhere.

    Which men an eleven-man ballot took off no line says, so its moves are taken as they are.
    """
    try:
        position = parse_fen(fen)
        played = position if style.men else position_now(begun(ENGLISH, tuple(words)))
    except ValueError as wrong:
        raise DeckError(f"line {line}: {wrong}") from None
    if played != position:
        raise DeckError(f"line {line}: {' '.join(words)} leads to {to_fen(played)}, not to {fen}")


def _is_move(word: str) -> bool:
    squares = _MOVE.fullmatch(word)
    return squares is not None and all(1 <= int(square) <= _SQUARES for square in squares.groups())
