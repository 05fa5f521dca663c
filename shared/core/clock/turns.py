"""What players do to the clock: turns, pauses, games, absences, a flag that is noticed.

Each function is one entry of the table: it meets a clock that is settled at the event's stamp.
"""

from msgspec.structs import replace

from shared.core.clock import events as e
from shared.core.clock.passing import settle
from shared.core.clock.state import Asleep, Clock, ClockPhase, IllegalClockEvent, just, only, put
from shared.core.clock.watch import anew, turn_ms
from shared.core.match.controls import KINDS
from shared.core.match.move_time import LowderRule, TurnRule, turn_is_forfeited
from shared.core.match.outcome import Seat, other


def start(clock: Clock, event: e.Start) -> Clock:
    """Begin the turn of ``event.seat``, and with the first one the match."""
    return replace(
        clock,
        phase=ClockPhase.RUNNING,
        resumes=ClockPhase.RUNNING,
        runs=just(event.seat),
        thought=(0, 0),
        begun=True,
        watch=anew(clock.watch),
    )


def start_absent(clock: Clock, event: e.StartLate | e.StartBoth) -> Clock:
    """Let the time of the absent players run."""
    runs = (True, True) if isinstance(event, e.StartBoth) else just(event.seat)
    return replace(clock, phase=ClockPhase.ABSENT, resumes=ClockPhase.ABSENT, runs=runs)


def arrive(clock: Clock, event: e.Arrive) -> Clock:
    """End one absence; with the last one the game can start."""
    if not clock.runs[event.seat]:
        raise IllegalClockEvent("An arrival stops nothing: this player's time is not running.")
    still = (clock.runs[0] and event.seat != 0, clock.runs[1] and event.seat != 1)
    if any(still):
        return replace(clock, runs=still)
    return replace(banked(clock), phase=ClockPhase.READY, runs=still)


def press(clock: Clock, event: e.Press) -> Clock:
    """End the turn with what its control brings."""
    seat = event.seat
    if not clock.runs[seat]:
        raise IllegalClockEvent("The press does not count: it is the other player's turn.")
    rule = clock.watch.rule if clock.watch else None
    if isinstance(rule, TurnRule) and turn_is_forfeited(rule, turn_ms(clock)):
        raise IllegalClockEvent("The press does not count: the time of this turn is over.")
    return pressed(clock, seat)


def tap(clock: Clock, event: e.Tap) -> Clock:
    """Press for the player to move, as the timekeeper."""
    seat = only(clock.runs)
    assert seat is not None, "a running clock runs for one seat"
    return press(clock, e.Press(seat, event.at))


def pressed(clock: Clock, seat: Seat) -> Clock:
    """``clock`` after ``seat`` has ended its turn, one move more."""
    ended = KINDS[clock.control.kind].pressed
    main = put(clock.main, seat, ended(clock.control, clock.main[seat], clock.thought[seat]))
    moves = put(clock.moves, seat, clock.moves[seat] + 1)
    return _turned(replace(clock, main=main, moves=moves), seat)


def pass_turn(clock: Clock, event: e.PassTurn) -> Clock:
    """Pass the turn to the opponent without a move."""
    rule = clock.watch.rule if clock.watch else None
    if not clock.runs[event.seat]:
        raise IllegalClockEvent("The turn does not pass: it is the other player's turn.")
    if not isinstance(rule, TurnRule) or not turn_is_forfeited(rule, turn_ms(clock)):
        raise IllegalClockEvent("The turn does not pass: its time is not over.")
    return _turned(banked(clock), event.seat)


def plus(clock: Clock, event: e.Plus) -> Clock:
    """Count one more move; the turn does not end."""
    if clock.control.clocked:
        raise IllegalClockEvent("The move is not counted: this clock counts presses.")
    return replace(clock, moves=put(clock.moves, event.seat, clock.moves[event.seat] + 1))


def pause(clock: Clock, event: e.Pause) -> Clock:
    """Stop both sides."""
    return replace(clock, phase=ClockPhase.PAUSED, why=event.why)


def resume(clock: Clock, _: e.Resume) -> Clock:
    """Go on from a pause."""
    return replace(clock, phase=clock.resumes, why=None)


def end(clock: Clock, event: e.EndGame) -> Clock:
    """End the game, and with it what was only for this game (ACF-1.X.B.c)."""
    frozen = clock.phase is ClockPhase.FLAGGED and clock.at is not None
    at = max(event.at, clock.at or event.at)
    aged = at - (clock.at or at) if frozen and clock.begun else 0
    watch = clock.watch if clock.watch and not isinstance(clock.watch.rule, LowderRule) else None
    return replace(
        banked(clock),
        phase=ClockPhase.ENDED,
        runs=(False, False),
        why=None,
        at=at,
        age=clock.age + aged,
        watch=anew(watch),
    )


def next_game(clock: Clock, _: e.NextGame) -> Clock:
    """Go on to the next game, with the time that is left or with its own."""
    ready = replace(clock, phase=ClockPhase.READY, game=clock.game + 1, moves=(0, 0))
    if clock.afterwards is not None:
        own = clock.afterwards.starting_ms
        ready = replace(ready, control=clock.afterwards, main=(own, own), afterwards=None)
    if clock.control.flag == "noticed":
        return ready
    # A flag is the flag of its game: whether the next one is lost with it, the rules decide.
    return replace(ready, fallen=(False, False), first=None)


def notice(clock: Clock, event: e.Notice) -> Clock:
    """Note that an expired reserve was noticed: both sides stand still until the referee has
    spoken."""
    if not clock.fallen[event.seat]:
        raise IllegalClockEvent("No flag can be claimed: this player has time left.")
    return replace(clock, phase=ClockPhase.FLAGGED)


def gap(clock: Clock, event: e.Gap) -> Clock:
    """Stop both sides with the times before the machine was away."""
    if event.until <= event.at:
        raise IllegalClockEvent("There is nothing to ask about: the machine was not away.")
    why = Asleep(event.away_ms or event.until - event.at)
    stopped = replace(clock, phase=ClockPhase.PAUSED, why=why)
    return settle(stopped, event.until)


def banked(clock: Clock) -> Clock:
    """Close the open turn without a press: what is left is the main time of the next turn."""
    closed = KINDS[clock.control.kind].closed
    first, second = clock.main
    return replace(
        clock,
        main=(
            closed(clock.control, first, clock.thought[0]),
            closed(clock.control, second, clock.thought[1]),
        ),
        thought=(0, 0),
    )


def _turned(clock: Clock, seat: Seat) -> Clock:
    return replace(clock, thought=(0, 0), runs=just(other(seat)), watch=anew(clock.watch))
