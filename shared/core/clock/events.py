"""What can happen to a match clock, as values. Stamps ``at`` are ms of one monotonic clock."""

from typing import Literal

from msgspec import Struct

from shared.core.clock.state import Pair, WatchRule, Why
from shared.core.match.controls import TimeControl
from shared.core.match.outcome import Seat


class _Event(Struct, frozen=True, array_like=True, tag=True):
    """Tagged, so that a journal can hold any of them."""


# -- players ----------------------------------------------------------------------------------


class Start(_Event, frozen=True):
    """The game begins and ``seat`` is to move (ACF-1.X.A.d)."""

    seat: Seat
    at: int


class StartLate(_Event, frozen=True):
    """The time of the one player who has not come begins to run (ACF-1.VI.B)."""

    seat: Seat
    at: int


class StartBoth(_Event, frozen=True):
    """Nobody has come: the time of both begins to run at once (ACF-1.VI.B)."""

    at: int


class Arrive(_Event, frozen=True):
    """An absent player whose time ran arrives; their time stops. The game can start."""

    seat: Seat
    at: int


class Press(_Event, frozen=True):
    """``seat`` ends its own turn: its move is complete, the other's time runs (ACF-1.X.A.c)."""

    seat: Seat
    at: int


class Pause(_Event, frozen=True):
    """Both stop, through nobody's fault; ``why`` says for what (ACF-1.X.A.f)."""

    at: int
    why: Why | None = None


class Resume(_Event, frozen=True):
    """What was paused goes on where it stood; ``referee`` says that it is the referee's word."""

    at: int
    referee: bool = False


class EndGame(_Event, frozen=True):
    """The game is over: both stop, and no bonus is given for the turn that was not pressed."""

    at: int


class NextGame(_Event, frozen=True):
    """The next game is set up, with the time that is left: never reset (ACF-1.X.A.b)."""


class Notice(_Event, frozen=True):
    """A player notices that the reserve of ``seat`` has expired (USBGF-4.3)."""

    seat: Seat
    at: int


# -- timekeepers ------------------------------------------------------------------------------


class Keep(_Event, frozen=True):
    """From now on each turn is timed by ``rule`` (ACF-1.X.B.a, ACF-1.X.B.c, SE-5)."""

    rule: WatchRule
    at: int


class Release(_Event, frozen=True):
    """The timekeeper leaves."""

    at: int


class Tap(_Event, frozen=True):
    """The timekeeper taps a move: the turn, whosesoever it is, ends."""

    at: int


class Plus(_Event, frozen=True):
    """One more move of ``seat`` is counted where nobody presses."""

    seat: Seat
    at: int


class TimeTold(_Event, frozen=True):
    """The player to move has been told, audibly, how their time stands (DARK-time, ACF-1.X.B.c)."""

    at: int


class SingleJump(_Event, frozen=True):
    """This turn has exactly one jump, by the moves or the referee's word (DARK-time)."""

    at: int


class PassTurn(_Event, frozen=True):
    """The turn of ``seat`` has taken too long and goes to the opponent (SE-5)."""

    seat: Seat
    at: int


# -- referees and machines --------------------------------------------------------------------


class Adjust(_Event, frozen=True):
    """The referee adds ``add`` ms to what each seat has left, or takes it, by a ruling."""

    add: Pair
    at: int
    clause: str = ""
    reason: str = ""


class Forgotten(_Event, frozen=True):
    """``seat`` ended its turn and forgot to press; ``ms`` of its thought were not its own.

    They are given back in full, and the opponent's turn begins (USBGF-4.1.8).
    """

    seat: Seat
    ms: int
    at: int


class Impose(_Event, frozen=True):
    """A clock comes to an unclocked match, for the "match" or this "game" only (APCA-9)."""

    control: TimeControl
    scope: Literal["match", "game"]
    at: int


class Gap(_Event, frozen=True):
    """The machine was away between the stamps ``at`` and ``until``, as when it slept.

    Both stop with the times of ``at``: whose the time in between was, the referee says. ``away_ms``
    is how long it slept, where the clock of the stamps did not count that.
    """

    at: int
    until: int
    away_ms: int = 0


class Recover(_Event, frozen=True):
    """The clock takes ``remaining`` (ms), as shown before a power cut or as the referee sets it.

    Both stop. It brings no stamp: stamps before and after it may be of different monotonic
    clocks and are never compared. ``to_move`` None leaves the turn as it was; an absence goes
    on as an absence. ``flag`` names a flag known to have fallen; a time of 0 says so by itself.
    ``thought`` is what each had used of the turn, in ms, so that a delay is not given twice.
    """

    remaining: Pair
    to_move: Seat | None = None
    flag: Seat | None = None
    thought: Pair = (0, 0)


Event = (
    Start
    | StartLate
    | StartBoth
    | Arrive
    | Press
    | Pause
    | Resume
    | EndGame
    | NextGame
    | Notice
    | Keep
    | Release
    | Tap
    | Plus
    | TimeTold
    | SingleJump
    | PassTurn
    | Adjust
    | Forgotten
    | Impose
    | Gap
    | Recover
)
