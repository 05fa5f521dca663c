"""What the clock brings by itself at a table: flags that stop it, turns that pass.

Changes nothing.
"""

from __future__ import annotations

from shared.core.clock import alert, reading
from shared.core.day import Phase, Session
from shared.core.day.entries import TurnPassed
from shared.core.words import SEATS, Seat


def flags_down(session: Session | None, at: int) -> tuple[Seat, ...]:
    """The flags that are down at ``at`` and stop the clock: others a player has to notice."""
    if session is None or session.clock is None or session.clock.control.flag == "noticed":
        return ()
    fallen = reading(session.clock, at).fallen
    return tuple(seat for seat in SEATS if fallen[seat])


def turn_over(session: Session | None, at: int) -> TurnPassed | None:
    """The turn that has taken too long at ``at`` and goes to the opponent (SE-5)."""
    if session is None or session.clock is None or session.phase is not Phase.PLAYING:
        return None
    due = alert(session.clock, at)
    return TurnPassed(due.seat, at) if due is not None and due.kind == "pass" else None
