"""What an app may ask of its node.

Commands return at once and never block a screen. Answers come as ``Told`` values through the
listener, which the node calls in its own thread: an app posts them to itself as messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from shared.core.entities import MatchKey
from shared.core.events import Draft
from shared.port.told import LiveTable, Told

Listener = Callable[[Told], None]


class NodePort(Protocol):
    """What an app may ask of its node. Every call returns at once, from any thread."""

    @property
    def node_id(self) -> str:
        """This node's id: the hash of its signing key, in hex."""

    def start(self, listener: Listener) -> None:
        """Open the replica and the link; everything known is told to ``listener``."""

    def stop(self) -> None:
        """Close link and replica; returns when both are closed."""

    def append(self, *drafts: Draft) -> int:
        """Write events, all or none; the ticket comes back in Saved or NotSaved."""

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        """Append to the local journal of a match, and keep what its clock reads: one row,
        overwritten. The ticket comes back in Saved or NotSaved.
        """

    def load_journal(self, uid: str) -> None:
        """Ask for JournalLoaded."""

    def ask_story(self, match: MatchKey) -> None:
        """Ask for StoryTold."""

    def live(self, live: LiveTable) -> None:
        """Tell the hall what this table's clock reads: latest value wins, never stored."""
