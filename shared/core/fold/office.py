"""What the events say of the referee's office: announcements, refusals, requests, the map.

Reads only what is in force.
"""

from shared.core.events import (
    AnnouncementMade,
    ChallengeRefused,
    HallLaidOut,
    KioskSet,
    RequestFiled,
    entities,
)
from shared.core.events.entities import Parsed
from shared.core.events.measures import RequestGranted, RequestRefused
from shared.core.fold.decisions import DecisionBook, settled_by
from shared.core.fold.in_force import InForce
from shared.core.fold.latest import Latest, Word, by_entity, by_id, routes
from shared.core.fold.register import Register
from shared.core.state import Decision
from shared.core.state.office import (
    PAGE_KINDS,
    Announcement,
    Answered,
    Office,
    RefusedChallenge,
    Request,
    Shows,
)


class OfficeBook:
    """The office, kept up to date entity by entity."""

    def __init__(self, said: InForce, decided: DecisionBook) -> None:
        self._said = said
        self._decided = decided
        self._announcements = Latest(said, AnnouncementMade, _announcement, by_entity)
        self._refusals = Latest(said, ChallengeRefused, _refusal, by_entity)
        self._layout = Latest(said, HallLaidOut, lambda word: word.body.spots, by_entity)
        self._shows = Latest(said, KioskSet, _shows, by_id)
        self._requests: Register[str, Request] = Register()
        self._asked: dict[str, dict[str, Parsed]] = {}
        """Player → the requests in their name."""
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
        """Read again the requests of a player about whom something was decided."""
        for ent, parsed in self._asked.get(player, {}).items():
            self._requests.put(ent, self._request(ent, parsed))

    def _request(self, ent: str, parsed: Parsed) -> Request | None:
        """Return what was asked at a kiosk and what became of it; None if nothing was asked."""
        filed = self._said.latest(ent, RequestFiled)
        if filed is None:
            return None
        event, body = filed
        # A request that was filed twice is answered when either of the two is.
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
    """Return what a decision that counts says of the request that it settles."""
    for _, measure in answer.measures if answer is not None and answer.counts else ():
        if isinstance(measure, RequestGranted):
            return "granted"
        if isinstance(measure, RequestRefused):
            return "refused"
    return None


def _announcement(said: Word[AnnouncementMade]) -> Announcement:
    ent, _, event, body = said
    return Announcement(
        ent, body.text, body.until, body.audience, body.division, event.at, body.player, body.about
    )


def _refusal(said: Word[ChallengeRefused]) -> RefusedChallenge:
    ent, about, event, body = said
    return RefusedChallenge(about.ident, ent.rpartition("/")[2], body.state, body.note, event.at)


def _shows(said: Word[KioskSet]) -> Shows:
    """Return what a kiosk shows, without kinds of pages that this software does not have."""
    pages = tuple(kind for kind in said.body.pages if kind in PAGE_KINDS)
    return Shows(pages, said.body.divisions)
