"""Sides and opening where players have a say: the coin's winner chooses, own cards are typed in."""

import pytest

from shared.core.draughts.openings import opening_by_cards
from shared.core.events import OpeningDrawn
from shared.core.rulebooks.acf import MASTERS
from tests.board_terminal.table_kit import DECK, Kit, round_one, state_of


def table(book: str, *before: str, control: str = "unclocked", dice: tuple[int, ...] = ()) -> Kit:
    state = state_of(round_one(), control=control, rulebook=book)
    return Kit(state, dice=dice).do(*before, "side:0", "side:1")


def drawn(kit: Kit) -> list[OpeningDrawn]:
    return [body for body in kit.port.bodies(OpeningDrawn) if isinstance(body, OpeningDrawn)]


@pytest.mark.clause("APCA-6", "APCA-7")
@pytest.mark.parametrize(("toss", "winner"), [(0, "A. King"), (1, "B. Chen")])
@pytest.mark.parametrize("first", [0, 1])
def test_the_winner_of_the_coin_chooses_the_side(toss: int, winner: str, first: int) -> None:
    kit = table("apca", dice=(toss,))
    assert kit.view.headline == f"{winner} has won the coin: Black or White?"
    assert drawn(kit) == [], "nothing is drawn before the winner has chosen"
    kit.do(f"first:{first}")
    assert [body.first_seat for body in drawn(kit)] == [first]
    assert kit.model.phase == "ready"


@pytest.mark.clause("APCA-6")
def test_a_restart_tosses_no_second_coin() -> None:
    kit = table("apca", dice=(1,)).restart()
    assert kit.view.headline.startswith("B. Chen has won the coin")
    assert [body.first_seat for body in drawn(kit.do("first:1"))] == [1]


@pytest.mark.clause("APCA-6")
def test_the_players_may_toss_a_coin_of_their_own() -> None:
    kit = table("apca", "by_hand")
    assert kit.view.headline == "Who has won the coin?"
    kit.do("tossed:1")
    assert kit.view.headline.startswith("B. Chen has won the coin")
    kit.do("first:0")
    assert [body.first_seat for body in drawn(kit)] == [0]


@pytest.mark.clause("ACF-1.VIII.A")
def test_cards_of_the_players_own_are_typed_in_and_shown_before_they_count() -> None:
    kit = table("acf-masters", "by_hand", control="90:00")
    assert kit.view.headline == "Who has Red and moves first?"
    kit.do("first:1", "card_number", "digit:3", "digit:7", "ok")
    assert kit.view.headline == f"Card 37: {DECK[36].text}"
    assert drawn(kit) == []
    kit.do("ok")
    [body] = drawn(kit)
    assert (body.first_seat, body.opening, body.moves) == (1, 37, DECK[36].moves)
    assert "no. 37 of 156" in kit.words()


@pytest.mark.clause("ACF-1.VIII.A")
def test_two_lettered_cards_name_the_opening() -> None:
    kit = table("acf-masters", "by_hand", control="90:00").do("first:0")
    assert kit.view.headline == "Which letter has the first card?"
    kit.do("card_letter:K")
    assert "card_letter:K" not in dict(kit.model.offers), "the first card stays on the table"
    kit.do("card_letter:C")
    opening = opening_by_cards(DECK, MASTERS.cards, "K", "C")
    assert kit.view.headline == f"Card {opening.number}: {opening.text}"
    [body] = drawn(kit.do("ok"))
    assert (body.first_seat, body.opening) == (0, opening.number)


@pytest.mark.clause("ACF-1.VIII.A")
def test_the_same_letter_twice_is_refused_with_words() -> None:
    kit = table("acf-masters", "by_hand", control="90:00").do("first:0")
    kit.do("card_letter:K", "card_letter:K")
    assert "stays on the table: draw another card" in kit.words()
    assert kit.view.headline == "Which letter has the first card?"


@pytest.mark.clause("ACF-1.VIII.A")
@pytest.mark.parametrize("typed", ["", "0", "157", "999"])
def test_a_card_that_is_in_no_deck_is_refused_with_words(typed: str) -> None:
    kit = table("acf-masters", "by_hand", control="90:00").do("first:0", "card_number")
    kit.do(*(f"digit:{digit}" for digit in typed), "ok")
    assert "the deck goes from 1 to 156" in kit.words()
    assert drawn(kit) == []
    assert kit.do("back").view.phase == "by_hand"


@pytest.mark.clause("ACF-1.VIII.A")
def test_players_may_prefer_the_table_draw_before_or_after_their_own() -> None:
    kit = table("acf-masters", "by_hand", "by_hand", control="90:00")
    assert len(drawn(kit)) == 1
    assert len(drawn(table("acf-masters", "by_hand", control="90:00").do("by_hand"))) == 1
