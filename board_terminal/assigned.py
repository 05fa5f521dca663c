"""Which match lies on the table and who serves it: what the hall says, taken into the desk.

Each is a step of the flow; none of them reads a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from board_terminal.desk import NOTHING
from board_terminal.due import flags_down
from board_terminal.languages import Languages, taken_up
from board_terminal.setting import moved, replaced_by
from board_terminal.takeover import lobby, takeover
from shared.core.clock import Cause, Here
from shared.core.day import Phase, drawn
from shared.core.day.entries import Paused
from shared.core.events import ReportFiled
from shared.core.floor import current_match, spare_device, table_of
from shared.core.language import N_, _
from shared.core.state import Match

if TYPE_CHECKING:
    from board_terminal.flow import TableFlow

TAKEN_OVER = N_("Taken over from the hall's log: no move of this game is in it yet.")


def find_match(flow: TableFlow) -> None:
    """Keep a match that is being played here until it is signed or ruled; else look up."""
    desk = flow.desk
    if desk.match is not None:
        flow.change(match=desk.state.matches.get(desk.match.uid, desk.match))
    if flow.desk.playing_here and flow.desk.match is not None:
        flow.change(moved=moved(flow.desk.match, desk.table))
        return
    match, home = current_match(desk.state, desk.table), desk.languages.home
    if match is not None and (desk.match is None or match.uid != desk.match.uid):
        _open(flow, match)
    elif match is None:
        flow.change(match=None, session=None, moved="", languages=Languages(home))
    else:
        flow.change(match=match, moved="")


def note_place(flow: TableFlow, at: int) -> None:
    """The referee has put this device at another table: it goes on there at once.

    Nothing written for the old table is in force any more. A clock that runs is stopped, so that
    the match can be taken up again if the device comes back.
    """
    desk = flow.desk
    table = table_of(desk.state, flow.port.node_id, desk.table)
    if table == desk.table:
        return
    _stop_clock(flow, at, "another_device")
    flow.clock_log.forget()
    flow.forget_sessions()
    flow.change(table=table, ask=NOTHING, hint="", told=(), moved="", typed="", came=True)


def note_service(flow: TableFlow, at: int) -> None:
    """Another device in this one's place, or no table for it: nothing written here is in force.

    What stands here is kept, the clock paused, so that the table can come back.
    """
    desk, node = flow.desk, flow.port.node_id
    served = desk.serves
    holder = replaced_by(desk.state, desk.table, node)
    spare = spare_device(desk.state, node, desk.table) if holder is None else None
    serves = holder is None and spare is None
    if served and not serves:
        _stop_clock(flow, at, "another_device" if spare is None else "no_table")
        flow.change(ask=NOTHING, hint="", told=())
    elif serves and not served:
        flow.forget_sessions()
    flow.change(holder=holder, spare=spare, came=desk.came or (serves and desk.spare is not None))


def _stop_clock(flow: TableFlow, at: int, cause: Cause) -> None:
    session = flow.desk.session
    if session is not None and session.phase in (Phase.PLAYING, Phase.ABSENT):
        flow.enter(Paused(at, Here(cause)))


def take_over(flow: TableFlow, at: int) -> bool:
    """Go on from the log of the hall where it knows more than this device."""
    match, session = flow.desk.match, flow.desk.session
    if match is None or session is None or not flow.desk.serves or flow.desk.done:
        return False
    entry = takeover(flow.desk.state, match, session)
    if entry is None or not flow.enter(entry):
        known = [flow.enter(one) for one in lobby(match, session)]
        if any(known):
            flow.change(hint=_(TAKEN_OVER))
        return False
    flow.clock_log.forget()
    flow.change(ask=NOTHING)
    if not (entry.over or flags_down(flow.desk.session, at)):
        flow.report(ReportFiled("restart", found="taken_over"))
    flow.save_reading(at)
    flow.notice_flag(at)
    flow.tell_live(at)
    return True


def take_draw(flow: TableFlow) -> None:
    """Colors and opening, once they are in the state of the hall."""
    match, session = flow.desk.match, flow.desk.session
    if match is None or session is None or match.draw is None:
        return
    if session.info.first_seat is None:
        info = replace(session.info, moves_set_up=len(match.draw.moves), opening=match.draw.moves)
        session = replace(session, info=info)
        flow.change(session=drawn(session, match.draw.first_seat, match.draw.opening))


def _open(flow: TableFlow, match: Match) -> None:
    """Put a match on the screen; its notes come from memory, or from the disk once a start."""
    flow.clock_log.forget()
    languages = taken_up(flow.desk.languages.home, flow.kept_languages(match.uid))
    flow.change(match=match, session=None, ask=NOTHING, hint="", told=(), damaged=0, moved="")
    flow.change(languages=languages)
    known = flow.known_session(match.uid)
    if known is None:
        flow.port.load_journal(match.uid)
    else:
        flow.notebook.reopen(match.uid)
        flow.change(session=known)
