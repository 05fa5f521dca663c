"""What the parts of a node may ask of it, and what its link may ask as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from shared.core.state import HallState
from shared.machine.clocks import Clock
from shared.node.identity import Home
from shared.node.whereabouts import Whereabouts
from shared.node.work import Work
from shared.port import Told

if TYPE_CHECKING:
    from shared.store.replica import Replica
    from shared.wire.sync.log import Stored


class NodeView(Protocol):
    """A node as its parts see it, in its own thread. ``now`` is monotonic ms, ``wall`` UTC ms."""

    home: Home
    now: Clock
    wall: Clock

    @property
    def node_id(self) -> str:
        """Return the node's id."""

    @property
    def state(self) -> HallState:
        """Return the state of the hall as the node knows it."""

    def put(self, work: Work) -> None:
        """Queue work for the next commit."""

    def tell(self, told: Told) -> None:
        """Tell the app."""


class LinkedNode(NodeView, Protocol):
    """A node as its link sees it, while the replica is open."""

    replica: Replica
    where: Whereabouts

    def announce(self, written: Sequence[Stored], changed: bool) -> None:
        """Tell app and link what a part has committed by itself, and whether the state changed."""

    def tell_state_soon(self) -> None:
        """Tell the app the state at the next beat."""

    def end(self, sentence: str) -> None:
        """End the node; ``sentence`` tells the app why."""
