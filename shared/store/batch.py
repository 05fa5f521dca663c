"""The writes of one transaction of a replica, on disk and in memory."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from nacl.signing import SigningKey
from sqlite_utils import Database

from shared.core.events import DeviceEnrolled, Draft, Event, LogKey, Private
from shared.store.database import execute_many
from shared.store.memory import Memory
from shared.store.park import Park
from shared.store.projection import project
from shared.store.sealing import readers, sealed
from shared.store.shelf import note_moved
from shared.store.signatures import Signatures
from shared.wire.envelope import BadEvent, Signed, Stamp, node_of, read, seal, verify
from shared.wire.sync.log import Stored

_NO_READER = (
    "The private entry was NOT saved: as far as this node knows, its key may not read private"
    " facts. If this node is new, wait until it is linked to the hall, then save again."
)


class Author(NamedTuple):
    """The author of a node's own events: its device key and the incarnation of this start."""

    key: SigningKey
    inc: str

    @property
    def node(self) -> str:
        return node_of(bytes(self.key.verify_key))


class Ingested(NamedTuple):
    """An event that a peer sent, and whether it was new here."""

    event: Event
    new: bool


class Early(BadEvent):
    """The event waits here: its author's key or an earlier event has not come yet."""


def holds(db: Database, event_id: str) -> bool:
    """Return whether the log in ``db`` has an event."""
    return db.execute("SELECT 1 FROM log WHERE id = ?", [event_id]).fetchone() is not None


class Batch:
    """The writes of one transaction. ``memory`` and ``parked`` are those of the replica."""

    def __init__(
        self,
        db: Database,
        memory: Memory,
        parked: Park,
        signatures: Signatures,
        root_key: bytes,
    ) -> None:
        self._db = db
        self._memory = memory
        self._parked = parked
        self._signatures = signatures
        self._root_key = root_key
        self._read: dict[Signed, Event] = {}
        self._sound: set[Signed] = set()
        self._moved: set[LogKey] = set()
        self._new: dict[str, tuple[object, ...]] = {}
        self._journal_next: dict[str, int] = {}
        self.touched = False
        self.written: list[Stored] = []

    def append(self, author: Author, draft: Draft, *, at: int) -> Event:
        """Write an event of this node's own. A private body is sealed to its readers."""
        memory = self._memory
        if isinstance(draft.body, Private):
            registry = memory.fold.registry()
            here = [d for d in registry.devices.values() if d.venue == registry.venue]
            keys = readers(here, self._root_key)
            if author.node not in keys:
                raise BadEvent(_NO_READER)
            draft = sealed(draft, keys)
        seq, prev = memory.next_place(author.node, author.inc)
        heads = memory.fold.heads(draft.ent)
        stamp = Stamp(author.inc, seq, at, memory.state.term, heads, prev)
        signed, event = seal(author.key, draft, stamp)
        self._insert(event, signed)
        return event

    def expect(self, burst: Sequence[Signed]) -> None:
        """Read the events of a burst and check their signatures together.

        Keys of authors that the burst itself enrols count too: a node id is the hash of its key.
        """
        new: dict[str, bytes] = {}
        for signed in burst:
            with suppress(BadEvent):  # ``ingest`` says what is wrong with it
                event = self._read[signed] = read(signed)
                if isinstance(event.body, DeviceEnrolled):
                    new[node_of(event.body.sign_key)] = event.body.sign_key
        claims = [
            (signed, key)
            for signed, event in self._read.items()
            if event.seq > self._memory.held((event.node, event.inc))
            and (key := self._memory.key_of(event.node) or new.get(event.node))
        ]
        self._sound = self._signatures.sound(claims)

    def ingest(self, signed: Signed) -> Ingested:
        """Store an event from a peer, with the parked events that waited for it.

        Raises BadEvent if it is forged. Raises Early if its author's key or the event before it is
        not here yet: then the event is parked.
        """
        event = self._read.get(signed) or read(signed)
        held = self._memory.held((event.node, event.inc))
        if event.seq <= held and self._known(event.id):
            return Ingested(event, new=False)
        key = self._memory.key_of(event.node)
        if key is None:
            self._park(event, signed)
            raise Early(f"its author {event.node[:8]} is not enrolled here yet")
        if signed not in self._sound:
            verify(signed, key)
        if event.seq > held + 1:
            self._park(event, signed)
            raise Early(f"number {event.seq} of {event.inc[:8]} came before {held + 1}")
        self._insert(event, signed)
        self._unpark(event)
        return Ingested(event, new=True)

    def _park(self, event: Event, signed: Signed) -> None:
        self.touched |= self._parked.put(event, signed)

    def _unpark(self, event: Event) -> None:
        """Store the parked events that waited for this one, and those that waited for them."""
        if not self._parked:
            return
        waiting = [event]
        while waiting:
            come = waiting.pop()
            for early, signed in self._parked.waits_for(come):
                key = self._memory.key_of(early.node)
                held = self._memory.held((early.node, early.inc))
                if key is None or early.seq > held + 1:
                    continue
                self._parked.drop(early, signed)
                try:
                    verify(signed, key)
                except BadEvent:
                    continue
                if not self._known(early.id):
                    self._insert(early, signed)
                    waiting.append(early)

    def _known(self, event_id: str) -> bool:
        return event_id in self._new or holds(self._db, event_id)

    def _insert(self, event: Event, signed: Signed) -> None:
        self.touched = True
        memory = self._memory
        memory.add([event])
        memory.end += 1
        self._new[event.id] = (
            memory.end,
            event.id,
            event.node,
            event.inc,
            event.seq,
            event.kind,
            event.ent,
            signed.data,
            signed.sig,
        )
        self._moved.add((event.node, event.inc))
        self.written.append(Stored.of(memory.end, event, signed))

    def journal(self, uid: str, entries: Iterable[bytes], reading: bytes = b"") -> None:
        """Append to the local journal of a match, and replace its running reading."""
        n = self._journal_next.get(uid)
        if n is None:
            n = self._db.execute(
                "SELECT coalesce(max(n), 0) + 1 FROM journal WHERE uid = ?", [uid]
            ).fetchone()[0]
        for entry in entries:
            self._db.execute("INSERT INTO journal VALUES (?, ?, ?)", [uid, n, entry])
            n += 1
        self._journal_next[uid] = n
        if reading:
            self._db.execute("INSERT OR REPLACE INTO reading VALUES (?, ?)", [uid, reading])

    def cursor(self, store: str, pos: int) -> None:
        """Note how far another store's log has been read."""
        self._db.execute("INSERT OR REPLACE INTO cursors VALUES (?, ?)", [store, pos])

    def acked(self, node: str, vector: Mapping[tuple[str, str], int], *, complete: bool) -> None:
        """Note how far the hall holds ``node``'s own events on its disk.

        If ``complete``, earlier notes no longer count.
        """
        acked = self._memory.acked
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
        """Write the events, the new state and the projections. Call it before the commit."""
        if not self.written:
            return
        execute_many(
            self._db,
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            list(self._new.values()),
        )
        memory = self._memory
        execute_many(
            self._db,
            "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)",
            [(*log, memory.held(log), memory.last(log)) for log in self._moved],
        )
        before = memory.state
        told = memory.tell()
        project(self._db, before, told.state, told.touched)
        note_moved(self._db, memory.fold.take_moved())
