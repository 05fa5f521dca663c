"""Decks for every opening mode, and decks that say which cards bring each opening."""

import pytest

from shared.core.draughts.openings import (
    STYLES,
    CardRule,
    DeckError,
    OpeningMode,
    parse_deck,
)
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

HEADER = "deck_no\tacf_174_no\tmoves\tfen_after\n"
WITH_CARDS = HEADER.replace("\n", "\tcards\n")
FEN = "B:W17,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13"
AFTER_TWO = "B:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13"
TWELVE = "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13"
THREE = "9-13 21-17 5-9"
TWO = "9-13 21-17"


@pytest.mark.clause("ACF-1.I")
def test_the_federations_four_styles_of_play_are_opening_modes() -> None:
    moves = {mode: style.moves for mode, style in STYLES.items()}
    assert moves == {"go_as_you_please": 0, "two_move": 2, "three_move": 3, "eleven_man": 2}


@pytest.mark.clause("ACF-1.I")
@pytest.mark.parametrize(
    ("mode", "moves", "fen"),
    [("two_move", TWO, AFTER_TWO), ("three_move", THREE, TWELVE), ("eleven_man", TWO, FEN)],
)
def test_each_mode_reads_a_deck_of_its_own_kind(mode: OpeningMode, moves: str, fen: str) -> None:
    deck = parse_deck(f"{HEADER}1\t0\t{moves}\t{fen}\n", mode=mode)
    assert deck[0].text == moves
    assert len(deck[0].moves) == STYLES[mode].moves


@pytest.mark.clause("ACF-1.I")
@pytest.mark.parametrize(
    ("mode", "moves", "fen", "words"),
    [
        ("two_move", THREE, TWELVE, "line 2: write two moves as 9-13 22-17 where"),
        ("three_move", TWO, TWELVE, "line 2: write three moves"),
        ("eleven_man", THREE, FEN, "line 2: write two moves"),
        ("eleven_man", TWO, AFTER_TWO, "line 2: leave 11 men on each side where"),
        ("eleven_man", TWO, FEN.replace("B1,", "B17,"), "line 2: square 17 holds two pieces"),
        ("three_move", THREE, AFTER_TWO, "line 2: 9-13 21-17 5-9 leads to W:W17,22,.*, not to B:"),
        ("three_move", f"{TWO} 9-14", TWELVE, "line 2: 9-14 is no legal move of this opening"),
        ("go_as_you_please", TWO, FEN, "go_as_you_please has no deck: leave the deck out"),
    ],
)
def test_a_deck_of_another_mode_is_refused_by_line(
    mode: OpeningMode, moves: str, fen: str, words: str
) -> None:
    with pytest.raises(DeckError, match=words):
        parse_deck(f"{HEADER}1\t0\t{moves}\t{fen}\n", mode=mode)


def test_eleven_man_ballots_may_share_their_moves_but_not_their_position() -> None:
    other_fen = FEN.replace("W17,23,", "W17,22,")
    deck = f"{HEADER}1\t0\t{TWO}\t{FEN}\n2\t0\t{TWO}\t"
    assert len(parse_deck(f"{deck}{other_fen}\n", mode="eleven_man")) == 2
    with pytest.raises(DeckError, match="line 3: take out 9-13 21-17, which line 2 has"):
        parse_deck(f"{deck}{FEN}\n", mode="eleven_man")
    twice = f"{HEADER}1\t0\t{TWO}\t{AFTER_TWO}\n2\t0\t{TWO}\t{AFTER_TWO}\n"
    with pytest.raises(DeckError, match="line 3: take out 9-13 21-17, which line 2 has"):
        parse_deck(twice, mode="two_move")


def test_a_deck_may_say_which_two_cards_bring_each_opening() -> None:
    line = f"1\t7\t{THREE}\t{TWELVE}\tck\n"
    assert parse_deck(WITH_CARDS + line)[0].cards == "CK"
    other = TWELVE.replace("4,6,7", "4,5,7")
    again = f"2\t8\t9-13 21-17 6-9\t{other}\tCK\n"
    with pytest.raises(DeckError, match="line 3: take out the cards CK, which line 2 has"):
        parse_deck(WITH_CARDS + line + again)


@pytest.mark.parametrize("cards", ["", "C", "CC", "C1", "CKL"])
def test_a_card_column_needs_two_different_letters(cards: str) -> None:
    line = f"1\t7\t{THREE}\t{TWELVE}\t{cards}\t\n".replace("\t\n", "\n")
    with pytest.raises(DeckError, match="line 2: write the letters of two cards, as CK"):
        parse_deck(WITH_CARDS + line)


def test_a_deck_with_cards_needs_them_on_every_line() -> None:
    with pytest.raises(DeckError, match="line 2: write 5 cells parted by tabs, not 4"):
        parse_deck(f"{WITH_CARDS}1\t7\t{THREE}\t{TWELVE}\n")


def test_a_card_holds_an_opening_for_every_other_letter() -> None:
    rule = held(rulebook("acf-masters").cards)
    assert (rule.letters, rule.size) == ("ABCDEFGHIJKLM", 156)
    with pytest.raises(ValueError, match="an opening for every other letter: 12"):
        CardRule(cards=13, openings_per_card=13)
