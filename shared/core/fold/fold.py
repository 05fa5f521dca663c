"""The fold: keeps the state up to date while events arrive in any order.

What an entity says depends on its own events, on the registry of keys and on the pairings, never
on arrival. Only the entities that an arrival touched are derived again, and only the parts of the
state that hold them are built anew.
"""

from collections.abc import Callable, Iterable, Mapping

from shared.core.events import Event, LogKey, RoundStarted, TournamentOpened, entities
from shared.core.events.entities import MatchKey, Parsed, Part
from shared.core.fold.authority import Registry
from shared.core.fold.decisions import DecisionBook
from shared.core.fold.in_force import InForce
from shared.core.fold.index import EventIndex, Shelf
from shared.core.fold.keys import ABOUT_KEYS, KeyChange
from shared.core.fold.matches import Facts
from shared.core.fold.objections import objection, objections
from shared.core.fold.registers import DeskBook, Nodes, OfficeBook, Plans, PrivateBook
from shared.core.fold.roster import Roster
from shared.core.fold.rounds import CONTESTED, RoundBook
from shared.core.fold.telling import OfVenues, Takes, Telling, ToldState
from shared.core.fold.venues import named
from shared.core.state import HallState, Tournament


def fold(root: str, events: Iterable[Event], node: str = "") -> HallState:
    """Return the state that a set of events describes.

    ``root`` is the node id of the pinned tournament key. ``node`` is the device that keeps the
    log; only the venue that it belongs to matters.
    """
    hall = Fold(root, node)
    hall.add(events)
    return hall.state()


class Fold:
    """The fold, kept up to date; ``root`` and ``node`` as in :func:`fold`.

    With a ``shelf``, folded clock batches are left there and read again when needed.
    """

    def __init__(self, root: str, node: str = "", shelf: Shelf | None = None) -> None:
        self._root = root
        self._node = node
        self._index = EventIndex(shelf)
        self._registry = Registry(root, {}, node)
        self._registry_stale = False
        self._about_registry: dict[str, None] = {}
        self._awaited: set[str] = set()
        """The ids of events about keys that others name, and that have not come."""
        self._stale: dict[str, list[str] | None] = {}
        self._stale_rounds: set[str] = set()
        self._by_uid: dict[str, set[str]] = {}
        self._by_venue: dict[str, set[str]] = {}
        self._said = InForce(self._index)
        self._book = RoundBook()
        self._tournament: Tournament | None = None
        self._decided = DecisionBook(self._said)
        self._roster = Roster(self._said, self._decided)
        self._facts = Facts(self._said, self._book, self._decided)
        self._plans = Plans(self._said)
        self._office = OfficeBook(self._said, self._decided)
        self._private = PrivateBook(self._said)
        self._awards = DeskBook(self._said)
        self._nodes = Nodes(self._said)
        # Terms and keys are in the registry; rounds come first, and matches are put together last.
        self._derives: dict[Part | None, Callable[[str, Parsed], None]] = {
            "tournament": self._derive_tournament,
            "devices": self._derive_device,
            "tables": self._derive_table,
            "divisions": self._derive_division,
            "players": self._derive_player,
            "reports": self._facts.of_reports,
            "places": self._nodes.places.derive,
            "enrolling_until": self._nodes.enrolment,
            "previews": self._plans.previews.derive,
            "moved": self._plans.moved.derive,
            "decks": self._plans.decks.derive,
            "office": self._office.derive,
            "awards": self._awards.derive,
            "private": self._private.derive,
            "rehearsal": self._nodes.rehearse,
            "checks": self._nodes.checks.derive,
        }
        of_venues: OfVenues = {
            "tables": self._roster.tables,
            "divisions": self._roster.divisions,
            "players": self._roster.players,
            "rounds": self._book.rounds,
            "matches": self._facts.matches,
            "reports": self._facts.reports,
        }
        takes: Takes = {
            "tournament": lambda: self._tournament,
            "places": self._nodes.places.take,
            "enrolling_until": lambda: self._nodes.enrolling_until,
            "previews": self._plans.take_previews,
            "moved": self._plans.moved.take,
            "decks": self._plans.decks.take,
            "office": self._office.take,
            "awards": self._awards.take,
            "private": self._private.take,
            "rehearsal": lambda: self._nodes.rehearsal,
            "checks": self._nodes.checks.take,
        }
        self._telling = Telling(
            self._index, self._said, self._nodes.names, self._book.taken_back, of_venues, takes
        )

    def add(self, events: Iterable[Event]) -> set[str]:
        """Add events to the set; return the entities whose events changed."""
        touched: set[str] = set()
        for event in events:
            ents = self._index.add(event)
            touched.update(ents)
            for ent in ents:
                self._mark(ent, event)
        return touched

    def _mark(self, ent: str, event: Event) -> None:
        """Note that ``ent`` has to be derived again, since ``event`` has come."""
        known = self._index.by_ent.get(ent, {})
        noted = self._stale.get(ent)
        if noted and event.id in known and self._concerns_itself(ent):
            noted.append(event.id)
            return
        new = self._stale.setdefault(ent, [])
        if event.id not in known:
            self._stale[ent] = None  # it has a twin, and neither counts
        elif new is not None:
            new.append(event.id)
        parsed = entities.parse(ent)
        if parsed is None:
            return
        of_round = parsed.entity.part == "rounds"
        if of_round or len(known) < 2:
            for venue in named(parsed, event.body):
                self._by_venue.setdefault(venue, set()).add(ent)
        if of_round:
            self._stale_rounds.add(ent)
        elif parsed.match is not None:
            self._by_uid.setdefault(parsed.match.uid, set()).add(ent)
        if parsed.entity in ABOUT_KEYS:
            self._registry_stale |= self._concerns_keys(event, known)
            self._about_registry[ent] = None
        elif parsed.entity.part == "forks" and self._index.twins:
            self._registry_stale = True

    def _concerns_keys(self, event: Event, known: Mapping[str, Event]) -> bool:
        """Return whether an event about keys may change whose events count."""
        self._awaited.update(dep for dep in event.deps if dep not in known)
        if event.id not in known or event.id in self._awaited:
            return True  # it has a twin, or changes the order of others
        return not self._registry.stays_with(event)

    def _concerns_itself(self, ent: str) -> bool:
        """Return whether another event about ``ent`` touches nothing but ``ent``."""
        return ent not in self._stale_rounds and ent not in self._about_registry

    def resume(self, shelved: Mapping[str, int]) -> None:
        """Begin with clocks that have batches on the shelf; ``shelved`` counts their presses."""
        self._index.shelved.update(shelved)

    def take_moved(self) -> dict[str, tuple[str, int] | None]:
        """Hand out each clock whose batches on the shelf changed since the last call.

        The value is the id of the first batch that is not there and the number of presses in those
        that are; None if no batch is on the shelf.
        """
        index = self._index
        moved, index.moved = index.moved, set()
        return {
            ent: (next(iter(index.by_ent[ent])), index.shelved[ent])
            if ent in index.shelved
            else None
            for ent in sorted(moved)
        }

    def head_of(self, log: LogKey) -> tuple[int, str] | None:
        """Return number and id of the last event on the branch of a log that counts.

        None if the log has no branches, or none of them counts.
        """
        return self._index.twins.head_of(log)

    def heads(self, ent: str) -> tuple[str, ...]:
        """Return the ids of the latest known events of an entity: the ``deps`` of the next one."""
        return self._said.heads(ent)

    def events_of(self, ent: str) -> tuple[Event, ...]:
        """Return all known events of an entity, in the order of their authors' times."""
        events = self._index.all_of(ent).values()
        return tuple(sorted(events, key=lambda event: (event.at, event.place)))

    def about_match(self, key: MatchKey) -> tuple[Event, ...]:
        """Return all known events about a match and its pairing, in the order of their times."""
        pairing = entities.pairing(key.division, key.round_no)
        call = entities.call(key)
        own = {ent for ent in self._by_uid.get(key.uid, ()) if ent.startswith(f"{key}/")}
        events = [event for ent in {pairing, call, *own} for event in self.events_of(ent)]
        return tuple(sorted(events, key=lambda event: (event.at, event.place)))

    def registry(self) -> Registry:
        """Return keys, scopes and assignments, up to date."""
        twins = self._index.twins
        if self._registry_stale or twins.unsettled:
            before = self._registry
            if twins:
                self._settle()
            about = {ent: self._index.by_ent.get(ent, {}) for ent in self._about_registry}
            self._registry = Registry(self._root, about, self._node, twins.reaches)
            self._registry_stale = False
            self._judge_again(self._concerned(self._registry.since(before)))
        return self._registry

    def _settle(self) -> None:
        """Choose which twins count, by a registry of the events that have no twin."""
        index = self._index
        about = {ent: index.without_twins(ent) for ent in self._about_registry}
        sound = Registry(self._root, about, self._node, index.twins.reaches)
        told = index.choose(sound, lambda event: objection(sound, event, _no_tables))
        self._judge_again(told)

    def _concerned(self, change: KeyChange | None) -> set[str]:
        """Return the entities whose events have to be judged again."""
        if change is None:
            return set(self._index.by_ent)
        # An event may name a device by any word.
        nodes = [node for node in change.nodes if entities.is_name(node)]
        told = [self._index.by_author.get(node, set()) for node in nodes]
        told.append({entities.device(node) for node in nodes})
        told.append({entities.rights(node) for node in nodes})
        told.append({entities.device_name(node) for node in nodes})
        told.append({entities.table(table) for table in change.tables})
        told += (self._by_venue.get(venue, set()) for venue in change.venues)
        return self._index.by_ent.keys() & set().union(*told)

    def _judge_again(self, ents: Iterable[str]) -> None:
        """Mark entities all of whose events have to be judged again."""
        for ent in ents:
            self._stale[ent] = None
            parsed = entities.parse(ent)
            if parsed is not None and parsed.entity.part == "rounds":
                self._stale_rounds.add(ent)

    def state(self) -> HallState:
        """Return the state of the hall for all events added so far."""
        return self.tell().state

    def tell(self) -> ToldState:
        """Return the state, and which keys of it may differ from the last one."""
        registry = self.registry()
        self._decided.chiefs = registry.chiefs
        parts: set[Part | None] = {"rounds", "matches"} if self._stale_rounds else set()
        self._derive_rounds()
        stale, self._stale = self._stale, {}
        for ent, new in stale.items():
            self._sift(ent, new)
        of_matches: dict[MatchKey, list[tuple[str, Parsed]]] = {}
        for ent in stale:
            parsed = entities.parse(ent)
            if parsed is None:
                continue
            parts.add(parsed.entity.part)
            if parsed.entity is entities.match_decision:
                parts.add("reports")
            elif parsed.entity is entities.player_decision:
                parts.add("office")
            self._said.forget(ent)
            if parsed.match is not None and parsed.entity.part == "matches":
                of_matches.setdefault(parsed.match, []).append((ent, parsed))
            elif derive := self._derives.get(parsed.entity.part):
                derive(ent, parsed)
        for key, facts in of_matches.items():
            self._facts.of_match(key, facts)
        if registry is not self._telling.registry:
            self._note_contested(registry)
        return self._telling.tell(registry, parts)

    def _note_contested(self, registry: Registry) -> None:
        for number in registry.contested:
            sentence = "two halls opened this term side by side: open a new one at the right one"
            self._said.note_conflict(entities.term(number), "term", True, sentence)
        for division, number in registry.leads.contested.items():
            sentence = "two took over the pairing of this division side by side: take it once more"
            self._said.note_conflict(entities.lead(division, number), "lead", True, sentence)

    def _sift(self, ent: str, new: Iterable[str] | None) -> None:
        index, registry, tables_of = self._index, self._registry, self._book.tables_of

        def sift(new: Iterable[str] | None) -> None:
            self._said.sift(ent, lambda events: objections(registry, events, tables_of), new)

        sift(new)
        known = index.by_ent.get(ent, {})
        if ent not in index.shelved and len(known) < 2:
            return
        # A cut bounds a log by a number: if the last batch counts, so do all before it.
        if index.in_line(ent) and not self._said.is_parted(ent):
            index.put_away(ent)
        elif ent in index.shelved:
            index.take_down(ent)
            sift(None)

    def _derive_rounds(self) -> None:
        """Derive stale rounds first: they say which matches exist and at which tables."""
        stale, self._stale_rounds = sorted(self._stale_rounds), set()
        for ent in stale:
            parsed = entities.parse(ent)
            assert parsed is not None
            self._sift(ent, self._stale.pop(ent))
            self._derive_round(ent, parsed)

    def _derive_round(self, ent: str, parsed: Parsed) -> None:
        key = (parsed.ident, parsed.round_no)
        if parsed.entity is entities.start:
            uids = self._book.start(key, self._said.word(ent, RoundStarted))
        else:
            uids, contested = self._book.refresh(
                ent, parsed, self._said.all_of(ent), self._said.of(ent)
            )
            self._said.note_conflict(ent, parsed.family, contested, CONTESTED[parsed.family])
        self._facts.replace(uids)
        for uid in uids:
            self._judge_again(self._by_uid.get(uid, ()))

    def _derive_tournament(self, ent: str, _: Parsed) -> None:
        here = self._registry.venue
        body = self._said.word(ent, TournamentOpened, lambda b: b.venue == here)
        self._tournament = None if body is None else Tournament(body.name, body.zone, body.chief)

    def _derive_device(self, ent: str, parsed: Parsed) -> None:
        if parsed.entity is entities.device_name:
            self._nodes.names.derive(ent, parsed)

    def _derive_table(self, _: str, parsed: Parsed) -> None:
        away = self._registry.away(parsed.ident)
        self._roster.table(parsed.ident, self._registry.assigned, away)

    def _derive_player(self, ent: str, parsed: Parsed) -> None:
        self._roster.player(ent, parsed)
        if parsed.entity is entities.player_decision:
            self._office.decided(parsed.ident)

    def _derive_division(self, ent: str, parsed: Parsed) -> None:
        if parsed.entity is entities.division_decision:
            self._decided.derive(ent)
        if parsed.entity in (entities.division, entities.division_decision):
            owner, lead = self._registry.owner(parsed.ident), self._registry.leads.of(parsed.ident)
            self._roster.division(entities.division(parsed.ident), parsed.ident, owner, lead)


def _no_tables(_: MatchKey) -> frozenset[str]:
    return frozenset()
