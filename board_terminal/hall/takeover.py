"""What a device takes over from the hall's log, because it replaces another device or its notes are
older. Compares the session with the state; writes nothing.
"""

from board_terminal.desk.setting import controls_of
from shared.core.day import LOBBY, MatchInfo, Phase, Session
from shared.core.day.entries import ControlSet, Seated, TakenOver
from shared.core.day.points import games_over
from shared.core.events import GAME_END, ClockLogged, ScoreLogged
from shared.core.events.measures import (
    BothLose,
    ClockAssigned,
    ClockSet,
    GameLost,
    MovesTimed,
    Paused,
    Resumed,
    TimeAdded,
    TimingEnded,
)
from shared.core.match.controls import parse_time_control
from shared.core.match.outcome import SEATS, Outcome, Seat, other
from shared.core.state import HallState, InForce, Match
from shared.core.state.floor import finished

FLAG = "flag"
"""Why a batch is logged: a flag fell in it."""


def takeover(state: HallState, match: Match, session: Session) -> TakenOver | None:
    """Return the entry that brings ``session`` up to the hall's log; None if it is up to date.

    A device writes its notes before the log. So a log that knows more is another device's.
    """
    control = agreed_control(state, match)
    if match.draw is None or not control or finished(match) or not _behind(session, match):
        return None
    signed = _signed(match, session.info)
    codes = signed.games
    log = match.clock
    if log is None:
        start = parse_time_control(control).starting_ms
        log = ClockLogged(len(codes), (), (start, start), (0, 0), GAME_END)
    left = log.remaining_ms
    if log.why == GAME_END and not any(left):
        # The game before was played without the clock that the referee has brought since.
        left = (parse_time_control(control).starting_ms,) * 2
    in_points = session.info.book.scoring == "points"
    return TakenOver(
        control=log.imposed or control,
        game=log.game if in_points else len(codes) or log.game,
        remaining=left,
        moves=log.moves,
        to_move=_to_move(session, log),
        over=bool(codes) or signed.captures is not None or log.why == GAME_END,
        logged=match.presses,
        codes=codes,
        entering=log.entering,
        carried=_carried_out(match),
        score=log.score if signed.points is None else ScoreLogged(signed.points),
        captures=signed.captures,
        afterwards=control if log.one_game else "",
    )


def lobby(match: Match, session: Session) -> tuple[Seated | ControlSet, ...]:
    """Return who sits and which clock, where the hall knows it and ``session`` does not.

    Return nothing before the draw is known: parts of the match may still be on their way.
    """
    if match.draw is None or session.phase not in LOBBY:
        return ()
    seats = (Seated(s) for s in SEATS if match.seated[s] and not session.seated[s])
    sits = tuple(seats) if session.phase is Phase.SEATING else ()
    chosen = match.control
    if chosen is None or session.control is not None or not all(match.seated):
        return sits
    return (*sits, ControlSet(chosen.name))


def again(match: Match, one: InForce) -> bool:
    """Return whether this device carries out a measure that another one has carried out.

    True for what no log of a clock holds: a game that was forfeited before it began, who times the
    moves, that the referee has stopped the game; and times, while there is no log at all.
    """
    if isinstance(one.measure, TimeAdded | ClockSet | ClockAssigned):
        return match.clock is None
    return isinstance(one.measure, GameLost | BothLose) or one in _lasting(match)


def _carried_out(match: Match) -> tuple[str, ...]:
    """Return the tokens of the measures that need not be carried out again."""
    anew = {one.token for one in _lasting(match)}
    done = (token for token, carried in match.carried.items() if carried.refused is None)
    return tuple(token for token in done if token not in anew)


def _lasting(match: Match) -> tuple[InForce, ...]:
    """Return the latest measures that last: who times the moves, and that the game is stopped."""
    timing = [one for one in match.taken if isinstance(one.measure, MovesTimed | TimingEnded)]
    stops = [one for one in match.taken if isinstance(one.measure, Paused | Resumed | ClockSet)]
    last = (*timing[-1:], *stops[-1:])
    return tuple(one for one in last if isinstance(one.measure, MovesTimed | Paused))


def _behind(session: Session, match: Match) -> bool:
    log = match.clock
    untouched = session.phase in LOBBY
    if log is None:
        return untouched and bool(_signed(match, session.info).games)
    if untouched and log.game >= session.game:
        return True
    moves = session.clock.moves if session.clock is not None else (0, 0)
    here = max(session.furthest, (session.game, sum(moves)))
    if (log.game, sum(log.moves)) > here:
        return True
    asking = session.phase is Phase.RECALLING
    over = max(len(session.codes), games_over(session))
    return log.why == GAME_END and over < log.game and not asking


def _signed(match: Match, info: MatchInfo) -> Outcome:
    """Return the score that a side has signed, read for seat 0; one without games if unsigned."""
    signed = [v.outcome for v in match.result.versions if v.seat is not None]
    whole = (
        said
        for said in reversed(signed)
        if said.captures is not None or info.settled(said.games) == len(said.games)
    )
    return next(whole, Outcome(()))


def agreed_control(state: HallState, match: Match) -> str:
    """Return the time control that the match began with, as the hall knows it; "" for none yet."""
    if match.control is not None:
        return match.control.name
    fixed = controls_of(state, match)
    return fixed[0] if len(fixed) == 1 else ""


def _to_move(session: Session, log: ClockLogged) -> Seat | None:
    """Return the side to move: the opponent of the last press, else the side by the move count."""
    if log.why == FLAG and 0 in log.remaining_ms:
        return 0 if log.remaining_ms[0] == 0 else 1
    if log.presses:
        return other(log.presses[-1].seat)
    starter = session.info.starts_on_clock(log.game)
    if starter is None or log.moves[0] == log.moves[1]:
        return starter
    return other(starter)


def imposed(state: HallState, match: Match, session: Session) -> tuple[str, bool]:
    """Return the clock brought to an unclocked match, and whether it is for one game only."""
    agreed = agreed_control(state, match)
    control, clock = session.control, session.clock
    if control is None or clock is None or not control.clocked or not agreed:
        return "", False
    brought = not parse_time_control(agreed).clocked
    return (control.name, clock.afterwards is not None) if brought else ("", False)
