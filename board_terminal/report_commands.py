"""Filing a report: what is still to be said is asked, then it is written and the clocks obey it.

A dispute stops both clocks; nothing else does (HALL-report-clock).
"""

from __future__ import annotations

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask, squares_of
from board_terminal.flow import TableFlow
from board_terminal.reporting import (
    BY_WHOM_IT_NAMES,
    away,
    count_kind,
    countable,
    draw_askers,
    names_a_player,
    repetition,
    report_type,
)
from board_terminal.setting import book_of
from shared.core.clock import Reported
from shared.core.day import Phase
from shared.core.day.entries import CountBegun, Paused
from shared.core.events import ReportFiled
from shared.core.language import _
from shared.core.report_clock import STOPS_CLOCKS
from shared.core.words import ReportType, Seat, other

_ABOUT: dict[str, Seat] = {"0": 0, "1": 1}
SEND = "send"


def report(flow: TableFlow, rest: str, at: int) -> None:
    """``kind[:what exactly][:seat or "send"]``: ask for what is missing, or file it."""
    word, *said = rest.split(":")
    kind = report_type(word)
    if kind is None or (flow.desk.match is None and kind != "call"):
        return
    about = _ABOUT.get(said[-1]) if said else None
    sent = bool(said) and (about is not None or said[-1] == SEND)
    which = next((part for part in said if part not in (*_ABOUT, SEND, "")), "")
    if which and which not in _codes(flow, kind):
        return
    complete = sent and (about is not None or not names_a_player(kind, which))
    if kind == "call":
        _file(flow, ReportFiled(kind), at)
    elif kind == "draw_ruling" and about is not None and not _may_ask(flow, about):
        flow.change(hint=_("Only the side whose offer of a draw was refused can ask for this."))
    elif complete and (which or not _codes(flow, kind)):
        _file(flow, _body(flow, kind, which, about), at)
    else:
        flow.change(ask=Ask("report", report=kind, which=which))


def _codes(flow: TableFlow, kind: ReportType) -> tuple[str, ...]:
    match = flow.desk.match
    if match is None:
        return ()
    book = book_of(flow.desk.state, match)
    if kind == "move_count":
        return tuple(code for code, _words, _how in countable(book))
    return tuple(line.what.code for line in book.sheet.exactly(kind))


def _may_ask(flow: TableFlow, seat: Seat) -> bool:
    session = flow.desk.session
    return session is not None and seat in draw_askers(session)


def _body(flow: TableFlow, kind: ReportType, which: str, about: Seat | None) -> ReportFiled:
    """Who pressed is not known, except where only one is here, or speaks for himself."""
    game = _game(flow)
    if kind == "away" and about is not None and away(flow.desk, about):
        return ReportFiled("back", about, game=game)
    if kind in BY_WHOM_IT_NAMES:
        return ReportFiled(kind, about, which=which, game=game)
    if kind == "late" and about is not None:
        return ReportFiled(kind, _only_one_here(flow, about), about)
    return ReportFiled(kind, None, about, which=which, game=game)


def _file(flow: TableFlow, body: ReportFiled, at: int) -> None:
    flow.change(ask=NOTHING)
    count = count_kind(body.which) if body.type == "move_count" else None
    asker = body.seat
    if count is not None and (asker is None or not flow.enter(CountBegun(count, asker, at))):
        return
    if body.which == "repetition" and flow.desk.session is not None:
        found, numbers = repetition(flow.desk.session, squares_of(flow.desk.typed))
        body = replace(body, type="count_full", found=found, numbers=numbers)
    flow.report(body)
    session, match = flow.desk.session, flow.desk.match
    if session is None or match is None or session.phase is not Phase.PLAYING:
        return
    stops = body.type in STOPS_CLOCKS
    if stops and flow.enter(Paused(at, Reported(body.type, body.which))):
        flow.log_presses("pause", at)


def _game(flow: TableFlow) -> int:
    session = flow.desk.session
    return session.game if session is not None else 0


def _only_one_here(flow: TableFlow, missing: Seat) -> Seat | None:
    session = flow.desk.session
    here = session.seated if session is not None else (False, False)
    return other(missing) if here[other(missing)] and not here[missing] else None
