"""What the apps ask of a session: the draw, the clock, what to propose after a restart."""

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.clock import ClockReading
from shared.core.day.entries import Recovered
from shared.core.day.lobby import in_lobby
from shared.core.day.phases import Phase, Session
from shared.core.match.outcome import Seat


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
