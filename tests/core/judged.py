"""How decisions stand, by the rules as a person would carry them out on paper.

It shares no code with the fold: it rewrites the list of decisions until none of them names another.
A decision that replaces one is put in its place, with what that one answered and replaced. An
undoing takes away what it names. What is left is compared pair by pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from shared.core.events import DecisionMade, Event
from shared.core.events.measures import MatchDecided, Measure, read


@dataclass
class Entry:
    """A decision on the list. ``cases`` are the decisions that it replaced or undid, ``line`` those
    in whose place it stands, with itself."""

    event: str
    node: str
    measures: frozenset[tuple[str, Measure]]
    names: set[str]
    settles: set[str]
    cases: set[str] = field(default_factory=set)
    line: dict[str, str] = field(default_factory=dict)
    """The decision's id → its author."""

    @property
    def undoes(self) -> bool:
        return not self.measures

    @property
    def ruling(self) -> bool:
        return any(isinstance(measure, MatchDecided) for _, measure in self.measures)

    def differs(self, other: Entry) -> bool:
        return {m for _, m in self.measures} != {m for _, m in other.measures}

    def same_case(self, other: Entry) -> bool:
        return bool(
            self.settles & other.settles
            or self.cases & other.cases
            or (self.ruling and other.ruling)
        )

    def takes_the_place_of(self, other: Entry) -> None:
        self.cases.add(other.event)
        if not self.undoes:
            self.names |= other.names
            self.settles |= other.settles
            self.cases |= other.cases
            self.line |= other.line


@dataclass
class Judged:
    """The decisions that count, by id, and those that wait for another or were outranked."""

    in_force: dict[str, Entry]
    contested: dict[str, Entry]
    outranked: set[str]

    def settling(self, ident: str) -> list[Entry]:
        """Return those that settle something, or wait to."""
        both = [*self.in_force.values(), *self.contested.values()]
        return [entry for entry in both if ident in entry.settles]


def judge(
    made: Iterable[Event], past: Mapping[str, Collection[str]], chiefs: Collection[str] = ()
) -> Judged:
    """Say how decisions stand. ``past`` are for each the ids of all that its author had seen."""
    events = [event for event in made if isinstance(event.body, DecisionMade)]
    outranked: set[str] = set()
    for _ in range(2):
        left = _rewritten(events, past, outranked)
        above = {
            mine.event: {
                other.event
                for other in left.values()
                if other.event not in outranked
                and _rivals(mine, other, past, chiefs)
                and not _rivals(other, mine, past, chiefs)
            }
            for mine in left.values()
        }
        below = {event for event, others in above.items() if others}
        outranked |= {event for event, others in above.items() if others - below}
    standing = [entry for entry in left.values() if entry.event not in outranked]
    contested = {
        mine.event: mine
        for mine in standing
        if any(_rivals(mine, other, past) for other in standing)
    }
    in_force = {entry.event: entry for entry in standing if entry.event not in contested}
    return Judged(in_force, contested, outranked & left.keys())


def _rivals(
    one: Entry,
    other: Entry,
    past: Mapping[str, Collection[str]],
    chiefs: Collection[str] | None = None,
) -> bool:
    """Return whether two differ that had not seen each other; with ``chiefs``, by a word of these
    on the other's side."""
    apart = any(
        mine not in past[theirs] and theirs not in past[mine]
        for mine in one.line
        for theirs, author in other.line.items()
        if mine != theirs and (chiefs is None or author in chiefs)
    )
    return one is not other and apart and one.same_case(other) and one.differs(other)


def _name_one_case(one: Entry, other: Entry, named: Mapping[str, Collection[str]]) -> bool:
    tokens = {token for token, _ in one.measures} & {token for token, _ in other.measures}
    return bool(
        tokens
        or set(named[one.event]) & set(named[other.event])
        or one.settles & other.settles
        or (one.ruling and other.ruling)
    )


def _entry(event: Event) -> Entry:
    body = event.body
    assert isinstance(body, DecisionMade)
    measures = [(raw.token, read(raw)) for raw in body.measures]
    known = frozenset((token, one) for token, one in measures if one is not None)
    settles = set(body.settles) if known else set()
    line = {event.id: event.node}
    return Entry(event.id, event.node, known, set(body.replaces), settles, set(), line)


def _rewritten(
    events: list[Event],
    past: Mapping[str, Collection[str]],
    void: Collection[str],
) -> dict[str, Entry]:
    """Return what is left of the list."""
    left = {event.id: _entry(event) for event in events}
    all_of_them = left.keys() | set()
    named = {entry.event: frozenset(entry.names) for entry in left.values()}
    for entry in left.values():
        # Two equal decisions written apart are one to an author who has seen both.
        for gone in named[entry.event] & left.keys():
            entry.names |= {
                other.event
                for other in left.values()
                if not other.differs(left[gone])
                and _name_one_case(other, left[gone], named)
                and other.event in past[entry.event]
                and other.event not in past[gone]
                and gone not in past[other.event]
            }
    while True:
        named = {
            ident
            for entry in left.values()
            if entry.event not in void
            for ident in entry.names & left.keys()
        }
        if not named:
            break
        newest = max(named, key=lambda ident: (len(all_of_them & set(past[ident])), ident))
        gone = left.pop(newest)
        for entry in left.values():
            if newest in entry.names and entry.event not in void:
                entry.names.discard(newest)
                entry.takes_the_place_of(gone)
    rulings = [entry for entry in left.values() if entry.ruling and entry.event not in void]
    for earlier in rulings:
        heirs = [later for later in rulings if earlier.event in past[later.event]]
        if heirs:
            del left[earlier.event]
        for heir in heirs:
            heir.takes_the_place_of(earlier)
    return left
