"""The matches with all that was said about them, and the reports.

A result is worked out by causal heads: a version that has not seen another is a conflict, never
last-write-wins. Equal outcomes merge. A decision settles what it names; a differing version that
is no ancestor of that re-opens the case. Decisions that contradict each other are a conflict.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import TypedDict, TypeVar

import msgspec
from msgspec.structs import replace

from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    Event,
    MeasureDone,
    MeasureRefused,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    RefereeComing,
    ReportFiled,
    ResultSigned,
    entities,
)
from shared.core.events.entities import Entity, MatchKey, Parsed, RoundKey
from shared.core.fold.causality import Causality
from shared.core.fold.decisions import DecisionBook, settled_by
from shared.core.fold.in_force import InForce
from shared.core.fold.register import LongRegister, Register
from shared.core.fold.rounds import RoundBook
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.state import NO_RESULT, Carried, Decision, Match, Matches, Report, Result, Version


class MatchBook:
    """The matches, kept up to date by the fold."""

    def __init__(self) -> None:
        self._rounds: dict[RoundKey, Register[str, Match]] = {}
        self._round_of: dict[str, RoundKey] = {}
        self._moved = False
        self._touched: set[str] = set()
        self._told = Matches({}, {})

    def get(self, uid: str) -> Match | None:
        """Return a match as it stands now."""
        at = self._round_of.get(uid)
        return None if at is None else self._rounds[at].get(uid)

    def put(self, uid: str, match: Match | None) -> None:
        """Set a match, or remove it for None."""
        before = self._round_of.get(uid)
        now = None if match is None else (match.key.division, match.key.round_no)
        if before is not None and before != now:
            self._rounds[before].put(uid, None)
            del self._round_of[uid]
        if now is not None and match is not None:
            self._rounds.setdefault(now, Register()).put(uid, match)
            self._round_of[uid] = now
        self._moved |= before != now
        self._touched.add(uid)

    @property
    def touched(self) -> Set[str]:
        """The uids that were set or removed since the last ``take``."""
        return self._touched

    def take(self) -> Matches:
        """Hand out all of them, the same value as before if nothing was touched."""
        if self._touched:
            rounds = {
                key: held for key in sorted(self._rounds) if (held := self._rounds[key].take())
            }
            round_of = dict(self._round_of) if self._moved else self._told.round_of
            self._told = Matches(rounds, round_of)
            self._touched, self._moved = set(), False
        return self._told


def resolve_result(
    events: Mapping[str, Event],
    in_force: Mapping[str, Event],
    decisions: Sequence[Decision] = (),
    overseen: Collection[str] = (),
) -> Result:
    """Resolve one result.

    ``in_force`` is a part of ``events``; ``decisions`` are the match's; ``overseen`` are the ids
    that its rulings on the result have settled.
    """
    order = Causality(events)
    heads = order.heads(in_force)
    ruled = [
        (decision, decided.outcome)
        for decision in decisions
        if decision.stands and (decided := decision.decides) is not None
    ]
    if ruled:
        return _ruled(order, heads, in_force, ruled, in_force.keys() & set(overseen))
    return _signed(order, heads, in_force) if in_force else NO_RESULT


def _ruled(
    order: Causality,
    heads: tuple[str, ...],
    in_force: Mapping[str, Event],
    ruled: Sequence[tuple[Decision, Outcome]],
    named: Collection[str],
) -> Result:
    settled = order.covered(named).union(named)
    unseen = {i: e for i, e in in_force.items() if i not in settled}
    rulings = (_ruling(decision, outcome) for decision, outcome in ruled)
    versions = (*rulings, *_latest_by_seat(order, unseen))
    counts = all(decision.counts for decision, _ in ruled)
    if counts and len({version.outcome for version in versions}) == 1:
        before = _signed(order, heads, in_force).outcome if in_force else None
        return Result("ruled", versions[0].outcome, versions, heads, before)
    return Result("conflict", None, versions, heads)


def _signed(order: Causality, heads: tuple[str, ...], in_force: Mapping[str, Event]) -> Result:
    versions = _latest_by_seat(order, in_force)
    head_outcomes = {_version(in_force[i]).outcome for i in heads}
    if len(head_outcomes) > 1:
        return Result("conflict", None, versions, heads)
    outcomes = {version.outcome for version in versions}
    if len(outcomes) > 1:
        return Result("disputed", None, versions, heads)
    if {version.seat for version in versions} == {0, 1}:
        return Result("confirmed", versions[0].outcome, versions, heads)
    return Result("entered", None, versions, heads)


def _latest_by_seat(order: Causality, signed: Mapping[str, Event]) -> tuple[Version, ...]:
    """Return what each side signed last: its versions that no later one of its own replaced."""
    latest: list[Version] = []
    for seat in SEATS:
        own = {i: e for i, e in signed.items() if _seat(e) == seat}
        latest += [_version(own[i]) for i in order.heads(own)]
    return tuple(latest)


def _seat(event: Event) -> Seat | None:
    return event.body.seat if isinstance(event.body, ResultSigned) else None


def _version(event: Event) -> Version:
    body = event.body
    assert isinstance(body, ResultSigned)
    # Players do not say that a match is void, nor what is awarded instead.
    outcome = replace(body.outcome, void="", awarded=(0, 0))
    return Version(body.seat, outcome, event.id, event.node, event.at, event.actor.how)


def _ruling(decision: Decision, outcome: Outcome) -> Version:
    return Version(
        None,
        outcome,
        decision.event,
        decision.node,
        decision.at,
        decision.how,
        decision.clause,
        decision.reason,
    )


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
