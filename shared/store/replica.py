"""A node's replica: the log of all events it knows, what they say, and its local journal.

Lives in one thread. Events, vector and projections change in one transaction; when that
fails, memory is rebuilt from the disk, so that the two never disagree.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
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
"""A row of the log as it is handed on: position, id, place, bytes, signature."""


class Replica:
    """One replica file. ``root_key`` is the pinned public tournament key (32 bytes).

    ``node`` keeps it; who only looks into a file leaves that to what the file says.
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
        """The id of this file, and whose it is."""
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
        """Rebuild everything in memory from the disk.

        Raises CannotOpen if an event is not what was written: a flipped bit that SQLite cannot see
        would make this node hand on a forgery, or pass over an event, without end.
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
            # A log that was taken over whole: the next start need not read all of it again.
            with suppress(CannotSave), transaction(self._db):
                note_moved(self._db, moved)

    def _read_log(self, now_read: list[tuple[str, str, int]]) -> Iterator[Event]:
        """Read the log from its beginning, but for what is on the shelf.

        ``now_read`` is given kind, entity and position of events that could not be read when they
        came.
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
        """This software reads more than the one before it: the tables say so as well."""
        with transaction(self._db):
            execute_many(self._db, "UPDATE log SET kind = ?, ent = ? WHERE pos = ?", now_read)
            project(self._db, EMPTY, self.state)

    def check(self, limit: int) -> bool:
        """Check up to ``limit`` entries that the start did not read; return whether all are.

        Raises CannotOpen for one that is not what was written.
        """
        with reading(self.path):
            return self._shelf.check(limit)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        """One transaction for everything that is written through the Batch.

        On CannotSave nothing of it happened, on disk or in memory. CannotOpen says that the
        replica is of no more use.
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
                    "{path} cannot be read any more ({error}). What was shown as held here was"
                    " written to it. Call the referee.",
                    path=self.path,
                    error=error,
                )
            ) from error

    @property
    def fold(self) -> Fold:
        """What the events say, entity by entity."""
        return self._memory.fold

    @property
    def state(self) -> HallState:
        """What the events say."""
        return self._memory.state

    @property
    def vector(self) -> Mapping[LogKey, int]:
        """How far each author's log is here without a gap."""
        return self._memory.vector

    @property
    def acked(self) -> Mapping[LogKey, int]:
        """What the hall has acknowledged as durable of this node's own events."""
        return self._memory.acked

    @property
    def end(self) -> int:
        """The position of the last event, from 1."""
        return self._memory.end

    def cut_of(self, node: str) -> Cut:
        """Return a cut after all that is held of a device's logs; of branches, after the one that
        counts."""
        return tuple(
            (inc, *self.head_of((author, inc))) for author, inc in self.vector if author == node
        )

    def head_of(self, log: LogKey) -> tuple[int, str]:
        """Return number and id of the last event that is held of a log; of branches, of the one
        that counts."""
        return self.fold.head_of(log) or (self.vector[log], self._memory.last(log))

    @property
    def forked(self) -> Collection[LogKey]:
        """The logs of which two events under one number are here."""
        return self._memory.forked

    def close(self) -> None:
        """Close the file."""
        self._signatures.close()
        close_database(self._db)

    def known(self, event_id: str) -> bool:
        """Return whether the log holds an event."""
        return holds(self._db, event_id)

    def missing(self, theirs: Mapping[LogKey, int], limit: int) -> list[Stored]:
        """Up to ``limit`` events that a peer with vector ``theirs`` lacks, in log order."""
        behind = [
            (node, inc, theirs.get((node, inc), 0))
            for (node, inc), seq in self.vector.items()
            if theirs.get((node, inc), 0) < seq
        ]
        rows: list[LogRow] = []
        for node, inc, seq in behind:
            rows += self._db.execute(
                "SELECT pos, id, node, inc, seq, data, sig FROM log"
                " WHERE node = ? AND inc = ? AND seq > ?"
                " ORDER BY pos LIMIT ?",
                [node, inc, seq, limit],
            ).fetchall()
        return [_stored(row) for row in sorted(rows)[:limit]]

    def after(self, pos: int, limit: int) -> list[Stored]:
        """Up to ``limit`` events that arrived here after position ``pos``."""
        rows = self._db.execute(
            "SELECT pos, id, node, inc, seq, data, sig FROM log WHERE pos > ? ORDER BY pos LIMIT ?",
            [pos, limit],
        ).fetchall()
        return [_stored(row) for row in rows]

    def part(self, log: LogKey, beyond: int, after: int, limit: int) -> list[Stored]:
        """Up to ``limit`` events of one author's start, over a number and after a position."""
        rows = self._db.execute(
            "SELECT pos, id, node, inc, seq, data, sig FROM log"
            " WHERE node = ? AND inc = ? AND seq > ? AND pos > ?"
            " ORDER BY pos LIMIT ?",
            [*log, beyond, after, limit],
        ).fetchall()
        return [_stored(row) for row in rows]

    def digest(self, log: LogKey, upto: int) -> bytes:
        """The digest of what is held of one author's start, up to a number."""
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

    def beyond(self, node: str, vector: Mapping[LogKey, int]) -> list[Stored]:
        """The events of ``node`` that a peer with ``vector`` lacks, in log order."""
        rows: list[LogRow] = []
        for (author, inc), seq in self.vector.items():
            held = vector.get((author, inc), 0)
            if author == node and held < seq:
                rows += self._db.execute(
                    "SELECT pos, id, node, inc, seq, data, sig FROM log"
                    " WHERE node = ? AND inc = ? AND seq > ?",
                    [author, inc, held],
                ).fetchall()
        return [_stored(row) for row in sorted(rows)]

    def places(
        self, kinds: Collection[str], nodes: Collection[str]
    ) -> list[tuple[str, str, str, int]]:
        """Id and place of the events of some kinds, and of all events of some authors."""
        rows = self._db.execute(
            "SELECT id, node, inc, seq FROM log WHERE kind IN (SELECT value FROM json_each(?))"
            " OR node IN (SELECT value FROM json_each(?)) ORDER BY pos",
            [json.dumps(list(kinds)), json.dumps(list(nodes))],
        )
        return [tuple(row) for row in rows]

    def signed_of(self, ent: str) -> list[Signed]:
        """All events of an entity as their authors signed them, in log order."""
        rows = self._db.execute("SELECT data, sig FROM log WHERE ent = ? ORDER BY pos", [ent])
        return [Signed(data, sig) for data, sig in rows]

    def cursor(self, store: str) -> int:
        """How far this replica has read another store's log."""
        row = self._db.execute("SELECT pos FROM cursors WHERE store = ?", [store]).fetchone()
        return 0 if row is None else int(row[0])

    def journal(self, uid: str) -> tuple[tuple[bytes, ...], bytes | None]:
        """The local journal of a match and its last running reading."""
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
