"""Openings: the modes of play, the deck of balloted openings, a deck file checked line by line, and
what a draw at the table brings: the opening of a match and who has the first side.

Makes no chance of its own: a fresh number, two cards or a coin come from outside.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from shared.core.draughts.fen import fen as to_fen
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import begun, position_now
from shared.core.draughts.rules import ENGLISH
from shared.core.match.outcome import Seat, other
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal

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


class DrawError(Refusal):
    """A draw that cannot be; the sentence says what to enter instead."""


def opening_at(deck: Sequence[Opening], number: int) -> Opening:
    """Return the opening that a fresh random ``number`` below ``len(deck)`` brings (ACF-1.VIII.A).

    Uniform over the deck where the number is uniform. Raises DrawError.
    """
    if not 0 <= number < len(deck):
        raise DrawError(
            "{number} is no draw from {count} openings: use 0 to {most}",
            number=number,
            count=len(deck),
            most=len(deck) - 1,
        )
    return deck[number]


def opening_by_cards(deck: Sequence[Opening], rule: CardRule, first: str, second: str) -> Opening:
    """Return the opening on card ``second`` beside the letter of card ``first`` (ACF-1.VIII.A).

    The first card stays on the table, so the two letters differ and each opening has exactly
    one pair of cards. A deck file without a ``cards`` column lies on the cards in its own order:
    the openings of card A first, on each card by the letter of the first card. Raises DrawError.
    """
    letters = rule.letters
    pair = first.strip().upper(), second.strip().upper()
    for letter in pair:
        if len(letter) != 1 or letter not in letters:
            raise DrawError(
                "'{letter}' is no card: the cards are {first} to {last}",
                letter=letter or "nothing",
                first=letters[0],
                last=letters[-1],
            )
    if pair[0] == pair[1]:
        message = N_("card {card} was drawn first and stays on the table: draw another card")
        raise DrawError(message, card=pair[0])
    if any(opening.cards for opening in deck):
        found = next((opening for opening in deck if opening.cards == "".join(pair)), None)
        if found is None:
            message = N_("no opening of this deck lies on cards {first} and {second}")
            raise DrawError(message, first=pair[0], second=pair[1])
        return found
    if len(deck) != rule.size:
        raise DrawError(
            "{cards} cards hold {openings} openings and this deck has {count}: "
            "choose the opening by its moves",
            cards=rule.cards,
            openings=rule.size,
            count=len(deck),
        )
    label, card = letters.index(pair[0]), letters.index(pair[1])
    return deck[card * rule.openings_per_card + label - (label > card)]


def first_by_number(number: int) -> Seat:
    """Return who has the first side in game 1, by a fresh random number below 2. Raises
    DrawError."""
    if number == 0:
        return 0
    if number == 1:
        return 1
    raise DrawError("{number} is no draw between two players: use 0 or 1", number=number)


def moves_first(first_seat: Seat, game: int) -> Seat:
    """Return who has the first side, and so moves first, in ``game`` (from 1).

    The sides are drawn or chosen once and swapped in every further game (ACF-1.VIII.A, APCA-6,
    APCA-7, DARK-first). Raises ValueError for a game number below 1.
    """
    if game < 1:
        raise ValueError("games are numbered from 1")
    return first_seat if game % 2 else other(first_seat)


@dataclass(frozen=True, slots=True)
class Ballot:
    """What was drawn for a match: once, for all its games (ACF-1.VIII.A).

    ``opening`` is None where the players go as they please. ``first_seat`` has the first side in
    game 1.
    """

    opening: Opening | None
    first_seat: Seat

    def game(self, number: int) -> tuple[Opening | None, Seat]:
        """Return the opening of game ``number`` (from 1), always the same, and who has the first
        side."""
        return self.opening, moves_first(self.first_seat, number)


def draws_below(mode: OpeningMode, deck: Sequence[Opening]) -> tuple[int, ...]:
    """Return the bounds of the fresh numbers that :func:`ballot` wants, in its order."""
    return (2, len(deck)) if STYLES[mode].moves else (2,)


def ballot(mode: OpeningMode, deck: Sequence[Opening], numbers: Sequence[int]) -> Ballot:
    """Return colours and opening of a match from fresh randomness, never from a pairing's seed.

    ``numbers`` answer :func:`draws_below`: the first decides who has the first side, the second,
    where the mode has one, which opening is played. Raises DrawError.
    """
    bounds = draws_below(mode, deck)
    if len(numbers) != len(bounds):
        raise DrawError(f"{mode} needs {len(bounds)} fresh numbers, not {len(numbers)}")
    opening = opening_at(deck, numbers[1]) if len(bounds) > 1 else None
    return Ballot(opening, first_by_number(numbers[0]))
