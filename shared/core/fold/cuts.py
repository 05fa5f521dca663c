"""How far the events of an author count: cuts of revoked keys, terms of halls, and rights.

Nothing depends on which node heard of a cut, a term or a right first: the event that sets a bound
names what its author had seen.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from shared.core.events import (
    KIND_OF,
    Body,
    Cut,
    DecisionMade,
    Event,
    RightsSet,
    Scope,
    VectorCut,
    entities,
)
from shared.core.events.measures import OF_WISHES, read
from shared.core.fold.causality import Causality

Cuts = Mapping[str, Sequence[Cut]]
Reaches = Callable[[Event, int, str], bool]
"""Whether an event counts if the event of that number and id in its log is the last that counts.

It does if it is not after that one and, where it has a twin, that one chains back to it."""


class Revocation(NamedTuple):
    """An event that withdraws the key of ``node`` beyond ``cut``."""

    node: str
    event: Event
    cut: Cut


def standing(claims: Sequence[Revocation], reaches: Reaches) -> list[Revocation]:
    """Return the revocations that count: none lies beyond the cut of one that counts.

    Two keys that revoke each other, neither having seen the other, are both revoked.
    """
    sure: list[Revocation] = []
    while True:
        possible = _within_cuts(claims, cuts_of(sure), reaches)
        surer = _within_cuts(claims, cuts_of(possible), reaches)
        if surer == sure:
            return possible
        sure = surer


def _within_cuts(claims: Sequence[Revocation], cuts: Cuts, reaches: Reaches) -> list[Revocation]:
    return [claim for claim in claims if not beyond(claim.event, cuts, reaches)]


def cuts_of(claims: Sequence[Revocation]) -> Cuts:
    """Return the cuts of each revoked node."""
    cuts: dict[str, list[Cut]] = {}
    for claim in claims:
        cuts.setdefault(claim.node, []).append(claim.cut)
    return cuts


def beyond(event: Event, cuts: Cuts, reaches: Reaches) -> bool:
    """Return whether an event lies beyond a cut of its author."""
    own = cuts.get(event.node)
    return own is not None and any(not within(event, cut, reaches) for cut in own)


def within(event: Event, cut: Cut, reaches: Reaches) -> bool:
    """Return whether an event lies within a cut of its author."""
    return any(inc == event.inc and reaches(event, last, head) for inc, last, head in cut)


def head_in(cut: Cut, inc: str) -> tuple[int, str]:
    """Return number and id of the last event within a cut, of one start of a device."""
    return next(((last, head) for of, last, head in reversed(cut) if of == inc), (0, ""))


class Opening(NamedTuple):
    """The opening of term ``number``, by a key that may open one."""

    number: int
    event: Event
    cut: VectorCut


class Terms:
    """The openings that stand: none that a later term bars."""

    def __init__(self, openings: Iterable[Opening], reaches: Reaches) -> None:
        self._reaches = reaches
        self._cuts: dict[int, list[dict[tuple[str, str], tuple[int, str]]]] = {}
        self._holders: dict[int, set[str]] = {}
        for opening in sorted(openings, key=lambda o: (-o.number, o.event.id)):
            if not self.bar(opening.event, opens=opening.number):
                seen = {(node, inc): (last, head) for node, inc, last, head in opening.cut}
                self._cuts.setdefault(opening.number, []).append(seen)
                self._holders.setdefault(opening.number, set()).add(opening.event.node)

    @property
    def number(self) -> int:
        """The highest term, 0 before any was opened."""
        return max(self._cuts, default=0)

    @property
    def hall(self) -> str:
        """The node that opened the highest term; of two that did, the first by id."""
        return min(self._holders.get(self.number, [""]))

    @property
    def contested(self) -> bool:
        """Whether two nodes opened the highest term side by side."""
        return len(self._holders.get(self.number, ())) > 1

    def bar(self, event: Event, *, opens: int = 0) -> int:
        """Return the number of a later term that had not seen ``event``; 0 if none bars it.

        An opening belongs to the term that it ``opens``. Where a term was opened twice, one of the
        two openings must have seen the event: each side of a split went on with what it knew.
        """
        own = opens or event.term
        for number, cuts in self._cuts.items():
            place = (event.node, event.inc)
            seen = (cut[place] for cut in cuts if place in cut)
            if number > own and not any(self._reaches(event, *head) for head in seen):
                return number
        return 0


SETTABLE: Final[tuple[Scope, ...]] = ("hall", "pair", "rule")
"""The rights that the chief may give and take."""


def right_for(ent: str, body: Body) -> Scope | None:
    """Return the right that it takes to write a body about ``ent``; None where another rule says.

    The right to enter players is the one to answer their wishes at a kiosk.
    """
    parsed = entities.parse(ent)
    if (
        isinstance(body, DecisionMade)
        and body.measures
        and parsed is not None
        and parsed.entity is entities.player_decision
        and all(isinstance(read(raw), OF_WISHES) for raw in body.measures)
    ):
        return "hall"
    return KIND_OF[type(body)].scope


class Rights:
    """The rights that the chief's events in force give, by node."""

    def __init__(
        self, by_node: Mapping[str, Mapping[str, Event]], within: Callable[[Event, Cut], bool]
    ) -> None:
        self._words = {
            node: (Causality(events), {i: e.body for i, e in events.items()
                                       if isinstance(e.body, RightsSet)})
            for node, events in by_node.items()
        }  # fmt: skip
        self._within = within

    def now(self, node: str, granted: tuple[Scope, ...]) -> tuple[Scope, ...]:
        """Return the rights of a node; ``granted`` are those of its enrolment."""
        held = {scope: self._says(node, scope, None) for scope in SETTABLE}
        kept = tuple(scope for scope in granted if held.get(scope) is not False)
        return kept + tuple(s for s in SETTABLE if held[s] and s not in granted)

    def allows(self, event: Event, scope: str) -> bool | None:
        """Return whether the chief allows the author to write ``event``; None where they say
        nothing."""
        return self._says(event.node, scope, event) if scope in SETTABLE else None

    def _says(self, node: str, scope: str, event: Event | None) -> bool | None:
        """Read the latest words whose cut the event lies beyond.

        If words side by side differ, a right needs all of them.
        """
        if node not in self._words:
            return None
        order, words = self._words[node]
        bounding = [
            ident
            for ident, body in words.items()
            if event is None or not self._within(event, body.cut)
        ]
        if not bounding:
            return None
        return all(scope in words[ident].scopes for ident in order.heads(bounding))
