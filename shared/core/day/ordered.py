"""What a measure has a table do: the entry that it stands for, and what is in its way.

Entries of the day's table.
"""

from collections.abc import Collection, Iterable
from typing import Final

from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.day import entries as e
from shared.core.day.phases import LOBBY, IllegalEntry, Phase, Session
from shared.core.events import Obstacle
from shared.core.events import measures as m
from shared.core.match.controls import UNCLOCKED, parse_time_control
from shared.core.match.outcome import SEATS, Code
from shared.core.rulebooks import Rulebook
from shared.core.state import InForce
from shared.core.text.language import N_

NOT_NOW: Final = N_("The referee's word cannot be carried out now.")


def waiting(taken: Iterable[InForce], carried: Collection[str], held: bool) -> list[InForce]:
    """Return the measures of ``taken``, oldest first, that the table has not carried out yet.

    A pause that was lifted before it could be carried out is gone, and so is what lifted it: it
    must not end a pause that comes later. What the referee stopped (``held``) is lifted even where
    the decision that stopped it was replaced. Of who times the moves the last word counts.
    """
    mine = [one for one in taken if isinstance(one.measure, m.OF_TABLE)]
    timing = [one for one in mine if isinstance(one.measure, m.OF_TIMING)]
    found: list[InForce] = []
    paused: InForce | None = None
    for number, one in enumerate(mine):
        if one in timing[:-1]:
            continue
        if isinstance(one.measure, m.Paused):
            paused = one
        elif isinstance(one.measure, m.Resumed):
            done = paused is not None and paused.token in carried
            if not done:
                found = [other for other in found if other is not paused]
            paused = None
            if not done and not (held and not _stops(mine[number:], carried)):
                continue
        found.append(one)
    return [one for one in found if one.token not in carried]


def _stops(taken: Iterable[InForce], carried: Collection[str]) -> bool:
    """Return whether the table has carried out one of the pauses in ``taken``."""
    return any(isinstance(one.measure, m.Paused) and one.token in carried for one in taken)


def as_entry(session: Session, entry: e.Ordered) -> e.Entry:
    """Return the entry that a measure stands for. Raises IllegalEntry where it has to wait."""
    at = entry.at
    match entry.measure:
        case m.MovesTimed(rule):
            return e.MovesTimed(rule, at)
        case m.TimingEnded():
            return e.Clocked(c.Release(at))
        case m.ClockAssigned(control, "next") if _may_change(session, control):
            return e.ControlSet(control)
        case m.ClockAssigned(control, "game" | "match" as scope):
            return e.ClockImposed(control, scope, at)
        case m.ClockSet(left, right):
            return e.RefereeResumed((left, right))
        case m.TimeCalled():
            return e.TimeCalled(at, referee=True)
        case m.TimeAdded(left, right):
            return e.Clocked(c.Adjust((left, right), at, entry.clause, entry.reason))
        case m.PenaltyPoints(seat, points):
            return e.Acted(a.Penalized(at, seat, points, imposed=True))
        case m.LengthSet(length):
            return e.Acted(a.LengthFound(at, length))
        case m.PressForgotten(seat, ms):
            return e.Clocked(c.Forgotten(seat, ms, at))
        case m.Paused():
            return e.Clocked(c.Pause(at, stopped_by(entry)))
        case m.Resumed():
            return e.Clocked(c.Resume(at, referee=True))
        case m.GameLost(seat, game) if session.phase in LOBBY and game == session.game:
            return e.GameOver(at, Code.LOSS_BY_FORFEIT if seat == 0 else Code.WIN_BY_FORFEIT)
        case m.BothLose(game) if session.phase in LOBBY and game == session.game:
            return e.GameOver(at, Code.LOST_BY_BOTH)
        case m.BothLose(game) if _forfeited_there(session, game):
            return e.CodeCorrected(game, Code.LOST_BY_BOTH)
        case m.AbsentTimeStarted():
            left_here, right_here = session.seated
            since = at - entry.ago_ms
            if session.clock is not None and session.clock.at is not None:
                since = max(since, session.clock.at)
            if left_here or right_here:
                return e.Clocked(c.StartLate(1 if left_here else 0, since))
            return e.Clocked(c.StartBoth(since))
        case _:
            raise IllegalEntry(NOT_NOW)


def _forfeited_there(session: Session, game: int) -> bool:
    """Return whether a game has its result at the table without play, and none is being played."""
    if session.phase not in LOBBY | {Phase.BETWEEN, Phase.SCORING}:
        return False
    code = session.codes[game - 1] if 1 <= game <= len(session.codes) else Code.WIN
    return code is not code.played


def stopped_by(entry: e.Ordered) -> c.ByReferee:
    """Return why the clocks stand once a pause is carried out."""
    return c.ByReferee(entry.clause, entry.reason)


def stands_already(session: Session, measure: m.OfTable) -> bool:
    """Return whether players or crew have done what is decided, or nothing has to be done."""
    watch = session.clock.watch if session.clock else None
    match measure:
        case m.Excused() | m.TimeAdded(0, 0):
            return True  # The waiting player is told. Nothing is counted, and nothing runs.
        case m.Paused():
            return session.phase is Phase.PAUSED
        case m.Resumed():
            return session.phase is Phase.PLAYING
        case m.MovesTimed(rule):
            return watch is not None and watch.rule == _timed_by(session, rule)
        case m.TimingEnded():
            return session.clock is not None and watch is None
        case m.TimeCalled():
            return session.phase is Phase.COUNTING
        case _:
            return False


def obstacle(session: Session, measure: m.OfTable, at: int) -> Obstacle | None:
    """Return why this table cannot carry a measure out at ``at`` (ms of its clock) or later.

    None where it can, now or once the moment fits.
    """
    book, control = session.info.book, session.control
    keeps = control is not None and control.clocked
    for_good = keeps and (session.clock is None or session.clock.afterwards is None)
    match measure:
        case m.Excused() | m.GameLost() | m.BothLose():
            return None
        case m.AbsentTimeStarted() if all(session.seated):
            return "here"
        case m.PenaltyPoints() | m.LengthSet() if book.scoring != "points":
            return "sheet"
        case m.TimeCalled() if book.contest is None:
            return "sheet"
        case m.MovesTimed(rule) if _timed_by(session, rule) is None:
            return "sheet"
        case m.ClockAssigned(_, scope) if not _brings(book, scope):
            return "sheet"
        case m.ClockAssigned(name, scope) if not _gives_time(name, scope):
            return "unknown"
        case m.ClockAssigned(name, "next") if keeps and not _may_change(session, name):
            return "clocked"
        case m.ClockAssigned(_, "game" | "match") | m.MovesTimed() if for_good:
            return "clocked"
        case m.ClockSet() | m.TimeAdded() if control is not None and not keeps:
            return "no_clock"
        case m.TimeAdded(left, right) if _too_much(session, (left, right), at):
            return "no_time"
        case _:
            return "over" if session.phase is Phase.SCORING else None


def _timed_by(session: Session, rule: str) -> object:
    book = session.info.book
    return book.move_time if rule == "five_minutes" else book.lowder


def _may_change(session: Session, control: str) -> bool:
    """Return whether a match may get a clock, and has none, or loses the one that it was given.

    Two players' own clock is not taken away, and none with which a game has begun.
    """
    if not session.info.book.sheet.match_clock:
        return False
    now, used = session.control, session.clock is not None and session.clock.begun
    if now is None or not now.clocked:
        return control != UNCLOCKED
    given = UNCLOCKED in session.info.controls and now.name not in session.chosen
    return control == UNCLOCKED and given and not used


def _brings(book: Rulebook, scope: str) -> bool:
    """Return whether a clock may come: into a game in progress (APCA-9), or before one
    (ACF-1.X.B.b)."""
    return bool(book.sheet.match_clock) if scope == "next" else book.imposed_clocks is not None


def _gives_time(name: str, scope: str) -> bool:
    if scope == "next" and name == UNCLOCKED:
        return True
    try:
        control = parse_time_control(name)
    except ValueError:
        return False
    return control.clocked and not control.per_point_ms


def _too_much(session: Session, add: tuple[int, int], at: int) -> bool:
    """Return whether more time would be taken from a side than it has left."""
    if session.clock is None:
        return False
    left = c.reading(session.clock, at).remaining
    return any(add[seat] < 0 and left[seat] + add[seat] <= 0 for seat in SEATS)
