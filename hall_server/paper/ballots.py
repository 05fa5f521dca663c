"""The paper deck: a card for each letter, with an opening for every other (ACF-1.VIII.A)."""

from collections.abc import Sequence

from hall_server.paper.sheet import CannotPrint, Card, Cards, PaperSheet
from shared.core.draughts.openings import CardRule, DrawError, Opening, opening_by_cards


def ballot_cards(deck: Sequence[Opening], rule: CardRule | None, name: str) -> PaperSheet:
    """Return the cards of a deck. Raises CannotPrint for a rulebook or deck without cards."""
    if rule is None:
        raise CannotPrint(
            f"{name} draws no openings by cards. Name a division whose rulebook has a deck "
            "on cards, such as acf-masters."
        )
    try:
        cards = tuple(
            Card(
                card,
                tuple(
                    (first, opening_by_cards(deck, rule, first, card).text)
                    for first in rule.letters
                    if first != card
                ),
                "First card: the letter. Second card: the opening.",
            )
            for card in rule.letters
        )
    except DrawError as error:
        raise CannotPrint(f"{error}. Nothing was printed.") from error
    return PaperSheet(
        f"Ballot cards {rule.letters[0]} to {rule.letters[-1]}", name, (Cards(cards),)
    )
