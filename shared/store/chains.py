"""How far a replica has taken in the logs of other halls that come to it in segments.

Knows nothing of what a segment holds; written in the transaction that stores its events.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database


class ChainRow(NamedTuple):
    """The last segment of a venue: the reading, the last position, the hashes."""

    run: bytes
    last: int
    prev: bytes
    head: bytes


class Chains:
    """The chains of a replica. Writes belong into one of its batches."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, venue: str) -> ChainRow | None:
        """How far the chain of a venue has got."""
        row = self._db.execute(
            "SELECT run, last, prev, head FROM chains WHERE venue = ?", [venue]
        ).fetchone()
        return None if row is None else ChainRow(*row)

    def venues(self) -> tuple[str, ...]:
        """The venues that have been heard of."""
        return tuple(row[0] for row in self._db.execute("SELECT venue FROM chains ORDER BY venue"))

    def known(self, venue: str, segment: bytes) -> bool:
        """Whether a segment, by its hash, has been taken in."""
        row = self._db.execute(
            "SELECT 1 FROM segments WHERE venue = ? AND hash = ?", [venue, segment]
        ).fetchone()
        return row is not None

    def put(self, venue: str, chain: ChainRow) -> None:
        """The chain of a venue has got further, by the segment whose hash is ``prev``."""
        self._db.execute("INSERT OR REPLACE INTO chains VALUES (?, ?, ?, ?, ?)", [venue, *chain])
        self._db.execute("INSERT OR IGNORE INTO segments VALUES (?, ?)", [venue, chain.prev])
