"""A running move count at a table: begun by a player, carried on by every move, never a result.

Entries of the day's table. Without a record the referee says whether the count was justified.
"""

from msgspec.structs import replace

from shared.core.day import entries as e
from shared.core.day.moves import entered_now, record_of
from shared.core.day.phases import Counting, IllegalEntry, Session
from shared.core.draughts.claims import begun_at, counted_moves, quiet_of
from shared.core.draughts.counts import (
    CountedMove,
    NoCount,
    Quiet,
    begin_announced,
    counted,
    quiet_after,
)
from shared.core.draughts.rules import RULES
from shared.core.match.outcome import SEATS, Seat


def count_begun(session: Session, entry: e.CountBegun) -> Session:
    """Begin a count with the next move; it replaces one that runs (APCA-27).

    Where moves are entered, the board has to allow it, and moves in which nothing changed count
    from the last change on. Else the referee sees whether it may begin."""
    rule = session.info.book.counts
    if rule is None:
        raise IllegalEntry(
            "No moves are counted under {rulebook}.", rulebook=session.info.book.title
        )
    first = session.first_player
    try:
        count = begin_announced(rule, entry.kind, entry.asker)
        if _known(session) and first is not None:
            record = record_of(session)
            if isinstance(count, Quiet):
                count = quiet_of(record, first)
            else:
                count = begun_at(record, rule, count, first)
    except NoCount as refusal:
        raise IllegalEntry("This count cannot begin: {why}.", why=refusal) from None
    moves = sum(session.clock.moves) if session.clock else 0
    return replace(session, counting=Counting(entry.kind, entry.asker, count, moves))


def count_anew(session: Session, entry: e.CountAnew) -> Session:
    """Begin the count anew after a capture, a crowning or a man's move (APCA-26, DARK-50)."""
    rule, running = session.info.book.counts, session.counting
    if rule is None or running is None:
        raise IllegalEntry("No move count is running.")
    if isinstance(running.count, Quiet):
        return replace(session, counting=replace(running, count=Quiet()))
    if running.kind != "strength":
        raise IllegalEntry("This count goes on through captures and crownings.")
    anew = counted(rule, running.count, CountedMove(running.asker, captured=True))
    return replace(session, counting=replace(running, count=anew))


def count_ended(session: Session, entry: e.CountEnded) -> Session:
    """Give the count up."""
    if session.counting is None:
        raise IllegalEntry("No move count is running.")
    return replace(session, counting=None)


def carried_on(before: Session, after: Session) -> Session:
    """``after`` with its count one further for each move that was made; none after the game."""
    running, rule = after.counting, after.info.book.counts
    if running is None or rule is None or before.counting is not running:
        return after
    if after.game != before.game or len(after.codes) != len(before.codes):
        return replace(after, counting=None)
    if before.clock is None or after.clock is None:
        return after
    count = running.count
    for seat in SEATS:
        if after.clock.moves[seat] == before.clock.moves[seat] + 1:
            move = _move(after, seat)
            if isinstance(count, Quiet):
                count = quiet_after(count, move)
            else:
                count = counted(rule, count, move)
    return replace(after, counting=replace(running, count=count))


def _move(session: Session, seat: Seat) -> CountedMove:
    """Return what the last move did, as far as the board knows it: else the players say it."""
    first = session.first_player
    made = counted_moves(record_of(session), first) if _known(session) and first is not None else ()
    return made[-1] if made and made[-1].seat == seat else CountedMove(seat)


def _known(session: Session) -> bool:
    return session.info.book.game in RULES and entered_now(session)
