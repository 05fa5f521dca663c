"""The shelf: clock batches that stay on the disk. They are read when needed, checked after a start.

The table ``clocks`` names the clocks whose first batches a start does not read.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from sqlite_utils import Database

from shared.core.events import KIND_OF, ClockLogged, Event
from shared.store.database import execute_many
from shared.store.errors import CannotOpen, damaged
from shared.wire.envelope import BadEvent, read_filed

KIND: Final = KIND_OF[ClockLogged].name

READ_AT_START: Final = (
    "SELECT pos, id, data, kind, ent, node, inc, seq FROM log WHERE"  # noqa: S608 - a name of our own
    f" kind <> '{KIND}' OR pos >= coalesce((SELECT first FROM clocks WHERE ent = log.ent), 0)"
    " ORDER BY pos"
)
"""The log without the batches on the shelf."""


class ClockShelf:
    """The clocks' batches in the log ``db``, which is the file at ``path``."""

    def __init__(self, db: Database | Connection, path: Path) -> None:
        self._db = db
        self._path = path
        rows = db.execute(
            "SELECT c.ent, c.first, c.presses, l.kind FROM clocks c"
            " LEFT JOIN log l ON l.pos = c.first AND l.ent = c.ent"
        ).fetchall()
        for ent, _, _, kind in rows:
            if kind != KIND:
                raise CannotOpen(damaged(path, f"the first batch to read of {ent} is not there"))
        self.presses = {ent: presses for ent, _, presses, _ in rows}
        """The presses that a start does not read, clock by clock."""
        self._firsts = {ent: first for ent, first, _, _ in rows}
        self._counted = dict.fromkeys(self._firsts, 0)
        self._checked = 0
        self._last = max(self._firsts.values(), default=0)

    def batches(self, ent: str) -> Iterable[Event]:
        """Read all batches of a clock. Raises CannotOpen if one is not what was written."""
        rows = self._db.execute("SELECT pos, id, data FROM log WHERE ent = ? ORDER BY pos", [ent])
        return [self._read(*row) for row in rows]

    def clocks_of(self, node: str, inc: str) -> Iterable[str]:
        """Return the clocks whose batches one log has."""
        rows = self._db.execute(
            "SELECT DISTINCT ent FROM log WHERE node = ? AND inc = ? AND kind = ?",
            [node, inc, KIND],
        )
        return [row[0] for row in rows.fetchall()]

    def check(self, limit: int) -> bool:
        """Check up to ``limit`` batches that the start did not read; return whether all are done.

        Raises CannotOpen if one is not what was written, or if a clock's presses do not add up.
        """
        if self._checked >= self._last:
            return True
        rows = self._db.execute(
            "SELECT pos, id, data FROM log WHERE kind = ? AND pos > ? AND pos < ?"
            " ORDER BY pos LIMIT ?",
            [KIND, self._checked, self._last, limit],
        ).fetchall()
        for row in rows:
            event = self._read(*row)
            if row[0] < self._firsts.get(event.ent, 0) and isinstance(event.body, ClockLogged):
                self._counted[event.ent] += len(event.body.presses)
        self._checked = rows[-1][0] if len(rows) == limit else self._last
        if self._checked < self._last:
            return False
        for ent, counted in self._counted.items():
            if counted != self.presses[ent]:
                raise CannotOpen(damaged(self._path, f"its count of the presses of {ent} is wrong"))
        return True

    def _read(self, pos: int, ident: str, data: bytes) -> Event:
        try:
            return read_filed(ident, data)
        except BadEvent as error:
            raise unsound(self._path, pos) from error


def unsound(path: Path, pos: int) -> CannotOpen:
    """Return the error for a log with an entry that is not what was written."""
    return CannotOpen(damaged(path, f"entry {pos} of its log is not sound"))


def note_moved(db: Database, moved: Mapping[str, tuple[str, int] | None]) -> None:
    """Write which batches of clocks stay on the shelf, where that changed: see Fold.take_moved."""
    execute_many(
        db,
        "INSERT OR REPLACE INTO clocks SELECT ent, pos, ? FROM log WHERE id = ?",
        [(left[1], left[0]) for left in moved.values() if left is not None],
    )
    gone = [(ent,) for ent, left in moved.items() if left is None]
    execute_many(db, "DELETE FROM clocks WHERE ent = ?", gone)
