"""The rights that the chief referee gives to or takes from the other referees, bounded by cuts.

The chief sets "hall", "pair" and "rule". Keys, terms and admissions stay as the tournament key
granted them, so nothing here decides which devices are enrolled.
"""

from collections.abc import Callable, Mapping
from typing import Final

from shared.core.events import KIND_OF, Body, Cut, DecisionMade, Event, RightsSet, Scope, entities
from shared.core.events.measures import OF_WISHES, read
from shared.core.fold.causality import Causality

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
