"""A node's replica: the log of all events it knows, what they say, and its local journal.

Lives in one thread. Events, vector, heads and projections change in one transaction; when that
fails, memory is rebuilt from the disk, so that the two never disagree.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from nacl.signing import SigningKey
from sqlite_utils import Database

from shared.core.events import DeviceEnrolled, Draft, Event
from shared.core.fold import Fold
from shared.core.state import HallState
from shared.store.database import (
    close_database,
    damaged,
    open_database,
    sqlite3,
    transaction,
)
from shared.store.errors import CannotOpen
from shared.store.park import Park
from shared.store.projection import project
from shared.wire.envelope import BadEvent, Signed, node_of, read, seal, verify
from shared.wire.messages import Vector, digest
from shared.wire.sync.log import Stored


class Author(NamedTuple):
    """Who writes here: the device key and the incarnation of this process start."""

    key: SigningKey
    inc: str

    @property
    def node(self) -> str:
        """The node id of the key."""
        return node_of(bytes(self.key.verify_key))


class Taken(NamedTuple):
    """An event that a peer sent, and whether it was new here."""

    event: Event
    new: bool


class Early(BadEvent):
    """The event is sound as far as can be seen, and waits here for another."""


class Replica:
    """One replica file. ``root_key`` is the pinned public tournament key (32 bytes)."""

    def __init__(self, path: Path, root_key: bytes, *, new_store_id: str) -> None:
        self.path = path
        self.root = node_of(root_key)
        self._root_key = root_key
        self._db = open_database(path)
        try:
            self.store_id = self._settle_identity(new_store_id)
            self._load()
        except BaseException:
            self.close()
            raise

    def _settle_identity(self, new_store_id: str) -> str:
        meta = {row[0]: row[1] for row in self._db.execute("SELECT key, value FROM meta")}
        if meta.get("root", self.root) != self.root:
            raise CannotOpen(
                f"{self.path} belongs to another tournament. Nothing was changed."
                " Use another --home for this one."
            )
        if not meta:
            with transaction(self._db):
                for key, value in (("root", self.root), ("store", new_store_id)):
                    self._db.execute("INSERT INTO meta VALUES (?, ?)", [key, value])
            return new_store_id
        return str(meta["store"])

    def _load(self) -> None:
        """Rebuild everything in memory from the disk.

        Raises CannotOpen if an event is not what was written: a flipped bit that SQLite cannot see
        would make this node hand on a forgery, or pass over an event, without end.
        """
        self.vector: Vector = {}
        self._last: dict[tuple[str, str], str] = {}
        for node, inc, seq, last in self._db.execute("SELECT node, inc, seq, last FROM vector"):
            self.vector[node, inc] = seq
            self._last[node, inc] = last
        self.acked: Vector = {
            (node, inc): seq
            for node, inc, seq in self._db.execute("SELECT node, inc, seq FROM acked")
        }
        self.parked = Park(self._db)
        self._digests: dict[tuple[str, str], bytes] = {}
        self.fold = Fold(self.root)
        self._keys: dict[str, bytes] = {self.root: self._root_key}
        self._own_last: dict[str, str] = {}
        self.end: int = 0
        self.forked: set[tuple[str, str]] = set()
        reached: Vector = {}
        rows = self._db.execute("SELECT pos, id, data, sig FROM log ORDER BY pos")
        for pos, event_id, data, sig in rows:
            event = self._read_back(Signed(data, sig))
            self.end += 1
            if event is None or event.id != event_id or pos != self.end:
                raise CannotOpen(damaged(self.path, f"entry {self.end} of its log is not sound"))
            self.fold.add([event])
            self._learn(event)
            place = (event.node, event.inc)
            if event.seq <= reached.get(place, 0):
                self.forked.add(place)
            reached[place] = max(event.seq, reached.get(place, 0))
        self.state: HallState = self.fold.state()

    @staticmethod
    def _read_back(signed: Signed) -> Event | None:
        try:
            return read(signed)
        except BadEvent:
            return None

    def _learn(self, event: Event) -> None:
        if isinstance(event.body, DeviceEnrolled):
            self._keys[node_of(event.body.sign_key)] = event.body.sign_key
        self._own_last[event.node] = event.id

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        """One transaction for everything that is written through the Batch.

        On CannotSave nothing of it happened, on disk or in memory. CannotOpen says that the
        replica is of no more use.
        """
        batch = Batch(self, self._db)
        try:
            with transaction(self._db):
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
                f"{self.path} cannot be read any more ({error}). What was shown as held here was"
                " written to it. Call the referee."
            ) from error

    def close(self) -> None:
        """Close the file."""
        close_database(self._db)

    def known(self, event_id: str) -> bool:
        """Whether the log holds an event."""
        row = self._db.execute("SELECT 1 FROM log WHERE id = ?", [event_id]).fetchone()
        return row is not None

    def missing(self, theirs: Mapping[tuple[str, str], int], limit: int) -> list[Stored]:
        """Up to ``limit`` events that a peer with vector ``theirs`` lacks, in log order."""
        behind = [
            (node, inc, theirs.get((node, inc), 0))
            for (node, inc), seq in self.vector.items()
            if theirs.get((node, inc), 0) < seq
        ]
        rows: list[tuple[int, bytes, bytes]] = []
        for node, inc, seq in behind:
            rows += self._db.execute(
                "SELECT pos, data, sig FROM log WHERE node = ? AND inc = ? AND seq > ?"
                " ORDER BY pos LIMIT ?",
                [node, inc, seq, limit],
            ).fetchall()
        return [_stored(row) for row in sorted(rows)[:limit]]

    def after(self, pos: int, limit: int) -> list[Stored]:
        """Up to ``limit`` events that arrived here after position ``pos``."""
        rows = self._db.execute(
            "SELECT pos, data, sig FROM log WHERE pos > ? ORDER BY pos LIMIT ?", [pos, limit]
        ).fetchall()
        return [_stored(row) for row in rows]

    def part(self, place: tuple[str, str], beyond: int, after: int, limit: int) -> list[Stored]:
        """Up to ``limit`` events of one author's start, over a number and after a position."""
        rows = self._db.execute(
            "SELECT pos, data, sig FROM log WHERE node = ? AND inc = ? AND seq > ? AND pos > ?"
            " ORDER BY pos LIMIT ?",
            [*place, beyond, after, limit],
        ).fetchall()
        return [_stored(row) for row in rows]

    def digest(self, place: tuple[str, str], upto: int) -> bytes:
        """The digest of what is held of one author's start, up to a number."""
        whole = upto == self.vector.get(place)
        if whole and place in self._digests:
            return self._digests[place]
        ids = self._db.execute(
            "SELECT id FROM log WHERE node = ? AND inc = ? AND seq <= ? ORDER BY seq, id",
            [*place, upto],
        )
        value = digest(row[0] for row in ids)
        if whole:
            self._digests[place] = value
        return value

    def beyond(self, node: str, vector: Mapping[tuple[str, str], int]) -> list[Stored]:
        """The events of ``node`` that a peer with ``vector`` lacks, in log order."""
        rows: list[tuple[int, bytes, bytes]] = []
        for (author, inc), seq in self.vector.items():
            held = vector.get((author, inc), 0)
            if author == node and held < seq:
                rows += self._db.execute(
                    "SELECT pos, data, sig FROM log WHERE node = ? AND inc = ? AND seq > ?",
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

    # The batch writes through these, so that disk and memory change side by side.

    def _next_place(self, author: Author) -> tuple[int, str]:
        key = (author.node, author.inc)
        seq = self.vector.get(key, 0) + 1
        return seq, self._last[key] if seq > 1 else self._own_last.get(author.node, "")

    def _key_of(self, node: str) -> bytes | None:
        return self._keys.get(node)


class Batch:
    """The writes of one transaction."""

    def __init__(self, replica: Replica, db: Database) -> None:
        self._replica = replica
        self._db = db
        self._before = replica.state
        self._touched_ents: set[str] = set()
        self._moved: set[tuple[str, str]] = set()
        self._journal_next: dict[str, int] = {}
        self.touched = False
        self.written: list[Stored] = []

    def append(self, author: Author, draft: Draft, *, at: int) -> Event:
        """Write an event of this node's own."""
        replica = self._replica
        seq, prev = replica._next_place(author)
        signed, event = seal(
            author.key,
            inc=author.inc,
            seq=seq,
            at=at,
            term=replica.state.term,
            ent=draft.ent,
            deps=replica.fold.heads(draft.ent),
            actor=draft.actor,
            body=draft.body,
            prev=prev,
        )
        self._insert(event, signed)
        return event

    def ingest(self, signed: Signed) -> Taken:
        """Take in an event from a peer.

        Raises BadEvent if it is forged, and Early if its author or the events before it are not
        known here yet: then it is parked, and taken in with what it waits for.
        """
        event = read(signed)
        replica = self._replica
        held = replica.vector.get((event.node, event.inc), 0)
        if event.seq <= held and replica.known(event.id):
            return Taken(event, new=False)
        key = replica._key_of(event.node)
        if key is None:
            self._park(event, signed)
            raise Early(f"its author {event.node[:8]} is not enrolled here yet")
        verify(signed, key)
        if event.seq > held + 1:
            self._park(event, signed)
            raise Early(f"number {event.seq} of {event.inc[:8]} came before {held + 1}")
        self._insert(event, signed)
        self._unpark(event)
        return Taken(event, new=True)

    def _park(self, event: Event, signed: Signed) -> None:
        self.touched |= self._replica.parked.put(event, signed)

    def _unpark(self, event: Event) -> None:
        """Take in what waited for this event, and what waited for that."""
        replica = self._replica
        waiting = [event]
        while waiting:
            come = waiting.pop()
            for early, signed in replica.parked.waits_for(come):
                key = replica._key_of(early.node)
                held = replica.vector.get((early.node, early.inc), 0)
                if key is None or early.seq > held + 1:
                    continue
                replica.parked.drop(early, signed)
                try:
                    verify(signed, key)
                except BadEvent:
                    continue
                if not replica.known(early.id):
                    self._insert(early, signed)
                    waiting.append(early)

    def _insert(self, event: Event, signed: Signed) -> None:
        replica = self._replica
        self.touched = True
        pos = replica.end + 1
        self._db.execute(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                pos,
                event.id,
                event.node,
                event.inc,
                event.seq,
                event.kind,
                event.ent,
                signed.data,
                signed.sig,
            ],
        )
        replica.end = pos
        place = (event.node, event.inc)
        replica._digests.pop(place, None)
        if event.seq == replica.vector.get(place, 0) + 1:
            replica.vector[place] = event.seq
            replica._last[place] = event.id
            self._moved.add(place)
        else:
            replica.forked.add(place)
        self._touched_ents |= replica.fold.add([event])
        replica._learn(event)
        self.written.append(Stored(pos, event, signed))

    def journal(self, uid: str, entries: Iterable[bytes]) -> None:
        """Append to the local journal of a match."""
        n = self._journal_next.get(uid)
        if n is None:
            n = self._db.execute(
                "SELECT coalesce(max(n), 0) + 1 FROM journal WHERE uid = ?", [uid]
            ).fetchone()[0]
        for entry in entries:
            self._db.execute("INSERT INTO journal VALUES (?, ?, ?)", [uid, n, entry])
            n += 1
        self._journal_next[uid] = n

    def reading(self, uid: str, reading: bytes) -> None:
        """Keep the running reading of a match: one row, overwritten."""
        self._db.execute("INSERT OR REPLACE INTO reading VALUES (?, ?)", [uid, reading])

    def cursor(self, store: str, pos: int) -> None:
        """Remember how far another store's log has been read, with the events it brought."""
        self._db.execute("INSERT OR REPLACE INTO cursors VALUES (?, ?)", [store, pos])

    def acked(self, node: str, vector: Mapping[tuple[str, str], int], *, complete: bool) -> None:
        """Remember what the hall has acknowledged as durable of ``node``'s own events.

        With ``complete`` what is not named is not at the hall, whatever was noted before.
        """
        acked = self._replica.acked
        self.touched = True
        if complete:
            acked.clear()
            self._db.execute("DELETE FROM acked")
        for (author, inc), seq in vector.items():
            if author == node and seq > acked.get((author, inc), 0):
                acked[author, inc] = seq
                self._db.execute(
                    "INSERT OR REPLACE INTO acked VALUES (?, ?, ?)", [author, inc, seq]
                )

    def finish(self) -> None:
        """Derive the new state and write the projections; called before the commit."""
        replica = self._replica
        if not self.written:
            return
        for place in self._moved:
            self._db.execute(
                "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)",
                [*place, replica.vector[place], replica._last[place]],
            )
        for ent in self._touched_ents:
            self._db.execute("DELETE FROM heads WHERE ent = ?", [ent])
            for head in replica.fold.heads(ent):
                self._db.execute("INSERT INTO heads VALUES (?, ?)", [ent, head])
        replica.state = replica.fold.state()
        project(self._db, self._before, replica.state)


def _stored(row: tuple[int, bytes, bytes]) -> Stored:
    signed = Signed(row[1], row[2])
    return Stored(row[0], read(signed), signed)
