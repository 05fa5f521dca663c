"""What the referee's office has said beside rounds and results, as frozen values.

Knows no events and no clock: every ``now`` is handed in.
"""

from typing import Literal

import msgspec

from shared.core.events.office import About, Audience, RefusalState, RequestKind, Spot

Answered = Literal["granted", "refused"]
PAGE_KINDS = (
    "countdown", "by_table", "by_name", "sheets",
    "corrected", "standings", "crosstable", "wall_chart",
    "schedule", "rules", "map",
)  # fmt: skip
"""What a kiosk can show beside announcements, in the order in which it does."""
DEFAULT_PAGES = tuple(kind for kind in PAGE_KINDS if kind != "wall_chart")
"""What it shows unless it is told otherwise: the crosstable says what the wall chart says."""


class Announcement(msgspec.Struct, frozen=True):
    """What the hall is told until ``until`` (UTC ms). ``division`` "" tells every division."""

    ent: str
    text: str
    until: int
    audience: Audience
    division: str
    at: int
    player: str = ""
    """The player it calls to the desk, "" for none."""
    about: About = ""


class RefusedChallenge(msgspec.Struct, frozen=True):
    """A challenge that was refused (APCA-31); ``at`` is UTC ms of what is said of it last."""

    refuser: str
    challenger: str
    state: RefusalState
    note: str
    at: int


class Shows(msgspec.Struct, frozen=True):
    """What a kiosk shows: kinds of pages and divisions; an empty tuple stands for all."""

    pages: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()


class Request(msgspec.Struct, frozen=True):
    """A request made at a kiosk in a player's name, and its answer.

    ``how`` is how it was confirmed who asked; ``round_no`` the round that it is about, or 0;
    times are UTC ms.
    """

    ent: str
    event: str
    player: str
    what: RequestKind
    round_no: int
    at: int
    node: str
    how: str
    state: Answered | None = None
    """What counts of what was decided; None while the referee has to decide."""
    decision: str = ""
    """The decision (the id of its event) that answers it or, of several that differ, the oldest;
    "" for none."""

    @property
    def open(self) -> bool:
        """Whether the referee still has to decide."""
        return self.what != "back" and self.state is None

    @property
    def stands(self) -> bool:
        """Whether it waits or was granted: what was refused is as if it had not been asked."""
        return self.state != "refused"


class Office(msgspec.Struct, frozen=True):
    """All of it, each kind by its entity."""

    announcements: dict[str, Announcement] = {}
    refusals: dict[str, RefusedChallenge] = {}
    layout: tuple[Spot, ...] = ()
    shows: dict[str, Shows] = {}
    """Kiosk's node → what it shows."""
    requests: dict[str, Request] = {}

    def announced(
        self, now: int, place: Literal["kiosk", "tables"], division: str | None = None
    ) -> tuple[Announcement, ...]:
        """Return what stands at ``now`` (UTC ms) in the lobby or at a table, the newest first.

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
