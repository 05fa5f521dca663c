"""A match of points within a table's day: the scoreboard's actions, and taking the last one back.

The scoreboard owns cube and score; the session's clock is the one clock of both.
"""

from msgspec.structs import replace

from shared.core import backgammon as bg
from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon import new_scoreboard
from shared.core.backgammon.worth import Cube, MatchScore
from shared.core.day import entries as e
from shared.core.day.lobby import clock_of
from shared.core.day.moves import move_taken_back
from shared.core.day.phases import IllegalEntry, Phase, Session
from shared.core.events import FlagLogged, ScoreLogged
from shared.core.match.outcome import Code


def scoreboard_of(session: Session) -> bg.Scoreboard:
    """Return the scoreboard with the clock of the session; a new one before the first game
    (USBGF-4.5).

    Raises IllegalEntry where the match is not played to points or no control is settled.
    """
    clock, rule = clock_of(session), session.info.book.usbgf_time
    if rule is None or session.control is None:
        raise IllegalEntry("This match is not played to points.")
    board = session.board or new_scoreboard(rule, session.info.length, session.control)
    return replace(board, clock=clock)


def acted(session: Session, entry: e.Acted) -> Session:
    """Take an action on the scoreboard. What it calls void changes nothing (USBGF-4.4.9)."""
    board = scoreboard_of(session)
    try:
        after = bg.apply(board, entry.action)
    except bg.IllegalAction as void:
        raise IllegalEntry(void) from None
    # Only the notice of the flag is taken back, also if the opponent has disagreed since.
    kept = isinstance(entry.action, a.EndTurn | a.FlagDisputed)
    taken = session.before if kept else board
    return _with_board(replace(session, before=taken), after)


def taken_back(session: Session, entry: e.TakenBack) -> Session:
    """Set the scoreboard back to before the last entry; what ran then stands paused.

    The time since is nobody's where the entry had stopped the clocks, and the thinker's else."""
    board, before = session.board, session.before
    if session.records:
        return move_taken_back(session, entry)
    if board is None or before is None:
        raise IllegalEntry("There is nothing to take back.")
    clock = clock_of(session)
    still = clock.phase in (c.ClockPhase.ENDED, c.ClockPhase.FLAGGED)
    if not before.in_game or still:
        stopped_at = clock.at if clock.at is not None else entry.at
        clock = before.clock if still or not before.in_game else clock
    else:
        stopped_at = entry.at
    if clock.phase is c.ClockPhase.RUNNING:
        clock = c.apply(clock, c.Pause(stopped_at, c.Here("taken_back")))
    had = clock_of(session)
    session = replace(
        session,
        before=None,
        furthest=max(session.furthest, (session.game, sum(had.moves))),
        ended=games_over(session),
    )
    return _with_board(session, replace(before, clock=clock))


def clock_corrected(session: Session) -> Session:
    """Return the session whose clock was set right; a flag that is up again decides no game of
    points."""
    if session.board is None:
        return session
    return replace(session, board=bg.clock_corrected(session.board, clock_of(session)))


def games_over(session: Session) -> int:
    """Return how many games have ended here, those included whose end was taken back."""
    board = session.board
    over = 0 if board is None else board.game - board.in_game
    return max(session.ended, over)


def score_logged(session: Session) -> ScoreLogged | None:
    """Return the scoreboard as it stands in the log of the hall; None where there is none."""
    board = session.board
    if board is None:
        return None
    cube, match = board.cube, board.match
    return ScoreLogged(match.score, cube.value, cube.owner, match.phase, _flag_logged(board))


def _flag_logged(board: bg.Scoreboard) -> FlagLogged | None:
    dispute = board.dispute
    if board.flag is None or dispute is None:
        return None if board.flag is None else FlagLogged(board.flag)
    return FlagLogged(board.flag, dispute.win, dispute.by)


def board_taken_over(session: Session, entry: e.TakenOver) -> Session:
    """Go on from the score and the cube that the log has, or from the score that a side signed."""
    rule, clock = session.info.book.usbgf_time, clock_of(session)
    if rule is None:
        raise IllegalEntry("This match is not played to points.")
    logged = entry.score or ScoreLogged((0, 0))
    match = MatchScore(session.info.length, logged.score, logged.phase)
    winner = match.winner
    if entry.codes:
        winner = 0 if entry.codes[0].played is Code.WIN else 1
    phase = bg.BoardPhase.BETWEEN if entry.over else bg.BoardPhase.PLAYING
    cube = Cube() if entry.over else Cube(logged.cube, logged.owner)
    board = bg.Scoreboard(
        rule,
        match,
        clock,
        phase=phase if winner is None else bg.BoardPhase.OVER,
        game=entry.game,
        cube=cube,
        winner=winner,
    )
    after = _with_board(session, board)
    if entry.over:
        return after
    return _flag_taken_over(replace(after, phase=Phase.RECOVERING), logged.flag)


def _flag_taken_over(session: Session, flag: FlagLogged | None) -> Session:
    """Let a flag that was noticed wait for both players, or the director, on this device too."""
    clock = clock_of(session)
    if flag is None or session.board is None or not clock.fallen[flag.seat]:
        return session
    board = bg.apply(scoreboard_of(session), a.FlagNoticed(0, flag.seat))
    said = None if flag.disputed is None else bg.Dispute(flag.disputed, flag.claim)
    stands = replace(board.clock, at=clock.at)
    return _with_board(session, replace(board, clock=stands, dispute=said))


def _with_board(session: Session, board: bg.Scoreboard) -> Session:
    running = board.clock.phase is c.ClockPhase.RUNNING
    match board.phase:
        case bg.BoardPhase.OVER:
            phase = Phase.SCORING
        case bg.BoardPhase.BETWEEN:
            phase = Phase.BETWEEN if board.game else Phase.READY
        case bg.BoardPhase.FLAGGED:
            phase = Phase.PAUSED
        case _:
            phase = Phase.PLAYING if running else Phase.PAUSED
    return replace(
        session,
        board=board,
        clock=board.clock,
        game=max(1, board.game),
        phase=phase,
        taken_over=session.taken_over and phase is not Phase.PLAYING,
    )
