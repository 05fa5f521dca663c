"""What the latest event of one kind says of each entity: plans, nodes, awards, the office, and
private facts, which stay sealed: the core has no keys.

Reads only what is in force.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import astuple

from shared.core.draughts.openings import Opening
from shared.core.events import (
    KIND_OF,
    AnnouncementMade,
    Body,
    ChallengeRefused,
    DeckLoaded,
    DeviceChecked,
    DeviceNamed,
    DuesOwed,
    EnrolmentSet,
    Event,
    HallLaidOut,
    KioskSet,
    NodePlaced,
    PrizePaid,
    PrizesPosted,
    RehearsalOpened,
    RequestFiled,
    RoundPreviewed,
    RoundScheduled,
    SheetsHandedIn,
    TitleDecided,
    entities,
)
from shared.core.events.entities import Parsed, RoundKey
from shared.core.events.measures import RequestGranted, RequestRefused
from shared.core.events.private import BoxKey, PlayerPrivate, PrivateShared
from shared.core.fold.causality import Causality
from shared.core.fold.decisions import DecisionBook, settled_by
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Register
from shared.core.match.schedule import PostedChange
from shared.core.state import Decision, FoundAt, Preview
from shared.core.state.office import (
    PAGE_KINDS,
    Announcement,
    Answered,
    Awards,
    Decided,
    DeviceCheck,
    Office,
    Payment,
    PrizeFund,
    RefusedChallenge,
    Rehearsal,
    Request,
    Sealed,
    SealedFact,
    Shows,
)

K = TypeVar("K")
V = TypeVar("V")
B = TypeVar("B", bound=Body)


class Word(NamedTuple, Generic[B]):
    """The latest event of an entity, with its body."""

    ent: str
    about: Parsed
    event: Event
    body: B


def by_entity(ent: str, _: Parsed) -> str:
    """Return the entity itself as the key."""
    return ent


def by_id(_: str, about: Parsed) -> str:
    """Return the id of what the entity is about as the key."""
    return about.ident


def by_round(_: str, about: Parsed) -> tuple[str, int]:
    """Return the division id and the number of a round as the key."""
    return about.ident, about.round_no


class Latest(Register[K, V], Generic[K, V, B]):
    """Keeps one value for each entity. ``value`` returns None where an event says there is none."""

    def __init__(
        self,
        said: InForce,
        body: type[B],
        value: Callable[[Word[B]], V | None],
        key: Callable[[str, Parsed], K],
    ) -> None:
        super().__init__()
        self._said = said
        self._body = body
        self._value = value
        self._key_of = key

    @property
    def family(self) -> str:
        """The family of entities that it reads."""
        return KIND_OF[self._body].about.family

    def derive(self, ent: str, about: Parsed) -> None:
        """Read again what ``ent`` says."""
        latest = self._said.latest(ent, self._body)
        value = None if latest is None else self._value(Word(ent, about, *latest))
        self.put(self._key_of(ent, about), value)


def routes(*registers: Latest[Any, Any, Any]) -> dict[str, Latest[Any, Any, Any]]:
    """Return each register under the family of entities that it reads."""
    return {register.family: register for register in registers}


class Plans:
    """The plans, kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self.decks = Latest(said, DeckLoaded, _deck, by_id)
        self.moved = Latest(said, RoundScheduled, _moved, by_round)
        self.previews = Latest(said, RoundPreviewed, _preview, by_entity)

    def take_previews(self) -> dict[RoundKey, tuple[Preview, ...]]:
        """Hand out the draws of each round in the order of their times."""
        drawn: dict[RoundKey, list[Preview]] = {}
        for key, preview in self.previews.take().values():
            drawn.setdefault(key, []).append(preview)
        return {
            key: tuple(sorted(drawn[key], key=lambda preview: (preview.at, preview.seed)))
            for key in sorted(drawn)
        }


def _deck(said: Word[DeckLoaded]) -> tuple[Opening, ...]:
    return tuple(Opening(*msgspec.structs.astuple(line)) for line in said.body.openings)


def _moved(said: Word[RoundScheduled]) -> PostedChange:
    body = said.body
    return PostedChange(said.about.round_no, body.starts_at, body.why, body.length_ms or None)


def _preview(said: Word[RoundPreviewed]) -> tuple[RoundKey, Preview]:
    body = said.body
    drawn = Preview(
        body.seed,
        body.algorithm,
        body.pairs,
        body.byes,
        body.why,
        said.event.at,
        body.changed,
        body.ruled,
        body.first_round,
    )
    return (said.about.ident, said.about.round_no), drawn


SHORTEST_PACE_MS = 20
"""A robot that looks more often keeps its device busy."""


class Nodes:
    """Kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self.names = Latest(said, DeviceNamed, lambda word: word.body.label, by_id)
        self.places = Latest(said, NodePlaced, _place, by_id)
        self.checks = Latest(said, DeviceChecked, _check, by_id)
        self._enrolment = Latest(said, EnrolmentSet, lambda word: word.body.until, by_entity)
        self.rehearsal: Rehearsal | None = None

    @property
    def enrolling_until(self) -> int:
        """Until when devices may ask to be admitted (UTC ms); 0 for never."""
        return next(iter(self._enrolment.take().values()), 0)

    def enrolment(self, ent: str, parsed: Parsed) -> None:
        """Read again whether devices may ask to be admitted."""
        self._enrolment.derive(ent, parsed)

    def rehearse(self, ent: str, _: Parsed) -> None:
        """Read again whether a rehearsal is on.

        An end closes the rehearsals that its author had seen. Of several open ones, the newest is
        on.
        """
        in_force = self._said.of(ent)
        open_ones = [
            event
            for head in Causality(self._said.all_of(ent)).heads(in_force)
            if isinstance((event := in_force[head]).body, RehearsalOpened)
        ]
        newest = max(open_ones, key=lambda event: (event.at, event.id), default=None)
        self.rehearsal = None
        if newest is not None and isinstance(body := newest.body, RehearsalOpened):
            self.rehearsal = Rehearsal(
                body.root_key,
                body.curve_key,
                body.sync_port,
                body.feed_port,
                body.until,
                max(1, body.speed),
                max(0, body.moves),
                max(SHORTEST_PACE_MS, body.pace_ms),
                body.seed,
                newest.at,
            )


def _place(said: Word[NodePlaced]) -> FoundAt:
    body = said.body
    return FoundAt(body.host, body.sync_port, body.feed_port, body.enrol_port)


def _check(said: Word[DeviceChecked]) -> DeviceCheck:
    return DeviceCheck(*astuple(said.body))


class DeskBook:
    """The desks, kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._sheets = Latest(said, SheetsHandedIn, _sheets, by_entity)
        self._prizes = Latest(said, PrizesPosted, _fund, by_id)
        self._dues = Latest(said, DuesOwed, lambda word: word.body.owed, by_id)
        self._payments = Latest(said, PrizePaid, _payment, by_id)
        self._titles = Latest(said, TitleDecided, _title, by_id)
        self._routes = routes(self._sheets, self._prizes, self._dues, self._payments, self._titles)

    def derive(self, ent: str, parsed: Parsed) -> None:
        """Read again what ``ent`` says."""
        self._routes[parsed.family].derive(ent, parsed)

    def take(self) -> Awards:
        """Hand out all of it."""
        return Awards(
            # Sorted, so that a uid used in two rounds means the same match on every node.
            sheets=dict(sorted(dict(self._sheets.take().values()).items())),
            prizes=self._prizes.take(),
            dues=self._dues.take(),
            payments=self._payments.take(),
            titles=self._titles.take(),
        )


def _sheets(said: Word[SheetsHandedIn]) -> tuple[str, tuple[bool, bool]]:
    assert said.about.match is not None
    return said.about.match.uid, said.body.copies


def _fund(said: Word[PrizesPosted]) -> PrizeFund:
    body = said.body
    return PrizeFund(body.prizes, body.dues, body.consolation, body.pools, body.last_chance)


def _payment(said: Word[PrizePaid]) -> Payment | None:
    body, event = said.body, said.event
    if body.taken_back:
        return None
    return Payment(body.cents, body.dues, body.by, body.form, event.at, event.id)


def _title(said: Word[TitleDecided]) -> Decided | None:
    body = said.body
    if not body.players:
        return None
    return Decided(body.title, body.players, body.clause, body.note, said.event.at)


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
        """Hand out all of it."""
        return Office(
            announcements=self._announcements.take(),
            refusals=self._refusals.take(),
            layout=next(iter(self._layout.take().values()), ()),
            shows=self._shows.take(),
            requests=self._requests.take(),
        )


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
    return Shows(pages, said.body.divisions, said.body.large)


class PrivateBook:
    """The sealed facts, kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self._facts: Register[str, tuple[SealedFact, ...]] = Register()
        self._shared: Register[str, tuple[BoxKey, ...]] = Register()

    def derive(self, ent: str, _: Parsed) -> None:
        """Read again what ``ent`` says."""
        in_force = self._said.of(ent)
        mine = {i: e for i, e in in_force.items() if isinstance(e.body, PlayerPrivate)}
        heads = Causality(self._said.all_of(ent)).heads(mine)
        self._facts.put(ent, tuple(_fact(mine[head]) for head in heads) or None)
        shared = {
            key
            for event in in_force.values()
            if isinstance(event.body, PrivateShared)
            for key in event.body.keys
        }
        in_order = sorted(shared, key=lambda key: (key.event, key.sealed))
        self._shared.put(ent, tuple(in_order) or None)

    def take(self) -> Sealed:
        """Hand out all of it."""
        return Sealed(self._facts.take(), self._shared.take())


def _fact(event: Event) -> SealedFact:
    body = event.body
    assert isinstance(body, PlayerPrivate)
    return SealedFact(event.id, event.at, event.node, body.box, body.keys)
