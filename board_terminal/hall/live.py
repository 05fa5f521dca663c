"""What a table tells the hall about its clock at this moment. Pure."""

from msgspec.structs import replace

from board_terminal.desk.desk import Desk, FlagAgreed
from shared.core.backgammon import Scoreboard, breaks_of
from shared.core.clock import ClockReading
from shared.core.day import DAY, LOBBY, Phase, Session, break_left_ms, reading_at
from shared.core.day.points import score_logged
from shared.core.events import ScoreLogged
from shared.core.match.outcome import SEATS, Seat
from shared.core.text.language import N_
from shared.port import BreaksSeen, LiveTable


def live_table(desk: Desk, at: int, battery: int | None = None) -> LiveTable | None:
    """Return what this table does and what its clock reads at ``at`` (monotonic ms), None without
    a match.
    """
    match, session = desk.match, desk.session
    if match is None or session is None:
        return None
    reading = reading_at(session, at)
    left = reading.remaining if reading else (0, 0)
    flag = _flag(session, reading) if reading else None
    return LiveTable(
        table=desk.table,
        uid=match.uid,
        words="done" if desk.done else _words(desk, flag),
        game=session.game,
        remaining_ms=left,
        running=tuple(s for s in SEATS if reading and reading.runs[s]),
        moves=reading.moves if reading else (0, 0),
        flag=flag,
        clocked=session.control is not None and session.control.clocked,
        battery=battery,
        break_ms=_break_left(session, at),
        breaks=_breaks(session, at),
        waits=_waits(session),
        score=_score(desk, session),
    )


def _score(desk: Desk, session: Session) -> ScoreLogged | None:
    """Return the scoreboard, with a claim of game and match that waits for its answer."""
    score, ask = score_logged(session), desk.ask
    flag = score.flag if score is not None else None
    if (
        score is None
        or flag is None
        or not isinstance(ask, FlagAgreed)
        or flag.disputed is not None
    ):
        return score
    return replace(score, flag=replace(flag, claim=ask.win))


def _flag(session: Session, reading: ClockReading) -> Seat | None:
    """Return whose flag is down; before the next game, also the flag of the last one."""
    control = session.control
    stops = control is not None and control.clocked and control.flag == "stops"
    if reading.flag is None and stops and _waits(session) > 1:
        return next((seat for seat in SEATS if not reading.remaining[seat]), None)
    return reading.flag


def _waits(session: Session) -> int:
    """Return the number of the next game if it has not begun, else 0."""
    between = session.phase is Phase.BETWEEN
    return session.game + between if between or session.phase in LOBBY else 0


def _breaks(session: Session, at: int) -> tuple[BreaksSeen, BreaksSeen] | None:
    """Return how much both have used of their breaks; None if none are counted (USBGF-2.2a)."""
    board = session.board
    return None if board is None else (_breaks_of(board, 0, at), _breaks_of(board, 1, at))


def _breaks_of(board: Scoreboard, seat: Seat, at: int) -> BreaksSeen:
    taken, away = breaks_of(board, seat, at), board.away_since[seat] is not None
    return BreaksSeen(
        count=len(board.breaks[seat]) + away,
        used_ms=taken.used_ms,
        allowed_ms=taken.allowed_ms,
        excess_ms=taken.excess_ms,
        scored=board.awarded[seat],
        away=away,
        delay_ms=board.delays[seat],
    )


def _break_left(session: Session, at: int) -> int | None:
    """Return what is left of the smoking break, None outside one (ACF-3.II.A)."""
    between = session.phase is Phase.BETWEEN and session.info.book.smoking_break_ms > 0
    return break_left_ms(session, at) if between else None


def _words(desk: Desk, flag: Seat | None) -> str:
    match, session = desk.match, desk.session
    assert match is not None
    assert session is not None
    if flag is not None:
        return f"flag down: {session.side(flag)}"
    seated = [seat for seat in SEATS if session.seated[seat]]
    if session.phase is Phase.SEATING and len(seated) == 1:
        return N_("waiting for the left") if seated[0] == 1 else N_("waiting for the right")
    return DAY[session.phase].words
