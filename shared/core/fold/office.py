"""What the events say of the referee's office: announcements and the like.

Owns that register. Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

import msgspec

from shared.core.entities import Parsed
from shared.core.events import AnnouncementMade, Body, ChallengeRefused, Event
from shared.core.office import Announcement, Office, RefusedChallenge

OFFICE: dict[str, type[Body]] = {
    "announcement": AnnouncementMade,
    "refusal": ChallengeRefused,
}
"""Family of entities → the body that states what it is."""


class OfficeBook:
    """Kept up to date entity by entity."""

    def __init__(self) -> None:
        self.told = Office()

    def derive(self, ent: str, parsed: Parsed, latest: tuple[Event, Body] | None) -> None:
        """What ``ent`` says now; None for nothing that is in force."""
        field = f"{parsed.family}s"
        value: Announcement | RefusedChallenge | None = None
        match latest:
            case (event, AnnouncementMade() as body):
                value = Announcement(
                    ent, body.text, body.until, body.audience, body.division, event.at
                )
            case (event, ChallengeRefused() as body):
                challenger = ent.rpartition("/")[2]
                value = RefusedChallenge(parsed.ident, challenger, body.state, body.note, event.at)
            case _:
                pass
        kept = {key: said for key, said in getattr(self.told, field).items() if key != ent}
        if value is not None:
            kept = dict(sorted([*kept.items(), (ent, value)]))
        self.told = msgspec.structs.replace(self.told, **{field: kept})
