"""A port that passes every call to another one. Subclasses change only some calls."""

from typing import Generic, TypeVar

from shared.core.events import Draft
from shared.core.events.entities import MatchKey
from shared.port import Listener, LiveTable, NodePort

P = TypeVar("P", bound=NodePort)


class PortWrap(Generic[P]):
    """Stands before ``node``, as a NodePort itself."""

    def __init__(self, node: P) -> None:
        self.node = node

    @property
    def node_id(self) -> str:
        """Return the node's id."""
        return self.node.node_id

    def start(self, listener: Listener) -> None:
        """Start the node."""
        self.node.start(listener)

    def stop(self) -> None:
        """Stop the node."""
        self.node.stop()

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; return the ticket."""
        return self.node.append(*drafts)

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        """Append to the local journal of a match, keep its reading; return the ticket."""
        return self.node.journal(uid, *entries, reading=reading)

    def load_journal(self, uid: str) -> None:
        """Ask for JournalLoaded."""
        self.node.load_journal(uid)

    def ask_story(self, match: MatchKey) -> None:
        """Ask for StoryTold."""
        self.node.ask_story(match)

    def live(self, live: LiveTable) -> None:
        """Send the reading of this table's clock."""
        self.node.live(live)
