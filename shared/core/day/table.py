"""A table's day as one state table: each phase, its words, and the entries that count in it.

1. An entry, or the event of the clock that it brings, has its phases; elsewhere its sentence is
   the answer and the session is as it was.
2. The clock has the last word on time: what it refuses, the session refuses.
3. What is not in the journal of the table, a signature or a ruling, outweighs what is: the first
   of ``FROM_OUTSIDE`` that holds names the phase, else the journal does.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import IllegalClockEvent
from shared.core.day import entries as e
from shared.core.day import (
    lobby,
    moves,
    ordered,
    playing,
    points,
    restoring,
)
from shared.core.day.phases import IllegalEntry, Phase, Session
from shared.core.events import measures as m
from shared.core.match.outcome import Outcome
from shared.core.state import ResultStatus
from shared.core.text.by_kind import Does, on, row
from shared.core.text.language import N_


class Reactions(NamedTuple):
    """A phase: what the hall calls it, and what each entry or clock event that counts does."""

    words: str
    entries: dict[type, Does[Session]]


def _ordered(session: Session, entry: e.Ordered) -> Session:
    """Carry a measure out like the entry that it stands for, and only once."""
    if entry.token in session.carried:
        raise IllegalEntry("The referee's word has been carried out already.")
    measure = entry.measure
    if isinstance(measure, m.AbsentTimeStarted) and session.clock is None and measure.control:
        session = step(session, e.ControlSet(measure.control))
    after = session
    if not ordered.stands_already(session, measure):
        stood_for = ordered.as_entry(session, entry)
        if isinstance(stood_for, e.CodeCorrected):
            after = playing.corrected(session, stood_for)
        else:
            after = step(session, stood_for)
    elif isinstance(measure, m.Paused) and session.clock is not None:
        # What the players had stopped stands by the referee's word from now on.
        after = replace(session, clock=replace(session.clock, why=ordered.stopped_by(entry)))
    if isinstance(measure, m.GameLost | m.BothLose) and after.phase is Phase.BETWEEN:
        # A player who is there waits for the next game; a late player only has to sit down.
        after = step(after, e.NextGame())
    held = isinstance(measure, m.Paused) or (after.held and not isinstance(measure, m.ClockSet))
    return replace(after, held=held, carried=(*after.carried, entry.token))


_ALWAYS = (
    on(e.Recovered, restoring.recovered),
    on(e.TakenOver, restoring.taken_over),
)
_LOBBY = (
    *_ALWAYS,
    on(e.PinSet, lobby.pin_set),
    on(e.ControlSet, lobby.control_set),
    on(e.GameOver, playing.game_over),  # forfeited, or drawn and not played
    on(e.Ordered, _ordered),
)
_SCOREBOARD = (on(e.Acted, points.acted), on(e.TakenBack, points.taken_back))
_STOPPED = (
    *_ALWAYS,
    on(e.FlagFell, playing.flag_fell),
    on(e.GameOver, playing.game_over),
    on(e.RefereeResumed, restoring.referee_resumed),
    on(c.Adjust, playing.time_given),
    on(e.Ordered, _ordered),
    on(c.Forgotten, playing.time_given),
)

DAY: dict[Phase, Reactions] = {
    Phase.WAITING: Reactions(N_("waiting for a match"), {}),
    Phase.CALLED: Reactions(N_("waiting for players"), {}),
    Phase.SEATING: Reactions(
        N_("waiting for players"),
        row(
            *_LOBBY,
            on(e.Seated, lobby.seated),
            on(c.StartLate, lobby.absent),
            on(c.StartBoth, lobby.absent),
            on(e.DrawByHand, lobby.draw_by_hand),
            on(e.Ordered, _ordered),
        ),
    ),
    Phase.DRAWING: Reactions(
        N_("drawing"),
        row(
            *_LOBBY,
            on(e.DrawByHand, lobby.draw_by_hand),
            on(e.CoinTossed, lobby.coin_tossed),
            on(e.Drew, lobby.drew),
        ),
    ),
    Phase.CHOOSING: Reactions(
        N_("choosing the clock"), row(*_LOBBY, on(e.ControlChosen, lobby.chosen))
    ),
    Phase.AGREEING: Reactions(
        N_("agreeing on equipment"),
        row(
            *_LOBBY,
            on(e.TermsSet, lobby.terms_set),
            on(e.TermsAccepted, lobby.terms_accepted),
            on(e.Rolled, lobby.rolled),
        ),
    ),
    Phase.READY: Reactions(
        N_("ready to start"),
        row(
            *_LOBBY,
            on(e.MovesEntered, moves.moves_entered),
            *_SCOREBOARD,
            on(e.Started, lobby.started),
            on(e.CodeCorrected, playing.corrected),
            on(e.RefereeResumed, restoring.referee_resumed),
            on(e.ClockImposed, playing.clock_imposed),
            on(c.Adjust, playing.time_given),
        ),
    ),
    Phase.ABSENT: Reactions(
        N_("absent, clock running"),
        row(
            *_ALWAYS,
            on(e.Seated, lobby.seated),
            on(c.Arrive, lobby.arrived),
            on(c.Pause, playing.paused),
            on(c.Gap, playing.slept),
            on(e.FlagFell, playing.flag_fell),
            on(e.GameOver, playing.game_over),
            on(c.Adjust, playing.time_given),
            on(e.Ordered, _ordered),
        ),
    ),
    Phase.PLAYING: Reactions(
        N_("playing"),
        row(
            *_SCOREBOARD,
            *_ALWAYS,
            on(e.Pressed, playing.pressed),
            on(c.PassTurn, playing.turn_passed),
            on(e.MovesTimed, playing.moves_timed),
            on(c.Release, playing.timing_changed),
            on(c.TimeTold, playing.timing_changed),
            on(c.SingleJump, playing.timing_changed),
            on(c.Tap, playing.move_counted),
            on(c.Plus, playing.move_counted),
            on(c.Pause, playing.paused),
            on(c.Gap, playing.slept),
            on(e.FlagFell, playing.flag_fell),
            on(c.Notice, playing.flag_noticed),
            on(e.DrawOffered, playing.draw_offered),
            on(e.DrawAnswered, playing.draw_answered),
            on(e.CountBegun, moves.count_begun),
            on(e.CountAnew, moves.count_anew),
            on(e.CountEnded, moves.count_ended),
            on(e.GameOver, playing.game_over),
            on(e.RefereeResumed, restoring.referee_resumed),
            on(e.TimeCalled, playing.time_called),
            on(e.ClockImposed, playing.clock_imposed),
            on(c.Adjust, playing.time_given),
            on(e.Ordered, _ordered),
            on(c.Forgotten, playing.time_given),
        ),
    ),
    Phase.PAUSED: Reactions(
        N_("paused"),
        row(
            on(e.MoveClarified, moves.clarified),
            *_SCOREBOARD,
            *_STOPPED,
            on(c.Resume, playing.resumed),
            on(e.MovesTimed, playing.moves_timed),
            on(c.Release, playing.timing_changed),
            on(e.CountEnded, moves.count_ended),
            on(c.Notice, playing.flag_noticed),
            on(e.DrawAnswered, playing.draw_answered),
            on(e.TimeCalled, playing.time_called),
            on(e.ClockImposed, playing.clock_imposed),
        ),
    ),
    Phase.RECALLING: Reactions(
        N_("asking who won"), row(*_ALWAYS, on(e.Recalled, restoring.recalled))
    ),
    Phase.RECOVERING: Reactions(
        N_("restarted, both paused"), row(*_STOPPED, on(e.AgreedToGoOn, restoring.agreed))
    ),
    Phase.BETWEEN: Reactions(
        N_("between games"),
        row(
            on(e.MovesEntered, moves.moves_entered),
            *_SCOREBOARD,
            *_ALWAYS,
            on(e.NextGame, playing.next_game),
            on(e.TermsSet, lobby.terms_changed),
            on(e.CodeCorrected, playing.corrected),
            on(e.TimeCalled, playing.time_called),
            on(c.Adjust, playing.time_given),
            on(e.Ordered, _ordered),
        ),
    ),
    Phase.COUNTING: Reactions(
        N_("counting captures"),
        row(*_ALWAYS, on(e.Captured, playing.captured), on(e.Ordered, _ordered)),
    ),
    Phase.SCORING: Reactions(
        N_("signing the score"),
        row(
            *_ALWAYS,
            on(e.TakenBack, points.taken_back),
            on(e.CodeCorrected, playing.corrected),
            on(e.Captured, playing.captured),
            on(e.RefereeResumed, restoring.referee_resumed),
        ),
    ),
    Phase.CONFIRMED: Reactions(N_("signed by both"), {}),
    Phase.DISPUTED: Reactions(N_("the two scores differ"), {}),
    Phase.RULED: Reactions(N_("ruled"), {}),
    Phase.DONE: Reactions(N_("done"), {}),
}

_REFUSAL: dict[type, str] = {
    e.Seated: N_("Nobody can sit down at this table now."),
    e.DrawByHand: N_("How the draw is made is settled before it."),
    e.CoinTossed: N_("No coin is tossed now."),
    e.Drew: N_("Nothing is drawn now."),
    e.ControlChosen: N_("The time control cannot be chosen now."),
    e.ControlSet: N_("The time control cannot be changed now."),
    c.StartLate: N_("Both players are here."),
    c.StartBoth: N_("Both players are here."),
    c.Arrive: N_("No absent player's clock is running."),
    e.Started: N_("The game cannot start now."),
    e.Pressed: N_("The press does not count: no clock runs."),
    c.PassTurn: N_("No turn can pass now."),
    e.MovesTimed: N_("Moves are timed only during a game."),
    c.Release: N_("Moves are timed only during a game."),
    c.TimeTold: N_("Nobody is to move now."),
    c.SingleJump: N_("Nobody is to move now."),
    c.Tap: N_("Nobody is to move now."),
    c.Plus: N_("Moves are counted only during a game."),
    c.Pause: N_("No clock is running."),
    c.Resume: N_("The clock is not paused."),
    c.Gap: N_("No clock was running."),
    e.FlagFell: N_("No flag can fall now."),
    c.Notice: N_("No flag can be claimed now."),
    e.DrawOffered: N_("A draw can be offered only during a game."),
    e.DrawAnswered: N_("No draw is offered."),
    e.CountBegun: N_("Moves are counted only during a game."),
    e.CountAnew: N_("Moves are counted only during a game."),
    e.CountEnded: N_("Moves are counted only during a game."),
    e.Ordered: ordered.NOT_NOW,
    e.PinSet: N_("A PIN is set before the game."),
    e.GameOver: N_("The game is over already."),
    e.CodeCorrected: N_("A result cannot be corrected while a game is played."),
    e.TimeCalled: N_("Time cannot be called now."),
    e.Captured: N_("Nothing is counted now."),
    e.ClockImposed: N_("No clock can be imposed now."),
    c.Adjust: N_("The time cannot be changed now."),
    c.Forgotten: N_("No time can be given back now."),
    e.NextGame: N_("The next game cannot be set up now."),
    e.AgreedToGoOn: N_("There is nothing to agree on."),
    e.RefereeResumed: N_("There is nothing for the referee to set."),
    e.Recovered: N_("No match is at this table."),
    e.TakenOver: N_("No match is at this table."),
    e.Recalled: N_("No game is without its result."),
    e.Acted: N_("The scoreboard waits: no game of points is being played."),
    e.TakenBack: N_("There is nothing to take back."),
    e.MovesEntered: N_("Whether moves are entered is settled before a game."),
    e.MoveClarified: N_("No move is unclear."),
    e.TermsSet: N_("The equipment is settled, or not yet asked for."),
    e.TermsAccepted: N_("The equipment is settled, or not yet asked for."),
    e.Rolled: N_("Nothing is rolled for now."),
}


def step(session: Session, entry: e.Entry) -> Session:
    """Return the session after ``entry``; raise IllegalEntry, and change nothing, if it cannot be.

    The stamp counts: what is stamped after a flag fell finds the flag down, noticed or not.
    """
    what = happening(entry)
    do = DAY[session.phase].entries.get(type(what))
    if do is None:
        raise IllegalEntry(_REFUSAL[type(what)])
    try:
        return moves.carried_on(session, do(session, what))
    except IllegalClockEvent as refusal:
        raise IllegalEntry(refusal) from None


def happening(entry: e.Entry) -> e.Entry | e.ClockEvent:
    """Return what ``DAY`` holds of an entry: itself, or the event of the clock that it brings."""
    return entry.event if isinstance(entry, e.Clocked) else entry


class Outside(Struct, frozen=True):
    """What is known of a match beside its journal: signatures by seat, and its result.

    ``safe`` says that both signatures are held here at least.
    """

    signed: tuple[Outcome | None, Outcome | None] = (None, None)
    safe: bool = False
    status: ResultStatus = "none"


FROM_OUTSIDE: tuple[tuple[Phase, Callable[[Session, Outside], bool]], ...] = (
    (Phase.RULED, lambda _, outside: outside.status == "ruled"),
    (Phase.DISPUTED, lambda _, outside: outside.status in ("disputed", "conflict")),
    (Phase.DISPUTED, lambda _, outside: _differ(outside)),
    (Phase.DONE, lambda _, outside: outside.safe or outside.status == "confirmed"),
    (Phase.CONFIRMED, lambda _, outside: None not in outside.signed),
    (Phase.CALLED, lambda session, _: session.phase is Phase.SEATING and not any(session.seated)),
)
"""What outweighs the journal, the weightiest first."""


def phase_of(session: Session | None, outside: Outside) -> Phase:
    """Return where the table stands in its day; ``session`` None: no match has come."""
    if session is None:
        return Phase.WAITING
    found = (phase for phase, holds in FROM_OUTSIDE if holds(session, outside))
    return next(found, session.phase)


def _differ(outside: Outside) -> bool:
    first, second = outside.signed
    return None not in (first, second) and first != second
