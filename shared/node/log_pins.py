"""Log pins: a node with rights notes in the log how far it has the logs of the others.

If a key was copied or stolen and two events stand in one place, the pinned one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared.core.events import Actor, Draft, LogsPinned, entities
from shared.core.standings.records import round_complete
from shared.core.state import HallState
from shared.node.view import NodeView
from shared.node.work import Append

if TYPE_CHECKING:
    from shared.store.replica import Replica

LOOK_MS = 1_000
"""The shortest time between two looks at the rounds."""
AT_ONCE = 1_000
"""The most heads in one event."""


class LogPins:
    """Writes this node's pins, if it has the right "hall".

    It writes when a round is published, begins or ends, when a key is revoked, and when twins first
    come here.
    """

    def __init__(self, node: NodeView, replica: Replica) -> None:
        self._node = node
        self._replica = replica
        self._looked_at: HallState | None = None
        self._look_again = 0
        self._ended: set[tuple[str, int]] = set()
        self._turn: object = None

    def look(self) -> None:
        """Write new pins if it is time to; called often."""
        state, now = self._node.state, self._node.now()
        if state is self._looked_at or now < self._look_again:
            return
        self._looked_at, self._look_again = state, now + LOOK_MS
        own = state.devices.get(self._node.node_id)
        if own is None or own.revoked or "hall" not in own.scopes:
            return
        turn = self._turn_of(state)
        if turn == self._turn:
            return
        self._turn = turn
        heads = self._news(state, own.venue)
        for at in range(0, len(heads), AT_ONCE):
            body = LogsPinned(tuple(heads[at : at + AT_ONCE]))
            self._node.put(Append(0, (Draft(entities.pins(), body, Actor("hall")),)))

    def _turn_of(self, state: HallState) -> object:
        """Return a value that changes when new pins are due."""
        self._ended |= {
            key
            for key, paired in state.rounds.items()
            if key not in self._ended and round_complete(state, paired)
        }
        withdrawn = frozenset(node for node, device in state.devices.items() if device.revoked)
        begun = frozenset((key, paired.begun_at) for key, paired in state.rounds.items())
        forked = frozenset((fork.node, fork.inc) for fork in state.forks)
        return begun, frozenset(self._ended), withdrawn, forked

    def _news(self, state: HallState, venue: str) -> list[bytes]:
        """Return the heads of others' logs that this node has not pinned yet."""
        replica, own = self._replica, self._node.node_id
        others = {node for node, d in state.devices.items() if venue in ("", d.venue)}
        if not venue:
            others.add(replica.root)
        pinned = {
            head
            for event in replica.fold.events_of(entities.pins())
            if event.node == own and isinstance(event.body, LogsPinned)
            for head in event.body.heads
        }
        others.discard(own)
        logs = (log for log in replica.vector if log[0] in others)
        return sorted({bytes.fromhex(replica.head_of(log)[1]) for log in logs} - pinned)
