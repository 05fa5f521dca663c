"""The fold itself: keeps what each entity says up to date while events arrive in any order.

What an entity says depends on its own events, on the registry of keys and on the pairings;
nothing depends on arrival. Only entities that an arrival touched are derived again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from shared.core import entities
from shared.core.entities import MatchKey, Parsed
from shared.core.events import (
    Body,
    ClockLogged,
    ControlChosen,
    DeckLoaded,
    DivisionOpened,
    DrawOffered,
    EnrolmentSet,
    Event,
    MovesLogged,
    NodePlaced,
    OpeningDrawn,
    PlayerClassified,
    PlayerOptedOut,
    PlayerRegistered,
    PlayerSuspended,
    PlayerWithdrawn,
    ReportAnswered,
    ReportFiled,
    RoundPreviewed,
    RoundScheduled,
    TableSet,
    TournamentOpened,
)
from shared.core.fold.authority import REGISTRY_FAMILIES, Registry
from shared.core.fold.causality import Causality
from shared.core.fold.desks import DESKS, DeskBook
from shared.core.fold.index import EventIndex
from shared.core.fold.office import OFFICE, OfficeBook
from shared.core.fold.plans import Plans
from shared.core.fold.results import resolve_result
from shared.core.fold.rounds import RoundBook
from shared.core.fold.whereabouts import Whereabouts
from shared.core.state import (
    EMPTY,
    Alarm,
    Answer,
    Classified,
    Division,
    HallState,
    Match,
    OptOut,
    Player,
    Report,
    Table,
    Tournament,
    Unforced,
)

B = TypeVar("B", bound=Body)
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


def fold(root: str, events: Iterable[Event]) -> HallState:
    """The state that a set of events describes, under the pinned tournament key ``root``."""
    hall = Fold(root)
    hall.add(events)
    return hall.state()


class Fold:
    """The fold, kept up to date. ``root`` is the node id of the pinned tournament key."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._index = EventIndex()
        self._registry = Registry(root, {})
        self._registry_stale = False
        self._stale: set[str] = set()
        self._by_uid: dict[str, set[str]] = {}
        self._in_force: dict[str, dict[str, Event]] = {}
        self._unforced: dict[str, tuple[Unforced, ...]] = {}
        self._conflicts: dict[str, dict[str, Alarm]] = {}
        self._book = RoundBook()
        self._tournament: Tournament | None = None
        self._tables: dict[str, Table] = {}
        self._divisions: dict[str, Division] = {}
        self._players: dict[str, Player] = {}
        self._matches: dict[str, Match] = {}
        self._reports: dict[str, Report] = {}
        self._plans = Plans()
        self._office = OfficeBook()
        self._desks = DeskBook()
        self._where = Whereabouts()
        self._last = EMPTY
        self._chief = ""
        self._told_registry: Registry | None = None

    def add(self, events: Iterable[Event]) -> set[str]:
        """Add events to the set; return the entities whose events changed."""
        touched: set[str] = set()
        for event in events:
            changed = self._index.add(event)
            touched |= changed
        self._stale |= touched
        for ent in touched:
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            if parsed.match is not None and parsed.family not in PAIRINGS:
                self._by_uid.setdefault(parsed.match.uid, set()).add(ent)
            if parsed.family in REGISTRY_FAMILIES:
                self._registry_stale = True
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
            self._registry = Registry(self._root, self._index.by_ent)
            self._registry_stale = False
            self._stale = set(self._index.by_ent)
        return self._registry

    def state(self) -> HallState:
        """The state of the hall for all events added so far."""
        registry = self.registry()
        self._refresh_chief()
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
        if terms.contested:
            sentence = "two halls opened this term side by side: open a new one at the right one"
            self._note_conflict(entities.term(terms.number), "term", True, sentence)
        conflicts = [a for facts in self._conflicts.values() for a in facts.values()]
        last = self._last

        def kept(field: str, now: Callable[[], dict[K, V]], before: dict[K, V]) -> dict[K, V]:
            """A copy of what has changed; else what was handed out before, which is frozen."""
            return now() if families & _SOURCES[field] else before

        self._last = HallState(
            tournament=self._tournament,
            devices=last.devices
            if registry is self._told_registry
            else dict(sorted(registry.devices.items())),
            tables=kept("tables", lambda: dict(self._tables), last.tables),
            divisions=kept("divisions", lambda: dict(self._divisions), last.divisions),
            players=kept("players", lambda: dict(self._players), last.players),
            rounds=kept(
                "rounds",
                lambda: dict(self._book.rounds),
                last.rounds,
            ),
            matches=kept("matches", lambda: dict(self._matches), last.matches),
            reports=kept("reports", lambda: dict(self._reports), last.reports),
            alarms=tuple(sorted([*self._index.alarms(), *conflicts])),
            unforced=tuple(sorted(u for group in self._unforced.values() for u in group)),
            term=terms.number,
            # A hall whose key was withdrawn is none, whatever term it had opened.
            hall="" if registry.revoked(terms.hall) else terms.hall,
            places=dict(self._where.places),
            enrolling_until=self._where.enrolling_until,
            previews=self._plans.in_order,
            moved=dict(sorted(self._plans.moved.items())),
            decks=dict(sorted(self._plans.decks.items())),
            office=self._office.told if families & OFFICE.keys() else last.office,
            desks=self._desks.told if families & DESKS.keys() else last.desks,
        )
        self._told_registry = registry
        return self._last

    def _sift(self, ent: str) -> None:
        """Part an entity's events into those in force and those that are only listed."""
        in_force: dict[str, Event] = {}
        unforced: list[Unforced] = []
        for event in self._index.by_ent.get(ent, {}).values():
            if event.body is None:
                continue
            objection = self._registry.objection(event, self._book.tables_of)
            if objection is None:
                in_force[event.id] = event
            else:
                unforced.append(Unforced(event.id, event.kind, ent, objection))
        self._in_force[ent] = in_force
        self._unforced.pop(ent, None)
        if unforced:
            self._unforced[ent] = tuple(unforced)

    def _refresh_chief(self) -> None:
        """Whose rulings outrank others is known before any result is derived."""
        if entities.TOURNAMENT in self._stale:
            self._sift(entities.TOURNAMENT)
            opened = self._register(entities.TOURNAMENT, TournamentOpened)
            chief = "" if opened is None else opened.chief
            if chief != self._chief:
                self._chief = chief
                self._stale |= set(self._index.by_ent)

    def _refresh_pairings(self) -> bool:
        """Derive stale rounds first: they say which matches there are and at which tables.

        Returns whether there were any.
        """
        any_stale = False
        uids: set[str] = set()
        for ent in sorted(self._stale):
            parsed = entities.parse(ent)
            if parsed is not None and parsed.family in PAIRINGS:
                any_stale = True
                self._stale.discard(ent)
                self._sift(ent)
                events = self._index.by_ent.get(ent, {})
                touched, contested = self._book.refresh(ent, parsed, events, self._in_force[ent])
                uids |= touched
                self._note_conflict(ent, parsed.family, contested, PAIRINGS[parsed.family])
        for uid in uids:
            place = self._book.place_of(uid)
            self._matches.pop(uid, None)
            if place is not None:
                self._matches[uid] = place.bare_match()
            self._stale |= self._by_uid.get(uid, set())
        if uids:
            self._matches = dict(sorted(self._matches.items()))
        return any_stale

    def _derive(self, ent: str, parsed: Parsed) -> None:
        self._conflicts.pop(ent, None)
        match parsed.family:
            case "tournament":
                body = self._register(ent, TournamentOpened)
                self._tournament = (
                    None if body is None else Tournament(body.name, body.zone, body.chief)
                )
            case "table" | "table_device":
                self._derive_table(parsed.ident)
            case "division":
                self._derive_division(ent, parsed.ident)
            case "deck":
                self._plans.deck(parsed.ident, self._register(ent, DeckLoaded))
            case "player" | "withdrawal" | "opt_out" | "classification" | "suspension":
                self._derive_player(parsed.ident)
            case "schedule":
                self._plans.schedule(parsed, self._register(ent, RoundScheduled))
            case "preview":
                self._plans.preview(parsed, ent, self._latest(ent, RoundPreviewed))
            case "enrolment":
                self._where.enrolment(self._register(ent, EnrolmentSet))
            case "address":
                self._where.place(parsed.ident, self._register(ent, NodePlaced))
            case "report":
                self._derive_report(ent, parsed)
            case family if family in OFFICE:
                self._office.derive(ent, parsed, self._latest(ent, OFFICE[family]))
            case family if family in DESKS:
                self._desks.derive(ent, parsed, self._latest(ent, DESKS[family]))
            case _:
                if parsed.match is not None and parsed.match.uid in self._matches:
                    self._derive_fact(ent, parsed)

    def _derive_table(self, ident: str) -> None:
        body = self._register(entities.table(ident), TableSet)
        holders = self._registry.assigned.get(ident, ())
        table = (
            None
            if body is None
            else Table(ident, body.label, holders[0] if holders else "", len(holders) > 1)
        )
        self._tables = _put(self._tables, ident, table)

    def _derive_division(self, ent: str, ident: str) -> None:
        body = self._register(ent, DivisionOpened)
        division = (
            None
            if body is None
            else Division(
                ident,
                body.name,
                body.rulebook,
                body.rounds,
                body.control,
                body.overrides,
                body.tables,
                body.first_day,
                body.bracket,
                body.deck,
            )
        )
        if division is not None and division.unreadable:
            sentence = f"{division.name}: {division.unreadable}. Update this node"
            self._conflicts.setdefault(ent, {})["rules"] = Alarm("newer_software", ent, sentence)
        self._divisions = _put(self._divisions, ident, division)

    def _derive_player(self, ident: str) -> None:
        body = self._register(entities.player(ident), PlayerRegistered)
        gone = self._register(entities.withdrawal(ident), PlayerWithdrawn)
        skips = self._register(entities.opt_out(ident), PlayerOptedOut)
        put = self._latest(entities.classification(ident), PlayerClassified)
        out = self._register(entities.suspension(ident), PlayerSuspended)
        player = (
            None
            if body is None
            else Player(
                ident,
                body.name,
                body.division if put is None else put[1].division,
                body.rating,
                body.club,
                None if gone is None else gone.after_round,
                body.state,
                body.region,
                body.seed,
                body.table,
                body.people,
                OptOut(skips.round_no, skips.in_time) if skips and skips.round_no > 0 else None,
                body.plays_up_to,
                body.plays_up_for,
                Classified(put[1].by, put[1].why, put[0].at, body.division) if put else None,
                f"{out.clause}: {out.why}" if out is not None and not out.lifted else "",
            )
        )
        self._players = _put(self._players, ident, player)

    def _derive_report(self, ent: str, parsed: Parsed) -> None:
        filed = self._latest(ent, ReportFiled)
        if filed is None:
            self._reports.pop(ent, None)
            return
        event, body = filed
        answered = self._latest(ent, ReportAnswered)
        answer = (
            None
            if answered is None
            else Answer(
                answered[1].state,
                answered[1].clause,
                answered[1].note,
                answered[0].at,
                answered[0].id,
                answered[1].order,
            )
        )
        table = parsed.ident
        if parsed.match is not None:
            table = min(self._book.tables_of(parsed.match), default="")
        report = Report(
            ent,
            event.id,
            table,
            parsed.match,
            body.type,
            body.seat,
            body.about,
            body.note,
            event.at,
            answer,
            body.which,
            body.game,
        )
        self._reports = _put(self._reports, ent, report)

    def _derive_fact(self, ent: str, parsed: Parsed) -> None:
        """Set one fact of a match from the entity that carries it."""
        assert parsed.match is not None
        match = self._matches[parsed.match.uid]
        in_force = self._in_force.get(ent, {})
        if match.key != parsed.match:
            return
        match parsed.family:
            case "presence":
                left, right = match.seated
                here = bool(in_force)
                seated = (here, right) if ent.endswith("/0") else (left, here)
                match = msgspec.structs.replace(match, seated=seated)
            case "draw":
                match = msgspec.structs.replace(match, draw=self._register(ent, OpeningDrawn))
            case "control":
                match = msgspec.structs.replace(match, control=self._register(ent, ControlChosen))
            case "clock":
                batches = [e.body for e in in_force.values() if isinstance(e.body, ClockLogged)]
                match = msgspec.structs.replace(
                    match,
                    clock=self._register(ent, ClockLogged),
                    presses=sum(len(batch.presses) for batch in batches),
                )
            case "draw_offer":
                offers = dict(match.draw_offers)
                offer = self._register(ent, DrawOffered)
                match = msgspec.structs.replace(match, draw_offers=_put(offers, ent, offer))
            case "moves":
                games = _put(dict(match.moves), ent, self._register(ent, MovesLogged))
                match = msgspec.structs.replace(match, moves=games)
            case _:  # the result
                result = resolve_result(self._index.by_ent.get(ent, {}), in_force, self._chief)
                match = msgspec.structs.replace(match, result=result)
                self._note_conflict(
                    ent,
                    "result",
                    result.status == "conflict",
                    "two versions of this result stand side by side",
                )
        self._matches[match.uid] = match

    def _latest(self, ent: str, kind: type[B]) -> tuple[Event, B] | None:
        """The event of a kind that no other has seen; several that differ are a conflict."""
        mine = {i: e for i, e in self._in_force.get(ent, {}).items() if isinstance(e.body, kind)}
        if not mine:
            self._note_conflict(ent, kind.__name__, False, "")
            return None
        heads = Causality(self._index.by_ent[ent]).heads(mine)
        differ = len({mine[head].body for head in heads}) > 1
        self._note_conflict(ent, kind.__name__, differ, "two versions of this stand side by side")
        body = mine[heads[0]].body
        assert isinstance(body, kind)
        return mine[heads[0]], body

    def _register(self, ent: str, kind: type[B]) -> B | None:
        latest = self._latest(ent, kind)
        return None if latest is None else latest[1]

    def _note_conflict(self, ent: str, fact: str, there: bool, sentence: str) -> None:
        if there:
            self._conflicts.setdefault(ent, {})[fact] = Alarm("conflict", ent, sentence)
        elif ent in self._conflicts:
            self._conflicts[ent].pop(fact, None)


def _put(values: dict[str, V], key: str, value: V | None) -> dict[str, V]:
    """``values`` with ``key`` set (or removed for None), in order of key."""
    if value is None:
        values.pop(key, None)
        return values
    is_new = key not in values
    values[key] = value
    return dict(sorted(values.items())) if is_new else values
