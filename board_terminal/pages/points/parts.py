"""What the pages of a match of points share: a player's half with score, cube and clock
(USBGF-4), and entering an action."""

from collections.abc import Callable

from board_terminal.changes.change import Change
from board_terminal.pages.look import Does, Look, seat_of
from board_terminal.view.keys import SIDE_KEYS
from board_terminal.view.view import Half, Tone
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.clock import face
from shared.core.day import Phase
from shared.core.day.entries import Acted
from shared.core.day.points import scoreboard_of
from shared.core.events import GAME_END
from shared.core.match.outcome import Seat
from shared.core.text.language import _, ngettext


def running_half(look: Look, seat: Seat) -> Half:
    """Return a player's half while a game is played: clock, points, cube, and whose turn it is."""
    clock = scoreboard_of(look.session).clock
    reading = look.reading
    word, key = "", ""
    tone: Tone = ""
    if reading is not None and reading.fallen[seat]:
        word, tone = _("■ FLAG DOWN"), "alarm"
        key = SIDE_KEYS[seat] if reading.runs[seat] else ""
    elif reading is not None and reading.runs[seat]:
        word = _("▶ THINKING") if clock.control.clocked else _("▶ TO MOVE")
        tone, key = "run", SIDE_KEYS[seat]
    elif clock.runs[seat] and not (reading and any(reading.runs)):
        word = _("‖ paused, to move")
    return points_half(look, seat, word, tone, key)


def points_half(
    look: Look,
    seat: Seat,
    word: str = "",
    tone: Tone = "",
    key: str = "",
    more: tuple[str, ...] = (),
) -> Half:
    """Return a player's half with clock or points, and the cube if they own it."""
    board = scoreboard_of(look.session)
    score = board.match.score[seat]
    owns: tuple[str, ...] = ()
    if board.cube.owner == seat:
        owns = (_("owns the cube: {value}").format(value=board.cube.value),)
    reading = look.reading
    if reading is not None and board.clock.control.clocked:
        # Where room is short the last line stays: the score.
        big = face(reading.remaining[seat])
        points = [_("{score} of {length}").format(score=score, length=board.match.length)]
    else:
        big, points = str(score), []
    return Half(look.names[seat], look.side(seat), big, word, (*owns, *more, *points), tone, key)


def counted(points: int) -> str:
    """Return points in words: "1 point"."""
    return ngettext("{count} point", "{count} points", points).format(count=points)


WINS = {str(win.value): win for win in Win}
_IN_GAME = (Phase.PLAYING, Phase.PAUSED)


def act(change: Change, action: a.Action) -> bool:
    """Enter an action; with the end of a game its presses go into the log."""
    before = change.phase
    if not change.enter(Acted(action)):
        return False
    change.ask(None)
    if before in _IN_GAME and change.phase not in _IN_GAME:
        change.log_presses(GAME_END)
    return True


def acting(action: Callable[[int, Seat], a.Action]) -> Does:
    """Return what enters an action of the side that a command names."""

    def does(change: Change, rest: str) -> None:
        act(change, action(change.at, seat_of(rest)))

    return does


def press_for(change: Change, seat: Seat) -> None:
    """Start the other's time, where a clock runs for ``seat``."""
    clock = change.session.clock
    if change.phase is Phase.PLAYING and clock is not None and clock.runs[seat]:
        change.press(seat)
