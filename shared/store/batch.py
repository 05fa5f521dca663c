"""The writes of one transaction of a replica, on disk and in memory side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sqlite_utils import Database

from shared.core.events import Draft, Event, Private
from shared.store.database import execute_many
from shared.store.projection import project
from shared.store.sealing import readers, sealed
from shared.wire.envelope import BadEvent, Signed, read, seal, verify
from shared.wire.sync.log import Stored

if TYPE_CHECKING:
    from shared.store.replica import Author, Replica


_NO_READER = (
    "The private entry was NOT saved: as far as this node knows, its key may not read private"
    " facts. If it has just been set up, wait until it is linked to the hall, and save again."
)


class Taken(NamedTuple):
    """An event that a peer sent, and whether it was new here."""

    event: Event
    new: bool


class Early(BadEvent):
    """The event is sound as far as can be seen, and waits here for another."""


class Batch:
    """The writes of one transaction."""

    def __init__(self, replica: Replica, db: Database) -> None:
        self._replica = replica
        self._db = db
        self._before = replica.state
        self._touched_ents: set[str] = set()
        self._moved: set[tuple[str, str]] = set()
        self._new: dict[str, list[object]] = {}
        self._journal_next: dict[str, int] = {}
        self.touched = False
        self.written: list[Stored] = []

    def append(self, author: Author, draft: Draft, *, at: int) -> Event:
        """Write an event of this node's own; what is private is sealed to those who may read it."""
        replica = self._replica
        if isinstance(draft.body, Private):
            registry = replica.fold.registry()
            here = [d for d in registry.devices.values() if d.venue == registry.venue]
            keys = readers(here, replica.root_key)
            if author.node not in keys:
                raise BadEvent(_NO_READER)
            draft = sealed(draft, keys)
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
        if event.seq <= held and self._known(event.id):
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
                if not self._known(early.id):
                    self._insert(early, signed)
                    waiting.append(early)

    def _known(self, event_id: str) -> bool:
        return event_id in self._new or self._replica.known(event_id)

    def _insert(self, event: Event, signed: Signed) -> None:
        replica = self._replica
        self.touched = True
        pos = replica.end + 1
        self._new[event.id] = [
            pos,
            event.id,
            event.node,
            event.inc,
            event.seq,
            event.kind,
            event.ent,
            signed.data,
            signed.sig,
        ]
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
        self.written.append(Stored.of(pos, event, signed))

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
        execute_many(
            self._db, "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", list(self._new.values())
        )
        execute_many(
            self._db,
            "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)",
            [(*place, replica.vector[place], replica._last[place]) for place in self._moved],
        )
        ents = self._touched_ents
        execute_many(self._db, "DELETE FROM heads WHERE ent = ?", [(ent,) for ent in ents])
        execute_many(
            self._db,
            "INSERT INTO heads VALUES (?, ?)",
            [(ent, head) for ent in ents for head in replica.fold.heads(ent)],
        )
        replica.state = replica.fold.state()
        project(self._db, self._before, replica.state)
