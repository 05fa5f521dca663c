"""Journal lines of a game: turns, offers, counts, the scoreboard, how it ended."""

from shared.core.backgammon.actions import Action
from shared.core.day.entries.base import JournalLine, Square
from shared.core.draughts.counts import CountKind
from shared.core.match.outcome import Code, Seat


class Pressed(JournalLine, frozen=True):
    """A player ends their turn. ``path`` is the move made, where moves are entered."""

    seat: Seat
    at: int
    path: tuple[Square, ...] = ()


class MoveClarified(JournalLine, frozen=True):
    """Every square of the last capture, which could have been several. Now the opponent thinks."""

    path: tuple[Square, ...]
    at: int


class FlagFell(JournalLine, frozen=True):
    """The table noticed at ``at`` that the flag of ``seat`` has fallen.

    A clock has no such event: its flags fall by themselves.
    """

    seat: Seat
    at: int


class DrawOffered(JournalLine, frozen=True):
    """``seat`` offers a draw."""

    seat: Seat
    at: int


class DrawAnswered(JournalLine, frozen=True):
    """``seat`` accepts the draw that is offered, or refuses it."""

    seat: Seat
    accepted: bool
    at: int


class CountBegun(JournalLine, frozen=True):
    """``asker`` announces a count of moves, which begins with the next one."""

    kind: CountKind
    asker: Seat
    at: int


class CountAnew(JournalLine, frozen=True):
    """Something changed on the board that begins the running count anew."""

    at: int


class CountEnded(JournalLine, frozen=True):
    """The running count is given up."""

    at: int


class Acted(JournalLine, frozen=True):
    """Something happens on the scoreboard of a match of points (USBGF-4)."""

    action: Action


class TakenBack(JournalLine, frozen=True):
    """Both players take back the last thing that was entered on the scoreboard (USBGF-4.7)."""

    at: int


class GameOver(JournalLine, frozen=True):
    """The game has ended. ``code`` is read for seat 0."""

    at: int
    code: Code


class CodeCorrected(JournalLine, frozen=True):
    """The code of game ``game`` (from 1), read for seat 0, was entered wrongly."""

    game: int
    code: Code
