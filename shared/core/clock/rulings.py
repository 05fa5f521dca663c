"""What a referee or a restart does to the clock: times set, added, given back, a clock imposed.

Each function is one entry of the table: it meets a clock that is settled at the event's stamp.
"""

from msgspec.structs import replace

from shared.core.clock import events as e
from shared.core.clock.passing import flagged, raw_left
from shared.core.clock.state import Clock, ClockPhase, IllegalClockEvent, Pair, just, only, put
from shared.core.clock.turns import pressed
from shared.core.clock.watch import anew
from shared.core.match.controls import KINDS
from shared.core.match.outcome import SEATS, Seat


def adjust(clock: Clock, event: e.Adjust) -> Clock:
    """Add time to what is left, or take it away. A flag that has time again is up again."""
    if not clock.control.clocked:
        raise IllegalClockEvent("The time cannot be changed: no clock keeps the time here.")
    if event.add == (0, 0):
        raise IllegalClockEvent("The time cannot be changed: nothing is added and nothing taken.")
    main = (clock.main[0] + event.add[0], clock.main[1] + event.add[1])
    after = replace(clock, main=main)
    if any(event.add[seat] < 0 and raw_left(after, seat) <= 0 for seat in SEATS):
        raise IllegalClockEvent("The time cannot be changed: more would be taken than is left.")
    return _lifted(after)


def forgotten(clock: Clock, event: e.Forgotten) -> Clock:
    """Give back what was charged since the turn ended, earlier than the press."""
    seat = event.seat
    if not clock.runs[seat] or clock.resumes is not ClockPhase.RUNNING:
        raise IllegalClockEvent("No time can be given back: it is not this player's turn.")
    if not 0 < event.ms <= clock.thought[seat]:
        raise IllegalClockEvent("No time can be given back: the turn was not that long.")
    ended = replace(clock, thought=put(clock.thought, seat, clock.thought[seat] - event.ms))
    return pressed(_lifted(ended), seat)


def impose(clock: Clock, event: e.Impose) -> Clock:
    """Give each side the imposed time from now on."""
    if clock.control.clocked:
        raise IllegalClockEvent("No clock can be imposed: a clock keeps the time here.")
    if not event.control.clocked or event.control.per_point_ms:
        raise IllegalClockEvent("No clock can be imposed: it has no time to give.")
    own = event.control.starting_ms
    return replace(
        clock,
        control=event.control,
        main=(own, own),
        thought=(0, 0),
        watch=None,
        afterwards=clock.control if event.scope == "game" else None,
    )


def recover_still(clock: Clock, event: e.Recover) -> Clock:
    """Set the times while no game is played: there is no turn to come back to, and a flag that was
    down and has time again is up."""
    if event.to_move is not None or event.flag is not None:
        raise IllegalClockEvent("The clock cannot be put into a turn: no game is being played.")
    return _lifted(replace(clock, main=_main(clock, event, (0, 0)), thought=(0, 0), at=None))


def recover(clock: Clock, event: e.Recover) -> Clock:
    """Return the clock paused with the given times, or flagged where a flag is down."""
    main = _main(clock, event, event.thought)
    named = event.to_move is not None and clock.resumes is ClockPhase.RUNNING
    runs = just(event.to_move) if named and event.to_move is not None else clock.runs
    back = replace(
        clock,
        main=main,
        thought=event.thought,
        runs=runs,
        at=None,
        fallen=(False, False),
        first=None,
        phase=ClockPhase.PAUSED,
        watch=anew(clock.watch),
    )
    if event.flag is None:
        return flagged(back)
    shown = put(event.remaining, event.flag, 0)
    down = replace(
        back,
        main=_main(clock, replace(event, remaining=shown), event.thought),
        fallen=just(event.flag),
        first=event.flag,
    )
    return down if clock.control.flag == "noticed" else replace(down, phase=ClockPhase.FLAGGED)


def _main(clock: Clock, event: e.Recover, thought: Pair) -> Pair:
    if min(event.remaining) < 0 or min(event.thought) < 0:
        raise IllegalClockEvent("The clock cannot be set: a negative time was given.")
    main_of = KINDS[clock.control.kind].main_of
    return (
        main_of(clock.control, event.remaining[0], thought[0]),
        main_of(clock.control, event.remaining[1], thought[1]),
    )


def _lifted(clock: Clock) -> Clock:
    """Put up each flag that has time again; a clock without a flag down is no longer flagged."""
    down = (_still_down(clock, 0), _still_down(clock, 1))
    if down == clock.fallen:
        return clock
    flags = clock.phase is ClockPhase.FLAGGED and not any(down)
    first = clock.first if clock.first is not None and down[clock.first] else only(down)
    return replace(
        clock, phase=ClockPhase.PAUSED if flags else clock.phase, fallen=down, first=first
    )


def _still_down(clock: Clock, seat: Seat) -> bool:
    return clock.fallen[seat] and raw_left(clock, seat) <= 0
