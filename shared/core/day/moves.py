"""Moves entered at the table: the record of each game, kept as the moves were made (ACF-3.III.A).

An illegal move is on record like any other. Nothing is refused, hinted or counted here.
"""

from __future__ import annotations

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of
from shared.core.day.phases import IllegalEntry, Phase, Session
from shared.core.draughts.faults import Fault
from shared.core.draughts.record import Corrected, Made, Passed, Record, begun
from shared.core.draughts.record import replay as lines_of
from shared.core.draughts.record import taken_back as record_taken_back
from shared.core.draughts.rules import RULES
from shared.core.words import other


def moves_entered(session: Session, entry: e.MovesEntered) -> Session:
    """From the next game on moves are entered, or only pressed."""
    if session.info.book.game not in RULES:
        raise IllegalEntry("Moves are entered in games of checkers only.")
    return replace(session, entering=entry.on)


def record_of(session: Session) -> Record:
    """The record of the game in progress; it begins with the drawn opening (ACF-1.VIII.A)."""
    known = session.records.get(session.game)
    return known or begun(RULES[session.info.book.game], session.info.opening)


def with_move(session: Session, entry: e.Pressed) -> Session:
    """The session, its clock pressed already, with the move that was made before the press."""
    if not session.entering:
        return session
    shown = None
    if session.control is not None and session.control.clocked:
        shown = c.reading(clock_of(session), entry.at).remaining[entry.seat]
    return _with_record(session, record_of(session).with_entry(Made(entry.path, shown)))


def with_pass(session: Session) -> Session:
    """The session with a turn that was forfeited by its time (SE-5)."""
    if not session.entering:
        return session
    return _with_record(session, record_of(session).with_entry(Passed()))


def fault_now(session: Session) -> Fault | None:
    """What is illegal about the last move of this game, as far as moves are entered."""
    record = session.records.get(session.game)
    lines = lines_of(record) if record is not None else ()
    return lines[-1].fault if lines else None


def clarified(session: Session, entry: e.MoveClarified) -> Session:
    """Each square of a capture that could mean several: asked after the press alone."""
    record = session.records.get(session.game)
    last = record.entries[-1] if record is not None and record.entries else None
    if record is None or not isinstance(last, Made) or fault_now(session) != "unclear":
        raise IllegalEntry("The last move is clear.")
    entries = (*record.entries[:-1], Made(entry.path, last.clock_ms))
    return _with_record(session, replace(record, entries=entries))


def move_taken_back(session: Session, entry: e.TakenBack) -> Session:
    """Both take the last move back: the mover moves again, with the time that he has left."""
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


def _with_record(session: Session, record: Record) -> Session:
    return replace(session, records={**session.records, session.game: record})
