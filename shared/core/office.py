"""What the referee's office has said beside rounds and results, as frozen values.

Knows no events and no clock: every ``now`` is handed in.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Audience = Literal["all", "kiosk", "tables"]
RefusalState = Literal["refused", "ready", "excused"]


class Announcement(msgspec.Struct, frozen=True):
    """What the hall is told until ``until`` (UTC ms). ``division`` "" tells every division."""

    ent: str
    text: str
    until: int
    audience: Audience
    division: str
    at: int


class RefusedChallenge(msgspec.Struct, frozen=True):
    """A challenge that was refused (APCA-31); ``at`` is UTC ms of what is said of it last."""

    refuser: str
    challenger: str
    state: RefusalState
    note: str
    at: int


class Office(msgspec.Struct, frozen=True):
    """All of it, each kind by its entity."""

    announcements: dict[str, Announcement] = {}
    refusals: dict[str, RefusedChallenge] = {}

    def announced(
        self, now: int, place: Literal["kiosk", "tables"], division: str | None = None
    ) -> tuple[Announcement, ...]:
        """What stands at ``now`` (UTC ms) in the lobby or at a table, the newest first.

        ``division`` is that of the table's match: what is told to another one is left out. None
        leaves nothing out.
        """
        found = [
            said
            for said in self.announcements.values()
            if now < said.until
            and said.audience in ("all", place)
            and (division is None or said.division in ("", division))
        ]
        return tuple(sorted(found, key=lambda said: (-said.at, said.ent)))
