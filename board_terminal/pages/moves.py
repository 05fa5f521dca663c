"""Entering moves on a drawn board: squares before the press, and after it what was illegal.

Nothing is highlighted, hinted or counted before the press (ACF-3.III.A, APCA-14).
"""

from __future__ import annotations

from msgspec.structs import replace

from board_terminal.keys import ERASE, OVER, PAUSE, REPORTS, SIDES, UNDO
from board_terminal.pages import extras
from board_terminal.pages.clock import clock_half, next_change
from board_terminal.pages.look import Look
from board_terminal.view import Choice, View
from shared.core.day.moves import captures_meant, fault_now, record_of
from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import full_text, path_text
from shared.core.draughts.picture import glyphs_of, picture
from shared.core.draughts.record import position_now
from shared.core.language import N_, _
from shared.core.reported import fault_clause
from shared.core.words import SEATS

_DIGITS = tuple(
    Choice(f"digit:{digit}", str(digit), str(digit), N_("Types the number of a square"))
    for digit in range(10)
)
_NEXT = Choice("digit:-", "minus", "-", N_("The next square of the move"), ("space", "x"))
_KEYS = ("Z · ←", "/ · →")
_BESIDE = (("enter",), ())
"""Further keys of the buttons beside the three that are always there: more have no room."""
_SHOWN = 6
"""Captures on one page of those that fit; one more button shows the next ones."""
ENTER_MOVES = Choice(
    "moves", "8", N_("Enter moves"), N_("Enter each move before the press"), ("m", "M")
)
ONLY_PRESS = Choice("moves", "8", N_("Only press"), N_("Press without entering moves"), ("m", "M"))


def playing(look: Look) -> View:
    """The board as it stands, the move as far as it is typed, the clock."""
    position = position_now(record_of(look.session))
    cells = picture(position, glyphs=glyphs_of(look.book.sides))
    runs = look.reading.runs if look.reading else (False, False)
    halves = [clock_half(look, seat) for seat in SEATS]
    for seat in SEATS:
        if runs[seat]:
            halves[seat] = replace(halves[seat], key=_KEYS[seat])
    own_keys = (
        replace(SIDES[0], also=("left", "asterisk")),
        replace(SIDES[1], also=("right",)),
    )
    over, pause, reports = (
        replace(OVER, key="g", also=("G", "plus")),
        replace(PAUSE, key="p", also=("P", "comma")),
        replace(REPORTS, key="r", also=("R", "full_stop")),
    )
    return View(
        "playing",
        look.title,
        look.corner,
        halves=(halves[0], halves[1]),
        message=(_typed(look), *extras.lines(look), *look.foot),
        alarm=look.alarm,
        board=tuple("".join(cell.text for cell in row) for row in cells),
        board_at="middle",
        cells=cells,
        typed=look.desk.typed,
        sides=(*own_keys, *_DIGITS, _NEXT),
        choices=(*_beside_the_game(look), over, pause, reports),
        next_ms=next_change(look),
        asks=runs,
    )


def _beside_the_game(look: Look) -> tuple[Choice, ...]:
    """What else can be done, by letters: the digits are squares. Erasing, while a move is typed."""
    if look.desk.typed:
        return (ERASE,)
    # The board itself tells what a count needs, and a timekeeper's tap would leave out the move.
    found = [one for one in extras.choices(look) if one.does not in ("tap", "anew", "plus")]
    return tuple(
        replace(one, key=one.also[-2], also=(one.also[-1], *more))
        for one, more in zip(found, _BESIDE, strict=False)
    )


def which_capture(look: Look) -> View:
    """Both clocks stand: which of the captures that fit was it? Each in full, after the press."""
    fitting = captures_meant(look.session)
    page = look.desk.ask.page % (-(-len(fitting) // _SHOWN))
    shown = fitting[page * _SHOWN : (page + 1) * _SHOWN]
    choices = [
        Choice(f"was:{path_text(move.path)}", str(at), full_text(move), _("This was the capture"))
        for at, move in enumerate(shown, start=1)
    ]
    if len(fitting) > _SHOWN:
        choices.append(Choice("more_captures", "7", _("Others"), _("The other captures that fit")))
    waits = look.session.clock.runs if look.session.clock else (False, False)
    mover = look.names[0 if waits[1] else 1]
    return View(
        "unclear",
        look.title,
        look.corner,
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        headline=_("Which capture was it, {mover}?").format(mover=mover),
        message=(_("The press counts. Both clocks stand until you have said."), *look.foot),
        alarm=look.alarm,
        choices=(*choices, UNDO, REPORTS),
        grid=3,
        asks=(False, False),
    )


def fault_words(look: Look) -> str:
    """What was illegal about the last move, with its clause; "" for a legal one."""
    fault = fault_now(look.session)
    if fault is None:
        return ""
    clause = fault_clause(look.book, fault)
    if not clause:
        return f"{_(WORDS[fault]).capitalize()}."
    return _("Illegal: {what} ({clause}). Take it back together, or call the referee.").format(
        what=_(WORDS[fault]), clause=clause
    )


def _typed(look: Look) -> str:
    if look.desk.typed:
        return _("Move: {typed}").format(typed=look.desk.typed)
    return fault_words(look) or _("Enter the squares, 11-15, then press.")
