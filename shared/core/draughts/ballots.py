"""What a draw at the table brings: the opening of a match and who has the first side.

Owns the meaning of a fresh number, of two cards and of a coin. Makes no chance of its own, and
knows nothing of a pairing's seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.core.draughts.openings import STYLES, CardRule, Opening, OpeningMode
from shared.core.match.outcome import Seat, other
from shared.core.text.language import N_
from shared.core.text.sentence import Refusal


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
