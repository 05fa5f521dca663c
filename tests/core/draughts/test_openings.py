"""The deck of balloted openings and the reading of deck files."""

import pytest

from shared.core.draughts.openings import DeckError, Opening, parse_deck
from shared.core.rulebooks import rulebook
from shared.data import read_text

HEADER = "deck_no\tacf_174_no\tmoves\tfen_after\n"
FEN = "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13,15"
LINE = f"1\t7\t9-13 22-18 10-15\t{FEN}\n"


@pytest.mark.clause("ACF-1.III.D")
def test_every_division_ballots_from_the_156_three_move_openings() -> None:
    books = [rulebook(name) for name in ("acf-masters", "acf-majors", "acf-minors")]
    for book in books:
        assert book.opening_mode == "three_move"
        deck = parse_deck(read_text("three_move_deck.tsv"))
        assert len({opening.fen for opening in deck}) == len(deck) == 156
        assert book.cards is not None
        assert book.cards.size == len(deck)
        assert [opening.number for opening in deck] == list(range(1, 157))


def test_the_lost_ballots_are_not_in_the_deck() -> None:
    deck = parse_deck(read_text("three_move_deck.tsv"))
    assert "9-13 24-19 10-15" not in {opening.text for opening in deck}
    numbers = [opening.acf_number for opening in deck]
    assert numbers == sorted(set(numbers))
    assert 174 - len(numbers) == 18


def test_an_opening_carries_its_numbers_moves_and_position() -> None:
    opening = parse_deck("# a deck\n\n" + HEADER + LINE.replace("\n", "\r\n"))[0]
    assert opening == Opening(1, 7, ("9-13", "22-18", "10-15"), FEN)
    assert opening.text == "9-13 22-18 10-15"


def test_a_director_may_load_a_smaller_deck() -> None:
    assert len(parse_deck("\ufeff" + HEADER + LINE)) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: begin with the header deck_no acf_174_no moves fen_after"),
        (LINE, "line 1: begin with the header"),
        (HEADER, "line 1: the deck has a header and no opening"),
        (HEADER + "1\t7\t9-13 22-18 10-15\n", "line 2: write 4 cells parted by tabs, not 3"),
        (HEADER + LINE.replace("1\t7", "x\t7"), "line 2: write a whole number where 'x'"),
        (HEADER + LINE.replace("1\t7", "1\t-7"), "line 2: write a whole number where '-7'"),
        (HEADER + LINE.replace("1\t7", "2\t7"), "line 2: number this opening 1, not 2"),
        (HEADER + LINE.replace(" 10-15", ""), "line 2: write three moves"),
        (HEADER + LINE.replace("10-15", "10-33"), "line 2: write three moves"),
        (HEADER + LINE.replace("10-15", "0-15"), "line 2: write three moves"),
        (HEADER + LINE.replace("10-15", "10/15"), "line 2: write three moves"),
        (HEADER + LINE.replace(FEN, "W:B1:W2"), "line 2: write the position"),
        (HEADER + LINE.replace("W18", "W1"), "line 2: a man on 1 stands on its king row"),
        (HEADER + LINE.replace("W18", "W17"), "line 2: 9-13 22-18 10-15 leads to W:W18,21,"),
        (HEADER + LINE.replace("10-15", "11-15"), "line 2: 9-13 22-18 11-15 leads to"),
        (HEADER + LINE.replace("10-15", "10-16"), "line 2: 10-16 is no legal move"),
        (HEADER + LINE + LINE.replace("1\t7", "2\t8"), "line 3: take out .*, which line 2 has"),
    ],
)
def test_a_bad_deck_is_refused_by_line_and_remedy(text: str, words: str) -> None:
    with pytest.raises(DeckError, match=words):
        parse_deck(text)
