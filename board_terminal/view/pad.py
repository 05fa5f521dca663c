"""The number pad: digits as they lie on a keypad, what was typed, and the two keys beside them."""

from board_terminal.view.keys import BACK
from board_terminal.view.view import Choice
from shared.core.text.language import N_, _

_OK = Choice("ok", "enter", N_("OK"), N_("Take the number typed"))
_BACK = Choice("back", "minus", BACK.label, BACK.help, ("escape", "backspace"))
GRID = 4


def pad() -> tuple[Choice, ...]:
    """Return the buttons of a pad, ``GRID`` in a row: ``digit:7``, ``ok`` and ``back``."""
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    return (*keys, _OK, *(_digit(n) for n in "123"), _digit("0"))


def typed(before: str, rest: str, most: int) -> str:
    """Return what is typed after one more digit; at most ``most`` digits."""
    return before + rest if rest.isdigit() and len(rest) == 1 and len(before) < most else before


def _digit(digit: str) -> Choice:
    return Choice(f"digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
