"""The state table of the match clock. Two rules.

1. Time passes first. An event meets the clock as it stands at the event's own stamp, so a flag
   that fell before it has fallen, whichever event arrived first.
2. What the table does not hold cannot happen: it raises, and the clock is as it was.
"""

from shared.core.clock import events as e
from shared.core.clock import rulings, turns, watch
from shared.core.clock.passing import settle
from shared.core.clock.state import Clock, ClockPhase, IllegalClockEvent
from shared.core.text.by_kind import Does, on, row
from shared.core.text.language import N_


def apply(clock: Clock, event: e.Event) -> Clock:
    """Return the clock after ``event``.

    Raises IllegalClockEvent, and changes nothing, where the table has no entry or the event does
    not fit: the seat is not the one whose time runs, more time would be taken than is left.
    """
    settled = clock if isinstance(event, e.NextGame | e.Recover) else settle(clock, event.at)
    do = TABLE[settled.phase].get(type(event))
    if do is None:
        raise IllegalClockEvent(
            "{refused}: {standing}.",
            refused=_REFUSAL[type(event)],
            standing=_STANDING[settled.phase],
        )
    return do(settled, event)


TABLE: dict[ClockPhase, dict[type, Does[Clock]]] = {
    ClockPhase.READY: row(
        on(e.Start, turns.start),
        on(e.StartLate, turns.start_absent),
        on(e.StartBoth, turns.start_absent),
        on(e.EndGame, turns.end),  # a game that nobody started: forfeited, or drawn and not played
        on(e.Keep, watch.keep),
        on(e.Release, watch.release),
        on(e.Impose, rulings.impose),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover_still),
    ),
    ClockPhase.ABSENT: row(
        on(e.Arrive, turns.arrive),
        on(e.Pause, turns.pause),
        on(e.Gap, turns.gap),
        on(e.EndGame, turns.end),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover),
    ),
    ClockPhase.RUNNING: row(
        on(e.Press, turns.press),
        on(e.Tap, turns.tap),
        on(e.Plus, turns.plus),
        on(e.PassTurn, turns.pass_turn),
        on(e.Pause, turns.pause),
        on(e.Gap, turns.gap),
        on(e.EndGame, turns.end),
        on(e.Notice, turns.notice),
        on(e.Keep, watch.keep),
        on(e.Release, watch.release),
        on(e.TimeTold, watch.told),
        on(e.SingleJump, watch.single_jump),
        on(e.Forgotten, rulings.forgotten),
        on(e.Impose, rulings.impose),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover),
    ),
    ClockPhase.PAUSED: row(
        on(e.Resume, turns.resume),
        on(e.EndGame, turns.end),
        on(e.Notice, turns.notice),
        on(e.Keep, watch.keep),
        on(e.Release, watch.release),
        on(e.Forgotten, rulings.forgotten),
        on(e.Impose, rulings.impose),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover),
    ),
    ClockPhase.ENDED: row(
        on(e.NextGame, turns.next_game),
        on(e.Release, watch.release),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover_still),
    ),
    ClockPhase.FLAGGED: row(
        on(e.EndGame, turns.end),
        on(e.Forgotten, rulings.forgotten),
        on(e.Adjust, rulings.adjust),
        on(e.Recover, rulings.recover),
    ),
}
"""Phase → the events that can happen in it, and what each does."""

_STANDING = {
    ClockPhase.READY: N_("the game has not started"),
    ClockPhase.ABSENT: N_("the time of an absent player is running"),
    ClockPhase.RUNNING: N_("the clock is running"),
    ClockPhase.PAUSED: N_("the clock is paused"),
    ClockPhase.ENDED: N_("the game is over"),
    ClockPhase.FLAGGED: N_("a flag has fallen"),
}
_REFUSAL: dict[type, str] = {
    e.Start: N_("The clock cannot be started"),
    e.StartLate: N_("The late player's clock cannot be started"),
    e.StartBoth: N_("Both clocks cannot be started"),
    e.Arrive: N_("An arrival stops nothing"),
    e.Press: N_("The press does not count"),
    e.Tap: N_("The tap does not count"),
    e.Plus: N_("The move is not counted"),
    e.PassTurn: N_("The turn does not pass"),
    e.Pause: N_("The clock cannot be paused"),
    e.Resume: N_("The clock cannot go on"),
    e.Gap: N_("There is nothing to ask about"),
    e.EndGame: N_("The game cannot be ended"),
    e.NextGame: N_("The next game cannot be set up"),
    e.Notice: N_("No flag can be claimed"),
    e.Keep: N_("No timekeeper times these moves"),
    e.Release: N_("No timekeeper can leave"),
    e.TimeTold: N_("The player cannot be told"),
    e.SingleJump: N_("A single jump changes nothing"),
    e.Forgotten: N_("No time can be given back"),
    e.Impose: N_("No clock can be imposed"),
    e.Adjust: N_("The time cannot be changed"),
}
