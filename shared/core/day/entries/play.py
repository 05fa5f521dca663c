"""Journal lines of a game: turns, offers, counts, the scoreboard, how it ended."""

from __future__ import annotations

from shared.core.backgammon.actions import Action
from shared.core.day.entries.base import Line, Square
from shared.core.draughts.counts import CountKind
from shared.core.match.outcome import Code, Seat


class Pressed(Line, frozen=True):
    """A player ends his turn. ``path`` is the move made, where moves are entered."""

    seat: Seat
    at: int
    path: tuple[Square, ...] = ()


class MoveClarified(Line, frozen=True):
    """Every square of the last capture, which could have been several. Now the opponent thinks."""

    path: tuple[Square, ...]
    at: int


class FlagFell(Line, frozen=True):
    """The table noticed at ``at`` that the flag of ``seat`` has fallen.

    A clock has no such event: its flags fall by themselves.
    """

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
