"""When a device leaves its screen for a rehearsal, and when it comes back."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from shared.core.state import HallState
from shared.core.state.office import Rehearsal
from shared.core.text.language import N_
from shared.port import Link

REHEARSAL = N_("REHEARSAL – nothing counts")
SILENT_MS = 30_000
"""After this silence of its hall a rehearsal is over."""
NOT_MET_MS = 10_000
"""A rehearsal that is not found within this time was over before the device came."""


class RehearsalVisit(Struct, frozen=True):
    """A device's part in a rehearsal.

    ``heard_at`` is when its hall was last in touch, or when the visit began, by the screen's
    monotonic clock, which runs ``speed`` times as fast as real time. ``silent_ms`` is how long ago
    that was, in real ms. ``met``: the rehearsal's own log says that it is on.
    """

    heard_at: int
    speed: int = 1
    silent_ms: int = 0
    met: bool = False

    def after(self, hall: HallState, link: Link, now: int) -> RehearsalVisit:
        heard_at = now if link.state in ("live", "catching_up") else self.heard_at
        return replace(
            self,
            heard_at=heard_at,
            silent_ms=(now - heard_at) // self.speed,
            met=self.met or hall.rehearsal is not None,
        )


def heard_of(hall: HallState, link: Link, wall: int) -> Rehearsal | None:
    """Return the rehearsal that is on, None if there is none or the link is not live.

    ``wall`` is UTC ms by this machine's clock.
    """
    rehearsal = hall.rehearsal
    if rehearsal is None or link.state != "live" or not rehearsal.is_on(wall - link.offset_ms):
        return None
    return rehearsal


def is_over(visit: RehearsalVisit, hall: HallState, now: int) -> bool:
    """Return whether a device goes back; ``now`` is UTC ms by the hall's clock."""
    if visit.silent_ms >= (SILENT_MS if visit.met else NOT_MET_MS):
        return True
    return visit.met and (hall.rehearsal is None or not hall.rehearsal.is_on(now))
