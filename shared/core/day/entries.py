"""The lines of a table's journal: what happened there, in order, as values that can be stored.

A line says what the table saw. Whether it may happen, and what it means, is the day's table's.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from shared.core import clock as c
from shared.core.backgammon.actions import Action
from shared.core.draughts.counts import CountKind
from shared.core.events import ScoreLogged
from shared.core.events.measures import OfTable
from shared.core.match.outcome import Code, Seat

Square = Annotated[int, Meta(ge=1, le=32)]
"""A square of the board by its number."""


class JournalLine(Struct, frozen=True, array_like=True, tag=True):
    """One line of the journal. Every ``at`` is ms of the table's monotonic clock."""


class Seated(JournalLine, frozen=True):
    """A player has sat down and said so."""

    seat: Seat


class PinSet(JournalLine, frozen=True):
    """``seat`` signs with a PIN in this match; ``stored`` is its slow salted hash."""

    seat: Seat
    stored: str


class ControlChosen(JournalLine, frozen=True):
    """A player names a time control, and may name another until both agree."""

    seat: Seat
    name: str


class ControlSet(JournalLine, frozen=True):
    """The control is settled: by chance when the players differ, or by the referee."""

    name: str


class TermsSet(JournalLine, frozen=True):
    """What the players use, by their wishes; who had accepted before accepts anew (USBGF-3.6)."""

    used: tuple[str, ...]


class TermsAccepted(JournalLine, frozen=True):
    """A player accepts what stands there to be used."""

    seat: Seat


class Rolled(JournalLine, frozen=True):
    """Each player has rolled for what the players do not agree on (USBGF-3.6)."""

    rolls: tuple[int, int]


class MovesEntered(JournalLine, frozen=True):
    """The players enter their moves from the next game on, or only press."""

    on: bool


class DrawByHand(JournalLine, frozen=True):
    """The players draw with cards and a coin of their own, or the table does (ACF-1.VIII.A)."""

    on: bool


class CoinTossed(JournalLine, frozen=True):
    """``winner`` has the choice of sides, once for the match (APCA-6)."""

    winner: Seat


class Drew(JournalLine, frozen=True):
    """``first`` moves first in game 1, by choice or by lot, and ``opening`` was on the card.

    0 for no opening from a card.
    """

    first: Seat
    opening: int = 0


class Started(JournalLine, frozen=True):
    """The game begins. Whose clock runs follows from the draw, so the line does not say it."""

    at: int


class NextGame(JournalLine, frozen=True):
    """The next game is set up."""


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


ClockEvent = (
    c.StartLate
    | c.StartBoth
    | c.Arrive
    | c.Pause
    | c.Resume
    | c.Notice
    | c.Release
    | c.Tap
    | c.Plus
    | c.TimeTold
    | c.SingleJump
    | c.PassTurn
    | c.Adjust
    | c.Forgotten
    | c.Gap
)
"""What a line can say of the clock. Its other events follow from lines that say more than they."""


class Clocked(JournalLine, frozen=True):
    """Something happens to the clock of the table."""

    event: ClockEvent


class MovesTimed(JournalLine, frozen=True):
    """A timekeeper times each move from now on (DARK-time), or a minute is for each (Lowder).

    The line names the rule; its numbers stand in the rulebook.
    """

    by: Literal["five_minutes", "lowder"]
    at: int


class TimeCalled(JournalLine, frozen=True):
    """Time is called (SE-7): both stop, and captured checkers are counted.

    The table calls it when the match is old enough, the ``referee`` when the hall's clock says so.
    """

    at: int
    referee: bool = False


class Captured(JournalLine, frozen=True):
    """The checkers that each seat has captured over the whole match, as counted (SE-7)."""

    captures: tuple[int, int]
    at: int


class ClockImposed(JournalLine, frozen=True):
    """The director brings a clock to this game, or to the whole match (APCA-9).

    The line names the control; its times follow from the name.
    """

    name: str
    scope: Literal["match", "game"]
    at: int


class Ordered(JournalLine, frozen=True):
    """This table carries out a measure of a decision, which ``token`` names.

    The time of the absent players runs from ``ago_ms`` before ``at``.
    """

    token: str
    measure: OfTable
    at: int
    clause: str = ""
    reason: str = ""
    ago_ms: int = 0


class Recovered(JournalLine, frozen=True):
    """The table came back after a restart; these are the last times (ms) that it had saved.

    Written at every restart, even where no clock is: the stamps before it belong to another
    monotonic clock. ``thought`` is what each had used of the turn (ms).
    """

    remaining: tuple[int, int]
    to_move: Seat | None = None
    flag: Seat | None = None
    thought: tuple[int, int] = (0, 0)


class AgreedToGoOn(JournalLine, frozen=True):
    """A player accepts the recovered times."""

    seat: Seat


class RefereeResumed(JournalLine, frozen=True):
    """The referee has answered; ``remaining`` (ms) and ``to_move`` are what they set."""

    remaining: tuple[int, int] | None = None
    to_move: Seat | None = None


class TakenOver(JournalLine, frozen=True):
    """This device takes the match over as the log of the hall has it: another had it before.

    ``remaining`` (ms) and ``moves`` are the last reading in the log, of game ``game``, and ``over``
    whether that game had ended; ``to_move`` may be None where it had. ``codes`` are what a side
    has signed, read for seat 0, or nothing. ``logged`` presses are in the log. ``carried`` are the
    tokens of the measures that the device before has carried out. ``score`` is the scoreboard of a
    match of points, ``captures`` what was signed of a call of time (SE-7), ``entering`` whether
    moves were entered. ``afterwards`` is the time control of the next game, where the director
    brought a clock for this one.
    """

    control: str
    game: int
    remaining: tuple[int, int]
    moves: tuple[int, int]
    to_move: Seat | None
    over: bool
    logged: int
    codes: tuple[Code, ...] = ()
    carried: tuple[str, ...] = ()
    score: ScoreLogged | None = None
    captures: tuple[int, int] | None = None
    entering: bool = False
    afterwards: str = ""


class Recalled(JournalLine, frozen=True):
    """Who won the next of the games that the log has no code of, as the players say."""

    code: Code


Entry = (
    Seated | DrawByHand | CoinTossed | Drew | ControlChosen | ControlSet | Started | Pressed
    | Clocked | FlagFell | MovesTimed | DrawOffered | DrawAnswered | CountBegun | CountAnew
    | CountEnded | GameOver | CodeCorrected | TimeCalled | Captured | ClockImposed | Ordered
    | PinSet | NextGame | Recovered | AgreedToGoOn | RefereeResumed | TakenOver | Recalled
    | Acted | TakenBack | MovesEntered | MoveClarified | TermsSet | TermsAccepted | Rolled
)  # fmt: skip
"""Every line."""
