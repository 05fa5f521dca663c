"""The scoreboard of a match of points: score, cube, clock, and whose turn it is (USBGF-4)."""

from board_terminal.changes.change import Change
from board_terminal.hall.takeover import FLAG
from board_terminal.pages import paused
from board_terminal.pages.halves import next_change
from board_terminal.pages.look import Look, Page, score_corner, seat_of
from board_terminal.pages.paused import go_on, resume, stopped_words
from board_terminal.pages.playing import pause, press
from board_terminal.pages.points.asks import ask_break, ask_length, over
from board_terminal.pages.points.fixes import ask_fix
from board_terminal.pages.points.parts import act, acting, points_half, press_for, running_half
from board_terminal.pages.undoing import undo
from board_terminal.view.keys import OVER, PAUSE, SIDE_KEYS, SIDES, UNDO
from board_terminal.view.view import Choice, View
from shared.core import clock as c
from shared.core.backgammon import Scoreboard, breaks_of, no_double
from shared.core.backgammon import actions as a
from shared.core.day.points import scoreboard_of
from shared.core.match.outcome import SEATS, Seat, other
from shared.core.text.language import N_, _
from shared.tui.times import duration

_CLAIM_FLAG = Choice("claim_flag", "9", N_("Claim flag"), N_("The reserve has expired"))
LENGTH = Choice(
    "length", "9", N_("Length"), N_("The match is played to a wrong length"), ("l", "L")
)
BREAK = Choice("break", "7", N_("Break"), N_("A player goes on a break, or is back"), ("b", "B"))
FIX = Choice(
    "fix", "4", N_("Set right"), N_("Set score, times or equipment right together"), ("c", "C")
)


def _rolling(look: Look) -> View:
    """Show the start of a game: the winner of the opening roll presses (USBGF-3.6)."""
    board = scoreboard_of(look.session)
    away = [seat for seat in SEATS if board.away_since[seat] is not None]
    halves = []
    for seat in SEATS:
        word, tone = _("Won the opening roll? Press here"), "ask"
        if seat in away:
            word, tone = _("on a break"), ""
        elif away:
            word, tone = "", ""
        key = SIDE_KEYS[seat] if tone else ""
        lines = (_break_words(look, board, seat),) if board.game else ()
        halves.append(points_half(look, seat, word, tone, key, lines))  # type: ignore[arg-type]
    begun = (BREAK, UNDO, FIX) if board.game else (FIX,)
    return View(
        "rolling",
        corner=score_corner(board),
        halves=(halves[0], halves[1]),
        message=(_next_game(board), *look.foot),
        sides=() if away else SIDES,
        choices=look.with_reports(*begun, LENGTH),
        grid=3,
        asks=(not away, not away),
    )


def _playing(look: Look) -> View:
    """Show a game: turns, the cube, the end of the game."""
    board = scoreboard_of(look.session)
    reading = look.reading
    flag = (_CLAIM_FLAG,) if reading and any(reading.fallen) else ()
    return View(
        "playing",
        corner=score_corner(board),
        halves=(running_half(look, 0), running_half(look, 1)),
        message=(cube_words(look, board), *look.foot),
        sides=SIDES,
        choices=look.with_reports(*_doubles(look, board), OVER, PAUSE, *flag),
        next_ms=next_change(look),
        asks=reading.runs if reading else (False, False),
    )


def _paused(look: Look) -> View:
    """Show that both clocks are stopped."""
    board = scoreboard_of(look.session)
    why = stopped_words(look)
    return View(
        "paused",
        corner=score_corner(board),
        halves=(running_half(look, 0), running_half(look, 1)),
        message=(f"{why} {cube_words(look, board)}", *look.foot),
        choices=look.with_reports(*go_on(look), UNDO, FIX, LENGTH),
        grid=3,
    )


def cube_words(look: Look, board: Scoreboard) -> str:
    """Return what the cube is worth and who may turn it, or "Crawford game" (USBGF-4.4.6)."""
    if board.decider:
        return _("This game decides the match ({clause}).").format(
            clause=look.book.sheet.wrong_length
        )
    if board.match.phase == "crawford":
        return _("Crawford game: no cube.")
    owner = board.cube.owner
    cube = _("Cube at {value}, in the middle.")
    if owner is not None:
        cube = _("Cube at {value}, owned by {name}.")
    said = [cube.format(value=board.cube.value, name=look.names[owner or 0])]
    if board.match.phase == "post_crawford":
        said.insert(0, _("Post-Crawford."))
    if board.correct:
        said.append(_("Wrong length: to {length} after this game.").format(length=board.correct))
    return " ".join(said)


def _next_game(board: Scoreboard) -> str:
    number = board.game + 1
    if board.decider:
        said = _("Game {number} decides the match. Roll for the start.")
    elif board.match.phase == "crawford":
        said = _("Game {number}, the Crawford game: no cube. Roll for the start.")
    elif board.match.phase == "post_crawford":
        said = _("Game {number}, post-Crawford: the cube is back. Roll for the start.")
    else:
        said = _("Game {number}. Roll for the start.")
    return said.format(number=number)


def _break_words(look: Look, board: Scoreboard, seat: Seat) -> str:
    taken = breaks_of(board, seat, look.at)
    return _("break {time}").format(time=duration(taken.left_ms))


def _doubles(look: Look, board: Scoreboard) -> tuple[Choice, ...]:
    """Return the double of the player to move; without a clock, of each side that may double."""
    free = [seat for seat in SEATS if no_double(board, seat) is None]
    if board.clock.control.clocked:
        seat: Seat = 1 if board.clock.runs[1] else 0
        words = _("{name} offers a double").format(name=look.names[seat])
        double = Choice(f"double:{seat}", "8", N_("Double"), words, ("d", "D", "up"))
        return (double,) if seat in free else ()
    return tuple(
        Choice(
            f"double:{seat}",
            "46"[seat],
            N_("Double"),
            N_("A double is offered"),
            detail=look.names[seat],
        )
        for seat in free
    )


def _double(change: Change, rest: str) -> None:
    """Enter a double, and start the opponent's time (USBGF-4.4)."""
    clock, seat = change.session.clock, seat_of(rest)
    if clock is not None and not clock.control.clocked and not clock.runs[seat]:
        press_for(change, other(seat))  # no press without a clock: it is the doubler's turn
    if act(change, a.Double(change.at, seat)):
        press_for(change, seat)


def _claim_flag(change: Change, rest: str) -> None:
    """Enter that a flag was noticed: the table does not call it by itself (USBGF-4.3)."""
    clock = change.session.clock
    fallen = c.reading(clock, change.at).fallen if clock is not None else (False, False)
    if any(fallen) and act(change, a.FlagNoticed(change.at, 0 if fallen[0] else 1)):
        change.log_presses(FLAG)


ROLLING = Page(
    _rolling,
    {
        "side": acting(a.Begin),
        "break": ask_break,
        "undo": undo,
        "fix": ask_fix,
        "length": ask_length,
    },
)
PLAYING = Page(
    _playing,
    {"side": press, "double": _double, "over": over, "pause": pause, "claim_flag": _claim_flag},
)
PAUSED = Page(
    _paused,
    {"go_on": resume, "over": over, "undo": undo, "fix": ask_fix, "length": ask_length},
)
RECOVERING = Page(paused.RECOVERING.shows, {**paused.RECOVERING.does, "over": over})
