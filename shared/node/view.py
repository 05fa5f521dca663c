"""What the parts of a node and its link may ask of it, and what it asks of its link."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Protocol

from shared.core.state import Device, HallState
from shared.machine.clocks import Clock
from shared.node.home import Home
from shared.node.whereabouts import Whereabouts
from shared.node.work import Work, WorkDone
from shared.port import LiveTable, Told

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
        """Tell app and link what was committed, and whether the state changed."""

    def tell_state_soon(self) -> None:
        """Tell the app the state in a moment."""

    def end(self, sentence: str) -> None:
        """End the node; ``sentence`` tells the app why."""


class NodeLink(Protocol):
    """A link as the engine sees it. The engine opens it once, and calls it in the node's thread.

    The link puts what it opens on ``opened``, which closes it before the replica.
    """

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        """Open the sockets. The replica is already open. Raises CannotOpen, which ends the node."""

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Begin to announce this node and to look for others."""

    def tick(self) -> None:
        """Do what is due; called ten times a second."""

    def committed(self, outcomes: Sequence[WorkDone], written: Sequence[Stored]) -> None:
        """Handle what a commit has put on the disk."""

    def not_committed(self, work: Work, sentence: str) -> None:
        """Handle a piece of work that could not be stored; ``sentence`` says why."""

    def on_live(self, live: LiveTable) -> None:
        """Pass on the reading of this table's clock."""

    def shares_private_with(self, device: Device) -> bool:
        """Return whether this node shares private facts with a device that may read them."""
