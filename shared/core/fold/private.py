"""Private facts in the fold: which sealed versions stand, and which keys were handed on.

Owns that register. Compares no contents: that takes keys, which the core does not have.
"""

from __future__ import annotations

from collections.abc import Mapping

from shared.core.events import Event
from shared.core.events.private import BoxKey, PlayerPrivate, PrivateShared
from shared.core.fold.causality import Causality
from shared.core.private import Sealed, SealedFact

PRIVATE = frozenset({"private", "private_share"})
"""The families of entities that this register is derived from."""


class PrivateBook:
    """Kept up to date entity by entity."""

    def __init__(self) -> None:
        self._facts: dict[str, tuple[SealedFact, ...]] = {}
        self._shared: dict[str, tuple[BoxKey, ...]] = {}

    def derive(self, ent: str, events: Mapping[str, Event], in_force: Mapping[str, Event]) -> None:
        """What ``ent`` says now; ``events`` are all that are known of it."""
        mine = {i: e for i, e in in_force.items() if isinstance(e.body, PlayerPrivate)}
        heads = Causality(events).heads(mine)
        self._facts.pop(ent, None)
        if heads:
            self._facts[ent] = tuple(_fact(mine[head]) for head in heads)
        shared = {
            key
            for event in in_force.values()
            if isinstance(event.body, PrivateShared)
            for key in event.body.keys
        }
        self._shared.pop(ent, None)
        if shared:
            self._shared[ent] = tuple(sorted(shared, key=lambda key: (key.event, key.sealed)))

    def told(self) -> Sealed:
        """All of it, in order of entity."""
        return Sealed(dict(sorted(self._facts.items())), dict(sorted(self._shared.items())))


def _fact(event: Event) -> SealedFact:
    body = event.body
    assert isinstance(body, PlayerPrivate)
    return SealedFact(event.id, event.at, event.node, body.box, body.keys)
