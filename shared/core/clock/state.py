"""The clock as a value: where it stands, why, and what it shows. Changes nothing."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from shared.core.match.controls import TimeControl
from shared.core.match.move_time import LowderRule, MoveTimeRule, TurnRule
from shared.core.match.outcome import ReportType, Seat
from shared.core.text.sentence import Refusal

Cause = Literal[
    "at_table", "game_over", "another_device", "no_table", "which_capture", "time_called",
    "taken_back",
]  # fmt: skip
"""What stopped the clocks at the table itself. ``game_over``: a player said that the game is over
and the table asks who won. ``another_device``, ``no_table``: this device serves the table no more.
``which_capture``: several captures fit the move. ``taken_back``: both took an entry back."""


class _Why(Struct, frozen=True, array_like=True, tag=True):
    """Tagged, so that a journal can hold any of them."""


class Here(_Why, frozen=True):
    """It happened at the table."""

    cause: Cause


class Reported(_Why, frozen=True):
    """A report stopped them (HALL-report-clock); ``which`` says what exactly."""

    kind: ReportType
    which: str = ""


class Asleep(_Why, frozen=True):
    """The machine slept for ``ms``."""

    ms: int


class ByReferee(_Why, frozen=True):
    """The referee stopped them: the clause, and the referee's own words."""

    clause: str = ""
    reason: str = ""


Why = Here | Reported | Asleep | ByReferee
"""Any of them."""


Pair = tuple[int, int]
"""One number a seat."""

WatchRule = MoveTimeRule | LowderRule | TurnRule
"""The rules that time each turn by itself."""


class ClockPhase(StrEnum):
    """Where the clock stands."""

    READY = "ready"  # a game is set up and nobody's time runs
    ABSENT = "absent"  # before the game, the time of absent players runs (ACF-1.VI.B)
    RUNNING = "running"  # one player's turn
    PAUSED = "paused"  # stopped for both in the middle of something
    ENDED = "ended"  # between games, and after the last one
    FLAGGED = "flagged"  # a flag has fallen; everything stands still


TIME_PASSES = (ClockPhase.RUNNING, ClockPhase.ABSENT)
"""The phases in which a player's time passes."""


class Watch(Struct, frozen=True):
    """A timekeeper's eye on each turn, by one rule.

    ``since`` is the thought of the running turn, in ms, at which the watch began. ``told`` is
    how old the turn, so counted, was when its player was told, None before. ``single_jump``:
    the turn has exactly one jump (DARK-time).
    """

    rule: WatchRule
    since: int = 0
    told: int | None = None
    single_jump: bool = False


class Clock(Struct, frozen=True):
    """The whole state. A value: every change is a new one, made by ``apply`` or ``settle``.

    ``main`` is each seat's main time when its present turn began and ``thought`` what it has
    used of that turn, both in ms. ``runs`` says whose time runs, or will run on resuming.
    ``resumes`` is the phase that a pause goes back to. ``at`` is the last stamp in ms, or, when
    flagged, the instant of the fall; None where no stamp is known, as after a recovery.
    ``why`` says what stopped both. ``fallen`` holds the flags that are down and ``first`` the one
    that fell first, None where none did or both did in one millisecond. ``age`` is how old the
    match is, in ms since its first game ``begun``, pauses left out. ``afterwards`` is the control
    that follows one which was imposed for this game only.
    """

    control: TimeControl
    main: Pair
    thought: Pair = (0, 0)
    phase: ClockPhase = ClockPhase.READY
    resumes: ClockPhase = ClockPhase.RUNNING
    runs: tuple[bool, bool] = (False, False)
    game: int = 1
    moves: Pair = (0, 0)
    fallen: tuple[bool, bool] = (False, False)
    first: Seat | None = None
    at: int | None = None
    why: Why | None = None
    begun: bool = False
    age: int = 0
    watch: Watch | None = None
    afterwards: TimeControl | None = None


class ClockReading(Struct, frozen=True, array_like=True):
    """What the clock shows: time left in ms, whose time runs, flags, game, presses of the game."""

    remaining: Pair
    runs: tuple[bool, bool]
    fallen: tuple[bool, bool]
    game: int
    moves: Pair
    first: Seat | None = None

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs; None when none runs, or both."""
        return only(self.runs)

    @property
    def flag(self) -> Seat | None:
        """The seat whose flag fell first; None when none fell, or both in one millisecond."""
        return self.first


class IllegalClockEvent(Refusal):
    """The event cannot happen now. The text is a sentence; the clock is as it was."""


def new_clock(control: TimeControl) -> Clock:
    """Return the clock of a match that has not begun: both with the control's starting time.

    Raises ValueError for a control that waits for the length of the match
    (:meth:`TimeControl.for_length`).
    """
    if control.per_point_ms:
        raise ValueError(
            f"“{control.name}” needs the length of the match: write the whole reserve, as 14:00/12."
        )
    return Clock(control, main=(control.starting_ms, control.starting_ms))


def only(pair: tuple[bool, bool]) -> Seat | None:
    """Return the one seat for which ``pair`` is true; None for neither or both."""
    if pair[0] == pair[1]:
        return None
    return 0 if pair[0] else 1


def just(seat: Seat) -> tuple[bool, bool]:
    """Return true for ``seat`` alone."""
    return seat == 0, seat == 1


def put(pair: Pair, seat: Seat, value: int) -> Pair:
    """``pair`` with another number for ``seat``."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
