"""The match clock: one clock for all games of a match, two seats, whole milliseconds.

It owns the time left, whose turn runs, the presses of the game and which flag fell first. It
never reads a clock: every event brings ``at``, ms of one monotonic clock. It awards nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shared.core.time_controls import KINDS, TimeControl
from shared.core.words import SEATS, Seat, other

Pair = tuple[int, int]
"""One number a seat."""


class Phase(StrEnum):
    """Where the clock stands. Time passes in RUNNING and ABSENT only."""

    READY = "ready"  # a game is set up and nobody's time runs
    ABSENT = "absent"  # before the game, the time of whoever is not there runs (ACF-1.VI.B)
    RUNNING = "running"  # one player's turn
    PAUSED = "paused"  # stopped for both in the middle of something
    ENDED = "ended"  # between games, and after the last one
    FLAGGED = "flagged"  # a flag has fallen; everything stands still


class Clock(Struct, frozen=True):
    """The whole state. A value: every change is a new one, made by ``apply`` or ``settle``.

    ``main`` is each seat's main time when its present turn began and ``thought`` what it has
    used of that turn, both in ms. ``runs`` says whose time runs, or will run on resuming.
    ``resumes`` is the phase that a pause goes back to. ``at`` is the last stamp in ms, or, when
    flagged, the instant of the fall; None where no stamp is known, as after a recovery.
    ``fallen`` holds the flag that fell first, or both when they fell in the same millisecond.
    """

    control: TimeControl
    main: Pair
    thought: Pair = (0, 0)
    phase: Phase = Phase.READY
    resumes: Phase = Phase.RUNNING
    runs: tuple[bool, bool] = (False, False)
    game: int = 1
    moves: Pair = (0, 0)
    fallen: tuple[bool, bool] = (False, False)
    at: int | None = None
    reason: str = ""


class Reading(Struct, frozen=True, array_like=True):
    """What the clock shows: time left in ms, whose time runs, flags, game, presses of the game."""

    remaining: Pair
    runs: tuple[bool, bool]
    fallen: tuple[bool, bool]
    game: int
    moves: Pair

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs; None when none runs, or both."""
        return _only(self.runs)

    @property
    def flag(self) -> Seat | None:
        """The seat whose flag fell first; None when none fell, or both in one millisecond."""
        return _only(self.fallen)


class IllegalClockEvent(ValueError):
    """The event cannot happen now. The text is a sentence; the clock is as it was."""


class Start(Struct, frozen=True):
    """The game begins and ``seat`` is to move (ACF-1.X.A.d)."""

    seat: Seat
    at: int


class StartLate(Struct, frozen=True):
    """The time of the one player who has not come begins to run (ACF-1.VI.B)."""

    seat: Seat
    at: int


class StartBoth(Struct, frozen=True):
    """Nobody has come: the time of both begins to run at once (ACF-1.VI.B)."""

    at: int


class Arrive(Struct, frozen=True):
    """A player whose time ran in his absence is there; his time stops. The game can start."""

    seat: Seat
    at: int


class Press(Struct, frozen=True):
    """``seat`` ends its own turn: its move is complete, the other's time runs (ACF-1.X.A.c)."""

    seat: Seat
    at: int


class Pause(Struct, frozen=True):
    """Both stop, through nobody's fault, for ``reason`` (ACF-1.X.A.f)."""

    at: int
    reason: str = ""


class Resume(Struct, frozen=True):
    """What was paused goes on where it stood."""

    at: int


class EndGame(Struct, frozen=True):
    """The game is over: both stop, and no bonus is given for the turn that was not pressed."""

    at: int


class NextGame(Struct, frozen=True):
    """The next game is set up, with the time that is left: never reset (ACF-1.X.A.b)."""


class Recover(Struct, frozen=True):
    """The clock takes ``remaining`` (ms), as shown before a power cut or as the referee sets it.

    Both stop. It brings no stamp: stamps before and after it may be of different monotonic
    clocks and are never compared. ``to_move`` None leaves the turn as it was; an absence goes
    on as an absence. ``flag`` names a flag known to have fallen; a time of 0 says so by itself.
    """

    remaining: Pair
    to_move: Seat | None = None
    flag: Seat | None = None


Event = (
    Start | StartLate | StartBoth | Arrive | Press | Pause | Resume | EndGame | NextGame | Recover
)


def new_clock(control: TimeControl) -> Clock:
    """Return the clock of a match that has not begun: both with the control's starting time."""
    return Clock(control, main=(control.starting_ms, control.starting_ms))


def flag_due(clock: Clock) -> int | None:
    """Return the stamp in ms at which the next flag falls if nothing happens; None if none will.

    The flag falls when the last millisecond is used up: a player with 1000 ms who starts at
    ``at`` 0 is in time at 999 and has lost at 1000, with a press of that very stamp too.
    """
    if clock.phase not in _TIME_PASSES or clock.at is None:
        return None
    due = [clock.at + slack for seat in SEATS if (slack := _slack(clock, seat)) is not None]
    return min(due, default=None)


def settle(clock: Clock, at: int) -> Clock:
    """Return the clock as it stands at ``at`` (ms) when nothing has happened since its last event.

    A flag falls at its exact instant, however late anybody looks, and freezes everything. A
    stamp below the last one counts as the last one: a monotonic clock does not step back, so
    such a stamp is two threads crossing, and no player gains or loses time by it.
    """
    if clock.phase is Phase.FLAGGED:
        return clock
    since = at if clock.at is None else clock.at
    due = flag_due(clock)
    now = max(at, since) if due is None else min(max(at, since), due)
    passed = now - since if clock.phase in _TIME_PASSES else 0
    settled = replace(
        clock,
        thought=(
            clock.thought[0] + passed * clock.runs[0],
            clock.thought[1] + passed * clock.runs[1],
        ),
        at=now,
    )
    if now != due:
        return settled
    fallen = (_slack(settled, 0) == 0, _slack(settled, 1) == 0)
    return replace(settled, phase=Phase.FLAGGED, fallen=fallen)


def apply(clock: Clock, event: Event) -> Clock:
    """Return the clock after ``event``.

    Raises IllegalClockEvent, and changes nothing, where the table has no entry or the seat is
    not the one whose time runs.
    """
    settled = clock if isinstance(event, NextGame | Recover) else settle(clock, event.at)
    do = _TABLE[settled.phase].get(type(event))
    if do is None:
        raise IllegalClockEvent(f"{_REFUSAL[type(event)]}: {_STANDING[settled.phase]}.")
    return do(settled, event)


def reading(clock: Clock, at: int) -> Reading:
    """Return what the clock shows at ``at`` (ms). An unclocked match shows 0 and 0."""
    now = settle(clock, at)
    runs = now.runs if now.phase in _TIME_PASSES else (False, False)
    return Reading((_left(now, 0), _left(now, 1)), runs, now.fallen, now.game, now.moves)


def face(ms: int) -> str:
    """Return the time as a clock shows it: 1:30:00 from an hour up, 9:05, tenths under 10 s.

    Rounded up, as on a DGT: a full minute is shown until a whole second of it is gone, and 0:00
    means that the flag has fallen.
    """
    tenths = -(-ms // 100)
    if tenths <= 0:
        return "0:00"
    if tenths < 100:
        return f"0:0{tenths // 10}.{tenths % 10}"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


_TIME_PASSES = (Phase.RUNNING, Phase.ABSENT)


def _only(pair: tuple[bool, bool]) -> Seat | None:
    if pair[0] == pair[1]:
        return None
    return 0 if pair[0] else 1


def _just(seat: Seat) -> tuple[bool, bool]:
    return seat == 0, seat == 1


def _with(pair: Pair, seat: Seat, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _left(clock: Clock, seat: Seat) -> int:
    shown = KINDS[clock.control.kind].left(clock.control, clock.main[seat], clock.thought[seat])
    return max(0, shown)


def _slack(clock: Clock, seat: Seat) -> int | None:
    """Ms that ``seat``, if its time runs, may still think before the flag falls."""
    allowance = KINDS[clock.control.kind].allowance(clock.control, clock.main[seat])
    if allowance is None or not clock.runs[seat]:
        return None
    return max(0, allowance - clock.thought[seat])


def _banked(clock: Clock) -> Clock:
    """Close the open turn without a press: what is left is the main time of the next turn."""
    return replace(clock, main=(_left(clock, 0), _left(clock, 1)), thought=(0, 0))


def _start(clock: Clock, event: Start) -> Clock:
    return replace(
        clock, phase=Phase.RUNNING, resumes=Phase.RUNNING, runs=_just(event.seat), thought=(0, 0)
    )


def _start_absent(clock: Clock, event: StartLate | StartBoth) -> Clock:
    runs = (True, True) if isinstance(event, StartBoth) else _just(event.seat)
    return replace(clock, phase=Phase.ABSENT, resumes=Phase.ABSENT, runs=runs)


def _arrive(clock: Clock, event: Arrive) -> Clock:
    if not clock.runs[event.seat]:
        raise IllegalClockEvent("An arrival stops nothing: this player's time is not running.")
    still = (clock.runs[0] and event.seat != 0, clock.runs[1] and event.seat != 1)
    if any(still):
        return replace(clock, runs=still)
    return replace(_banked(clock), phase=Phase.READY, runs=still)


def _press(clock: Clock, event: Press) -> Clock:
    seat = event.seat
    if not clock.runs[seat]:
        raise IllegalClockEvent("The press does not count: it is the other player's turn.")
    pressed = KINDS[clock.control.kind].pressed
    return replace(
        clock,
        main=_with(clock.main, seat, pressed(clock.control, clock.main[seat], clock.thought[seat])),
        thought=(0, 0),
        moves=_with(clock.moves, seat, clock.moves[seat] + 1),
        runs=_just(other(seat)),
    )


def _pause(clock: Clock, event: Pause) -> Clock:
    return replace(clock, phase=Phase.PAUSED, reason=event.reason)


def _resume(clock: Clock, _: Resume) -> Clock:
    return replace(clock, phase=clock.resumes, reason="")


def _end(clock: Clock, event: EndGame) -> Clock:
    at = max(event.at, clock.at or event.at)
    return replace(_banked(clock), phase=Phase.ENDED, runs=(False, False), reason="", at=at)


def _next(clock: Clock, _: NextGame) -> Clock:
    # A flag is the flag of its game: whether the next one is lost with it, the rules decide.
    return replace(
        clock, phase=Phase.READY, game=clock.game + 1, moves=(0, 0), fallen=(False, False)
    )


def _recover_still(clock: Clock, event: Recover) -> Clock:
    """No time was running, so there is no turn to come back to and no flag to fall."""
    if event.to_move is not None or event.flag is not None:
        raise IllegalClockEvent("The clock cannot be put into a turn: no game is being played.")
    return replace(clock, main=_checked(event.remaining), thought=(0, 0), at=None)


def _recover(clock: Clock, event: Recover) -> Clock:
    main = _checked(event.remaining)
    named = event.to_move is not None and clock.resumes is Phase.RUNNING
    runs = _just(event.to_move) if named and event.to_move is not None else clock.runs
    back = replace(clock, main=main, thought=(0, 0), runs=runs, at=None, fallen=(False, False))
    if event.flag is not None:
        fallen = _just(event.flag)
        back = replace(back, main=_with(main, event.flag, 0))
    else:
        fallen = (_slack(back, 0) == 0, _slack(back, 1) == 0)
    phase = Phase.FLAGGED if any(fallen) else Phase.PAUSED
    return replace(back, phase=phase, fallen=fallen)


def _checked(remaining: Pair) -> Pair:
    if min(remaining) < 0:
        raise IllegalClockEvent("The clock cannot be set: a time below nothing was given.")
    return remaining


# Two rules.
# 1. Time passes first. An event meets the clock as it stands at the event's own stamp, so a
#    flag that fell before it has fallen, whoever was quicker to tell.
# 2. What the table does not hold cannot happen: it raises, and the clock is as it was.
_TABLE: dict[Phase, dict[type, Callable[[Clock, Any], Clock]]] = {
    Phase.READY: {
        Start: _start,
        StartLate: _start_absent,
        StartBoth: _start_absent,
        EndGame: _end,  # a game that nobody started: forfeited, or drawn and not played
        Recover: _recover_still,
    },
    Phase.ABSENT: {Arrive: _arrive, Pause: _pause, EndGame: _end, Recover: _recover},
    Phase.RUNNING: {Press: _press, Pause: _pause, EndGame: _end, Recover: _recover},
    Phase.PAUSED: {Resume: _resume, EndGame: _end, Recover: _recover},
    Phase.ENDED: {NextGame: _next, Recover: _recover_still},
    Phase.FLAGGED: {EndGame: _end, Recover: _recover},
}

_STANDING = {
    Phase.READY: "the game has not started",
    Phase.ABSENT: "the time of an absent player is running",
    Phase.RUNNING: "the clock is running",
    Phase.PAUSED: "the clock is paused",
    Phase.ENDED: "the game is over",
    Phase.FLAGGED: "a flag has fallen",
}
_REFUSAL: dict[type, str] = {
    Start: "The clock cannot be started",
    StartLate: "The late player's clock cannot be started",
    StartBoth: "Both clocks cannot be started",
    Arrive: "An arrival stops nothing",
    Press: "The press does not count",
    Pause: "The clock cannot be paused",
    Resume: "The clock cannot go on",
    EndGame: "The game cannot be ended",
    NextGame: "The next game cannot be set up",
}
