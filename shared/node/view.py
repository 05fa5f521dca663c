"""What the parts of a node may ask of it: its link, and the link's door, scout and readiness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from shared.clocks import Clock
from shared.core.state import HallState
from shared.node.identity import Home
from shared.node.whereabouts import Whereabouts
from shared.node.work import Work
from shared.port import Told

if TYPE_CHECKING:
    from shared.store.replica import Replica
    from shared.wire.sync.log import Stored


class NodeView(Protocol):
    """A node while its replica is open, for its own thread. ``now`` is monotonic milliseconds."""

    home: Home
    replica: Replica
    where: Whereabouts
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

    def announce(self, written: Sequence[Stored], changed: bool) -> None:
        """Tell app and link what a part has committed by itself, and whether the state changed."""

    def tell(self, told: Told) -> None:
        """Tell the app."""

    def tell_state_soon(self) -> None:
        """Tell the app the state at the next beat."""

    def end(self, sentence: str) -> None:
        """End the node; ``sentence`` tells the app why."""
