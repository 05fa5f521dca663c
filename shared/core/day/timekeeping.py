"""Timekeepers at an unclocked table: who times the moves, who was told, what is counted.

Entries of the day's table. Which rules there are, the rulebook says.
"""

from shared.core import clock as c
from shared.core.day import entries as e
from shared.core.day.lobby import tick
from shared.core.day.phases import IllegalEntry, Session
from shared.core.day.playing import moved


def moves_timed(session: Session, entry: e.MovesTimed) -> Session:
    """Time each move from now on, by the five-minute rule or by Lowder's minute."""
    book = session.info.book
    rule = book.move_time if entry.by == "five_minutes" else book.lowder
    if rule is None:
        raise IllegalEntry("No such rule times the moves under {rulebook}.", rulebook=book.title)
    return tick(session, c.Keep(rule, entry.at), session.phase)


def timing_changed(session: Session, event: c.Release | c.TimeTold | c.SingleJump) -> Session:
    """Note that the timekeeper leaves, has told the player to move, or sees a single jump."""
    return tick(session, event, session.phase)


def move_counted(session: Session, event: c.Tap | c.Plus) -> Session:
    """Count a move that the timekeeper tapped for the player to move, or one move more."""
    return moved(session, tick(session, event, session.phase), event.at)
