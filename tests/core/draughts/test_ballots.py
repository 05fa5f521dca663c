"""Drawing the opening and the colours: by fresh numbers, by two cards, by a coin, by choice."""

from collections import Counter
from itertools import permutations, product

import pytest

from shared.core.draughts.openings import (
    Ballot,
    DrawError,
    Opening,
    ballot,
    draws_below,
    moves_first,
    opening_at,
    opening_by_cards,
    parse_deck,
)
from shared.core.rulebooks import rulebook
from shared.data import read_text
from tests.core.worked_kit import held

MASTERS = rulebook("acf-masters")
DECK = parse_deck(read_text("three_move_deck.tsv"))
CARDS = held(MASTERS.cards)


@pytest.mark.clause("ACF-1.VIII.A", "ACF-1.III.D")
def test_each_fresh_number_brings_another_of_the_156_openings() -> None:
    bounds = draws_below("three_move", DECK)
    assert bounds == (2, 156)
    drawn = Counter(ballot("three_move", DECK, numbers) for numbers in product(*map(range, bounds)))
    assert len(drawn) == 2 * 156
    assert set(drawn.values()) == {1}
    assert {each.opening for each in drawn} == set(DECK)


@pytest.mark.clause("ACF-1.VIII.A")
def test_both_games_have_the_same_opening_and_the_sides_swapped() -> None:
    drawn = ballot("three_move", DECK, (1, 41))
    assert drawn.game(1) == (DECK[41], 1)
    assert drawn.game(2) == (DECK[41], 0)
    assert drawn.game(3) == (DECK[41], 1)


@pytest.mark.clause("ACF-1.VIII.A")
def test_two_cards_bring_each_opening_exactly_once() -> None:
    pairs = list(permutations(CARDS.letters, 2))
    drawn = Counter(opening_by_cards(DECK, CARDS, first, second) for first, second in pairs)
    assert len(pairs) == len(drawn) == 156
    assert set(drawn) == set(DECK)


@pytest.mark.clause("ACF-1.VIII.A")
@pytest.mark.parametrize(
    ("first", "second", "number"),
    [("B", "A", 1), ("M", "A", 12), ("A", "B", 13), ("C", "B", 14), (" a", "m ", 145)],
)
def test_the_first_card_gives_the_letter_and_the_second_the_opening(
    first: str, second: str, number: int
) -> None:
    assert opening_by_cards(DECK, CARDS, first, second).number == number


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("C", "C", "card C was drawn first and stays on the table: draw another card"),
        ("N", "A", "'N' is no card: the cards are A to M"),
        ("A", "", "'nothing' is no card"),
        ("AB", "C", "'AB' is no card"),
    ],
)
def test_a_card_that_cannot_have_been_drawn_is_refused(first: str, second: str, words: str) -> None:
    with pytest.raises(DrawError, match=words):
        opening_by_cards(DECK, CARDS, first, second)


def test_a_deck_with_cards_of_its_own_goes_by_them() -> None:
    deck = (
        Opening(1, 7, ("9-13", "21-17", "5-9"), "", "CK"),
        Opening(2, 8, ("9-13", "21-17", "6-9"), "", "KC"),
    )
    assert opening_by_cards(deck, CARDS, "k", "c") == deck[1]
    with pytest.raises(DrawError, match="no opening of this deck lies on cards A and C"):
        opening_by_cards(deck, CARDS, "A", "C")


def test_a_deck_that_the_cards_do_not_hold_is_not_drawn_by_them() -> None:
    with pytest.raises(DrawError, match="13 cards hold 156 openings and this deck has 155"):
        opening_by_cards(DECK[1:], CARDS, "A", "B")


@pytest.mark.clause("ACF-1.I")
def test_players_who_go_as_they_please_draw_colours_only() -> None:
    assert draws_below("go_as_you_please", ()) == (2,)
    assert ballot("go_as_you_please", (), (0,)) == Ballot(None, 0)


@pytest.mark.parametrize("numbers", [(), (0,), (0, 1, 2), (2, 0), (0, 156), (0, -1), (-1, 0)])
def test_numbers_that_are_no_draw_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(DrawError, match=r"fresh numbers|is no draw"):
        ballot("three_move", DECK, numbers)


def test_one_opening_is_taken_by_its_place_in_the_deck() -> None:
    assert opening_at(DECK, 155).number == 156


@pytest.mark.clause("DARK-first")
def test_the_sides_alternate_in_a_series_from_game_one() -> None:
    assert [moves_first(1, game) for game in (1, 2, 3)] == [1, 0, 1]
    with pytest.raises(ValueError, match="numbered from 1"):
        moves_first(0, 0)
