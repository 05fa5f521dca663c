"""Entering moves on a drawn board: squares before the press, and after it what was illegal.

Nothing is highlighted, hinted or counted before the press (ACF-3.III.A, APCA-14).
"""

from __future__ import annotations

from msgspec.structs import replace

from board_terminal.keys import OVER, PAUSE, REPORTS, SIDES
from board_terminal.pages.clock import clock_half, next_change
from board_terminal.pages.look import Look
from board_terminal.view import Choice, View
from shared.core.day.moves import fault_now, record_of
from shared.core.draughts.faults import WORDS, clause_of
from shared.core.draughts.picture import glyphs_of, picture
from shared.core.draughts.record import position_now
from shared.core.draughts.rules import RULES
from shared.core.words import SEATS

_DIGITS = tuple(
    Choice(f"digit:{digit}", str(digit), str(digit), "Types the number of a square")
    for digit in range(10)
)
_NEXT = Choice("digit:-", "minus", "-", "The next square of the move", ("space", "x"))
_ERASE = Choice("erase", "backspace", "Erase", "Type the move anew", ("delete", "escape"))
_KEYS = ("Z · ←", "/ · →")
_ENTER = Choice("entered", "enter", "That was it", "Every square of the capture", ("plus",))
ENTER_MOVES = Choice("moves", "8", "Enter moves", "Enter each move before the press", ("m", "M"))
ONLY_PRESS = Choice("moves", "8", "Only press", "Press without entering moves", ("m", "M"))


def playing(look: Look) -> View:
    """The board as it stands, the move as far as it is typed, the clock."""
    fault = fault_now(look.session)
    unclear = fault == "unclear"
    runs = look.reading.runs if look.reading else (False, False)
    halves = [clock_half(look, seat) for seat in SEATS]
    for seat in SEATS:
        if runs[seat]:
            halves[seat] = replace(halves[seat], key="" if unclear else _KEYS[seat])
    own_keys = (
        replace(SIDES[0], also=("left", "asterisk")),
        replace(SIDES[1], also=("right",)),
    )
    sides = () if unclear else own_keys
    over, pause, reports = (
        replace(OVER, key="g", also=("G", "plus")),
        replace(PAUSE, key="p", also=("P", "comma")),
        replace(REPORTS, key="r", also=("R", "full_stop")),
    )
    return View(
        "unclear" if unclear else "playing",
        look.title,
        look.corner,
        halves=(halves[0], halves[1]),
        message=(_typed(look), *look.foot),
        alarm=look.alarm,
        board=board(look),
        board_at="middle",
        sides=(*sides, *_DIGITS, _NEXT, _ERASE),
        choices=(_ENTER, pause, reports) if unclear else (over, pause, reports),
        next_ms=next_change(look),
        asks=(False, False) if unclear else runs,
    )


def board(look: Look) -> tuple[str, ...]:
    """The board of the game in progress, with the rulebook's sides and the squares' numbers."""
    position = position_now(record_of(look.session))
    rows = picture(position, glyphs=glyphs_of(look.book.sides))
    return tuple("".join(cell.text for cell in row) for row in rows)


def fault_words(look: Look) -> str:
    """What was illegal about the last move, with its clause; "" for a legal one."""
    fault = fault_now(look.session)
    if fault is None:
        return ""
    clause = clause_of(RULES[look.book.game], fault)
    if not clause:
        return f"{WORDS[fault].capitalize()}."
    return f"Illegal: {WORDS[fault]} ({clause}). Take it back together, or call the referee."


def _typed(look: Look) -> str:
    if look.desk.typed:
        return f"Move: {look.desk.typed}"
    return fault_words(look) or "Enter the squares, 11-15, then press."
