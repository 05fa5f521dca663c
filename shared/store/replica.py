"""A node's replica: the log of all events that it knows, the state, and its local journal.

It lives in one thread. Events, vector and projections change in one transaction. If that fails,
memory is rebuilt from the disk, so the two never disagree.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from shared.core.events import Cut, Event, LogKey
from shared.core.fold import Fold
from shared.core.state import EMPTY, HallState
from shared.core.text.fields import shown
from shared.core.text.sentence import Sentence
from shared.store.batch import Batch, holds
from shared.store.collector import uncollected
from shared.store.database import (
    close_database,
    execute_many,
    open_database,
    reading,
    sqlite3,
    transaction,
)
from shared.store.errors import CannotOpen, CannotSave, damaged
from shared.store.memory import Memory
from shared.store.park import Park
from shared.store.projection import project
from shared.store.shelf import READ_AT_START, ClockShelf, note_moved, unsound
from shared.store.signatures import Signatures
from shared.wire.envelope import UNREAD, BadEvent, Signed, node_of, read_filed
from shared.wire.messages import digest
from shared.wire.sync.log import Stored

LogRow = tuple[int, str, str, str, int, bytes, bytes]
"""A row of the log: position, id, place, bytes, signature."""
ALL = -1
"""The limit of a query that returns every row."""


class Replica:
    """One replica file. ``root_key`` is the pinned public tournament key (32 bytes).

    ``node`` is its owner. Without it the file says who that is.
    """

    def __init__(self, path: Path, root_key: bytes, *, new_store_id: str, node: str = "") -> None:
        self.path = path
        self.root = node_of(root_key)
        self.root_key = root_key
        self._signatures = Signatures(os.cpu_count() or 1)
        self._db = open_database(path)
        try:
            with reading(path):
                self.store_id, self._node = self._settle_identity(new_store_id, node)
                self._load()
        except BaseException:
            self.close()
            raise

    def _settle_identity(self, new_store_id: str, node: str) -> tuple[str, str]:
        """Return the id of this file and its owner; note them in a new file."""
        meta = {row[0]: row[1] for row in self._db.execute("SELECT key, value FROM meta")}
        if meta.get("root", self.root) != self.root:
            raise CannotOpen(
                Sentence(
                    "{path} belongs to another tournament. Nothing was changed."
                    " Use another --home for this one.",
                    path=self.path,
                )
            )
        now = dict(meta) or {"root": self.root, "store": new_store_id}
        now |= {"node": node} if node else {}
        if not {"root", "store"} <= now.keys():
            raise CannotOpen(damaged(self.path, "it does not say whose it is"))
        if now != meta:
            with transaction(self._db):
                for key, value in now.items():
                    self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])
        return str(now["store"]), str(now.get("node", ""))

    def _load(self) -> None:
        """Rebuild memory from the disk.

        Raises CannotOpen if an event is not what was written. SQLite does not see a flipped bit;
        this node would then hand on a forgery or leave out an event.
        """
        self._shelf = ClockShelf(self._db, self.path)
        self._memory = memory = Memory(self.root_key, self._node, self._shelf)
        memory.acked |= {
            (node, inc): seq
            for node, inc, seq in self._db.execute("SELECT node, inc, seq FROM acked")
        }
        self.parked = Park(self._db)
        count, memory.end = self._db.execute(
            "SELECT count(*), coalesce(max(pos), 0) FROM log"
        ).fetchone()
        if count != memory.end:
            missing = f"{memory.end - count} entries of its log are not there"
            raise CannotOpen(damaged(self.path, missing))
        now_read: list[tuple[str, str, int]] = []
        with uncollected():
            memory.add(self._read_log(now_read))
            memory.tell()
        if now_read:
            self._learned(now_read)
        if moved := memory.fold.take_moved():
            # The log came whole from elsewhere. The next start need not read all of it again.
            with suppress(CannotSave), transaction(self._db):
                note_moved(self._db, moved)

    def _read_log(self, now_read: list[tuple[str, str, int]]) -> Iterator[Event]:
        """Read the log from its beginning, without the batches on the shelf.

        Adds to ``now_read`` the kind, entity and position of each event that this version reads
        and the version that stored it could not.
        """
        for pos, event_id, data, kind, ent, *place in self._db.execute(READ_AT_START):
            try:
                event = read_filed(event_id, data)
            except BadEvent as error:
                raise unsound(self.path, pos) from error
            if kind == UNREAD != event.kind:
                now_read.append((event.kind, event.ent, pos))
            elif (shown(kind), shown(ent), *place) != (event.kind, event.ent, *event.place):
                raise unsound(self.path, pos)
            yield event

    def _learned(self, now_read: list[tuple[str, str, int]]) -> None:
        """Write events that can now be read into the tables."""
        with transaction(self._db):
            execute_many(self._db, "UPDATE log SET kind = ?, ent = ? WHERE pos = ?", now_read)
            project(self._db, EMPTY, self.state)

    def check(self, limit: int) -> bool:
        """Check up to ``limit`` entries that the start did not read; return whether all are done.

        Raises CannotOpen for an entry that is not what was written.
        """
        with reading(self.path):
            return self._shelf.check(limit)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        """Open one transaction for everything that is written through the Batch.

        After CannotSave, disk and memory are as they were. After CannotOpen the replica cannot be
        used any more.
        """
        batch = Batch(self._db, self._memory, self.parked, self._signatures, self.root_key)
        try:
            with uncollected(lambda: len(batch.written)), transaction(self._db):
                yield batch
                batch.finish()
        except BaseException:
            if batch.touched:
                self._go_back()
            raise

    def _go_back(self) -> None:
        """Put memory back to what the disk holds. Raises CannotOpen if that cannot be read."""
        try:
            self._load()
        except sqlite3.Error as error:
            raise CannotOpen(
                Sentence(
                    "{path} cannot be read any more ({error}). Entries shown as held here were"
                    " written to it. Call the referee.",
                    path=self.path,
                    error=error,
                )
            ) from error

    @property
    def fold(self) -> Fold:
        """The fold of all events, entity by entity."""
        return self._memory.fold

    @property
    def state(self) -> HallState:
        """The state of the hall by all events."""
        return self._memory.state

    @property
    def vector(self) -> Mapping[LogKey, int]:
        """How far each author's log is here without a gap."""
        return self._memory.vector

    @property
    def acked(self) -> Mapping[LogKey, int]:
        """How far the hall holds this node's own events on its disk."""
        return self._memory.acked

    @property
    def end(self) -> int:
        """The position of the last event, from 1."""
        return self._memory.end

    def cut_of(self, node: str) -> Cut:
        """Return a cut after the last event of each log of a device; of twins, after the one that
        counts.
        """
        return tuple(
            (inc, *self.head_of((author, inc))) for author, inc in self.vector if author == node
        )

    def head_of(self, log: LogKey) -> tuple[int, str]:
        """Return number and id of the last event of a log; of twins, of the one that counts."""
        return self.fold.head_of(log) or (self.vector[log], self._memory.last(log))

    @property
    def forked(self) -> Collection[LogKey]:
        """The logs with two events under one number here."""
        return self._memory.forked

    def close(self) -> None:
        self._signatures.close()
        close_database(self._db)

    def known(self, event_id: str) -> bool:
        return holds(self._db, event_id)

    def missing(self, theirs: Mapping[LogKey, int], limit: int) -> list[Stored]:
        """Return up to ``limit`` events that a peer with vector ``theirs`` lacks, in log order."""
        return self._beyond(theirs, self.vector, limit)[:limit]

    def beyond(self, node: str, vector: Mapping[LogKey, int]) -> list[Stored]:
        """Return the events of ``node`` that a peer with ``vector`` lacks, in log order."""
        return self._beyond(vector, [log for log in self.vector if log[0] == node], ALL)

    def _beyond(
        self, theirs: Mapping[LogKey, int], logs: Iterable[LogKey], limit: int
    ) -> list[Stored]:
        """Return up to ``limit`` events of each of these logs that a peer lacks, in log order."""
        found: list[Stored] = []
        ours = self.vector
        for log in logs:
            held = theirs.get(log, 0)
            if held < ours[log]:
                found += self.part(log, held, 0, limit)
        return sorted(found, key=lambda stored: stored.pos)

    def after(self, pos: int, limit: int) -> list[Stored]:
        """Return up to ``limit`` events that arrived here after position ``pos``."""
        rows = self._db.execute(
            "SELECT pos, id, node, inc, seq, data, sig FROM log WHERE pos > ? ORDER BY pos LIMIT ?",
            [pos, limit],
        )
        return [_stored(row) for row in rows.fetchall()]

    def part(self, log: LogKey, beyond: int, after: int, limit: int) -> list[Stored]:
        """Return up to ``limit`` events of one log, over a number and after a position."""
        rows = self._db.execute(
            "SELECT pos, id, node, inc, seq, data, sig FROM log"
            " WHERE node = ? AND inc = ? AND seq > ? AND pos > ?"
            " ORDER BY pos LIMIT ?",
            [*log, beyond, after, limit],
        )
        return [_stored(row) for row in rows.fetchall()]

    def digest(self, log: LogKey, upto: int) -> bytes:
        """Return the digest of one log here, up to a number."""
        memory = self._memory
        whole = upto == memory.vector.get(log)
        if whole and log in memory.digests:
            return memory.digests[log]
        ids = self._db.execute(
            "SELECT id FROM log WHERE node = ? AND inc = ? AND seq <= ? ORDER BY seq, id",
            [*log, upto],
        )
        value = digest(row[0] for row in ids)
        if whole:
            memory.digests[log] = value
        return value

    def places(
        self, kinds: Collection[str], nodes: Collection[str]
    ) -> list[tuple[str, str, str, int]]:
        """Return id and place of the events of some kinds or of some authors."""
        rows = self._db.execute(
            "SELECT id, node, inc, seq FROM log WHERE kind IN (SELECT value FROM json_each(?))"
            " OR node IN (SELECT value FROM json_each(?)) ORDER BY pos",
            [json.dumps(list(kinds)), json.dumps(list(nodes))],
        )
        return [tuple(row) for row in rows]

    def signed_of(self, ent: str) -> list[Signed]:
        """Return all events of an entity as their authors signed them, in log order."""
        rows = self._db.execute("SELECT data, sig FROM log WHERE ent = ? ORDER BY pos", [ent])
        return [Signed(data, sig) for data, sig in rows]

    def cursor(self, store: str) -> int:
        """Return how far this replica has read another store's log."""
        row = self._db.execute("SELECT pos FROM cursors WHERE store = ?", [store]).fetchone()
        return 0 if row is None else int(row[0])

    def journal(self, uid: str) -> tuple[tuple[bytes, ...], bytes | None]:
        """Return the local journal of a match and its last running reading."""
        entries = self._db.execute("SELECT entry FROM journal WHERE uid = ? ORDER BY n", [uid])
        reading = self._db.execute("SELECT reading FROM reading WHERE uid = ?", [uid]).fetchone()
        return tuple(row[0] for row in entries), None if reading is None else reading[0]

    @property
    def term(self) -> int:
        """The highest hall term in force."""
        return self.state.term

    @property
    def database(self) -> Database:
        """The connection, for the other modules of the store."""
        return self._db


def _stored(row: LogRow) -> Stored:
    pos, event_id, node, inc, seq, data, sig = row
    return Stored(pos, event_id, (node, inc, seq), Signed(data, sig))
