"""Private facts in the fold: which sealed versions stand, and which keys were passed on.

Opens nothing: the core has no keys.
"""

from shared.core.events import Event
from shared.core.events.entities import Parsed
from shared.core.events.private import BoxKey, PlayerPrivate, PrivateShared
from shared.core.fold.causality import Causality
from shared.core.fold.in_force import InForce
from shared.core.fold.register import Register
from shared.core.state.private import Sealed, SealedFact


class PrivateBook:
    """The sealed facts, kept up to date entity by entity."""

    def __init__(self, said: InForce) -> None:
        self._said = said
        self._facts: Register[str, tuple[SealedFact, ...]] = Register()
        self._shared: Register[str, tuple[BoxKey, ...]] = Register()
        self._told = Sealed()

    def derive(self, ent: str, _: Parsed) -> None:
        """Read again what ``ent`` says."""
        in_force = self._said.of(ent)
        mine = {i: e for i, e in in_force.items() if isinstance(e.body, PlayerPrivate)}
        heads = Causality(self._said.all_of(ent)).heads(mine)
        self._facts.put(ent, tuple(_fact(mine[head]) for head in heads) or None)
        shared = {
            key
            for event in in_force.values()
            if isinstance(event.body, PrivateShared)
            for key in event.body.keys
        }
        in_order = sorted(shared, key=lambda key: (key.event, key.sealed))
        self._shared.put(ent, tuple(in_order) or None)

    def take(self) -> Sealed:
        """Hand out all of it, the same value as before if nothing was touched."""
        if self._facts.touched or self._shared.touched:
            self._told = Sealed(self._facts.take(), self._shared.take())
        return self._told


def _fact(event: Event) -> SealedFact:
    body = event.body
    assert isinstance(body, PlayerPrivate)
    return SealedFact(event.id, event.at, event.node, body.box, body.keys)
