"""The lines of a table's journal: what happened there, in order, as values that can be stored.

A line says what the table saw. Whether it may happen, and what it means, is the day's table's.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from shared.core.backgammon.actions import Action
from shared.core.counts import CountKind
from shared.core.events import Order, ScoreLogged
from shared.core.words import Code, Seat

Square = Annotated[int, Meta(ge=1, le=32)]
"""A square of the board by its number."""


class _Entry(Struct, frozen=True, array_like=True, tag=True):
    """One line of the journal. Every ``at`` is ms of the table's monotonic clock."""


class Seated(_Entry, frozen=True):
    """A player has sat down and said so."""

    seat: Seat


class ControlChosen(_Entry, frozen=True):
    """A player names a time control, and may name another until both agree."""

    seat: Seat
    name: str


class ControlSet(_Entry, frozen=True):
    """The control is settled: by chance when the players differ, or by the referee."""

    name: str


class AbsentStarted(_Entry, frozen=True):
    """The referee has the time of those who are not there run (ACF-1.VI.B)."""

    absent: tuple[bool, bool]
    at: int


class Arrived(_Entry, frozen=True):
    """A player whose time ran in his absence sits down."""

    seat: Seat
    at: int


class Started(_Entry, frozen=True):
    """The game begins: the clock of the player to move runs."""

    at: int


class Pressed(_Entry, frozen=True):
    """A player ends his turn. ``path`` is the move made, where moves are entered."""

    seat: Seat
    at: int
    path: tuple[Square, ...] = ()


class Paused(_Entry, frozen=True):
    """Both clocks stop. ``by`` is a seat, or None for the referee."""

    at: int
    reason: str
    by: Seat | None = None


class Resumed(_Entry, frozen=True):
    """The paused clock goes on."""

    at: int


class FlagFell(_Entry, frozen=True):
    """The table noticed at ``at`` that the flag of ``seat`` has fallen."""

    seat: Seat
    at: int


class FlagNoticed(_Entry, frozen=True):
    """Somebody noticed at ``at`` that the reserve of ``seat`` has expired (USBGF-4.3)."""

    seat: Seat
    at: int


class TurnPassed(_Entry, frozen=True):
    """The turn of ``seat`` took too long and went to the opponent (SE-5)."""

    seat: Seat
    at: int


class MovesTimed(_Entry, frozen=True):
    """A timekeeper times each move from now on (DARK-time), or a minute is for each (Lowder)."""

    by: Literal["five_minutes", "lowder"]
    at: int


class TimingEnded(_Entry, frozen=True):
    """Moves are not timed any more."""

    at: int


class PlayerTold(_Entry, frozen=True):
    """The player to move has been told, audibly, how his time stands."""

    at: int


class SingleJump(_Entry, frozen=True):
    """The turn has exactly one jump, and the shorter limit (DARK-time)."""

    at: int


class MoveTapped(_Entry, frozen=True):
    """The timekeeper taps a move of whoever is to move."""

    at: int


class MoveCounted(_Entry, frozen=True):
    """One move more of ``seat`` is counted where nobody presses."""

    seat: Seat
    at: int


class DrawOffered(_Entry, frozen=True):
    """``seat`` offers a draw."""

    seat: Seat
    at: int


class DrawAnswered(_Entry, frozen=True):
    """``seat`` accepts the draw that is offered, or refuses it."""

    seat: Seat
    accepted: bool
    at: int


class CountBegun(_Entry, frozen=True):
    """``asker`` announces a count of moves, which begins with the next one."""

    kind: CountKind
    asker: Seat
    at: int


class CountAnew(_Entry, frozen=True):
    """Something changed on the board that begins the running count anew."""

    at: int


class CountEnded(_Entry, frozen=True):
    """The running count is given up."""

    at: int


class GameOver(_Entry, frozen=True):
    """The game has ended. ``code`` is read for seat 0."""

    at: int
    code: Code


class CodeCorrected(_Entry, frozen=True):
    """The code of game ``game`` (from 1), read for seat 0, was entered wrongly."""

    game: int
    code: Code


class TimeCalled(_Entry, frozen=True):
    """The time of the match is over (SE-7): both stop, and captured checkers are counted."""

    at: int


class Captured(_Entry, frozen=True):
    """The checkers that each seat has captured over the whole match, as counted (SE-7)."""

    captures: tuple[int, int]
    at: int


class ClockImposed(_Entry, frozen=True):
    """The director brings a clock to this game, or to the whole match (APCA-9)."""

    name: str
    scope: Literal["match", "game"]
    at: int


class Slept(_Entry, frozen=True):
    """The machine was away between the stamps ``at`` and ``until``.

    ``away_ms`` is how long, where the stamps do not count the time of a sleep.
    """

    at: int
    until: int
    away_ms: int = 0


class Adjusted(_Entry, frozen=True):
    """The referee adds ``add`` ms to each seat's time, or takes it, by ``clause``."""

    add: tuple[int, int]
    at: int
    clause: str = ""
    reason: str = ""


class Ordered(_Entry, frozen=True):
    """What the referee's answer, the event ``answer``, has this table do (see ``events.Order``)."""

    answer: str
    order: Order
    at: int
    clause: str = ""
    reason: str = ""


class PinSet(_Entry, frozen=True):
    """``seat`` signs with a PIN in this match; ``stored`` is its slow salted hash."""

    seat: Seat
    stored: str


class PressForgotten(_Entry, frozen=True):
    """``seat`` ended its turn ``ms`` before ``at`` and did not press (USBGF-4.1.8)."""

    seat: Seat
    ms: int
    at: int


class NextGame(_Entry, frozen=True):
    """The next game is set up."""


class Recovered(_Entry, frozen=True):
    """The table came back after a restart; these are the last times (ms) that it had saved.

    Written at every restart: the stamps before it belong to another monotonic clock. ``thought``
    is what each had used of the turn (ms).
    """

    remaining: tuple[int, int]
    to_move: Seat | None = None
    flag: Seat | None = None
    thought: tuple[int, int] = (0, 0)


class AgreedToGoOn(_Entry, frozen=True):
    """A player accepts the recovered times."""

    seat: Seat


class RefereeResumed(_Entry, frozen=True):
    """The referee has answered; ``remaining`` (ms) and ``to_move`` are what he set, if he did."""

    remaining: tuple[int, int] | None = None
    to_move: Seat | None = None


class TakenOver(_Entry, frozen=True):
    """This device takes the match over as the log of the hall has it: another had it before.

    ``remaining`` (ms) and ``moves`` are the last reading in the log, of game ``game``, and ``over``
    whether that game had ended; ``to_move`` may be None where it had. ``codes`` are what a side
    has signed, read for seat 0, or nothing. ``logged`` presses are in the log. ``orders`` are the
    referee's answers that were carried out by the device before, as far as the log knows. ``score``
    is the scoreboard of a match of points, ``entering`` whether moves were entered.
    """

    control: str
    game: int
    remaining: tuple[int, int]
    moves: tuple[int, int]
    to_move: Seat | None
    over: bool
    logged: int
    codes: tuple[Code, ...] = ()
    orders: tuple[str, ...] = ()
    score: ScoreLogged | None = None
    entering: bool = False


class Recalled(_Entry, frozen=True):
    """Who won the next of the games that the log has no code of, as the players say."""

    code: Code


class Acted(_Entry, frozen=True):
    """Something happens on the scoreboard of a match of points (USBGF-4)."""

    action: Action


class TakenBack(_Entry, frozen=True):
    """Both players take back the last thing that was entered on the scoreboard (USBGF-4.7)."""

    at: int


class MovesEntered(_Entry, frozen=True):
    """The players enter their moves from the next game on, or only press."""

    on: bool


class MoveClarified(_Entry, frozen=True):
    """Every square of the last capture, which could have been several. Now the opponent thinks."""

    path: tuple[Square, ...]
    at: int


class TermsSet(_Entry, frozen=True):
    """What the players use, by their wishes; who had accepted before accepts anew (USBGF-3.6)."""

    used: tuple[str, ...]


class TermsAccepted(_Entry, frozen=True):
    """A player accepts what stands there to be used."""

    seat: Seat


class Rolled(_Entry, frozen=True):
    """Each player has rolled for what the players do not agree on (USBGF-3.6)."""

    rolls: tuple[int, int]


Entry = (
    Seated
    | ControlChosen
    | ControlSet
    | AbsentStarted
    | Arrived
    | Started
    | Pressed
    | Paused
    | Resumed
    | FlagFell
    | FlagNoticed
    | TurnPassed
    | MovesTimed
    | TimingEnded
    | PlayerTold
    | SingleJump
    | MoveTapped
    | MoveCounted
    | DrawOffered
    | DrawAnswered
    | CountBegun
    | CountAnew
    | CountEnded
    | GameOver
    | CodeCorrected
    | TimeCalled
    | Captured
    | ClockImposed
    | Slept
    | Adjusted
    | Ordered
    | PinSet
    | PressForgotten
    | NextGame
    | Recovered
    | AgreedToGoOn
    | RefereeResumed
    | TakenOver
    | Recalled
    | Acted
    | TakenBack
    | MovesEntered
    | MoveClarified
    | TermsSet
    | TermsAccepted
    | Rolled
)
