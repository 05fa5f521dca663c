"""What lies on the tables: slips, score sheets, ballot cards and playing cards, as values."""

import pytest

from hall_server.paper.forms import (
    MOVES,
    SIGN_HERE,
    ballot_cards,
    blank_score_sheet,
    blank_slips,
    playing_cards,
    result_slips,
    score_sheets,
)
from hall_server.paper.sheet import CannotPrint, Card, Cards, Field, Form, PaperSheet, Table
from shared.core.draughts.openings import parse_deck
from shared.core.rulebooks import RULEBOOKS, rulebook
from shared.data import read_text
from tests.hall_server.paper.fields import field, headings, look, slips_of, table_of

DECK = parse_deck(read_text("three_move_deck.tsv"))
MASTERS = rulebook("acf-masters")


def slips(book: str = "acf-masters") -> list[Table]:
    view = look(field(4, book=book))
    return [
        block
        for slip in slips_of(result_slips(view, view.rounds[-1]))
        for block in slip
        if isinstance(block, Table)
    ]


def fields_of(sheet: PaperSheet) -> dict[str, Field]:
    [form] = [block for block in sheet.blocks if isinstance(block, Form)]
    return {field.label: field for row in form.rows for field in row}


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_each_slip_has_a_line_for_each_players_signature(book: str) -> None:
    made = slips(book)
    assert len(made) == 2
    for slip in made:
        signed = [row for row in slip.rows if row[-1] == SIGN_HERE]
        assert headings(slip)[-1] == "Signature"
        assert len(signed) == 2


def test_a_slip_has_a_box_for_each_game_and_one_for_a_draw() -> None:
    slip = slips()[0]
    assert headings(slip)[1:3] == ["Game 1", "Game 2"]
    assert [row[0] for row in slip.rows] == ["Ann Lee", "draw", "Gus van der Meer-Hohenzollern"]


def test_a_slip_of_a_match_to_a_length_asks_for_the_points() -> None:
    assert headings(slips("usbgf-open")[0])[1] == "Points in the match"


def test_blank_slips_have_no_names() -> None:
    made = slips_of(blank_slips(look(field(4)), 3))
    assert len(made) == 3
    assert not any("Ann Lee" in str(block) for slip in made for block in slip)


def test_a_score_sheet_knows_who_has_which_side_and_the_ballot() -> None:
    view = look(field(2))
    sheet = score_sheets(view, view.rounds[-1])[0]
    assert fields_of(sheet)["Opening"].value == "9-14 23-18 14x23 (no. 8)"
    table = table_of(sheet)
    assert headings(table) == [
        "", "Red: Ann Lee", "White: Bo King", "", "Red: Bo King", "White: Ann Lee",
    ]  # fmt: skip
    assert len(table.rows) == MOVES


def test_before_the_draw_a_score_sheet_names_no_side() -> None:
    view = look(field(2, open_matches=1, book="acf-majors"))
    [sheet] = score_sheets(view, view.rounds[-1])
    assert headings(table_of(sheet)) == ["", "Red", "White", "", "Red", "White"]
    assert fields_of(sheet)["Opening"].value == ""


@pytest.mark.clause("ACF-1.XII")
def test_both_masters_get_a_sheet_for_the_copy_that_they_hand_in() -> None:
    view = look(field(4))
    notes = [sheet.note for sheet in score_sheets(view, view.rounds[-1])]
    assert len(notes) == 4
    assert notes[:2] == [
        "Masters, copy of Ann Lee",
        "Masters, copy of Gus van der Meer-Hohenzollern",
    ]
    other = look(field(4, book="apca"))
    assert len(score_sheets(other, other.rounds[-1])) == 2


def test_a_backgammon_score_sheet_keeps_the_score() -> None:
    sheet = blank_score_sheet(look(field(2, 0, book="usbgf-open")))
    assert headings(table_of(sheet))[1:3] == ["Crawford", "Cube"]


@pytest.mark.clause("ACF-1.VIII.A")
def test_the_ballot_cards_hold_every_opening_once() -> None:
    [cards] = ballot_cards(DECK, MASTERS.cards, "Masters").blocks
    assert isinstance(cards, Cards)
    assert [card.mark for card in cards.cards] == list("ABCDEFGHIJKLM")
    printed = [words for card in cards.cards for _, words in card.lines]
    assert sorted(printed) == sorted(opening.text for opening in DECK)
    assert all(len(card.lines) == 12 for card in cards.cards)
    assert all(card.mark not in dict(card.lines) for card in cards.cards)


def test_a_card_reads_as_the_draw_does() -> None:
    from shared.core.draughts.openings import opening_by_cards

    assert MASTERS.cards is not None
    [cards] = ballot_cards(DECK, MASTERS.cards, "Masters").blocks
    assert isinstance(cards, Cards)
    card: Card = cards.cards[2]
    for letter, words in card.lines:
        assert words == opening_by_cards(DECK, MASTERS.cards, letter, card.mark).text


def test_a_deck_that_is_too_small_for_the_cards_is_refused() -> None:
    with pytest.raises(CannotPrint, match="13 cards hold 156 openings and this deck has 3"):
        ballot_cards(DECK[:3], MASTERS.cards, "Masters")


def test_a_rulebook_without_cards_has_none_to_print() -> None:
    with pytest.raises(CannotPrint, match="APCA draws no openings by cards"):
        ballot_cards(DECK, rulebook("apca").cards, "APCA")


@pytest.mark.clause("APCA-34")
def test_a_playing_card_lists_every_opponent_the_own_club_first() -> None:
    state = field(6, 0, book="apca")
    cards = playing_cards(look(state))
    assert len(cards) == 6
    own = next(card for card in cards if card.title == "Playing card: Ann Lee")
    names = [row[0] for row in table_of(own).rows]
    assert len(names) == 5
    assert names[0] == "Gus van der Meer-Hohenzollern"  # of the same club
    assert headings(table_of(own))[-1] == "Opponent's initials"
