"""What keys and touches do at the scoreboard of a match of points, and before such a match.

Rows of the one table of commands. Whatever the scoreboard calls void is a sentence on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask, Asking
from board_terminal.flow import TableFlow
from board_terminal.takeover import GAME_END
from shared.core import clock as c
from shared.core.backgammon import Phase as Board
from shared.core.backgammon import actions as a
from shared.core.backgammon import breaks_of
from shared.core.day import Phase, Session
from shared.core.day.entries import (
    Acted,
    Entry,
    Resumed,
    Rolled,
    TakenBack,
    TermsAccepted,
    TermsSet,
)
from shared.core.day.points import scoreboard_of
from shared.core.language import _
from shared.core.preferences import toggled
from shared.core.usbgf_score import Win
from shared.core.words import Code, Seat

Do = Callable[[TableFlow, str, int], None]
_DIE = 6


def is_points(session: Session | None) -> bool:
    """Whether the match is one of points."""
    return session is not None and session.info.book.scoring == "points"


def side(flow: TableFlow, session: Session, seat: Seat, at: int) -> bool:
    """A side's key where the scoreboard waits for it; False where it is the clock's alone."""
    if flow.desk.ask.kind:
        return False
    if session.phase is Phase.AGREEING:
        flow.enter(TermsAccepted(seat))
    elif session.phase in (Phase.READY, Phase.BETWEEN):
        act(flow, a.Begin(at, seat), at)
    elif session.board is not None and session.board.phase is Board.DOUBLED:
        _take(flow, str(seat), at)
    elif session.board is not None and session.board.phase is Board.OFFERED:
        act(flow, a.Accept(at, seat), at)
    else:
        return False
    return True


def act(flow: TableFlow, action: a.Action, at: int) -> bool:
    """Enter an action; with the end of a game its presses go into the log."""
    before = flow.desk.session
    if before is None or not flow.enter(Acted(action)):
        return False
    flow.change(ask=NOTHING)
    after = flow.desk.session
    in_game = (Phase.PLAYING, Phase.PAUSED)
    if after is not None and before.phase in in_game and after.phase not in in_game:
        flow.log_presses(GAME_END, at)
    flow.tick(at)
    return True


def _seat(text: str) -> Seat:
    return 1 if text == "1" else 0


def _press(flow: TableFlow, seat: Seat, at: int) -> None:
    """Start the other's time, where a clock runs for ``seat``."""
    session = flow.desk.session
    running = session is not None and session.phase is Phase.PLAYING
    if running and session is not None and session.clock is not None and session.clock.runs[seat]:
        flow.press(seat, at)


def _double(flow: TableFlow, rest: str, at: int) -> None:
    """A double, and with it the other's time (USBGF-4.4)."""
    session, seat = flow.desk.session, _seat(rest)
    if session is None or session.clock is None or session.phase is not Phase.PLAYING:
        return
    if not session.clock.control.clocked and not session.clock.runs[seat]:
        _press(flow, 0 if seat == 1 else 1, at)  # nobody presses here: it is the doubler's turn
    if act(flow, a.Double(at, seat), at):
        _press(flow, seat, at)


def _take(flow: TableFlow, rest: str, at: int) -> None:
    """A take, and with it the doubler's time."""
    session, seat = flow.desk.session, _seat(rest)
    if session is None or session.board is None or session.board.phase is not Board.DOUBLED:
        return
    _press(flow, seat, at)
    act(flow, a.Take(at, seat), at)


def _pass(flow: TableFlow, rest: str, at: int) -> None:
    act(flow, a.Pass(at, _seat(rest)), at)


def _won(flow: TableFlow, rest: str, at: int) -> None:
    seat, _colon, win = rest.partition(":")
    if flow.desk.ask.kind == "winner" and win in _WINS:
        act(flow, a.Won(at, _seat(seat), _WINS[win]), at)


def _resign(flow: TableFlow, rest: str, at: int) -> None:
    _offer(flow, "resign", rest, at)


def _claim(flow: TableFlow, rest: str, at: int) -> None:
    _offer(flow, "claim", rest, at)


def _offer(flow: TableFlow, kind: Literal["resign", "claim"], rest: str, at: int) -> None:
    """First the question who and what, then the resignation or the claim (USBGF-4.5)."""
    ask = flow.desk.ask
    seat, _colon, win = rest.partition(":")
    if ask.kind == "winner" and not rest:
        flow.change(ask=replace(ask, kind=kind))
    elif ask.kind == kind and win in _WINS:
        offer = a.Resign if kind == "resign" else a.Claim
        act(flow, offer(at, _seat(seat), _WINS[win]), at)


_WINS = {str(win.value): win for win in Win}


def _accept(flow: TableFlow, rest: str, at: int) -> None:
    act(flow, a.Accept(at, _seat(rest)), at)


def _refuse(flow: TableFlow, rest: str, at: int) -> None:
    """The game is played on, its clock as well."""
    act(flow, a.Refuse(at, _seat(rest)), at)
    session = flow.desk.session
    if session is not None and session.phase is Phase.PAUSED:
        flow.enter(Resumed(at))


def _claim_flag(flow: TableFlow, rest: str, at: int) -> None:
    """A flag is noticed, not taken by the table itself (USBGF-4.3)."""
    session = flow.desk.session
    if session is None or session.clock is None:
        return
    fallen = c.reading(session.clock, at).fallen
    if any(fallen):
        act(flow, a.FlagNoticed(at, 0 if fallen[0] else 1), at)


def _flag_stands(flow: TableFlow, rest: str, at: int) -> None:
    act(flow, a.FlagStands(at), at)


def _flag_claimed(flow: TableFlow, rest: str, at: int) -> None:
    if rest in _WINS:
        act(flow, a.FlagClaimed(at, _WINS[rest]), at)


def _break(flow: TableFlow, rest: str, at: int) -> None:
    """First the question who, then the break or its end; the button says that it is urgent."""
    session = flow.desk.session
    if session is None or session.phase is not Phase.BETWEEN or not is_points(session):
        return
    if not rest:
        _toggle(flow, "break")
        return
    seat, board = _seat(rest), scoreboard_of(session)
    if board.away_since[seat] is not None:
        act(flow, a.BreakEnds(at, seat), at)
    else:
        urgent = breaks_of(board, seat, at).urgent_only
        act(flow, a.BreakBegins(at, seat, urgent), at)


def _length(flow: TableFlow, rest: str, at: int) -> None:
    """First the question which length, then what follows from it (USBGF-4.8)."""
    if not rest:
        _toggle(flow, "length")
    elif rest.isdigit() and flow.desk.ask.kind == "length":
        act(flow, a.LengthFound(at, int(rest)), at)


def _undo(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None and session.before is None and not session.records:
        flow.change(hint=_("There is nothing to take back."))
    elif session is not None:
        flow.change(ask=Ask("undo"))


def agree_undo(flow: TableFlow, seat: Seat, at: int) -> None:
    """One side wants the last entry taken back; with the other it is."""
    first = flow.desk.ask.seat
    if first is None:
        flow.change(ask=Ask("undo", seat))
    elif first != seat:
        flow.enter(TakenBack(at))
        flow.change(ask=NOTHING)


def _points(flow: TableFlow, rest: str, at: int) -> None:
    """The points of the side that lost, one up or down; 0 is the answer."""
    ask, session = flow.desk.ask, flow.desk.session
    if ask.kind != "points" or ask.points is None or session is None:
        return
    step = {"-1": -1, "1": 1}.get(rest, 0)
    if step == 0:
        flow.change(ask=replace(ask, kind="sign_different"))
        return
    loser = 1 if ask.codes == (Code.WIN,) else 0
    most = scoreboard_of(session).match.length - 1
    points = list(ask.points)
    points[loser] = min(max(0, points[loser] + step), most)
    flow.change(ask=replace(ask, points=(points[0], points[1])))


def score_asked(session: Session, ask: Ask, code: Code) -> Ask:
    """The question that follows on who won: the points of the other side, as they stand here."""
    board = scoreboard_of(session)
    length = board.match.length
    standing = [min(points, length - 1) for points in board.match.score]
    standing[0 if code is Code.WIN else 1] = length
    return Ask("points", ask.seat, (code,), points=(standing[0], standing[1]))


def _wishes(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None and session.phase is Phase.AGREEING:
        _toggle(flow, "wishes")


def _wish(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is None:
        return
    wished = toggled(session.info.book.sheet.subjects, session.terms.used, rest)
    if wished != session.terms.used:
        flow.enter(TermsSet(wished))


def _roll(flow: TableFlow, rest: str, at: int) -> None:
    """One die each, from fresh randomness; a tie is rolled again (USBGF-3.6)."""
    entry: Entry = Rolled((flow.draw_below(_DIE) + 1, flow.draw_below(_DIE) + 1))
    flow.enter(entry)


def _toggle(flow: TableFlow, kind: Asking) -> None:
    flow.change(ask=NOTHING if flow.desk.ask.kind == kind else Ask(kind))


TABLE: dict[str, Do] = {
    "double": _double,
    "take": _take,
    "pass": _pass,
    "won": _won,
    "resign": _resign,
    "claim": _claim,
    "accept": _accept,
    "refuse": _refuse,
    "claim_flag": _claim_flag,
    "flag_stands": _flag_stands,
    "flag_claimed": _flag_claimed,
    "break": _break,
    "length": _length,
    "undo": _undo,
    "points": _points,
    "wishes": _wishes,
    "wish": _wish,
    "roll": _roll,
}
