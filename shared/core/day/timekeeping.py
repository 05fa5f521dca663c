"""Timekeepers at an unclocked table: who times the moves, who was told, what is counted.

Entries of the day's table. Which rules there are, the rulebook says.
"""

from __future__ import annotations

from shared.core import clock as c
from shared.core.day import entries as e
from shared.core.day.lobby import tick
from shared.core.day.phases import IllegalEntry, Session
from shared.core.day.playing import moved


def moves_timed(session: Session, entry: e.MovesTimed) -> Session:
    """Each move is timed from now on, by the five-minute rule or by Lowder's minute."""
    book = session.info.book
    rule = book.move_time if entry.by == "five_minutes" else book.lowder
    if rule is None:
        raise IllegalEntry("No such rule times the moves under {rulebook}.", rulebook=book.title)
    return tick(session, c.Keep(rule, entry.at), session.phase)


def timing_ended(session: Session, entry: e.TimingEnded) -> Session:
    """Moves are not timed any more."""
    return tick(session, c.Release(entry.at), session.phase)


def player_told(session: Session, entry: e.PlayerTold) -> Session:
    """The player to move has been told, audibly."""
    return tick(session, c.Told(entry.at), session.phase)


def single_jump(session: Session, entry: e.SingleJump) -> Session:
    """This turn has exactly one jump."""
    return tick(session, c.SingleJump(entry.at), session.phase)


def move_tapped(session: Session, entry: e.MoveTapped) -> Session:
    """The timekeeper has tapped a move of whoever was to move."""
    return moved(session, tick(session, c.Tap(entry.at), session.phase), entry.at)


def move_counted(session: Session, entry: e.MoveCounted) -> Session:
    """One move more is counted."""
    return moved(session, tick(session, c.Plus(entry.seat, entry.at), session.phase), entry.at)
