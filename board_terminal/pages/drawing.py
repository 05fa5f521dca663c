"""The draw on screen: who chooses the side, whose side is which, and the card that was drawn."""

from __future__ import annotations

from board_terminal.keys import BACK, named
from board_terminal.pages.look import Look
from board_terminal.setting import deck_of, side_word
from board_terminal.view import Choice, Half, View
from shared.core.language import N_, _
from shared.core.words import SEATS, other

BY_HAND = Choice(
    "by_hand", "8", N_("Own cards"), N_("Draw with cards and a coin of your own"), ("o", "O")
)
_TABLE_DRAWS = Choice("by_hand", "8", N_("Table draws"), N_("The table draws instead"), ("o", "O"))
_NUMBER = Choice("card_number", "0", N_("Number"), N_("Type the number of the opening in the deck"))
_OK = Choice("card_ok", "enter", "OK", N_("Take the number typed"))
_RIGHT = Choice("card_ok", "5", N_("That is it"), N_("This opening is played"), ("enter",))
_BACK = Choice("back", "minus", N_("Back"), BACK.help, ("escape", "backspace"))
_KEYS = ("4", "6")


def drawing(look: Look) -> View:
    """The table draws; or it asks the players what they have drawn and chosen."""
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
            _both(look, "tossed"),
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
        _both(look, "first"),
    )


def cards(look: Look) -> View:
    """Which two lettered cards were drawn (ACF-1.VIII.A)."""
    rule, first = look.book.cards, look.desk.ask.which
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
        look.title,
        look.corner,
        headline=question,
        message=hint
        or ((_("Card {first} stays on the table.").format(first=first),) if first else ()),
        alarm=look.alarm,
        choices=(*choices, _NUMBER, _BACK),
        grid=5,
    )


def card(look: Look) -> View:
    """The number on the card."""
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    typed = look.desk.ask.digits or "–"
    hint = (look.hint,) if look.hint else ()
    return View(
        "card",
        look.title,
        look.corner,
        headline=_("Which number has the opening?"),
        message=(typed, *hint),
        alarm=look.alarm,
        choices=tuple(keys),
        grid=4,
    )


def card_is(look: Look) -> View:
    """What the card stands for, before it counts."""
    ask = look.desk.ask
    _name, deck = deck_of(look.desk.state, look.match, look.desk.deck)
    opening = deck[int(ask.digits) - 1]
    return View(
        "card_is",
        look.title,
        look.corner,
        headline=_("Card {number}: {text}").format(number=opening.number, text=opening.text),
        message=(_("This opening is played."),),
        alarm=look.alarm,
        choices=(_RIGHT, named(BACK, _("Back"), _("another card"))),
        grid=2,
    )


def _both(look: Look, does: str) -> tuple[Choice, Choice]:
    first, second = (
        Choice(f"{does}:{seat}", _KEYS[seat], look.names[seat], look.names[seat]) for seat in SEATS
    )
    return first, second


def _page(
    look: Look, phase: str, headline: str, message: tuple[str, ...], choices: tuple[Choice, ...]
) -> View:
    halves = [Half(name, word=_("✓ seated"), tone="done") for name in look.names]
    other_way = _TABLE_DRAWS if look.session.by_hand else BY_HAND
    switch = (other_way,) if choices and look.session.toss is None else ()
    return View(
        phase,
        look.title,
        look.corner,
        headline=headline,
        halves=(halves[0], halves[1]),
        compact=bool(choices),
        message=(*message, *look.foot),
        alarm=look.alarm,
        choices=look.with_reports(*choices, *switch),
        asks=(bool(choices), bool(choices)),
    )


def _digit(digit: str) -> Choice:
    return Choice(f"card_digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
