"""What the events say of the referee's office: announcements, refusals, requests, the map.

Knows no authority: it hears only of what is in force.
"""

from __future__ import annotations

from shared.core import entities
from shared.core.entities import Parsed
from shared.core.events import (
    AnnouncementMade,
    ChallengeRefused,
    Event,
    HallLaidOut,
    KioskSet,
    RequestFiled,
)
from shared.core.events.office import Spot
from shared.core.fold.decisions import DecisionBook, settled_by
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Latest, Register, by_entity, by_id, routes
from shared.core.measures import RequestGranted, RequestRefused
from shared.core.office import (
    PAGE_KINDS,
    Announcement,
    Answered,
    Office,
    RefusedChallenge,
    Request,
    Shows,
)
from shared.core.state import Decision


class OfficeBook:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce, decided: DecisionBook) -> None:
        self._said = said
        self._decided = decided
        self._announcements = Latest(said, AnnouncementMade, _announcement, by_entity)
        self._refusals = Latest(said, ChallengeRefused, _refusal, by_entity)
        self._layout = Latest(said, HallLaidOut, _layout, by_entity)
        self._shows = Latest(said, KioskSet, _shows, by_id)
        self._requests: Register[str, Request] = Register()
        self._asked: dict[str, dict[str, Parsed]] = {}
        """Player → the requests in that name."""
        self._routes = routes(self._announcements, self._refusals, self._layout, self._shows)
        self._told = Office()

    def derive(self, ent: str, parsed: Parsed) -> None:
        """Read again what ``ent`` says."""
        if parsed.family in self._routes:
            self._routes[parsed.family].derive(ent, parsed)
        else:
            self._asked.setdefault(parsed.ident, {})[ent] = parsed
            self._requests.put(ent, self._request(ent, parsed))

    def decided(self, player: str) -> None:
        """Read again what was asked in the name of a player about whom something was decided."""
        for ent, parsed in self._asked.get(player, {}).items():
            self._requests.put(ent, self._request(ent, parsed))

    def _request(self, ent: str, parsed: Parsed) -> Request | None:
        """What was asked at a kiosk and what became of it; an answer to nothing is nothing."""
        filed = self._said.latest(ent, RequestFiled)
        if filed is None:
            return None
        event, body = filed
        # What was filed twice is answered by who has read either.
        alike = [i for i, e in self._said.of(ent).items() if e.body == body]
        answer = settled_by(self._decided.of(entities.player_decision(parsed.ident)), alike)
        return Request(
            ent, event.id, parsed.ident, body.what, body.round_no, event.at, event.node,
            event.actor.how,
            _answered(answer),
            "" if answer is None else answer.event,
        )  # fmt: skip

    def take(self) -> Office:
        """Hand out all of it, the same value as before if nothing was touched."""
        if self._requests.touched or any(r.touched for r in self._routes.values()):
            self._told = Office(
                announcements=self._announcements.take(),
                refusals=self._refusals.take(),
                layout=next(iter(self._layout.take().values()), ()),
                shows=self._shows.take(),
                requests=self._requests.take(),
            )
        return self._told


def _answered(answer: Decision | None) -> Answered | None:
    """What a decision says of the request that it settles, as far as it counts."""
    for _, measure in answer.measures if answer is not None and answer.counts else ():
        if isinstance(measure, RequestGranted):
            return "granted"
        if isinstance(measure, RequestRefused):
            return "refused"
    return None


def _announcement(ent: str, _: Parsed, event: Event, body: AnnouncementMade) -> Announcement:
    return Announcement(
        ent, body.text, body.until, body.audience, body.division, event.at, body.player, body.about
    )


def _refusal(ent: str, parsed: Parsed, event: Event, body: ChallengeRefused) -> RefusedChallenge:
    return RefusedChallenge(parsed.ident, ent.rpartition("/")[2], body.state, body.note, event.at)


def _layout(_ent: str, _parsed: Parsed, _event: Event, body: HallLaidOut) -> tuple[Spot, ...]:
    return body.spots


def _shows(_ent: str, _parsed: Parsed, _event: Event, body: KioskSet) -> Shows:
    """What a kiosk shows, without kinds of pages that this software does not have."""
    return Shows(tuple(kind for kind in body.pages if kind in PAGE_KINDS), body.divisions)
