"""The rights that the chief referee gives to or takes from the other referees, bounded by cuts.

The chief sets "hall", "pair" and "rule". Keys, terms and admissions stay as the tournament key
granted them, so nothing here decides which devices are enrolled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shared.core.events import KIND_OF, Body, Cut, DecisionMade, Event, RightsSet, Scope, entities
from shared.core.events.measures import OF_WISHES, read
from shared.core.fold.causality import Causality

SETTABLE: Final[tuple[Scope, ...]] = ("hall", "pair", "rule")
"""The rights that the chief may give and take."""


def right_for(ent: str, body: Body) -> Scope | None:
    """Return the right that it takes to write a body about ``ent``; None where a rule of its own
    says who writes it.

    Who may enter players answers what they ask at a kiosk.
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
    """The chief's words in force, by the node that each is about."""

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
        """The rights of a node as they stand; ``granted`` are those of its enrolment."""
        held = {scope: self._says(node, scope, None) for scope in SETTABLE}
        kept = tuple(scope for scope in granted if held.get(scope) is not False)
        return kept + tuple(s for s in SETTABLE if held[s] and s not in granted)

    def allows(self, event: Event, scope: str) -> bool | None:
        """What the chief says of the author's right to write ``event``; None where nothing."""
        return self._says(event.node, scope, event) if scope in SETTABLE else None

    def _says(self, node: str, scope: str, event: Event | None) -> bool | None:
        """By the latest words whose cut the event lies beyond; of words side by side that differ
        the narrower counts."""
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
