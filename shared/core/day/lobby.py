"""Before a game: sitting down, the choice of a clock, absent players, and what is played with:
obligation, preference, option (USBGF-3.4–3.6).

Entries of the day's table. Which wish counts is for ``shared.core.match.preferences``.
"""

from typing import TypeVar

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import Clock
from shared.core.day import entries as e
from shared.core.day.phases import IllegalEntry, Phase, Session, Terms
from shared.core.match.controls import parse_time_control
from shared.core.match.outcome import SEATS, Seat
from shared.core.match.preferences import larger_roll

T = TypeVar("T")


def put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """``pair`` with another value for ``seat``."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def clock_of(session: Session) -> Clock:
    """Return the clock. Raises IllegalEntry while no control is settled."""
    if session.clock is None:
        raise IllegalEntry("The time control is not settled yet.")
    return session.clock


def tick(session: Session, event: c.Event, phase: Phase) -> Session:
    """Return the session in ``phase`` once ``event`` has happened to its clock."""
    taken_over = session.taken_over and phase is not Phase.PLAYING
    clock = c.apply(clock_of(session), event)
    return replace(session, clock=clock, phase=phase, taken_over=taken_over)


def in_lobby(session: Session) -> Session:
    """Wait for the first thing that is still missing before the game can start."""
    if not all(session.seated):
        phase = Phase.SEATING
    elif session.info.first_seat is None:
        phase = Phase.DRAWING
    elif not session.control:
        phase = Phase.CHOOSING
    else:
        accepted = session.info.book.usbgf_time is None or all(session.terms.accepted)
        phase = Phase.READY if accepted or session.game > 1 else Phase.AGREEING
    return replace(session, phase=phase)


def with_control(session: Session, name: str) -> Session:
    """Return the session with the clock that ``name`` names. Raises ValueError for what is no
    control.

    Where no clock keeps the time and turns pass, each turn is watched from the start (SE-5).
    """
    control = parse_time_control(name).for_length(session.info.length)
    clock = replace(c.new_clock(control), game=session.game)
    turn = session.info.book.turn
    if turn is not None and not control.clocked:
        clock = replace(clock, watch=c.Watch(turn))
    return replace(session, control=control, clock=clock)


def seated(session: Session, entry: e.Seated) -> Session:
    """Seat one player more."""
    if session.seated[entry.seat]:
        raise IllegalEntry("This player is seated already.")
    absence = session.phase is Phase.ABSENT
    if absence and clock_of(session).runs[entry.seat]:
        raise IllegalEntry("The clock of this player is running: report the arrival instead.")
    session = replace(session, seated=put(session.seated, entry.seat, True))
    return session if absence else in_lobby(session)


def pin_set(session: Session, entry: e.PinSet) -> Session:
    """Note the PIN of a player who has sat down; once set it stands for the match."""
    if not session.seated[entry.seat]:
        raise IllegalEntry("Sit down first, then set your PIN.")
    if session.pins[entry.seat]:
        raise IllegalEntry("This player has a PIN already.")
    return replace(session, pins=put(session.pins, entry.seat, entry.stored))


def draw_by_hand(session: Session, entry: e.DrawByHand) -> Session:
    """Choose how the draw is made, before anything of it stands."""
    if session.info.book.scoring == "points":
        raise IllegalEntry("Nothing is drawn with cards in this match.")
    if session.toss is not None or session.drew is not None:
        raise IllegalEntry("The draw has begun already.")
    return replace(session, by_hand=entry.on)


def coin_tossed(session: Session, entry: e.CoinTossed) -> Session:
    """Toss once for the choice, for the whole match (APCA-6)."""
    if session.info.book.colour_choice == "drawn":
        raise IllegalEntry("Nobody chooses the side in this match: it is drawn.")
    if session.toss is not None:
        raise IllegalEntry("The coin has been tossed already.")
    return replace(session, toss=entry.winner)


def drew(session: Session, entry: e.Drew) -> Session:
    """Take the sides as they were chosen or drawn by hand; the table says so to the hall."""
    if session.draws_itself:
        raise IllegalEntry("The table draws for this match.")
    if session.info.book.colour_choice != "drawn" and session.toss is None:
        raise IllegalEntry(
            "Toss the coin first: its winner has the choice ({clause}).",
            clause=session.info.book.clause("colour_choice"),
        )
    if session.drew is not None:
        raise IllegalEntry("The draw stands already.")
    if entry.opening < 0 or (entry.opening and not session.by_hand):
        raise IllegalEntry("There is no such card.")
    return replace(session, drew=(entry.first, entry.opening))


def chosen(session: Session, entry: e.ControlChosen) -> Session:
    """Let one side name a control; two that name the same have chosen it."""
    if entry.name not in session.info.controls:
        raise IllegalEntry("This time control is not offered in this match.")
    session = replace(session, chosen=put(session.chosen, entry.seat, entry.name))
    agreed = session.chosen[0] == session.chosen[1]
    return in_lobby(with_control(session, entry.name)) if agreed else session


def control_set(session: Session, entry: e.ControlSet) -> Session:
    """Set the time control that chance or the referee has chosen."""
    if session.clock is not None and session.clock.main != (session.clock.control.starting_ms,) * 2:
        raise IllegalEntry("The clock of this match has been used already.")
    try:
        return in_lobby(with_control(session, entry.name))
    except ValueError as unknown:
        raise IllegalEntry(str(unknown)) from None


def absent(session: Session, event: c.StartLate | c.StartBoth) -> Session:
    """Let the time of the absent players run (ACF-1.VI.B)."""
    missing = SEATS if isinstance(event, c.StartBoth) else (event.seat,)
    if any(session.seated[seat] for seat in missing):
        raise IllegalEntry("Only the clock of a player who is not seated can be started.")
    return tick(session, event, Phase.ABSENT)


def arrived(session: Session, event: c.Arrive) -> Session:
    """Note that a late player is there."""
    session = tick(session, event, Phase.ABSENT)
    session = replace(session, seated=put(session.seated, event.seat, True))
    return session if clock_of(session).phase is c.ClockPhase.ABSENT else in_lobby(session)


def started(session: Session, entry: e.Started) -> Session:
    """Begin the game, unless a flag is down from the game before (HALL-apca-flag)."""
    if session.info.book.scoring == "points":
        raise IllegalEntry("The winner of the opening roll begins, on the scoreboard.")
    seat = session.starts_on_clock
    clock = clock_of(session)
    stops = clock.control.clocked and clock.control.flag == "stops"
    if stops and 0 in c.reading(clock, entry.at).remaining:
        raise IllegalEntry("A player has no time left: the referee rules on this game first.")
    assert seat is not None, "a table is ready only when it has drawn"
    return tick(session, c.Start(seat, entry.at), Phase.PLAYING)


def terms_set(session: Session, entry: e.TermsSet) -> Session:
    """Use something, or use it no more: both accept anew."""
    known = {subject.name for subject in session.info.book.sheet.subjects}
    if not known.issuperset(entry.used) or len(set(entry.used)) != len(entry.used):
        raise IllegalEntry("The sheet names no such equipment.")
    terms = replace(session.terms, used=entry.used, accepted=(False, False))
    return replace(session, terms=terms)


def terms_changed(session: Session, entry: e.TermsSet) -> Session:
    """Change the equipment between two games, as both or the director agreed (USBGF-3.7)."""
    if session.info.book.usbgf_time is None:
        raise IllegalEntry("Nothing is agreed on in this match.")
    return replace(terms_set(session, entry), terms=Terms(entry.used, (True, True)))


def terms_accepted(session: Session, entry: e.TermsAccepted) -> Session:
    """Note that a player accepts; with both the match can begin."""
    if session.terms.accepted[entry.seat]:
        raise IllegalEntry("This player has accepted already.")
    accepted = put(session.terms.accepted, entry.seat, True)
    return in_lobby(replace(session, terms=replace(session.terms, accepted=accepted)))


def rolled(session: Session, entry: e.Rolled) -> Session:
    """Let the larger roll decide what the players differ about; a tie decides nothing."""
    try:
        larger = larger_roll(entry.rolls)
    except ValueError as wrong:
        raise IllegalEntry(str(wrong)) from None
    if larger is None:
        raise IllegalEntry("Both rolled the same: roll again.")
    used = session.terms.used
    return replace(session, terms=Terms(used, (False, False), entry.rolls))
