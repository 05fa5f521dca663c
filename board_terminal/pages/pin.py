"""The keypad for a player's PIN: set once after sitting down, asked for when he signs.

Shows how many digits were typed and never which.
"""

from __future__ import annotations

from board_terminal.keys import BACK, named
from board_terminal.pages.look import Look
from board_terminal.view import Choice, Half, View
from shared.core.language import N_, _
from shared.core.words import SEATS
from shared.tui.times import duration

OFFER = Choice("pin", "9", "PIN", N_("Sign with a PIN of your own in this match"), ("k", "K"))
_OK = Choice("pin_ok", "enter", "OK", N_("Take the digits typed"), ())
_BACK = Choice("back", "minus", N_("Back"), BACK.help, ("escape", "backspace"))
LEAST = 4
MOST = 8


def offer(look: Look) -> tuple[Choice, ...]:
    """The choice to set a PIN, while somebody who sits has none."""
    session = look.session
    open_seats = [seat for seat in SEATS if session.seated[seat] and not session.pins[seat]]
    return (OFFER,) if open_seats else ()


def whose(look: Look) -> View:
    """Which player sets a PIN."""
    session, names = look.session, look.names
    own = [
        Choice(
            f"pin_for:{seat}",
            ("4", "6")[seat],
            names[seat],
            _("{name} sets a PIN").format(name=names[seat]),
        )
        for seat in SEATS
        if session.seated[seat] and not session.pins[seat]
    ]
    return View(
        "pin_whose",
        look.title,
        look.corner,
        headline=_("Who sets a PIN?"),
        halves=(Half(names[0], look.side(0)), Half(names[1], look.side(1))),
        compact=True,
        message=(_("It is for this match only, and asked for when you sign the score."),),
        alarm=look.alarm,
        choices=(*own, named(BACK, _("Back"), _("no PIN"))),
    )


def pad(look: Look) -> View:
    """Digits, as they lie on a keypad."""
    ask = look.desk.ask
    assert ask.seat is not None, "a PIN is somebody's"
    name = look.names[ask.seat]
    if ask.kind == "pin_sign":
        headline = _("{name}: your PIN, to sign").format(name=name)
    else:
        again = _("{name}: the same once more")
        first = _("{name}: a PIN of {count} digits or more")
        headline = (again if ask.first else first).format(name=name, count=LEAST)
    typed = "●" * len(ask.digits) or "–"
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    return View(
        ask.kind,
        look.title,
        look.corner,
        headline=headline,
        message=(look.hint or typed,),
        alarm=look.alarm,
        choices=tuple(keys),
        grid=4,
    )


def wait_words(wait_ms: int) -> str:
    """What to say while no PIN is taken."""
    return _("Wrong too often: wait {time}, or call the referee.").format(
        time=duration(wait_ms + 999)
    )


def _digit(digit: str) -> Choice:
    return Choice(f"pin_digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
