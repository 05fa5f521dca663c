"""How a match begins at a table, and where it goes on after a power cut, a referee's answer or a
change of devices.

Entries of the day's table, and what the apps ask of a session.
"""

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import ClockReading
from shared.core.day import entries as e
from shared.core.day.entries import Recovered
from shared.core.day.lobby import clock_of, in_lobby, put, tick, with_control
from shared.core.day.moves import TAKEN_OVER, unknown_from_here
from shared.core.day.phases import IllegalEntry, MatchInfo, Phase, Session
from shared.core.day.points import board_taken_over, clock_corrected
from shared.core.match.outcome import Seat


def new_session(info: MatchInfo) -> Session:
    """Return the session of a match that nobody has sat down to."""
    session = Session(info, Phase.SEATING)
    return with_control(session, info.controls[0]) if len(info.controls) == 1 else session


def recovered(session: Session, entry: e.Recovered) -> Session:
    """Propose the times that were saved; where nothing ran, only the stamps start anew."""
    session = replace(session, before=None)
    if session.clock is None:
        return session
    if session.phase not in (Phase.PLAYING, Phase.ABSENT):
        return replace(session, clock=replace(session.clock, at=None))
    event = c.Recover(entry.remaining, entry.to_move, entry.flag, entry.thought)
    return tick(session, event, Phase.RECOVERING)


def agreed(session: Session, entry: e.AgreedToGoOn) -> Session:
    """Note that one side accepts the proposed times."""
    both = put(session.agreed, entry.seat, True)
    if all(both):
        return replace(session, agreed=(False, False), phase=Phase.PAUSED)
    return replace(session, agreed=both)


def referee_resumed(session: Session, entry: e.RefereeResumed) -> Session:
    """Take the answer of the referee, the proposed times or others; both clocks are stopped."""
    clock = clock_of(session)
    if entry.remaining is not None and not clock.control.clocked:
        raise IllegalEntry("The time cannot be set: no clock keeps the time here.")
    if session.phase is Phase.SCORING and clock.phase is not c.ClockPhase.FLAGGED:
        raise IllegalEntry("All games of this match are over.")
    if entry.remaining is not None:
        clock = c.apply(clock, c.Recover(entry.remaining, entry.to_move))
    elif session.phase is not Phase.RECOVERING or entry.to_move is not None:
        raise IllegalEntry("The referee has to say how much time is left.")
    if session.phase is Phase.READY:
        return replace(session, clock=clock)
    over = session.game - 1
    return replace(
        clock_corrected(replace(session, clock=clock)),
        codes=session.codes[:over],
        agreed=(False, False),
        phase=Phase.PAUSED,
    )


def taken_over(session: Session, entry: e.TakenOver) -> Session:
    """Begin anew from the log of the hall."""
    most = session.info.games
    beyond = entry.game > most > 0 and not session.info.may_have_more
    if entry.game < 1 or beyond or min(entry.remaining) < 0:
        raise IllegalEntry("The log of the hall does not fit this match.")
    try:
        fresh = new_session(session.info)
        session = with_control(fresh, entry.control)
        later = with_control(fresh, entry.afterwards).control if entry.afterwards else None
    except ValueError as unknown:
        raise IllegalEntry(str(unknown)) from None
    clock = replace(clock_of(session), game=entry.game, moves=entry.moves, afterwards=later)
    clock = c.apply(clock, c.Recover(entry.remaining))
    if entry.over:
        clock = replace(clock, phase=c.ClockPhase.ENDED, begun=True)
    elif entry.to_move is None:
        raise IllegalEntry("The log of the hall does not say whose turn it is.")
    else:
        clock = c.apply(clock, c.Start(entry.to_move, 0))
        noticed = entry.score.flag if entry.score is not None else None
        flag = noticed.seat if noticed is not None else None
        clock = c.apply(clock, c.Recover(entry.remaining, entry.to_move, flag))
    session = replace(session, clock=clock, game=entry.game, seated=(True, True), taken_over=True)
    session = replace(session, carried=entry.carried, entering=entry.entering)
    if not entry.over and any(entry.moves):
        session = unknown_from_here(session, TAKEN_OVER)
    if session.info.book.scoring == "points" and (entry.score or not entry.codes):
        return board_taken_over(session, entry)
    if entry.captures is not None:
        return replace(session, codes=entry.codes, captures=entry.captures, phase=Phase.SCORING)
    return _recalling(replace(session, codes=entry.codes))


def recalled(session: Session, entry: e.Recalled) -> Session:
    """Take from the players who won a game that the log has no code of."""
    return _recalling(replace(session, codes=(*session.codes, entry.code)))


def _recalling(session: Session) -> Session:
    """Ask for the codes of the games that are over; then go on where the match stood."""
    ended = clock_of(session).phase is c.ClockPhase.ENDED
    known = len(session.codes)
    if known < session.game - (not ended):
        phase = Phase.RECALLING
    elif not ended:
        phase = Phase.RECOVERING
    else:
        phase = Phase.SCORING if session.settled else Phase.BETWEEN
    return replace(session, phase=phase)


def drawn(session: Session, first_seat: Seat, ballot: int | None) -> Session:
    """Return the session once the draw is known. Replaying with the draw gives the same."""
    session = replace(session, info=replace(session.info, first_seat=first_seat, ballot=ballot))
    return in_lobby(session) if session.phase is Phase.DRAWING else session


def recovery(session: Session, last_at: int | None) -> Recovered:
    """Return what to propose after a restart; ``session`` is the replayed journal.

    ``last_at`` is the stamp in ms of the last saved reading. A journal entry of a later stamp
    outweighs it, so a press that was saved is never taken back (HALL-power-cut).
    """
    if session.clock is None:
        return Recovered((0, 0))
    stamps = [at for at in (last_at, session.clock.at) if at is not None]
    now = c.settle(session.clock, max(stamps, default=0))
    shown = c.reading(now, now.at or 0)
    return Recovered(shown.remaining, shown.running, shown.flag, now.thought)


def reading_at(session: Session, at: int) -> ClockReading | None:
    """Return what the clock shows at ``at`` (ms); None while no control is settled."""
    return c.reading(session.clock, at) if session.clock else None


def break_left_ms(session: Session, at: int) -> int:
    """Return what is left of the break between two games at ``at``, in ms (ACF-3.II.A).

    Nothing where the sheet has no break, and none is counted where the end of the game has no
    stamp of this clock: the whole break then.
    """
    length = session.info.book.smoking_break_ms
    ended = session.clock.at if session.clock else None
    return max(0, length if ended is None else length - (at - ended))
