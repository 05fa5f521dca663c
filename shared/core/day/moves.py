"""Moves entered at the table: the record of each game, kept as the moves were made (ACF-3.III.A).

An illegal move is on record like any other. Nothing is refused, hinted or counted here.
"""

from typing import Final

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of, tick
from shared.core.day.phases import IllegalEntry, Phase, Session
from shared.core.draughts.faults import Fault
from shared.core.draughts.moves import Move, play
from shared.core.draughts.notation import meant
from shared.core.draughts.record import Corrected, GameRecord, Made, Passed, Unknown, begun
from shared.core.draughts.record import replay as lines_of
from shared.core.draughts.record import taken_back as record_taken_back
from shared.core.draughts.rules import RULES
from shared.core.match.outcome import other

WHICH_CAPTURE: Final = c.Here("which_capture")
"""Why both clocks stand while an unclear capture is told."""

TAKEN_OVER: Final = "incomplete: the moves are unknown from here, as another device took over"
DAMAGED: Final = "incomplete: the moves are unknown from here, as notes of the table are damaged"


def moves_entered(session: Session, entry: e.MovesEntered) -> Session:
    """From the next game on moves are entered, or only pressed."""
    if session.info.book.game not in RULES:
        raise IllegalEntry("Moves are entered in games of checkers only.")
    return replace(session, entering=entry.on)


def record_of(session: Session) -> GameRecord:
    """Return the record of the game in progress; it begins with the drawn opening
    (ACF-1.VIII.A)."""
    known = session.records.get(session.game)
    return known or begun(RULES[session.info.book.game], session.info.opening)


def entered_now(session: Session) -> bool:
    """Return whether the moves of this game are entered: not once some of them are unknown."""
    return session.entering and record_of(session).unknown is None


def with_move(session: Session, entry: e.Pressed) -> Session:
    """Return the session, its clock pressed already, with the move that was made before the press.

    Where several captures fit what was entered, both clocks stand until the mover has told which
    it was: the player's turn is over, and the opponent's time does not pay for it (ACF-1.X.A.f).
    """
    if not entered_now(session):
        return session
    shown = None
    if session.control is not None and session.control.clocked:
        shown = c.reading(clock_of(session), entry.at).remaining[entry.seat]
    session = _with_record(session, record_of(session).with_entry(Made(entry.path, shown)))
    if not captures_meant(session):
        return session
    return tick(session, c.Pause(entry.at, WHICH_CAPTURE), Phase.PAUSED)


def with_pass(session: Session) -> Session:
    """Return the session with a turn that was forfeited by its time (SE-5)."""
    if not entered_now(session):
        return session
    return _with_record(session, record_of(session).with_entry(Passed()))


def fault_now(session: Session) -> Fault | None:
    """Return what is illegal about the last move of this game, as far as moves are entered."""
    record = session.records.get(session.game)
    lines = lines_of(record) if record is not None else ()
    return lines[-1].fault if lines else None


def captures_meant(session: Session) -> tuple[Move, ...]:
    """Return the captures that fit what was entered last, one for each board that they lead to.

    Empty where the last move is clear: what was possible is said of a finished move alone.
    """
    record = session.records.get(session.game)
    last = lines_of(record)[-1] if record is not None and record.entries else None
    if last is None or last.fault != "unclear" or not isinstance(last.entry, Made):
        return ()
    moves = meant(RULES[session.info.book.game], last.before, last.entry.path)
    return tuple({play(last.before, move): move for move in reversed(moves)}.values())[::-1]


def clarified(session: Session, entry: e.MoveClarified) -> Session:
    """Take the capture that was made of several that fit, asked after the press alone.

    The game goes on as where it was paused; where the referee has paused it too, it stands."""
    record = session.records.get(session.game)
    last = record.entries[-1] if record is not None and record.entries else None
    if record is None or not isinstance(last, Made) or not captures_meant(session):
        raise IllegalEntry("The last move is clear.")
    if entry.path not in [move.path for move in captures_meant(session)]:
        raise IllegalEntry("This is none of the captures that fit.")
    entries = (*record.entries[:-1], Made(entry.path, last.clock_ms))
    session = _with_record(session, replace(record, entries=entries))
    if clock_of(session).why != WHICH_CAPTURE:
        return session
    return tick(session, c.Resume(entry.at), Phase.PLAYING)


def unknown_from_here(session: Session, why: str) -> Session:
    """End the record of the game in progress, which says that its moves are not here."""
    if not session.entering or session.info.book.game not in RULES:
        return session
    record = record_of(session)
    return session if record.unknown else _with_record(session, record.with_entry(Unknown(why)))


def move_taken_back(session: Session, entry: e.TakenBack) -> Session:
    """Take the last move back, as both agreed: its player moves again with the time left."""
    record = session.records.get(session.game)
    if record is None or session.phase is not Phase.PAUSED:
        raise IllegalEntry("There is nothing to take back.")
    try:
        back: Corrected = record_taken_back(record, why="taken back by both")
    except ValueError:
        raise IllegalEntry("There is nothing to take back.") from None
    if len(record.entries) <= len(session.info.opening):
        raise IllegalEntry("There is nothing to take back.")
    clock = clock_of(session)
    shown = c.reading(clock, entry.at)
    mover = other(1 if clock.runs[1] else 0)
    clock = c.apply(clock, c.Recover(shown.remaining, mover))
    return _with_record(replace(session, clock=clock), record.with_entry(back))


def _with_record(session: Session, record: GameRecord) -> Session:
    return replace(session, records={**session.records, session.game: record})
