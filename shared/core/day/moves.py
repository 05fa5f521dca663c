"""Moves entered at the table: the record of each game, as the moves were made (ACF-3.III.A), and a
running move count: begun by a player, carried on by every move, never a result.

Entries of the day's table. An illegal move is on record like any other; nothing is refused or
hinted. Without a record the referee says whether a count was justified.
"""

from typing import Final

from msgspec.structs import replace

from shared.core import clock as c
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of, tick
from shared.core.day.phases import Counting, IllegalEntry, Phase, Session
from shared.core.draughts.claims import begun_at, counted_moves, quiet_of
from shared.core.draughts.counts import (
    CountedMove,
    NoCount,
    Quiet,
    begin_announced,
    counted,
    quiet_after,
)
from shared.core.draughts.faults import Fault
from shared.core.draughts.moves import Move, play
from shared.core.draughts.notation import meant
from shared.core.draughts.record import Corrected, GameRecord, Made, Passed, Unknown, begun
from shared.core.draughts.record import replay as lines_of
from shared.core.draughts.record import taken_back as record_taken_back
from shared.core.draughts.rules import RULES
from shared.core.match.outcome import SEATS, Seat, other

WHICH_CAPTURE: Final = c.Here("which_capture")
"""Why both clocks are stopped while an unclear capture is told."""

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

    Where several captures fit what was entered, both clocks are stopped until the mover has told
    which it was: the player's turn is over, and the opponent's time does not pay for it
    (ACF-1.X.A.f).
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
