"""What each key and each touch does. One table; whatever does not fit the moment does nothing.

A command is a word with parts after colons: ``side:0`` is the left player's key. The presenter
offers commands, the app passes them on with the stamp of the key press.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from board_terminal import moves_commands
from board_terminal import points_commands as points
from board_terminal.captures_commands import CAPTURE_COMMANDS, needs_captures
from board_terminal.desk import (
    NOTHING,
    Ask,
    unsigned,
)
from board_terminal.drawing import DRAW_COMMANDS
from board_terminal.fixing import FIX_COMMANDS, agree
from board_terminal.flow import TableFlow
from board_terminal.game_commands import GAME_COMMANDS
from board_terminal.language_commands import LANGUAGE_COMMANDS, next_for
from board_terminal.points_commands import is_points
from board_terminal.report_commands import report
from board_terminal.setting import name_of, side_word
from board_terminal.signing import PIN_COMMANDS, sign
from board_terminal.takeover import GAME_END
from board_terminal.unasked import notice_sleep
from shared.core.clock import Here
from shared.core.day import Phase, Session, outcome
from shared.core.day.entries import (
    AgreedToGoOn,
    Arrived,
    CodeCorrected,
    ControlChosen,
    ControlSet,
    GameOver,
    NextGame,
    Paused,
    Resumed,
    Seated,
    Started,
)
from shared.core.language import _
from shared.core.preferences import is_used
from shared.core.scoring import plays_on
from shared.core.time_controls import UNCLOCKED
from shared.core.words import Code, Seat, other

Do = Callable[[TableFlow, str, int], None]


def do(flow: TableFlow, command: str, at: int) -> None:
    """Carry out ``command`` in its turn; ``at`` is the monotonic ms at which the key went down."""
    flow.in_order.put(partial(_do, flow, command, at), at)


def _do(flow: TableFlow, command: str, at: int) -> None:
    word, _, rest = command.partition(":")
    act = _TABLE.get(word)
    if act is None or flow.desk.stopped or not flow.desk.serves:
        return
    if notice_sleep(flow, at):
        flow.tell_live(at)
        return  # the key was meant for a clock that ran
    if flow.desk.hint or flow.desk.told or flow.desk.came:
        flow.change(hint="", told=(), came=False)
    act(flow, rest, at)
    flow.tell_live(at)


def _side(flow: TableFlow, rest: str, at: int) -> None:
    """The key or the half of one side: whatever this side is asked for now."""
    seat: Seat = 1 if rest == "1" else 0
    session, kind = flow.desk.session, flow.desk.ask.kind
    if kind == "language":
        next_for(flow, seat)
        return
    if kind == "undo":
        points.agree_undo(flow, seat, at)
        return
    if kind == "agree":
        agree(flow, seat, at)
        return
    if is_points(session) and session is not None and points.side(flow, session, seat, at):
        return
    if kind in ("winner", "codes"):
        _code(flow, Code.WIN if seat == 0 else Code.LOSS, at)
    elif kind == "whose":
        _seat(flow, rest, at)
    elif session is not None and kind in ("", "reports", "report", "draw"):
        act = _SIDE_KEY.get(session.phase)
        if act is not None and (not kind or session.phase is Phase.PLAYING):
            act(flow, session, seat, at)


def _sit(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    if not session.seated[seat]:
        flow.enter(Seated(seat))


def _arrive(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    """Whose time ran in his absence is there now: it stops, or the game can be set up."""
    if session.clock is not None and session.clock.runs[seat]:
        flow.enter(Arrived(seat, at))
    elif not session.seated[seat]:
        flow.enter(Seated(seat))


def _start(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    starts = session.starts_on_clock
    if starts is None:
        return
    if seat != other(starts):
        flow.change(
            hint=_("{name} presses to start the clock.").format(
                name=_side_name(flow, other(starts))
            )
        )
    elif flow.enter(Started(at)):
        flow.tick(at)


def _press(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    if session.clock is not None and not session.clock.runs[seat]:
        flow.change(hint=_("It is {name}'s turn.").format(name=_side_name(flow, other(seat))))
        return
    flow.press(seat, at)


def _agree(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    if session.agreed[seat]:
        return
    flow.enter(AgreedToGoOn(seat))
    if flow.desk.session is not None and flow.desk.session.phase is Phase.PAUSED:
        flow.enter(Resumed(at))
        flow.tick(at)


def _sign(flow: TableFlow, session: Session, seat: Seat, at: int) -> None:
    signed = outcome(session)
    if signed is not None and seat in unsigned(flow.desk):
        sign(flow, seat, signed)


_SIDE_KEY: dict[Phase, Callable[[TableFlow, Session, Seat, int], None]] = {
    Phase.SEATING: _sit,
    Phase.ABSENT: _arrive,
    Phase.READY: _start,
    Phase.PLAYING: _press,
    Phase.RECOVERING: _agree,
    Phase.SCORING: _sign,
}


def _control(flow: TableFlow, rest: str, at: int) -> None:
    """A side names a time control; chance decides between two that differ (ACF-1.X.A.a)."""
    session = flow.desk.session
    seat_text, _, index = rest.partition(":")
    if session is None or not index.isdigit() or int(index) >= len(session.info.controls):
        return
    seat: Seat = 1 if seat_text == "1" else 0
    flow.enter(ControlChosen(seat, session.info.controls[int(index)]))
    session = flow.desk.session
    if session is not None and session.choice_differs:
        flow.enter(ControlSet(_settled_control(flow, session)))


def _settled_control(flow: TableFlow, session: Session) -> str:
    """Which of two controls it is: by who may insist on a clock (USBGF-3.5), else by chance."""
    first, second = session.chosen
    assert first is not None, "a choice that differs has been made by both"
    assert second is not None, "a choice that differs has been made by both"
    rule = session.info.book.usbgf_time
    if rule is not None and UNCLOCKED in (first, second):
        wished = is_used(rule.clock_use, (first != UNCLOCKED, second != UNCLOCKED))
        return next(name for name in (first, second) if (name != UNCLOCKED) == wished)
    return (first, second)[flow.draw_below(2)]


def _over(flow: TableFlow, rest: str, at: int) -> None:
    """Somebody says that the game is over: both clocks stop and the table asks who won."""
    session = flow.desk.session
    if session is None or flow.desk.ask.kind == "winner":
        return
    if session.phase is Phase.PLAYING and flow.enter(Paused(at, Here("game_over"))):
        flow.change(ask=Ask("winner", resume=True))
    elif session.phase in (Phase.PAUSED, Phase.RECOVERING):
        flow.change(ask=Ask("winner"))
    else:
        flow.tick(at)


def _code(flow: TableFlow, rest: str, at: int) -> None:
    """An answer to "who won": read for the left player."""
    ask, session = flow.desk.ask, flow.desk.session
    code = Code(rest)
    if session is None or code is not code.played:
        return
    if not ask.kind and session.phase is Phase.RECALLING:
        flow.recall(code, at)
    elif ask.kind == "winner":
        if flow.enter(GameOver(at, code)):
            flow.change(ask=NOTHING)
            flow.log_presses(GAME_END, at)
    elif ask.kind == "codes":
        codes = (*ask.codes, code)
        if not _all_entered(session, ask, codes):
            flow.change(ask=Ask("codes", ask.seat, codes))
        elif ask.seat is None:
            _correct(flow, session, codes)
            if session.captures is not None:
                flow.change(ask=Ask("captures"))
        elif needs_captures(session, codes):
            flow.change(ask=Ask("captures", ask.seat, codes))
        elif session.board is not None:
            flow.change(ask=points.score_asked(session, ask, code))
        else:
            flow.change(ask=Ask("sign_different", ask.seat, codes))


def _all_entered(session: Session, ask: Ask, codes: tuple[Code, ...]) -> bool:
    """Whether the codes so far are all there are: of a side's own version, or of what was played.

    Two flags that fell together leave games open that the players fill in.
    """
    info = session.info
    if session.captures is not None:
        return len(codes) >= len(session.codes)
    scoring = session.phase is Phase.SCORING
    if scoring and info.settled(codes) is not None:
        return True
    own = ask.seat is not None or (scoring and not session.settled)
    if own and plays_on(info.book):
        return info.settled(codes) is not None
    return len(codes) >= (info.games if own else len(session.codes))


def _correct(flow: TableFlow, session: Session, codes: tuple[Code, ...]) -> None:
    flow.change(ask=NOTHING)
    for game, code in enumerate(codes, start=1):
        known = session.codes[game - 1] if game <= len(session.codes) else None
        if known is None or known.played is not code:
            flow.enter(CodeCorrected(game, code))


def _pause(flow: TableFlow, rest: str, at: int) -> None:
    """Both clocks stop (ACF-1.X.A.f)."""
    session = flow.desk.session
    if session is None or session.phase is not Phase.PLAYING:
        return
    if flow.enter(Paused(at, Here("at_table"))):
        flow.log_presses("pause", at)
    else:
        flow.tick(at)


def _go_on(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None and session.phase is Phase.PAUSED and not flow.desk.ask.kind:
        flow.enter(Resumed(at))
        flow.tick(at)


def _next(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if session is not None and session.phase is Phase.BETWEEN:
        flow.enter(NextGame())


def _different(flow: TableFlow, rest: str, at: int) -> None:
    """The score shown is wrong: corrected together, or entered by the side that says so."""
    session = flow.desk.session
    if session is None or session.phase not in (Phase.SCORING, Phase.BETWEEN):
        return
    open_sides = unsigned(flow.desk)
    if session.board is not None:
        flow.change(ask=Ask("whose"))
    elif session.phase is Phase.BETWEEN or len(open_sides) == 2:
        flow.change(ask=_score_asked(session, None))
    elif len(open_sides) == 1:
        flow.change(ask=_score_asked(session, open_sides[0]))
    else:
        flow.change(ask=Ask("whose"))


def _seat(flow: TableFlow, rest: str, at: int) -> None:
    session = flow.desk.session
    if flow.desk.ask.kind == "whose" and session is not None:
        flow.change(ask=_score_asked(session, 1 if rest == "1" else 0))


def _score_asked(session: Session, seat: Seat | None) -> Ask:
    """The first question of a score: its games, or the captures of one without games (SE-7)."""
    no_games = session.captures is not None and not session.codes
    return Ask("captures" if no_games else "codes", seat)


def _sign_different(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    if ask.kind == "sign_different" and ask.seat is not None:
        flow.change(ask=NOTHING)
        sign(flow, ask.seat, ask.outcome)


def _reports(flow: TableFlow, rest: str, at: int) -> None:
    asked = flow.desk.ask.kind in ("reports", "report")
    flow.change(ask=NOTHING if asked else Ask("reports"))


def _back(flow: TableFlow, rest: str, at: int) -> None:
    """Take back a question; a game that was stopped only for it goes on."""
    ask, session = flow.desk.ask, flow.desk.session
    flow.change(ask=NOTHING)
    if ask.kind in ("resign", "claim"):
        flow.change(ask=replace(ask, kind="winner"))
    elif ask.resume and session is not None and session.phase is Phase.PAUSED:
        flow.enter(Resumed(at))
        flow.tick(at)


def _retry(flow: TableFlow, rest: str, at: int) -> None:
    flow.retry()


def _overrule(flow: TableFlow, rest: str, at: int) -> None:
    """The table is sovereign: a refusal has been read, the match is played here."""
    flow.change(overruled=flow.desk.refused)


def _side_name(flow: TableFlow, seat: Seat) -> str:
    match, session = flow.desk.match, flow.desk.session
    if match is None or session is None:
        return ""
    return side_word(session.side(seat)) or name_of(flow.desk.state, match, seat)


_TABLE: dict[str, Do] = {
    "side": _side,
    "control": _control,
    "over": _over,
    "code": _code,
    **LANGUAGE_COMMANDS,
    "pause": _pause,
    "go_on": _go_on,
    "next": _next,
    "different": _different,
    "seat": _seat,
    "sign_different": _sign_different,
    "reports": _reports,
    "report": report,
    **GAME_COMMANDS,
    **PIN_COMMANDS,
    **CAPTURE_COMMANDS,
    **FIX_COMMANDS,
    **DRAW_COMMANDS,
    "back": _back,
    "retry": _retry,
    "overrule": _overrule,
    **points.TABLE,
    **moves_commands.TABLE,
}
