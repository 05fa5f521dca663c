"""How far a replica holds the logs of other venues, which come to it in segments."""

from typing import NamedTuple

from sqlite_utils import Database


class ChainRow(NamedTuple):
    """The last segment of a venue: the run, the last position, and two hashes."""

    run: bytes
    last: int
    prev: bytes
    head: bytes


class Chains:
    """The chains of a replica. Write them inside one of its batches."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, venue: str) -> ChainRow | None:
        """Return how far the chain of a venue is here, None if nothing is."""
        row = self._db.execute(
            "SELECT run, last, prev, head FROM chains WHERE venue = ?", [venue]
        ).fetchone()
        return None if row is None else ChainRow(*row)

    def venues(self) -> tuple[str, ...]:
        """Return the venues of which segments are here."""
        return tuple(row[0] for row in self._db.execute("SELECT venue FROM chains ORDER BY venue"))

    def known(self, venue: str, segment: bytes) -> bool:
        """Return whether the segment with this hash is here."""
        row = self._db.execute(
            "SELECT 1 FROM segments WHERE venue = ? AND hash = ?", [venue, segment]
        ).fetchone()
        return row is not None

    def put(self, venue: str, chain: ChainRow) -> None:
        """Note a venue's next segment, whose hash is ``chain.prev``."""
        self._db.execute("INSERT OR REPLACE INTO chains VALUES (?, ?, ?, ?, ?)", [venue, *chain])
        self._db.execute("INSERT OR IGNORE INTO segments VALUES (?, ?)", [venue, chain.prev])
