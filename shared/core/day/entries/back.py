"""Journal lines of what broke off: a restart, a change of devices."""

from shared.core.day.entries.base import JournalLine
from shared.core.events import ScoreLogged
from shared.core.match.outcome import Code, Seat


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
