"""The fold itself: keeps what each entity says up to date while events arrive in any order.

What an entity says depends on its own events, on the registry of keys and on the pairings;
nothing depends on arrival. Only entities that an arrival touched are derived again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from shared.core import entities
from shared.core.entities import MatchKey, Parsed
from shared.core.events import (
    DeckLoaded,
    DeviceChecked,
    EnrolmentSet,
    Event,
    NodePlaced,
    RequestAnswered,
    RequestFiled,
    RoundPreviewed,
    RoundScheduled,
    RoundStarted,
    TournamentOpened,
)
from shared.core.fold.authority import REGISTRY_FAMILIES, Registry
from shared.core.fold.change import Change
from shared.core.fold.desks import DESKS, DeskBook
from shared.core.fold.facts import Facts
from shared.core.fold.in_force import InForce
from shared.core.fold.index import EventIndex
from shared.core.fold.office import OFFICE, TOLD, OfficeBook
from shared.core.fold.plans import Plans
from shared.core.fold.private import PRIVATE, PrivateBook
from shared.core.fold.rehearsals import Rehearsals
from shared.core.fold.roster import Roster
from shared.core.fold.rounds import RoundBook
from shared.core.fold.venues import named
from shared.core.fold.whereabouts import Whereabouts
from shared.core.state import (
    EMPTY,
    Alarm,
    HallState,
    Report,
    Tournament,
)

K = TypeVar("K")
V = TypeVar("V")

PAIRINGS = {
    "pairing": "two pairings of this round stand side by side",
    "call": "two calls of this match stand side by side",
}
"""Families of entities that say which matches there are → what is said where two differ."""
_FACTS = frozenset({"presence", "draw", "draw_offer", "moves", "control", "clock", "result"})
_SOURCES: dict[str, frozenset[str]] = {
    "tables": frozenset({"table", "table_device"}),
    "divisions": frozenset({"division"}),
    "players": frozenset({"player", "withdrawal", "opt_out", "classification", "suspension"}),
    "rounds": frozenset({"pairing"}),
    "matches": frozenset({"pairing"}) | _FACTS,
    "reports": frozenset({"report"}),
}
"""Field of the state → the families of entities that it is derived from."""


def _itself(ident: str, _: object) -> str:
    return ident


def _reported(_: str, report: Report) -> str:
    return report.table if report.match is None else report.match.division


def fold(root: str, events: Iterable[Event], node: str = "") -> HallState:
    """The state that a set of events describes, under the pinned tournament key ``root``, for
    whoever keeps it (``node``, as far as the venue that its keys belong to decides)."""
    hall = Fold(root, node)
    hall.add(events)
    return hall.state()


class Fold:
    """The fold, kept up to date. ``root`` is the node id of the pinned tournament key, ``node``
    that of whoever keeps the log: of it nothing counts but the venue that it belongs to."""

    def __init__(self, root: str, node: str = "") -> None:
        self._root = root
        self._node = node
        self._index = EventIndex()
        self._registry = Registry(root, {}, node)
        self._registry_stale = False
        self._about_registry: dict[str, None] = {}
        self._stale: set[str] = set()
        self._by_uid: dict[str, set[str]] = {}
        self._by_venue: dict[str, set[str]] = {}
        self._said = InForce(self._index)
        self._book = RoundBook()
        self._tournament: Tournament | None = None
        self._roster = Roster(self._said)
        self._facts = Facts(self._said, self._book)
        self._plans = Plans()
        self._office = OfficeBook()
        self._private = PrivateBook()
        self._desks = DeskBook()
        self._where = Whereabouts()
        self._rehearsals = Rehearsals()
        self._last = EMPTY
        self._told_registry: Registry | None = None

    def add(self, events: Iterable[Event]) -> set[str]:
        """Add events to the set; return the entities whose events changed."""
        touched: set[str] = set()
        for event in events:
            touched |= self._index.add(event)
            parsed = entities.parse(event.ent)
            if parsed is not None:
                for venue in named(parsed, event.body):
                    self._by_venue.setdefault(venue, set()).add(event.ent)
        self._stale |= touched
        for ent in touched:
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            if parsed.match is not None and parsed.family not in PAIRINGS:
                self._by_uid.setdefault(parsed.match.uid, set()).add(ent)
            if parsed.family in REGISTRY_FAMILIES:
                self._registry_stale = True
                self._about_registry[ent] = None
        return touched

    def heads(self, ent: str) -> tuple[str, ...]:
        """Ids of the latest known events of an entity: the ``deps`` of the next one."""
        return self._index.heads(ent)

    def events_of(self, ent: str) -> tuple[Event, ...]:
        """All known events of an entity, by the time that their authors noted."""
        events = self._index.by_ent.get(ent, {}).values()
        return tuple(sorted(events, key=lambda event: (event.at, event.place)))

    def about_match(self, key: MatchKey) -> tuple[Event, ...]:
        """All known events about a match and its pairing, by the time that their authors noted."""
        pairing = entities.pairing(key.division, key.round_no)
        call = entities.call(key)
        own = {ent for ent in self._by_uid.get(key.uid, ()) if ent.startswith(f"{key}/")}
        events = [event for ent in {pairing, call, *own} for event in self.events_of(ent)]
        return tuple(sorted(events, key=lambda event: (event.at, event.place)))

    def registry(self) -> Registry:
        """Keys, scopes and assignments, up to date."""
        if self._registry_stale:
            before = self._registry
            about = {ent: self._index.by_ent.get(ent, {}) for ent in self._about_registry}
            self._registry = Registry(self._root, about, self._node)
            self._registry_stale = False
            self._stale |= self._concerned(self._registry.since(before))
        return self._registry

    def _concerned(self, change: Change | None) -> set[str]:
        """The entities that another registry may say something else of."""
        if change is None:
            return set(self._index.by_ent)
        told = [self._index.by_author.get(node, set()) for node in change.nodes]
        told.append({entities.device(node) for node in change.nodes})
        told.append({entities.rights(node) for node in change.nodes})
        told.append({entities.device_name(node) for node in change.nodes})
        told.append({entities.table(table) for table in change.tables})
        told += (self._by_venue.get(venue, set()) for venue in change.venues)
        return self._index.by_ent.keys() & set().union(*told)

    def state(self) -> HallState:
        """The state of the hall for all events added so far."""
        registry = self.registry()
        self._facts.chiefs = registry.chiefs
        paired = self._refresh_pairings()
        stale, self._stale = self._stale, set()
        families = {"pairing"} if paired else set()
        for ent in stale:
            self._sift(ent)
        for ent in stale:
            parsed = entities.parse(ent)
            if parsed is not None:
                families.add(parsed.family)
                self._derive(ent, parsed)
        terms = registry.terms
        for number in registry.contested:
            sentence = "two halls opened this term side by side: open a new one at the right one"
            self._said.note_conflict(entities.term(number), "term", True, sentence)
        for division, number in registry.leads.contested.items():
            sentence = "two took over the pairing of this division side by side: take it once more"
            self._said.note_conflict(entities.lead(division, number), "lead", True, sentence)
        last = self._last

        def kept(
            field: str,
            now: Callable[[], dict[K, V]],
            before: dict[K, V],
            whose: Callable[[K, V], str],
        ) -> dict[K, V]:
            """A copy of what has changed; else what was handed out before, which is frozen.

            ``whose`` gives the id that says whether something is another hall's.
            """
            if not registry.halls_beside:
                return now() if families & _SOURCES[field] else before
            if registry is self._told_registry and not families & _SOURCES[field]:
                return before
            return {k: v for k, v in now().items() if not registry.elsewhere(whose(k, v))}

        self._last = HallState(
            tournament=self._tournament,
            devices=last.devices
            if registry is self._told_registry and "name" not in families
            else self._roster.named(registry.devices),
            tables=kept("tables", self._roster.tables.in_order, last.tables, _itself),
            divisions=kept("divisions", self._roster.divisions.in_order, last.divisions, _itself),
            players=kept(
                "players", self._roster.players.in_order, last.players, lambda _, p: p.division
            ),
            rounds=kept(
                "rounds", lambda: dict(self._book.rounds), last.rounds, lambda at, _: at[0]
            ),
            matches=kept(
                "matches", self._facts.matches.in_order, last.matches, lambda _, m: m.key.division
            ),
            reports=kept("reports", self._facts.reports.in_order, last.reports, _reported),
            alarms=tuple(sorted([*self._index.alarms(), *self._alarms()])),
            unforced=tuple(sorted(self._said.unforced())),
            term=terms.number,
            # A hall whose key was withdrawn is none, whatever term it had opened.
            hall="" if registry.revoked(terms.hall) else terms.hall,
            venue=registry.venue,
            places=dict(self._where.places),
            enrolling_until=self._where.enrolling_until,
            taken_back=dict(sorted(self._book.taken_back.items())),
            previews=self._plans.in_order,
            moved=dict(sorted(self._plans.moved.items())),
            decks=dict(sorted(self._plans.decks.items())),
            office=self._office.told if families & TOLD else last.office,
            private=self._private.told() if families & PRIVATE else last.private,
            desks=self._desks.told if families & DESKS.keys() else last.desks,
            rehearsal=self._rehearsals.now,
            checks=self._rehearsals.checks,
        )
        self._told_registry = registry
        return self._last

    def _alarms(self) -> Iterator[Alarm]:
        """What of this hall, or of headquarters, has to be looked at."""
        for alarm in self._said.alarms():
            parsed = entities.parse(alarm.ent)
            if parsed is None or not self._registry.elsewhere(parsed.ident):
                yield alarm

    def _sift(self, ent: str) -> None:
        self._said.sift(ent, self._registry, self._book.tables_of)

    def _refresh_pairings(self) -> bool:
        """Derive stale rounds first: they say which matches there are and at which tables.

        Returns whether there were any.
        """
        any_stale = False
        uids: set[str] = set()
        for ent in sorted(self._stale):
            parsed = entities.parse(ent)
            if parsed is not None and parsed.family == "start":
                any_stale = True
                self._stale.discard(ent)
                self._sift(ent)
                key = (parsed.ident, parsed.round_no)
                uids |= self._book.start(key, self._said.word(ent, RoundStarted))
            elif parsed is not None and parsed.family in PAIRINGS:
                any_stale = True
                self._stale.discard(ent)
                self._sift(ent)
                touched, contested = self._book.refresh(
                    ent, parsed, self._said.all_of(ent), self._said.of(ent)
                )
                uids |= touched
                self._said.note_conflict(ent, parsed.family, contested, PAIRINGS[parsed.family])
        self._facts.replace(uids)
        for uid in uids:
            self._stale |= self._by_uid.get(uid, set())
        return any_stale

    def _derive(self, ent: str, parsed: Parsed) -> None:
        self._said.forget(ent)
        match parsed.family:
            case "tournament":
                here = self._registry.venue
                body = self._said.word(ent, TournamentOpened, lambda b: b.venue == here)
                self._tournament = (
                    None if body is None else Tournament(body.name, body.zone, body.chief)
                )
            case "table" | "table_device":
                away = self._registry.away(parsed.ident)
                self._roster.table(parsed.ident, self._registry.assigned, away)
            case "name":
                self._roster.name(parsed.ident)
            case "division":
                lead = self._registry.leads.of(parsed.ident)
                self._roster.division(ent, parsed.ident, self._registry.owner(parsed.ident), lead)
            case "deck":
                self._plans.deck(parsed.ident, self._said.word(ent, DeckLoaded))
            case "player" | "withdrawal" | "opt_out" | "classification" | "suspension":
                self._roster.player(parsed.ident)
            case "schedule":
                self._plans.schedule(parsed, self._said.word(ent, RoundScheduled))
            case "preview":
                self._plans.preview(parsed, ent, self._said.latest(ent, RoundPreviewed))
            case "enrolment":
                self._where.enrolment(self._said.word(ent, EnrolmentSet))
            case "address":
                self._where.place(parsed.ident, self._said.word(ent, NodePlaced))
            case "rehearsal":
                self._rehearsals.derive(self._said.all_of(ent), self._said.of(ent))
            case "check":
                self._rehearsals.check(parsed.ident, self._said.word(ent, DeviceChecked))
            case "report":
                self._facts.report(ent, parsed)
            case "private" | "private_share":
                self._private.derive(ent, self._said.all_of(ent), self._said.of(ent))
            case "request":
                filed = self._said.latest(ent, RequestFiled)
                answer = self._said.latest(ent, RequestAnswered)
                self._office.request(ent, parsed, filed, answer)
            case family if family in OFFICE:
                self._office.derive(ent, parsed, self._said.latest(ent, OFFICE[family]))
            case family if family in DESKS:
                self._desks.derive(ent, parsed, self._said.latest(ent, DESKS[family]))
            case _:
                self._facts.fact(ent, parsed)
