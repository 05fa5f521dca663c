"""The calls that an app may make on its node.

Calls return at once and never block a screen. Answers come as ``Told`` values to the listener,
which the node calls in its own thread; an app posts them to itself as messages.
"""

from collections.abc import Callable
from typing import Protocol

from shared.core.events import Draft
from shared.core.events.entities import MatchKey
from shared.port.told import LiveTable, Told

Listener = Callable[[Told], None]


class NodePort(Protocol):
    """A node as its app sees it. Every call returns at once, from any thread."""

    @property
    def node_id(self) -> str:
        """This node's id: the hash of its signing key, in hex."""

    def start(self, listener: Listener) -> None:
        """Open the replica and the link, and tell ``listener`` all that the node knows."""

    def stop(self) -> None:
        """Close link and replica; return when both are closed."""

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; return the ticket that Saved or NotSaved brings back."""

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        """Append to the local journal of a match, and replace its clock's reading.

        Return the ticket that Saved or NotSaved brings back.
        """

    def load_journal(self, uid: str) -> None:
        """Ask for JournalLoaded."""

    def ask_story(self, match: MatchKey) -> None:
        """Ask for StoryTold."""

    def live(self, live: LiveTable) -> None:
        """Send the hall the reading of this table's clock. The latest counts; none is stored."""
