"""The draw on screen: who chooses the side, and the card that was drawn."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.desk.setting import book_of, deck_of, side_word
from board_terminal.hall.owed import has_cards
from board_terminal.pages.look import Look, Page, by_name, seat_of
from board_terminal.view import pad
from board_terminal.view.keys import BACK, named
from board_terminal.view.view import Choice, Half, View
from shared.core.day.entries import CoinTossed, DrawByHand, Drew
from shared.core.draughts.openings import DrawError, Opening, opening_by_cards
from shared.core.match.outcome import Seat, other
from shared.core.rulebooks import Rulebook
from shared.core.text.language import N_, _
from shared.core.text.sentence import Sentence

BY_HAND = Choice(
    "by_hand", "8", N_("Own cards"), N_("Draw with cards and a coin of your own"), ("o", "O")
)
_TABLE_DRAWS = Choice("by_hand", "8", N_("Table draws"), N_("The table draws instead"), ("o", "O"))
_NUMBER = Choice("card_number", "0", N_("Number"), N_("Type the number of the opening in the deck"))
_RIGHT = Choice("ok", "5", N_("That is it"), N_("This opening is played"), ("enter",))
_BACK = Choice("back", "minus", N_("Back"), BACK.help, ("escape", "backspace"))
_DIGITS = 3


class Letters(Ask, frozen=True):
    """Which two lettered cards were drawn; ``seat`` moves first, ``first`` is the first letter."""

    seat: Seat
    first: str = ""


class CardNumber(Ask, frozen=True):
    """Which number the opening has in the deck."""

    seat: Seat
    digits: str = ""


class IsIt(Ask, frozen=True):
    """Whether the opening is the one that was drawn; its number counts from 1."""

    seat: Seat
    number: int


def _drawing(look: Look) -> View:
    """Draw at the table, or ask the players what they have drawn and chosen."""
    session = look.session
    if session.draws_itself or session.drew is not None:
        return _page(look, "drawing", "", (_("The table draws colors and opening…"),), ())
    chooses = look.book.colour_choice != "drawn"
    if chooses and session.toss is None:
        return _page(
            look,
            "tossing",
            _("Who has won the coin?"),
            (
                _("The winner chooses the side, once for the match ({clause}).").format(
                    clause=look.book.clause("colour_choice")
                ),
            ),
            by_name(look, "tossed", "{name}"),
        )
    first, second = (side_word(side) for side in look.book.sides)
    if chooses and session.toss is not None:
        winner = session.toss
        words = (
            Choice(
                f"first:{winner}",
                "4",
                first,
                _("{name} moves first").format(name=look.names[winner]),
                ("b", "B"),
            ),
            Choice(f"first:{other(winner)}", "6", second, _("The other side"), ("w", "W")),
        )
        said = _("{name} has won the coin: {first} or {second}?").format(
            name=look.names[winner], first=first, second=second
        )
        return _page(look, "tossed", said, (_("{first} moves first.").format(first=first),), words)
    return _page(
        look,
        "by_hand",
        _("Who has {first} and moves first?").format(first=first),
        (_("Toss a coin."),),
        by_name(look, "first", "{name}"),
    )


def _letters(look: Look) -> View:
    """Ask which two lettered cards were drawn (ACF-1.VIII.A)."""
    rule, first = look.book.cards, look.asked(Letters).first
    letters = rule.letters if rule is not None else ""
    choices = [
        Choice(
            f"card_letter:{letter}",
            letter.lower(),
            "",
            _("Card {letter}").format(letter=letter),
            (letter,),
        )
        for letter in letters
        if letter != first
    ]
    question = (
        _("Which letter has the second card?") if first else _("Which letter has the first card?")
    )
    hint = (look.hint,) if look.hint else ()
    return View(
        "cards",
        headline=question,
        message=hint
        or ((_("Card {first} stays on the table.").format(first=first),) if first else ()),
        choices=(*choices, _NUMBER, _BACK),
        grid=5,
    )


def _number(look: Look) -> View:
    """Ask for the number on the card."""
    typed = look.asked(CardNumber).digits or "–"
    hint = (look.hint,) if look.hint else ()
    return View(
        "card",
        headline=_("Which number has the opening?"),
        message=(typed, *hint),
        choices=pad.pad(),
        grid=pad.GRID,
    )


def _is_it(look: Look) -> View:
    """Show what the card stands for, before it counts."""
    _name, deck = deck_of(look.desk.state, look.match, look.desk.deck)
    opening = deck[look.asked(IsIt).number - 1]
    return View(
        "card_is",
        headline=_("Card {number}: {text}").format(number=opening.number, text=opening.text),
        message=(_("This opening is played."),),
        choices=(_RIGHT, named(BACK, _("Back"), _("another card"))),
        grid=2,
    )


def _page(
    look: Look, phase: str, headline: str, message: tuple[str, ...], choices: tuple[Choice, ...]
) -> View:
    halves = [Half(name, word=_("✓ seated"), tone="done") for name in look.names]
    other_way = _TABLE_DRAWS if look.session.by_hand else BY_HAND
    switch = (other_way,) if choices and look.session.toss is None else ()
    return View(
        phase,
        headline=headline,
        halves=(halves[0], halves[1]),
        compact=bool(choices),
        message=(*message, *look.foot),
        choices=look.with_reports(*choices, *switch),
        asks=(bool(choices), bool(choices)),
    )


def by_hand(change: Change, rest: str) -> None:
    """Let the players draw with their own cards and coin, or no longer."""
    change.enter(DrawByHand(not change.session.by_hand))


def _tossed(change: Change, rest: str) -> None:
    """Who has won the players' own coin."""
    if change.session.by_hand:
        change.enter(CoinTossed(seat_of(rest)))


def _first(change: Change, rest: str) -> None:
    """Who moves first: as the winner of the coin chooses, or as the players' lot has it."""
    session, desk, seat = change.session, change.desk, seat_of(rest)
    if session.draws_itself or session.drew is not None:
        return
    if session.by_hand and has_cards(desk, change.match):
        _name, deck = deck_of(desk.state, change.match, desk.deck)
        lettered = has_letters(book_of(desk.state, change.match), deck)
        change.ask(Letters(seat) if lettered else CardNumber(seat))
    else:
        change.enter(Drew(seat))


def _letter(change: Change, rest: str) -> None:
    """Take the letter of a card: the second one names the opening, which is shown before it
    counts."""
    asked, desk = change.asked(Letters), change.desk
    cards = book_of(desk.state, change.match).cards
    if not asked.first or cards is None:
        change.ask(replace(asked, first=rest))
        return
    _name, deck = deck_of(desk.state, change.match, desk.deck)
    try:
        opening = opening_by_cards(deck, cards, asked.first, rest)
    except DrawError as refusal:
        change.ask(replace(asked, first=""))
        change.say(Sentence("These cards do not fit: {why}.", why=refusal))
        return
    change.ask(IsIt(asked.seat, opening.number))


def _by_number(change: Change, rest: str) -> None:
    """By the number in the deck: a keypad alone is enough."""
    change.ask(CardNumber(change.asked(Letters).seat))


def _digit(change: Change, rest: str) -> None:
    asked = change.asked(CardNumber)
    change.ask(replace(asked, digits=pad.typed(asked.digits, rest, _DIGITS)))


def _typed(change: Change, rest: str) -> None:
    """Check the number on the card against the deck."""
    asked, desk = change.asked(CardNumber), change.desk
    _name, deck = deck_of(desk.state, change.match, desk.deck)
    number = int(asked.digits or "0")
    if 1 <= number <= len(deck):
        change.ask(IsIt(asked.seat, number))
        return
    change.ask(replace(asked, digits=""))
    change.say(Sentence("No card has this number: the deck goes from 1 to {most}.", most=len(deck)))


def _plays(change: Change, rest: str) -> None:
    asked = change.asked(IsIt)
    change.ask(None)
    change.enter(Drew(asked.seat, asked.number))


def has_letters(book: Rulebook, deck: tuple[Opening, ...]) -> bool:
    """Return whether two lettered cards name an opening of the deck (ACF-1.VIII.A)."""
    named = any(opening.cards for opening in deck)
    return book.cards is not None and (named or len(deck) == book.cards.size)


DRAWING = Page(_drawing, {"by_hand": by_hand, "tossed": _tossed, "first": _first})
LETTERS = Page(_letters, {"card_letter": _letter, "card_number": _by_number})
NUMBER = Page(_number, {"digit": _digit, "ok": _typed})
IS_IT = Page(_is_it, {"ok": _plays})
