"""Turns that are timed one by one, where no match clock keeps the time (DARK-time, SE-5).

Owns what has to be said to the player to move, and when. Says it to nobody and forfeits nothing:
an alert is a value that a screen sounds and a log keeps.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.core.clock import events as e
from shared.core.clock.passing import left, settle
from shared.core.clock.state import Clock, ClockPhase, IllegalClockEvent, Watch, only
from shared.core.match.move_time import (
    LowderRule,
    MoveTime,
    MoveTimeRule,
    TurnRule,
    five_minutes,
    lowder_minute,
    turn_is_forfeited,
)
from shared.core.match.outcome import Seat


class Alert(Struct, frozen=True):
    """What the table says aloud now: the player looks at the board.

    "tell": the player is told how their time stands, which is then logged as ``Told``. "lost":
    their time is over and the referee may rule the game lost. "pass": the turn passes.
    """

    kind: Literal["tell", "lost", "pass"]
    seat: Seat


def alert(clock: Clock, at: int) -> Alert | None:
    """Return what has to be said at ``at`` (ms) to the player whose turn is watched; None for
    nothing."""
    now = settle(clock, at)
    seat, watch = only(now.runs), now.watch
    if watch is None or seat is None or now.phase is not ClockPhase.RUNNING:
        return None
    if isinstance(watch.rule, TurnRule):
        over = turn_is_forfeited(watch.rule, turn_ms(now))
        return Alert("pass", seat) if over else None
    timed = _timed(watch.rule, watch, turn_ms(now))
    if timed.state == "tell":
        return Alert("tell", seat)
    return Alert("lost", seat) if timed.state == "lost" else None


def turn_ms(clock: Clock) -> int:
    """Return how old the running turn is, in ms since it or its watch began, whichever is later."""
    seat = only(clock.runs)
    since = clock.watch.since if clock.watch else 0
    return 0 if seat is None else clock.thought[seat] - since


def low_time(clock: Clock, at: int, low_ms: int) -> tuple[bool, bool]:
    """Return who has ``low_ms`` left or less: shown silently, never sounded (ACF-1.X.A.d).

    From then on ticks may stand for moves (ACF-1.X.A.h). 0: the sheet knows no time trouble.
    """
    now = settle(clock, at)
    if not now.control.clocked or not low_ms:
        return False, False
    return left(now, 0) <= low_ms, left(now, 1) <= low_ms


def anew(watch: Watch | None) -> Watch | None:
    """Return the watch as the next turn begins."""
    return None if watch is None else Watch(watch.rule)


def keep(clock: Clock, event: e.Keep) -> Clock:
    """Let a timekeeper time each move, or give each its minute, as the referee requires."""
    if clock.control.clocked:
        raise IllegalClockEvent("No timekeeper times these moves: a clock keeps the time here.")
    seat = only(clock.runs)
    since = clock.thought[seat] if seat is not None and clock.phase is not ClockPhase.READY else 0
    return replace(clock, watch=Watch(event.rule, since))


def release(clock: Clock, _: e.Release) -> Clock:
    """Let the timekeeper leave."""
    if clock.watch is None:
        raise IllegalClockEvent("No timekeeper can leave: none is at this table.")
    return replace(clock, watch=None)


def told(clock: Clock, _: e.TimeTold) -> Clock:
    """Note that the player to move has been told, once a turn."""
    watch = _telling(clock)
    if watch.told is not None:
        raise IllegalClockEvent("The player was already told in this turn.")
    return replace(clock, watch=replace(watch, told=turn_ms(clock)))


def single_jump(clock: Clock, _: e.SingleJump) -> Clock:
    """Give the turn its shorter limit."""
    watch = _telling(clock)
    if not isinstance(watch.rule, MoveTimeRule):
        raise IllegalClockEvent("A single jump changes nothing: a minute is for every move.")
    return replace(clock, watch=replace(watch, single_jump=True))


def _telling(clock: Clock) -> Watch:
    if clock.watch is None or isinstance(clock.watch.rule, TurnRule):
        raise IllegalClockEvent("The player cannot be told: no timekeeper times this turn.")
    return clock.watch


def _timed(rule: MoveTimeRule | LowderRule, watch: Watch, elapsed: int) -> MoveTime:
    if isinstance(rule, LowderRule):
        return lowder_minute(rule, elapsed, watch.told)
    return five_minutes(rule, elapsed, watch.told, single_jump=watch.single_jump)
