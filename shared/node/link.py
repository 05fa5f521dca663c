"""What the engine calls on its link: the node's side to the other nodes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Protocol

from shared.core.state import Device
from shared.node.view import LinkedNode
from shared.node.work import Outcome, Work
from shared.port import LiveTable

if TYPE_CHECKING:
    from shared.wire.sync.log import Stored


class NodeLink(Protocol):
    """A link of one node. The engine opens it once and calls it in the node's thread alone.

    Whatever it opens is put on ``opened``, which closes it before the replica.
    """

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        """Open the sockets; the replica is open. Raises CannotOpen, which ends the node."""

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Begin to use what the network offers beyond the sockets."""

    def tick(self) -> None:
        """Let time pass: called ten times a second."""

    def committed(self, outcomes: Sequence[Outcome], written: Sequence[Stored]) -> None:
        """Pass on what a commit has put on the disk."""

    def not_committed(self, work: Work, sentence: str) -> None:
        """Deal with a piece of work that could not be stored; ``sentence`` says why."""

    def on_live(self, live: LiveTable) -> None:
        """Pass on what this table's clock reads."""

    def shares_private_with(self, device: Device) -> bool:
        """Return whether this node lets a device read the private facts that it may but cannot."""
