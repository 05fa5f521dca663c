"""The decisions about each match, table or player: what they say, and which of them count.

The order of arrival does not matter. ``weighing`` works out how they stand to each other; here they
are read, listed, and asked what they settle.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from shared.core.events import DecisionMade, Event
from shared.core.events.measures import OF_WISHES, Appealed, read
from shared.core.fold.in_force import InForce
from shared.core.fold.weighing import Weighed, seen_by, weigh
from shared.core.state import Alarm, Decision
from shared.core.text.sentence import Sentence

BUDGET: Final = 4_000
"""How much one author's decisions about one entity may weigh: ``WEIGHT`` each, and one for each id
that they name. That is room for hundreds."""
WEIGHT: Final = 8

UNKNOWN: Final = Sentence(
    "a decision holds a measure that only newer software reads: it does not count here. Update"
    " this node"
)
CONTESTED: Final = Sentence(
    "two decisions differ that had not seen each other: neither counts until one replaces both"
)
TOO_MANY: Final = Sentence("its author has made more decisions about this than can be read")


@dataclass(frozen=True, slots=True)
class Resolved:
    """All decisions about an entity, oldest first, and what follows from how they stand."""

    decisions: tuple[Decision, ...] = ()
    answers: Mapping[str, Decision] = field(default_factory=dict)
    """Id of what was settled → the decision that settles it: see ``settled_by``."""
    overseen: frozenset[str] = frozenset()
    """The ids that the rulings on the match have settled, and those in whose place they stand."""
    beyond: frozenset[str] = frozenset()
    """The ids of decisions beyond their author's budget: they are listed, and not in force."""


class DecisionBook:
    """The decisions, kept up to date entity by entity. ``chiefs`` are node ids."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self.chiefs: frozenset[str] = frozenset()
        self._read: dict[str, Decision] = {}
        """Each decision by its event, as it stands alone: that is read once."""
        self._resolved: dict[str, Resolved] = {}

    def of(self, ent: str) -> Resolved:
        """Return what was decided about an entity when it was derived last."""
        return self._resolved.get(ent, _NOTHING)

    def derive(self, ent: str) -> Resolved:
        """Resolve the decisions of an entity again, and note alarms about them."""
        said = self._said
        now = resolve_decisions(said.all_of(ent), said.of(ent), self.chiefs, self._read)
        self._resolved[ent] = now
        standings = {decision.standing for decision in now.decisions}
        if "unknown" in standings:
            said.note(ent, "unknown", Alarm("newer_software", ent, UNKNOWN))
        else:
            said.note_conflict(ent, "unknown", False, "")
        said.note_conflict(ent, "contested", "contested" in standings, CONTESTED)
        said.list_beyond(ent, now.beyond, TOO_MANY)
        return now

    def drop(self, ent: str) -> None:
        """Drop the decisions about a match that does not exist."""
        if self._resolved.pop(ent, None) is not None:
            self._said.list_beyond(ent, (), TOO_MANY)


def resolve_decisions(
    events: Mapping[str, Event],
    in_force: Mapping[str, Event],
    chiefs: Collection[str] = (),
    known: dict[str, Decision] | None = None,
) -> Resolved:
    """Return what the decisions of one entity amount to.

    ``in_force`` is a part of ``events``; ``chiefs`` are node ids; ``known`` keeps what was read.
    """
    known = {} if known is None else known
    made = []
    for ident, event in in_force.items():
        if isinstance(event.body, DecisionMade):
            if ident not in known:
                known[ident] = _decision(event, event.body)
            made.append(known[ident])
    if not made:
        return _NOTHING
    made.sort(key=lambda decision: (decision.at, decision.event))
    within = _within_budget(made)
    beyond = frozenset(d.event for d in made) - {d.event for d in within}
    rest, wishes = (
        _resolved(part, weigh(part, seen_by(part, events), chiefs), beyond)
        for part in _parted(within)
    )
    return _together(rest, wishes) if wishes.decisions else rest


def settled_by(resolved: Resolved, idents: Iterable[str]) -> Decision | None:
    """Return the decision that settles a report, whose events have these ids.

    It is the oldest one that counts, else one of several that wait for another; None while none
    has. A replacement settles what the replaced decision did.
    """
    found = [resolved.answers[ident] for ident in idents if ident in resolved.answers]
    return min(found, key=lambda one: (not one.counts, one.at, one.event), default=None)


def _decision(event: Event, body: DecisionMade) -> Decision:
    held = [(raw.token, read(raw)) for raw in body.measures]
    known = tuple((token, measure) for token, measure in held if measure is not None)
    whole = len(known) == len(held)
    return Decision(
        event.id,
        event.ent,
        event.node,
        event.actor.how,
        event.at,
        known,
        body.clause,
        body.reason,
        body.settles,
        body.replaces,
        body.votes,
        "in_force" if whole else "unknown",
    )


def _parted(made: list[Decision]) -> tuple[list[Decision], list[Decision]]:
    """Return part decisions on wishes at a kiosk, appeals against them and their undoing from all
    others.

    They take different rights: neither part replaces or contradicts the other.
    """
    wishes = {one.event for one in made if _answers(one)}
    undoing = [one for one in made if not one.measures and one.standing != "unknown"]
    while more := {
        one.event
        for one in undoing
        if one.event not in wishes and one.replaces and wishes.issuperset(one.replaces)
    }:
        wishes |= more
    rest = [one for one in made if one.event not in wishes]
    return rest, [one for one in made if one.event in wishes]


def _answers(one: Decision) -> bool:
    """Return whether a decision answers wishes alone, a committee's on an appeal too (USBGF-5)."""
    measures = [measure for _, measure in one.measures if not isinstance(measure, Appealed)]
    return bool(measures) and all(isinstance(measure, OF_WISHES) for measure in measures)


def _together(rest: Resolved, wishes: Resolved) -> Resolved:
    decisions = (*rest.decisions, *wishes.decisions)
    return Resolved(
        tuple(sorted(decisions, key=lambda one: (one.at, one.event))),
        {**rest.answers, **wishes.answers},
        rest.overseen,
        rest.beyond,
    )


def _within_budget(made: list[Decision]) -> list[Decision]:
    """Return the decisions within each author's budget: no author floods an entity."""
    spent: dict[str, int] = {}
    within = []
    for one in made:
        spent[one.node] = spent.get(one.node, 0) + WEIGHT + len(one.settles) + len(one.replaces)
        if spent[one.node] <= BUDGET:
            within.append(one)
    return within


def _resolved(made: Sequence[Decision], weighed: Weighed, beyond: frozenset[str]) -> Resolved:
    decisions = tuple(
        one if one.standing == standing else msgspec.structs.replace(one, standing=standing)
        for one, standing in zip(made, weighed.standings, strict=True)
    )
    counting = waiting = rulings = 0
    for at, one in enumerate(decisions):
        counting |= one.counts << at
        waiting |= (one.standing == "contested") << at
        if one.decides is not None and one.stands:
            rulings |= 1 << at
    answers = {
        ident: decisions[_lowest(held & counting or held & waiting)]
        for ident, held in weighed.settled.items()
        if held & (counting | waiting)
    }
    overseen = frozenset(ident for ident, held in weighed.settled.items() if held & rulings)
    return Resolved(decisions, answers, overseen, beyond)


def _lowest(mask: int) -> int:
    """Return the number of the lowest bit."""
    return (mask & -mask).bit_length() - 1


_NOTHING: Final = Resolved()
