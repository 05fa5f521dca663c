"""A match at one table as the list of its journal entries: the session is ``replay(entries)``.

It owns the order of things at a table: seats, clock choice, games, pauses, flags, codes. It
draws nothing, signs nothing and reads no clock: the draw, and every ``at``, come from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from board_terminal.entries import (
    AbsentStarted,
    AgreedToGoOn,
    Arrived,
    CodeCorrected,
    ControlChosen,
    ControlSet,
    Entry,
    FlagFell,
    GameOver,
    NextGame,
    Paused,
    Pressed,
    Recalled,
    Recovered,
    RefereeResumed,
    Resumed,
    Seated,
    Started,
    TakenOver,
)
from board_terminal.phases import LOBBY, IllegalEntry, MatchInfo, Phase, Session
from shared.core import clock as c
from shared.core.clock import Clock, IllegalClockEvent, Reading
from shared.core.time_controls import parse_time_control
from shared.core.words import Code, Seat


def new_session(info: MatchInfo) -> Session:
    """Return the session of a match that nobody has sat down to."""
    session = Session(info, Phase.SEATING)
    return _with_control(session, info.controls[0]) if len(info.controls) == 1 else session


def replay(info: MatchInfo, entries: Iterable[Entry]) -> Session:
    """Return the session that ``entries`` lead to. Raises IllegalEntry as ``step`` does."""
    return reduce(step, entries, new_session(info))


def step(session: Session, entry: Entry) -> Session:
    """Return the session after ``entry``; raise IllegalEntry, and change nothing, if it cannot be.

    The stamp counts: what is stamped after a flag fell finds the flag down, noticed or not.
    """
    phases, do, otherwise = _TABLE[type(entry)]
    if session.phase not in phases:
        raise IllegalEntry(otherwise)
    try:
        return do(session, entry)
    except IllegalClockEvent as refusal:
        raise IllegalEntry(str(refusal)) from None


def drawn(session: Session, first_seat: Seat, ballot: int | None) -> Session:
    """Return the session once the draw is known. Replaying with the draw gives the same."""
    session = replace(session, info=replace(session.info, first_seat=first_seat, ballot=ballot))
    return _in_lobby(session) if session.phase is Phase.DRAWING else session


def recovery(session: Session, last_at: int | None) -> Recovered:
    """Return what to propose after a restart; ``session`` is the replayed journal.

    ``last_at`` is the stamp in ms of the last saved reading. A journal entry of a later stamp
    outweighs it, so a press that was saved is never taken back (HALL-power-cut).
    """
    if session.clock is None:
        return Recovered((0, 0))
    stamps = [at for at in (last_at, session.clock.at) if at is not None]
    shown = c.reading(session.clock, max(stamps, default=0))
    return Recovered(shown.remaining, shown.running, shown.flag)


def reading_at(session: Session, at: int) -> Reading | None:
    """Return what the clock shows at ``at`` (ms); None while no control is settled."""
    return c.reading(session.clock, at) if session.clock else None


T = TypeVar("T")


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _in_lobby(session: Session) -> Session:
    """Wait for the first thing that is still missing before the game can start."""
    if not all(session.seated):
        phase = Phase.SEATING
    elif session.info.first_seat is None:
        phase = Phase.DRAWING
    else:
        phase = Phase.READY if session.control else Phase.CHOOSING
    return replace(session, phase=phase)


def _clock(session: Session) -> Clock:
    if session.clock is None:
        raise IllegalEntry("The time control is not settled yet.")
    return session.clock


def _tick(session: Session, event: c.Event, phase: Phase) -> Session:
    taken_over = session.taken_over and phase is not Phase.PLAYING
    clock = c.apply(_clock(session), event)
    return replace(session, clock=clock, phase=phase, taken_over=taken_over)


def _with_control(session: Session, name: str) -> Session:
    control = parse_time_control(name)
    return replace(session, control=control, clock=replace(c.new_clock(control), game=session.game))


def _seated(session: Session, entry: Seated) -> Session:
    if session.seated[entry.seat]:
        raise IllegalEntry("This player is seated already.")
    absence = session.phase is Phase.ABSENT
    if absence and _clock(session).runs[entry.seat]:
        raise IllegalEntry("The clock of this player is running: report the arrival instead.")
    session = replace(session, seated=_put(session.seated, entry.seat, True))
    return session if absence else _in_lobby(session)


def _chosen(session: Session, entry: ControlChosen) -> Session:
    if entry.name not in session.info.controls:
        raise IllegalEntry("This time control is not offered in this match.")
    session = replace(session, chosen=_put(session.chosen, entry.seat, entry.name))
    agreed = session.chosen[0] == session.chosen[1]
    return _in_lobby(_with_control(session, entry.name)) if agreed else session


def _set(session: Session, entry: ControlSet) -> Session:
    if session.clock is not None and session.clock.main != (session.clock.control.starting_ms,) * 2:
        raise IllegalEntry("The clock of this match has been used already.")
    try:
        return _in_lobby(_with_control(session, entry.name))
    except ValueError as unknown:
        raise IllegalEntry(str(unknown)) from None


def _absent(session: Session, entry: AbsentStarted) -> Session:
    pairs = zip(entry.absent, session.seated, strict=True)
    if not any(entry.absent) or any(absent and seated for absent, seated in pairs):
        raise IllegalEntry("Only the clock of a player who is not seated can be started.")
    if all(entry.absent):
        return _tick(session, c.StartBoth(entry.at), Phase.ABSENT)
    return _tick(session, c.StartLate(0 if entry.absent[0] else 1, entry.at), Phase.ABSENT)


def _arrived(session: Session, entry: Arrived) -> Session:
    session = _tick(session, c.Arrive(entry.seat, entry.at), Phase.ABSENT)
    session = replace(session, seated=_put(session.seated, entry.seat, True))
    return session if _clock(session).phase is c.Phase.ABSENT else _in_lobby(session)


def _started(session: Session, entry: Started) -> Session:
    seat = session.starts_on_clock
    assert seat is not None, "a table is ready only when it has drawn"
    return _tick(session, c.Start(seat, entry.at), Phase.PLAYING)


def _pressed(session: Session, entry: Pressed) -> Session:
    return _tick(session, c.Press(entry.seat, entry.at), Phase.PLAYING)


def _paused(session: Session, entry: Paused) -> Session:
    return _tick(session, c.Pause(entry.at, entry.reason), Phase.PAUSED)


def _resumed(session: Session, entry: Resumed) -> Session:
    absent = _clock(session).resumes is c.Phase.ABSENT
    return _tick(session, c.Resume(entry.at), Phase.ABSENT if absent else Phase.PLAYING)


def _flag_fell(session: Session, entry: FlagFell) -> Session:
    clock = c.settle(_clock(session), entry.at)
    if not clock.fallen[entry.seat]:
        raise IllegalEntry("This flag has not fallen.")
    session = replace(session, clock=clock, phase=Phase.SCORING)
    if all(clock.fallen):
        return session  # nobody can say which fell first: the referee gives the codes
    played = clock.resumes is c.Phase.RUNNING
    lost = [Code.LOSS if played else Code.LOSS_BY_FORFEIT]
    if session.info.flag_takes_next:
        lost += [Code.LOSS_BY_FORFEIT] * (session.info.games - session.game)
    codes = session.codes + tuple(code if entry.seat == 0 else code.reversed for code in lost)
    session = replace(session, codes=codes)
    if len(codes) == session.info.games:
        return session
    return _tick(session, c.EndGame(entry.at), Phase.GAME_OVER)


_UNPLAYED = (Code.DRAW, Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT)


def _game_over(session: Session, entry: GameOver) -> Session:
    clock = session.clock
    started = session.phase not in LOBBY and _clock(session).resumes is c.Phase.RUNNING
    if not started and entry.code not in _UNPLAYED:
        raise IllegalEntry("A game that has not started is forfeited, or drawn and not played.")
    if clock is not None:
        if c.settle(clock, entry.at).phase is c.Phase.FLAGGED:
            raise IllegalEntry("A flag fell before the game ended.")
        clock = c.apply(clock, c.EndGame(entry.at))
    codes = (*session.codes, entry.code)
    phase = Phase.SCORING if len(codes) == session.info.games else Phase.GAME_OVER
    return replace(session, clock=clock, codes=codes, phase=phase)


def _corrected(session: Session, entry: CodeCorrected) -> Session:
    # Scoring without all codes: two flags fell together, and the referee fills in what is open.
    known = len(session.codes)
    last = min(known + 1, session.info.games) if session.phase is Phase.SCORING else known
    if not 1 <= entry.game <= last:
        raise IllegalEntry("This game has no result yet.")
    before, after = session.codes[: entry.game - 1], session.codes[entry.game :]
    return replace(session, codes=(*before, entry.code, *after))


def _next_game(session: Session, _: NextGame) -> Session:
    clock = c.apply(session.clock, c.NextGame()) if session.clock else None
    return _in_lobby(replace(session, clock=clock, game=session.game + 1))


def _recovered(session: Session, entry: Recovered) -> Session:
    if session.clock is None:
        return session
    if session.phase not in (Phase.PLAYING, Phase.ABSENT):
        # Nothing ran, so the journal is exact. Only the stamps start anew.
        return replace(session, clock=replace(session.clock, at=None))
    return _tick(session, c.Recover(entry.remaining, entry.to_move, entry.flag), Phase.RECOVERING)


def _agreed(session: Session, entry: AgreedToGoOn) -> Session:
    agreed = _put(session.agreed, entry.seat, True)
    if all(agreed):
        return replace(session, agreed=(False, False), phase=Phase.PAUSED)
    return replace(session, agreed=agreed)


def _referee(session: Session, entry: RefereeResumed) -> Session:
    clock = _clock(session)
    if session.phase is Phase.SCORING and clock.phase is not c.Phase.FLAGGED:
        raise IllegalEntry("All games of this match are over.")
    if entry.remaining is not None:
        clock = c.apply(clock, c.Recover(entry.remaining, entry.to_move))
    elif session.phase is not Phase.RECOVERING or entry.to_move is not None:
        raise IllegalEntry("The referee has to say how much time is left.")
    if session.phase is Phase.READY:
        return replace(session, clock=clock)
    codes = session.codes[: session.game - 1]
    return replace(session, clock=clock, codes=codes, agreed=(False, False), phase=Phase.PAUSED)


def _taken_over(session: Session, entry: TakenOver) -> Session:
    if not 1 <= entry.game <= session.info.games or min(entry.remaining) < 0:
        raise IllegalEntry("The log of the hall does not fit this match.")
    try:
        session = _with_control(new_session(session.info), entry.control)
    except ValueError as unknown:
        raise IllegalEntry(str(unknown)) from None
    clock = replace(_clock(session), main=entry.remaining, game=entry.game, moves=entry.moves)
    if entry.over:
        clock = replace(clock, phase=c.Phase.ENDED)
    elif entry.to_move is None:
        raise IllegalEntry("The log of the hall does not say whose turn it is.")
    else:
        clock = c.apply(clock, c.Start(entry.to_move, 0))
        clock = c.apply(clock, c.Recover(entry.remaining, entry.to_move))
    session = replace(session, clock=clock, game=entry.game, codes=entry.codes)
    return _recalling(replace(session, seated=(True, True), taken_over=True))


def _recalled(session: Session, entry: Recalled) -> Session:
    return _recalling(replace(session, codes=(*session.codes, entry.code)))


def _recalling(session: Session) -> Session:
    """Ask for the codes of the games that are over; then go on where the match stood."""
    ended = _clock(session).phase is c.Phase.ENDED
    known = len(session.codes)
    if known < session.game - (not ended):
        phase = Phase.RECALLING
    elif not ended:
        phase = Phase.RECOVERING
    else:
        phase = Phase.SCORING if known == session.info.games else Phase.GAME_OVER
    return replace(session, phase=phase)


# Two rules.
# 1. An entry has its phases; elsewhere its sentence is the answer and the session is as it was.
# 2. The clock has the last word on time: what it refuses, the session refuses.
_STOPPED = frozenset({Phase.PAUSED, Phase.RECOVERING})
_TABLE: dict[type, tuple[frozenset[Phase], Callable[[Session, Any], Session], str]] = {
    Seated: (
        frozenset({Phase.SEATING, Phase.ABSENT}),
        _seated,
        "Nobody can sit down at this table now.",
    ),
    ControlChosen: (
        frozenset({Phase.CHOOSING}),
        _chosen,
        "The time control cannot be chosen now.",
    ),
    ControlSet: (LOBBY, _set, "The time control cannot be changed now."),
    AbsentStarted: (frozenset({Phase.SEATING}), _absent, "Both players are here."),
    Arrived: (frozenset({Phase.ABSENT}), _arrived, "No absent player's clock is running."),
    Started: (frozenset({Phase.READY}), _started, "The game cannot start now."),
    Pressed: (frozenset({Phase.PLAYING}), _pressed, "The press does not count: no clock runs."),
    Paused: (frozenset({Phase.PLAYING, Phase.ABSENT}), _paused, "No clock is running."),
    Resumed: (frozenset({Phase.PAUSED}), _resumed, "The clock is not paused."),
    FlagFell: (
        _STOPPED | {Phase.PLAYING, Phase.ABSENT},
        _flag_fell,
        "No flag can fall now.",
    ),
    GameOver: (
        LOBBY | _STOPPED | {Phase.PLAYING, Phase.ABSENT},
        _game_over,
        "The game is over already.",
    ),
    CodeCorrected: (
        frozenset({Phase.READY, Phase.GAME_OVER, Phase.SCORING}),
        _corrected,
        "A result cannot be corrected while a game is played.",
    ),
    NextGame: (frozenset({Phase.GAME_OVER}), _next_game, "The next game cannot be set up now."),
    Recovered: (frozenset(Phase), _recovered, ""),
    AgreedToGoOn: (frozenset({Phase.RECOVERING}), _agreed, "There is nothing to agree on."),
    RefereeResumed: (
        _STOPPED | {Phase.READY, Phase.SCORING},
        _referee,
        "There is nothing for the referee to set.",
    ),
    TakenOver: (frozenset(Phase), _taken_over, ""),
    Recalled: (frozenset({Phase.RECALLING}), _recalled, "No game is without its result."),
}
