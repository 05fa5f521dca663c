"""Journal lines of a game: turns, pauses, offers, counts, the scoreboard, how it ended."""

from __future__ import annotations

from shared.core.backgammon.actions import Action
from shared.core.clock.causes import Why
from shared.core.counts import CountKind
from shared.core.day.entries.base import Line, Square
from shared.core.words import Code, Seat


class Pressed(Line, frozen=True):
    """A player ends his turn. ``path`` is the move made, where moves are entered."""

    seat: Seat
    at: int
    path: tuple[Square, ...] = ()


class MoveClarified(Line, frozen=True):
    """Every square of the last capture, which could have been several. Now the opponent thinks."""

    path: tuple[Square, ...]
    at: int


class Paused(Line, frozen=True):
    """Both clocks stop; ``why`` says for what."""

    at: int
    why: Why


class Resumed(Line, frozen=True):
    """The paused clock goes on; ``referee`` says that it is his word, which alone lifts a stop
    that he has ordered."""

    at: int
    referee: bool = False


class FlagFell(Line, frozen=True):
    """The table noticed at ``at`` that the flag of ``seat`` has fallen."""

    seat: Seat
    at: int


class FlagNoticed(Line, frozen=True):
    """Somebody noticed at ``at`` that the reserve of ``seat`` has expired (USBGF-4.3)."""

    seat: Seat
    at: int


class TurnPassed(Line, frozen=True):
    """The turn of ``seat`` took too long and went to the opponent (SE-5)."""

    seat: Seat
    at: int


class DrawOffered(Line, frozen=True):
    """``seat`` offers a draw."""

    seat: Seat
    at: int


class DrawAnswered(Line, frozen=True):
    """``seat`` accepts the draw that is offered, or refuses it."""

    seat: Seat
    accepted: bool
    at: int


class CountBegun(Line, frozen=True):
    """``asker`` announces a count of moves, which begins with the next one."""

    kind: CountKind
    asker: Seat
    at: int


class CountAnew(Line, frozen=True):
    """Something changed on the board that begins the running count anew."""

    at: int


class CountEnded(Line, frozen=True):
    """The running count is given up."""

    at: int


class MoveCounted(Line, frozen=True):
    """One move more of ``seat`` is counted where nobody presses."""

    seat: Seat
    at: int


class Acted(Line, frozen=True):
    """Something happens on the scoreboard of a match of points (USBGF-4)."""

    action: Action


class TakenBack(Line, frozen=True):
    """Both players take back the last thing that was entered on the scoreboard (USBGF-4.7)."""

    at: int


class GameOver(Line, frozen=True):
    """The game has ended. ``code`` is read for seat 0."""

    at: int
    code: Code


class CodeCorrected(Line, frozen=True):
    """The code of game ``game`` (from 1), read for seat 0, was entered wrongly."""

    game: int
    code: Code
