"""What can happen on a scoreboard, as values that a journal can hold.

Stamps ``at`` are ms of one monotonic clock.
"""

from msgspec import Struct

from shared.core.backgammon.worth import Win
from shared.core.match.outcome import Seat


class _Action(Struct, frozen=True, array_like=True, tag=True):
    """One line of a match's list of actions."""

    at: int


class Begin(_Action, frozen=True):
    """A game begins; ``first`` has won the opening roll and is to move."""

    first: Seat


class EndTurn(_Action, frozen=True):
    """``seat`` ends its turn, or has acted on the cube, by starting the other's time."""

    seat: Seat


class Double(_Action, frozen=True):
    """``seat`` offers a double on its turn."""

    seat: Seat


class Take(_Action, frozen=True):
    """``seat`` takes the double and owns the cube."""

    seat: Seat


class Pass(_Action, frozen=True):
    """``seat`` passes the double and loses the game at the value before it."""

    seat: Seat


class Won(_Action, frozen=True):
    """``seat`` has borne off: a single game, a gammon or a backgammon."""

    seat: Seat
    win: Win


class Resign(_Action, frozen=True):
    """``seat`` resigns ``win``; the page says that this is without contact only (USBGF-4.5)."""

    seat: Seat
    win: Win


class Claim(_Action, frozen=True):
    """``seat`` claims ``win``, without contact only as well."""

    seat: Seat
    win: Win


class Accept(_Action, frozen=True):
    """``seat`` accepts what is offered."""

    seat: Seat


class Refuse(_Action, frozen=True):
    """``seat`` refuses what is offered: the game is played on."""

    seat: Seat


class FlagNoticed(_Action, frozen=True):
    """A player notices that the reserve of ``seat`` has expired (USBGF-4.3)."""

    seat: Seat


class FlagStands(_Action, frozen=True):
    """Nothing could be claimed: the match is lost by the flag."""


class FlagClaimed(_Action, frozen=True):
    """The player whose reserve expired validly claims ``win``, and with it the match."""

    win: Win


class FlagDisputed(_Action, frozen=True):
    """``seat`` does not agree with what the flag brings: the match lost, or the claimed ``win``."""

    seat: Seat
    win: Win | None = None


class Delayed(_Action, frozen=True):
    """``seat`` has kept the match waiting for ``ms`` (USBGF-2.2b)."""

    seat: Seat
    ms: int


class Penalized(_Action, frozen=True):
    """The director has the delays of ``seat`` cost ``points`` (USBGF-2.2b).

    ``imposed``: by a ruling from the dashboard, whatever the table knows of delays.
    """

    seat: Seat
    points: int
    imposed: bool = False


class Forfeited(_Action, frozen=True):
    """``seat`` has lost the match by delays that cost too many penalty points (USBGF-2.2b)."""

    seat: Seat


class BreakBegins(_Action, frozen=True):
    """``seat`` goes on a break between games; ``urgent`` says why it cannot wait."""

    seat: Seat
    urgent: bool = False


class BreakEnds(_Action, frozen=True):
    """``seat`` is back."""

    seat: Seat


class LengthFound(_Action, frozen=True):
    """The match is played to a wrong length; ``correct`` is the posted one (USBGF-4.8)."""

    correct: int


class ScoreSet(_Action, frozen=True):
    """The score between games is set right by the written record (USBGF-4.7)."""

    score: tuple[int, int]


Action = (
    Begin
    | EndTurn
    | Double
    | Take
    | Pass
    | Won
    | Resign
    | Claim
    | Accept
    | Refuse
    | FlagNoticed
    | FlagStands
    | FlagClaimed
    | FlagDisputed
    | Delayed
    | Penalized
    | Forfeited
    | BreakBegins
    | BreakEnds
    | LengthFound
    | ScoreSet
)
