"""A match at one table as the list of its journal entries: the session is ``replay(entries)``.

It owns the order of things at a table: seats, clock choice, games, pauses, flags, codes. It
draws nothing, signs nothing and reads no clock: the draw, and every ``at``, come from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import reduce
from typing import Any, TypeVar

from msgspec import Struct
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
    Recovered,
    RefereeResumed,
    Resumed,
    Seated,
    Started,
)
from shared.core import clock as c
from shared.core.clock import Clock, IllegalClockEvent, Reading
from shared.core.time_controls import TimeControl, parse_time_control
from shared.core.words import Code, Outcome, Seat, other


class Phase(StrEnum):
    """What the table is waiting for."""

    SEATING = "seating"  # both players to sit down
    DRAWING = "drawing"  # the opening and the colours
    CHOOSING = "choosing"  # a time control that both name
    READY = "ready"  # somebody to start the game
    ABSENT = "absent"  # an absent player, whose time runs
    PLAYING = "playing"  # a press
    PAUSED = "paused"  # the clock to go on
    RECOVERING = "recovering"  # both players, or the referee, to accept the recovered times
    GAME_OVER = "game_over"  # the next game
    SCORING = "scoring"  # the players to sign the score


class MatchInfo(Struct, frozen=True):
    """What the pairing and the draw say about the match.

    ``controls`` are the names that the players may choose from; a single one needs no choice.
    ``first_seat`` is who moves first in game 1 and ``ballot`` the opening of every game: both
    None until drawn. ``moves_set_up`` balloted moves stand on the board before the clock starts
    (ACF-1.X.A.d). ``flag_takes_next``: a flag also loses the games not yet started
    (ACF-1.X.A.b); without it the referee rules on them (HALL-apca-flag).
    """

    uid: str
    controls: tuple[str, ...]
    games: int = 2
    first_seat: Seat | None = None
    ballot: int | None = None
    moves_set_up: int = 3
    flag_takes_next: bool = True


class IllegalEntry(ValueError):
    """The entry cannot happen now. The text is a sentence for a player; nothing has changed."""


class Session(Struct, frozen=True):
    """The match as the table knows it. ``codes`` are read for seat 0, one a finished game."""

    info: MatchInfo
    phase: Phase
    game: int = 1
    seated: tuple[bool, bool] = (False, False)
    chosen: tuple[str | None, str | None] = (None, None)
    control: TimeControl | None = None
    clock: Clock | None = None
    codes: tuple[Code, ...] = ()
    agreed: tuple[bool, bool] = (False, False)

    @property
    def choice_differs(self) -> bool:
        """Both have named a control, not the same: chance decides (ACF-1.X.A.a)."""
        return self.control is None and None not in self.chosen

    @property
    def first_player(self) -> Seat | None:
        """Who moves first in this game: the sides swap from game to game (ACF-1.VIII.A)."""
        first = self.info.first_seat
        return first if first is None or self.game % 2 else other(first)

    @property
    def starts_on_clock(self) -> Seat | None:
        """Whose clock is started: after three moves set up it is White's (ACF-1.X.A.d)."""
        first = self.first_player
        return first if first is None or self.info.moves_set_up % 2 == 0 else other(first)

    @property
    def proposed_outcome(self) -> Outcome | None:
        """What a fallen flag makes of the match, until the players sign or the referee rules."""
        flagged = self.clock is not None and self.clock.phase is c.Phase.FLAGGED
        return outcome(self) if flagged else None


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


def outcome(session: Session) -> Outcome | None:
    """Return the outcome of the match, read for seat 0; None until every game has its code."""
    return Outcome(session.codes) if len(session.codes) == session.info.games else None


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
    return replace(session, clock=c.apply(_clock(session), event), phase=phase)


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


_LOBBY = frozenset({Phase.SEATING, Phase.DRAWING, Phase.CHOOSING, Phase.READY})
_UNPLAYED = (Code.DRAW, Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT)


def _game_over(session: Session, entry: GameOver) -> Session:
    clock = session.clock
    started = session.phase not in _LOBBY and _clock(session).resumes is c.Phase.RUNNING
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
    ControlSet: (_LOBBY, _set, "The time control cannot be changed now."),
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
        _LOBBY | _STOPPED | {Phase.PLAYING, Phase.ABSENT},
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
}
