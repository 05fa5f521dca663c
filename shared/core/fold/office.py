"""What the events say of the referee's office: announcements and the like.

Owns that register. Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from shared.core.entities import Parsed
from shared.core.events import (
    AnnouncementMade,
    Body,
    ChallengeRefused,
    Event,
    HallLaidOut,
    KioskSet,
    RequestAnswered,
    RequestFiled,
)
from shared.core.office import PAGE_KINDS, Announcement, Office, RefusedChallenge, Request, Shows

OFFICE: dict[str, type[Body]] = {
    "announcement": AnnouncementMade,
    "refusal": ChallengeRefused,
    "layout": HallLaidOut,
    "shows": KioskSet,
}
"""Family of entities → the body that states what it is."""
TOLD = frozenset({*OFFICE, "request"})
"""All families of which this register holds something."""

V = TypeVar("V")


class OfficeBook:
    """Kept up to date entity by entity."""

    def __init__(self) -> None:
        self.told = Office()

    def derive(self, ent: str, parsed: Parsed, latest: tuple[Event, Body] | None) -> None:
        """What ``ent`` says now; None for nothing that is in force."""
        body = None if latest is None else latest[1]
        at = 0 if latest is None else latest[0].at
        told = self.told
        match parsed.family:
            case "announcement":
                said = _announcement(ent, body, at)
                told = msgspec.structs.replace(
                    told, announcements=_put(told.announcements, ent, said)
                )
            case "refusal":
                refused = _refusal(ent, parsed, body, at)
                told = msgspec.structs.replace(told, refusals=_put(told.refusals, ent, refused))
            case "layout":
                spots = body.spots if isinstance(body, HallLaidOut) else ()
                told = msgspec.structs.replace(told, layout=spots)
            case _:
                shows = _shows(body) if isinstance(body, KioskSet) else None
                told = msgspec.structs.replace(told, shows=_put(told.shows, parsed.ident, shows))
        self.told = told

    def request(
        self,
        ent: str,
        parsed: Parsed,
        filed: tuple[Event, RequestFiled] | None,
        answered: tuple[Event, RequestAnswered] | None,
    ) -> None:
        """What was asked at a kiosk and what became of it; an answer to nothing is nothing."""
        request = None
        if filed is not None:
            event, body = filed
            request = Request(
                ent, event.id, parsed.ident, body.what, body.round_no, event.at, event.node,
                event.actor.how,
            )  # fmt: skip
            if answered is not None:
                told, answer = answered
                request = msgspec.structs.replace(
                    request, state=answer.state, note=answer.note, answered_at=told.at
                )
        requests = _put(self.told.requests, ent, request)
        self.told = msgspec.structs.replace(self.told, requests=requests)


def _shows(body: KioskSet) -> Shows:
    """What a kiosk is to show, without kinds of pages that this software does not have."""
    return Shows(tuple(kind for kind in body.pages if kind in PAGE_KINDS), body.divisions)


def _announcement(ent: str, body: Body | None, at: int) -> Announcement | None:
    if not isinstance(body, AnnouncementMade):
        return None
    return Announcement(ent, body.text, body.until, body.audience, body.division, at, body.player)


def _refusal(ent: str, parsed: Parsed, body: Body | None, at: int) -> RefusedChallenge | None:
    if not isinstance(body, ChallengeRefused):
        return None
    return RefusedChallenge(parsed.ident, ent.rpartition("/")[2], body.state, body.note, at)


def _put(kept: dict[str, V], key: str, value: V | None) -> dict[str, V]:
    """A new register with ``key`` set, or without it for None, in order of key."""
    rest = {name: said for name, said in kept.items() if name != key}
    return rest if value is None else dict(sorted([*rest.items(), (key, value)]))
