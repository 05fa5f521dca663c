"""What is due on a table's clock at a moment: flags, turns that pass, warnings. Pure."""

from typing import Literal

from shared.core.backgammon import BoardPhase
from shared.core.clock import (
    Alert,
    Cap,
    PassTurn,
    TimeTold,
    alert,
    cap_due,
    cap_of,
    match_age,
    reading,
)
from shared.core.day import Phase, Session
from shared.core.day.entries import Clocked, TimeCalled
from shared.core.match.move_time import MoveTimeRule, TurnRule
from shared.core.match.outcome import SEATS, Seat


def flags_down(session: Session | None, at: int) -> tuple[Seat, ...]:
    """Return the flags down at ``at`` that the table calls itself; players notice the others."""
    if session is None or session.clock is None or session.clock.control.flag == "noticed":
        return ()
    if session.board is not None and session.board.phase is BoardPhase.FLAGGED:
        return ()  # Called already: the director decides (USBGF-4.3).
    fallen = reading(session.clock, at).fallen
    return tuple(seat for seat in SEATS if fallen[seat])


def passes_or_warns(session: Session | None, at: int) -> Clocked | None:
    """Return the passing of a turn that took too long (SE-5), or the warning that the player to
    move hears at ``at`` (DARK-time, ACF-1.X.B.c)."""
    due = _alert(session, at)
    if due is None or due.kind == "lost":
        return None
    return Clocked(PassTurn(due.seat, at) if due.kind == "pass" else TimeTold(at))


def time_over(session: Session | None, at: int) -> Alert | None:
    """Return the alert that the last time for a move is over at ``at``; the referee decides."""
    due = _alert(session, at)
    return due if due is not None and due.kind == "lost" else None


def timed_by(session: Session) -> Literal["", "five_minutes", "lowder"]:
    """Return the rule that times each move now; "" for none."""
    watch = session.clock.watch if session.clock else None
    if watch is None or isinstance(watch.rule, TurnRule):
        return ""
    return "five_minutes" if isinstance(watch.rule, MoveTimeRule) else "lowder"


def _alert(session: Session | None, at: int) -> Alert | None:
    if session is None or session.clock is None or session.phase is not Phase.PLAYING:
        return None
    return alert(session.clock, at)


def brings(session: Session | None, at: int) -> Clocked | TimeCalled | None:
    """Return the entry due at ``at``: a turn that passes, a warning, a call of time."""
    return passes_or_warns(session, at) or time_called(session, at)


def time_called(session: Session | None, at: int) -> TimeCalled | None:
    """Return the call of time if the match, or its extra time, is over at ``at`` (SE-7)."""
    cap = _cap(session)
    if session is None or session.clock is None or cap is None or cap.brings != "call":
        return None
    if session.phase not in (Phase.PLAYING, Phase.BETWEEN):
        return None
    due = cap_due(cap, session.clock, session.called_ms)
    return TimeCalled(at) if due is not None and at >= due else None


def too_long(session: Session | None, at: int) -> Cap | None:
    """Return the cap that a match has passed at ``at``, for the director to know (APCA-9)."""
    cap = _cap(session)
    if session is None or session.clock is None or cap is None or cap.brings != "alarm":
        return None
    playing = session.phase in (Phase.PLAYING, Phase.PAUSED, Phase.BETWEEN, Phase.READY)
    return cap if playing and match_age(session.clock, at) >= cap.ms else None


def _cap(session: Session | None) -> Cap | None:
    if session is None:
        return None
    return cap_of(session.info.book.imposed_clocks, session.info.book.contest)
