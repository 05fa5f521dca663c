"""The draw where players have a say: the coin's winner chooses the side, or cards are typed in.

Makes no chance of its own. Whether a draw may be, the day's table says.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask
from board_terminal.flow import TableFlow
from board_terminal.owed import has_cards
from board_terminal.setting import book_of, deck_of
from shared.core.ballots import DrawError, opening_by_cards
from shared.core.day import LOBBY, Phase
from shared.core.day.entries import CoinTossed, DrawByHand, Drew
from shared.core.language import _
from shared.core.openings import Opening
from shared.core.rulebooks import Rulebook
from shared.core.words import Seat

_DIGITS = 3


def _by_hand(flow: TableFlow, rest: str, at: int) -> None:
    """The players draw with their own cards and coin, or no longer."""
    session = flow.desk.session
    if session is not None and session.phase in LOBBY:
        flow.enter(DrawByHand(not session.by_hand))


def _tossed(flow: TableFlow, rest: str, at: int) -> None:
    """Who has won the players' own coin."""
    session = flow.desk.session
    if session is not None and session.by_hand and rest in ("0", "1"):
        flow.enter(CoinTossed(1 if rest == "1" else 0))


def _first(flow: TableFlow, rest: str, at: int) -> None:
    """Who moves first: as the winner of the coin chooses, or as the players' lot has it."""
    session, match = flow.desk.session, flow.desk.match
    if session is None or match is None or session.phase is not Phase.DRAWING:
        return
    if session.draws_itself or session.drew is not None or rest not in ("0", "1"):
        return
    seat: Seat = 1 if rest == "1" else 0
    if session.by_hand and has_cards(flow.desk, match):
        _name, deck = deck_of(flow.desk.state, match, flow.desk.deck)
        lettered = has_letters(book_of(flow.desk.state, match), deck)
        flow.change(ask=Ask("cards" if lettered else "card", seat))
    else:
        flow.enter(Drew(seat))


def _letter(flow: TableFlow, rest: str, at: int) -> None:
    """The letter of a card: the second one names the opening, which is shown before it counts."""
    ask, match = flow.desk.ask, flow.desk.match
    if ask.kind != "cards" or match is None:
        return
    cards = book_of(flow.desk.state, match).cards
    if not ask.which or cards is None:
        flow.change(ask=replace(ask, which=rest))
        return
    _name, deck = deck_of(flow.desk.state, match, flow.desk.deck)
    try:
        opening = opening_by_cards(deck, cards, ask.which, rest)
    except DrawError as refusal:
        words = refusal.said()
        flow.change(ask=replace(ask, which=""), hint=f"{words[:1].upper()}{words[1:]}.")
        return
    flow.change(ask=replace(ask, kind="card_is", which="", digits=str(opening.number)))


def _number(flow: TableFlow, rest: str, at: int) -> None:
    """By the number in the deck: a keypad alone is enough."""
    if flow.desk.ask.kind == "cards":
        flow.change(ask=replace(flow.desk.ask, kind="card", which=""))


def _digit(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    if ask.kind == "card" and rest.isdigit() and len(ask.digits) < _DIGITS:
        flow.change(ask=replace(ask, digits=ask.digits + rest))


def _ok(flow: TableFlow, rest: str, at: int) -> None:
    """The number on the card, checked against the deck; once more for what it stands for."""
    ask, match = flow.desk.ask, flow.desk.match
    if ask.kind not in ("card", "card_is") or ask.seat is None or match is None:
        return
    if ask.kind == "card_is":
        flow.change(ask=NOTHING)
        flow.enter(Drew(ask.seat, int(ask.digits)))
        return
    _name, deck = deck_of(flow.desk.state, match, flow.desk.deck)
    number = int(ask.digits or "0")
    if 1 <= number <= len(deck):
        flow.change(ask=replace(ask, kind="card_is"))
    else:
        words = _("No card has this number: the deck goes from 1 to {most}.").format(most=len(deck))
        flow.change(ask=replace(ask, digits=""), hint=words)


def has_letters(book: Rulebook, deck: tuple[Opening, ...]) -> bool:
    """Whether the deck lies on lettered cards: two of them name an opening (ACF-1.VIII.A)."""
    named = any(opening.cards for opening in deck)
    return book.cards is not None and (named or len(deck) == book.cards.size)


DRAW_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {
    "by_hand": _by_hand,
    "tossed": _tossed,
    "first": _first,
    "card_letter": _letter,
    "card_number": _number,
    "card_digit": _digit,
    "card_ok": _ok,
}
