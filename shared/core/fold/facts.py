"""The matches with all that was said about them, and the reports."""

from collections.abc import Iterable
from typing import TypedDict, TypeVar

import msgspec

from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    MeasureDone,
    MeasureRefused,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    RefereeComing,
    ReportFiled,
    entities,
)
from shared.core.events.entities import Entity, MatchKey, Parsed
from shared.core.fold.decisions import DecisionBook, settled_by
from shared.core.fold.in_force import InForce
from shared.core.fold.matches import MatchBook
from shared.core.fold.register import LongRegister
from shared.core.fold.results import resolve_result
from shared.core.fold.rounds import RoundBook
from shared.core.match.outcome import Seat
from shared.core.state import Carried, Decision, Match, Report, Result

V = TypeVar("V")


class MatchFacts(TypedDict, total=False):
    """Fields of a match that were read anew."""

    seated: tuple[bool, bool]
    seated_at: tuple[int, int]
    draw: OpeningDrawn | None
    control: ControlChosen | None
    presses: int
    clock: ClockLogged | None
    draw_offers: dict[str, DrawOffered]
    moves: dict[str, MovesLogged]
    entered: dict[str, MovesEntered]
    carried: dict[str, Carried]
    decisions: tuple[Decision, ...]
    result: Result


class Facts:
    """The matches and reports, kept up to date by the fold. ``book`` says which matches exist."""

    def __init__(self, said: InForce, book: RoundBook, decided: DecisionBook) -> None:
        self._said = said
        self._book = book
        self._decided = decided
        self.matches = MatchBook()
        self.reports: LongRegister[Report] = LongRegister()
        self._filed: dict[str, dict[str, frozenset[str]]] = {}
        """Entity of decisions → reports that they may settle → events that filed each report."""

    def replace(self, uids: set[str]) -> None:
        """Read these matches again from their pairings; what was said about them comes after."""
        for uid in uids:
            self.matches.put(uid, self._book.bare_match(uid))

    def of_reports(self, ent: str, parsed: Parsed) -> None:
        """Derive a report again, or the decisions about the reports of a table."""
        if parsed.entity is entities.table_decision:
            self._decide(ent)
        else:
            self._report(ent, parsed)

    def _report(self, ent: str, parsed: Parsed) -> None:
        table, about = parsed.ident, entities.table_decision(parsed.ident)
        if parsed.match is not None:
            table = min(self._book.tables_of(parsed.match), default="")
            about = entities.match_decision(parsed.match)
        filed = self._said.latest(ent, ReportFiled)
        if filed is None:
            self.reports.put(ent, None)
            self._filed.get(about, {}).pop(ent, None)
            return
        event, body = filed
        coming = self._said.latest(ent, RefereeComing)
        # A report that was filed twice is settled when either of the two is.
        alike = frozenset(i for i, e in self._said.of(ent).items() if e.body == body)
        self._filed.setdefault(about, {})[ent] = alike
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
            body.which,
            body.game,
            0 if coming is None else coming[0].at,
            settled_by(self._decided.of(about), alike),
            body.found,
            body.numbers,
        )
        self.reports.put(ent, report)

    def _decide(self, ent: str) -> None:
        """Derive the decisions of an entity, and the reports that they settle or settled before."""
        now = self._decided.derive(ent)
        for filed, alike in self._filed.get(ent, {}).items():
            known = self.reports.get(filed)
            decision = settled_by(now, alike)
            if known is not None and known.decision != decision:
                self.reports.put(filed, msgspec.structs.replace(known, decision=decision))

    def of_match(self, key: MatchKey, facts: Iterable[tuple[str, Parsed]]) -> None:
        """Read again what the entities in ``facts`` say of a match."""
        match = self.matches.get(key.uid)
        if match is None or match.key != key:
            self._decided.drop(entities.match_decision(key))
            self._said.forget(entities.result(key))
            return
        now = MatchFacts()
        for ent, parsed in facts:
            self._set(now, match, ent, parsed.entity)
        self.matches.put(match.uid, msgspec.structs.replace(match, **now))

    def _set(self, now: MatchFacts, match: Match, ent: str, entity: Entity) -> None:
        """Set in ``now`` what ``ent`` says of ``match``."""
        said = self._said
        if entity is entities.presence:
            seat: Seat = 0 if ent.endswith("/0") else 1
            at = min((event.at for event in said.of(ent).values()), default=0)
            now["seated"] = _at_seat(now.get("seated", match.seated), seat, bool(said.of(ent)))
            now["seated_at"] = _at_seat(now.get("seated_at", match.seated_at), seat, at)
        elif entity is entities.draw:
            now["draw"] = said.word(ent, OpeningDrawn)
        elif entity is entities.control:
            now["control"] = said.word(ent, ControlChosen)
        elif entity is entities.clock:
            now["presses"], now["clock"] = self._clock(ent)
        elif entity is entities.draw_offer:
            offers = now.get("draw_offers", match.draw_offers)
            now["draw_offers"] = _put(offers, ent, said.word(ent, DrawOffered))
        elif entity is entities.moves:
            logged, entered = now.get("moves", match.moves), now.get("entered", match.entered)
            now["moves"] = _put(logged, ent, said.word(ent, MovesLogged))
            now["entered"] = _put(entered, ent, said.word(ent, MovesEntered))
        elif entity is entities.carried:
            carried = now.get("carried", match.carried)
            now["carried"] = _put(carried, ent.rpartition("/")[2], self._carried(ent))
        elif entity is entities.match_decision:
            self._decide(ent)
            now["decisions"] = self._decided.of(ent).decisions
            self._result(now, match)
        else:
            assert entity is entities.result
            self._result(now, match)

    def _result(self, now: MatchFacts, match: Match) -> None:
        """Set the result in ``now`` from what was signed and decided."""
        ent, said = entities.result(match.key), self._said
        decided = self._decided.of(entities.match_decision(match.key))
        result = now["result"] = resolve_result(
            said.all_of(ent), said.of(ent), decided.decisions, decided.overseen
        )
        contested = result.status == "conflict"
        sentence = "two versions of this result stand side by side"
        said.note_conflict(ent, "result", contested, sentence)

    def _carried(self, ent: str) -> Carried | None:
        """Return what a table made of a measure: what it has done stays done."""
        done = self._said.latest(ent, MeasureDone)
        if done is not None:
            return Carried(None, done[0].at)
        refused = self._said.latest(ent, MeasureRefused)
        return None if refused is None else Carried(refused[1].why, refused[0].at)

    def _clock(self, ent: str) -> tuple[int, ClockLogged | None]:
        """Return how often a clock was pressed, and its last batch, which has the clock's times."""
        in_force = self._said.of(ent)
        batches = [e.body for e in in_force.values() if isinstance(e.body, ClockLogged)]
        presses = self._said.presses_before(ent) + sum(len(body.presses) for body in batches)
        last = self._said.latest(ent, ClockLogged)
        return presses, None if last is None else last[1]


def _at_seat(pair: tuple[V, V], seat: Seat, value: V) -> tuple[V, V]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _put(of_match: dict[str, V], ent: str, value: V | None) -> dict[str, V]:
    """Return ``of_match`` with one name set, or removed for None."""
    rest = {name: said for name, said in of_match.items() if name != ent}
    return rest if value is None else dict(sorted([*rest.items(), (ent, value)]))
