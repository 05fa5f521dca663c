"""Time is called: the referee counts what each side has captured, and it is typed in (SE-7)."""

from __future__ import annotations

from board_terminal.keys import BACK
from board_terminal.pages.clock import clock_half
from board_terminal.pages.look import Look
from board_terminal.view import Choice, Half, View
from shared.core.language import N_, _
from shared.core.words import Seat

_COUNT = Choice(
    "count", "5", N_("Enter count"), N_("Type in what each side has captured"), ("enter",)
)
_OK = Choice("count_ok", "enter", "OK", N_("Take the number typed"))
_BACK = Choice("back", "minus", N_("Back"), BACK.help, ("escape", "backspace"))


def counting(look: Look) -> View:
    """Time is called: what was captured decides."""
    return View(
        "counting",
        look.title,
        look.corner,
        headline=_("Time is called."),
        halves=(clock_half(look, 0), clock_half(look, 1)),
        message=(
            _("Leave the pieces. The referee counts the captured checkers."),
            *look.foot,
        ),
        alarm=look.alarm,
        choices=look.with_reports(_COUNT),
    )


def number(look: Look) -> View:
    """How many checkers a side has captured over the whole match."""
    ask = look.desk.ask
    seat: Seat = 1 if ask.captured else 0
    said = "" if ask.seat is None else _("{name} says: ").format(name=look.names[ask.seat])
    question = _("{said}captured by {name}, all games?").format(said=said, name=look.names[seat])
    first = str(ask.captured[0]) if ask.captured else ask.digits
    second = ask.digits if ask.captured else ""
    halves = (_half(look, 0, first, seat), _half(look, 1, second, seat))
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    return View(
        "captures",
        look.title,
        look.corner,
        headline=question[:1].upper() + question[1:],
        halves=halves,
        compact=True,
        message=(look.hint,) if look.hint else (),
        alarm=look.alarm,
        choices=tuple(keys),
        grid=4,
    )


def _half(look: Look, seat: Seat, number: str, asked: Seat) -> Half:
    waits = seat == asked and not number
    word = _("type the number") if waits else _("captured") if number else ""
    return Half(
        look.names[seat], look.side(seat), number, word, tone="ask" if seat == asked else ""
    )


def _digit(digit: str) -> Choice:
    return Choice(f"count_digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
