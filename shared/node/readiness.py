"""How ready a follower is to become the hall: where it would be, and how many tables would come.

A person decides by this evidence.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from shared.core.state import FoundAt
from shared.core.text.language import N_
from shared.net.hub_sockets import PortTaken
from shared.net.knocks import KnockSocket
from shared.node.terms import say_where
from shared.node.view import NodeView
from shared.port import Link, Ready

if TYPE_CHECKING:
    import zmq

RECENT_MS = 10_000
"""In this time a table that has lost its hall knocks several times."""
TELL_MS = 1_000
LOST_MS = 10_000
"""How long a node is without its hall before it says that there may be none."""
NOBODY = N_(
    "There is NO hall now: the machine that should be the hall looks for one here. Its disk may"
    " hold an older copy, so it does not know that it is the hall. Nothing is lost. Promote one of"
    " the two, best the one with more entries."
)
NOT_CERTIFIED = N_("The tournament key has not certified this node to be the hall.")

log = logging.getLogger(__name__)


class Readiness:
    """Lives in the node's loop. ``place`` is where this node would be found as the hall.

    ``pinned`` is the key of the hall of the invite.
    """

    def __init__(
        self, node: NodeView, context: zmq.Context[zmq.Socket[bytes]], place: FoundAt, pinned: bytes
    ) -> None:
        self._node = node
        self._place = place
        self._pinned = pinned
        self._said = False
        self._knocks: dict[bytes, int] = {}
        self._next = 0
        self._told = Ready(False, 0, 0)
        self._door: KnockSocket | None = None
        self._trouble = ""
        try:
            self._door = KnockSocket(
                context, node.home.keys, port=place.sync_port, knocked=self._knocked
            )
        except PortTaken as error:
            self._trouble = f"{error} Another hall runs on this machine: use that one."
            log.warning("this node cannot see which devices would come here: %s", error)

    def _knocked(self, curve_key: bytes) -> None:
        self._knocks[curve_key] = self._node.now()

    def tick(self, now: int, link: Link) -> None:
        """Tell the evidence if it has changed; ``now`` is monotonic ms."""
        if now < self._next:
            return
        self._next = now + TELL_MS
        state = self._node.state
        able = state.may_be_hall(self._node.node_id)
        if able and not self._said:
            self._said = say_where(self._node, self._place)
        seen = {key for key, at in self._knocks.items() if now - at <= RECENT_MS}
        self._knocks = {key: self._knocks[key] for key in seen}
        tables = {
            state.devices[t.device].curve_key
            for t in state.tables_up.values()
            if t.device in state.devices
        }
        why = self._trouble or ("" if able else NOT_CERTIFIED)
        lost = link.state != "live" and self._node.wall() - link.since >= LOST_MS
        notice = NOBODY if lost and self._hall_key in seen else ""
        ready = Ready(not why, len(seen & tables), len(tables), why, notice)
        if ready != self._told:
            self._told = ready
            self._node.tell(ready)

    @property
    def _hall_key(self) -> bytes:
        """Return the key of the node that is the hall, as far as this one knows."""
        first = self._node.state.devices.get(self._node.state.hall)
        return self._pinned if first is None else first.curve_key

    def close(self) -> None:
        """Stop listening."""
        if self._door is not None:
            self._door.close()
