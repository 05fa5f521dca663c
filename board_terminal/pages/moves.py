"""Entering moves on a drawn board: squares before the press, and after it what was illegal.

Nothing is highlighted, hinted or counted before the press (ACF-3.III.A, APCA-14).
"""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, squares_of
from board_terminal.pages import extras
from board_terminal.pages.game_over import over
from board_terminal.pages.halves import clock_half, next_change
from board_terminal.pages.look import Look, Page
from board_terminal.pages.playing import pause, press
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import ERASE, OVER, PAUSE, REPORTS, SIDES, TURN, UNDO
from board_terminal.view.view import Choice, View
from shared.core.day.entries import MoveClarified, MovesEntered
from shared.core.day.moves import captures_meant, fault_now, record_of
from shared.core.draughts.faults import WORDS
from shared.core.draughts.notation import full_text, path_text
from shared.core.draughts.record import last_path, position_now
from shared.core.events.reported import fault_clause
from shared.core.match.outcome import SEATS
from shared.core.text.language import N_, _
from shared.tui.board import board_of

_DIGITS = tuple(
    Choice(f"digit:{digit}", str(digit), str(digit), N_("Types the number of a square"))
    for digit in range(10)
)
_NEXT = Choice("digit:-", "minus", "-", N_("The next square of the move"), ("space", "x"))
_KEYS = ("Z · ← · *", "/ · →")
"""The keys of the sides while the digits are squares."""
_BESIDE = (("enter",), ())
"""Further keys of the buttons beside those that are always there: more have no room."""
_THIRD_OF_A_ROW = 12
_HALF_A_ROW = 20
"""Signs that a button has room for on the smallest screen, three or two in a row."""
_SHOWN = 6
"""Captures on one page of those that fit; one more button shows the next ones."""
ENTER_MOVES = Choice(
    "moves", "8", N_("Enter moves"), N_("Enter each move before the press"), ("m", "M")
)
ONLY_PRESS = Choice("moves", "8", N_("Only press"), N_("Press without entering moves"), ("m", "M"))

_LAST_SQUARE = 32
_LONGEST = 60


class Others(Ask, frozen=True):
    """The other captures that fit: ``page`` counts on where not all have room on one screen."""

    page: int


def _playing(look: Look) -> View:
    """Show the board as it stands, the move as far as it is typed, the clock."""
    record = record_of(look.session)
    board = look.from_side(board_of(position_now(record), look.book.sides, last_path(record)))
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
        halves=(halves[0], halves[1]),
        message=(_typed(look), *extras.lines(look), *look.foot),
        board=board,
        board_at="middle",
        takes_taps=True,
        typed=look.desk.typed,
        sides=(*own_keys, *_DIGITS, _NEXT),
        choices=(*_beside_the_game(look), TURN, over, pause, reports),
        next_ms=next_change(look),
        asks=runs,
    )


def _beside_the_game(look: Look) -> tuple[Choice, ...]:
    """Return what else can be done, by letters: the digits are squares. Erasing, while a move is
    typed."""
    if look.desk.typed:
        return (ERASE,)
    # The board itself tells what a count needs, and a timekeeper's tap would leave out the move.
    found = [one for one in extras.choices(look) if one.does not in ("tap", "anew", "plus")]
    return tuple(
        replace(one, key=one.also[-2], also=(one.also[-1], *more))
        for one, more in zip(found, _BESIDE, strict=False)
    )


def _which_capture(look: Look) -> View:
    """Ask which of the captures that fit was made, each in full, after the press. Both clocks
    stand."""
    fitting = captures_meant(look.session)
    asked = look.desk.ask
    turned = asked.page if isinstance(asked, Others) else 0
    written = [(move, full_text(move)) for move in fitting]
    most, grid = _SHOWN, 3
    why: tuple[str, ...] = (_("The press counts. Both clocks are stopped until you have said."),)
    if any(len(text) > _THIRD_OF_A_ROW for _move, text in written):
        most, grid, why = 3, 2, ()
        written = [(move, _way(text)) for move, text in written]
    page = turned % (-(-len(written) // most))
    shown = written[page * most : (page + 1) * most]
    choices = [
        Choice(f"was:{path_text(move.path)}", str(at), label, _("This was the capture"))
        for at, (move, label) in enumerate(shown, start=1)
    ]
    if len(fitting) > most:
        choices.append(Choice("more_captures", "7", _("Others"), _("The other captures that fit")))
    waits = look.session.clock.runs if look.session.clock else (False, False)
    mover = look.names[0 if waits[1] else 1]
    return View(
        "unclear",
        halves=(clock_half(look, 0), clock_half(look, 1)),
        compact=True,
        headline=_("Which capture was it, {mover}?").format(mover=mover),
        message=(*why, *look.foot),
        choices=(*choices, UNDO, REPORTS),
        grid=grid,
    )


def _way(text: str) -> str:
    """Return the longest captures of pool without their ends, which are the same for all that
    fit."""
    return text.partition("x")[2].rpartition("x")[0] if len(text) > _HALF_A_ROW else text


def fault_words(look: Look) -> str:
    """Return what was illegal about the last move, with its clause; "" for a legal one."""
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
    runs = look.reading.runs if look.reading else (False, False)
    keys = _KEYS[1 if runs[1] else 0]
    if look.desk.typed:
        return _("Move: {typed} · then press {keys}").format(typed=look.desk.typed, keys=keys)
    asked = _("Enter the squares, 11-15, then press {keys}").format(keys=keys)
    return fault_words(look) or asked


def _digit(change: Change, rest: str) -> None:
    """One digit more, or the next square: where no square begins so, the next one begins."""
    typed = change.desk.typed
    last = typed.rpartition("-")[2]
    if len(typed) > _LONGEST or not (rest.isdigit() or rest == "-"):
        return
    if rest == "-":
        grown = f"{typed}-" if last else typed
    elif last and int(last + rest) <= _LAST_SQUARE:
        grown = typed + rest
    elif rest == "0":
        return
    else:
        grown = f"{typed}-{rest}" if last else typed + rest
    change.type(grown)


def _square(change: Change, rest: str) -> None:
    """Take a tap on a square of the board."""
    typed = change.desk.typed
    if rest.isdigit() and 1 <= int(rest) <= _LAST_SQUARE and len(typed) <= _LONGEST:
        squares = (*squares_of(typed), int(rest))
        change.type("-".join(map(str, squares)) + "-")


def _erase(change: Change, rest: str) -> None:
    """Take the last square back, or as much of it as is typed."""
    squares = change.desk.typed.removesuffix("-")
    change.type(squares[: squares.rfind("-") + 1])


def _turn(change: Change, rest: str) -> None:
    """Show the board as the other player sees it."""
    change.desk = replace(change.desk, turned=not change.desk.turned)


def _was(change: Change, rest: str) -> None:
    """Which of the captures that fit it was; the game goes on with that."""
    if change.enter(MoveClarified(squares_of(rest), change.at)):
        change.ask(None)


def _more(change: Change, rest: str) -> None:
    asked = change.desk.ask
    change.ask(Others(asked.page + 1 if isinstance(asked, Others) else 1))


def enter_moves(change: Change, rest: str) -> None:
    """From now on each move is entered before the press, or no longer."""
    change.enter(MovesEntered(not change.session.entering))


ENTERING = Page(
    _playing,
    {
        "side": press,
        "digit": _digit,
        "square": _square,
        "erase": _erase,
        "turn": _turn,
        "over": over,
        "pause": pause,
        **extras.DOES,
    },
)
WHICH_CAPTURE = Page(_which_capture, {"was": _was, "more_captures": _more, "undo": undo})
