"""A log in memory with real keys and signatures, in place of a replica."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from nacl.signing import SigningKey

from shared.core.events import (
    Actor,
    Body,
    DeviceEnrolled,
    Draft,
    Event,
    LogKey,
    PlayerSeated,
    Role,
    Scope,
    entities,
)
from shared.core.state import Device
from shared.wire.envelope import BadEvent, Signed, Stamp, node_of, read, seal, verify
from shared.wire.messages import Vector, digest
from shared.wire.sync.log import Stored

START = 1_700_000_000_000


@dataclass
class Author:
    """A device key and its incarnation."""

    key: SigningKey
    inc: str = "a1" * 8

    @property
    def public(self) -> bytes:
        return bytes(self.key.verify_key)

    @property
    def node(self) -> str:
        return node_of(self.public)

    def restarted(self) -> Author:
        """Return the same device after a new process start."""
        return Author(self.key, blake2b(self.inc.encode(), digest_size=8).hexdigest())


def author(name: str) -> Author:
    """Return an author whose key depends on the name alone."""
    return Author(SigningKey(blake2b(name.encode(), digest_size=32).digest()))


ROOT = author("root")


class MemoryLog:
    """Implements ``shared.wire.sync.log.Log``; it takes in what a replica would take in."""

    def __init__(self, store_id: str) -> None:
        self.store_id = store_id
        self.term = 0
        self.rows: list[Stored] = []
        self.vector: Vector = {}
        self.acked: Vector = {}
        self.cursors: dict[str, int] = {}
        self.forked: set[tuple[str, str]] = set()
        self._ids: set[str] = set()
        self._last: dict[tuple[str, str], str] = {}
        self._keys = {ROOT.node: ROOT.public}

    @property
    def end(self) -> int:
        return len(self.rows)

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(self._ids)

    def cursor(self, store: str) -> int:
        return self.cursors.get(store, 0)

    def missing(self, theirs: Mapping[tuple[str, str], int], limit: int) -> Sequence[Stored]:
        return [s for s in self.rows if s.event.seq > theirs.get(s.event.place[:2], 0)][:limit]

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        return self.rows[max(pos, 0) :][:limit]

    def part(self, log: LogKey, beyond: int, after: int, limit: int) -> Sequence[Stored]:
        return [
            row
            for row in self.rows[after:]
            if row.event.place[:2] == log and row.event.seq > beyond
        ][:limit]

    def digest(self, log: LogKey, upto: int) -> bytes:
        mine = [r.event for r in self.rows if r.event.place[:2] == log and r.event.seq <= upto]
        return digest(event.id for event in sorted(mine, key=lambda e: (e.seq, e.id)))

    def write(self, author: Author, ent: str, body: Body, actor: Actor | None = None) -> Event:
        """Append an event of the author's own."""
        place = (author.node, author.inc)
        seq, prev = self.vector.get(place, 0) + 1, self._last.get(place, "")
        stamp = Stamp(author.inc, seq, START + self.end, self.term, prev=prev)
        signed, event = seal(author.key, Draft(ent, body, actor or Actor()), stamp)
        self._insert(signed, event)
        return event

    def say(self, author: Author, times: int = 1) -> list[Event]:
        """Append events whose content does not matter."""
        return [self.write(author, "men/1/m1/presence/0", PlayerSeated()) for _ in range(times)]

    def enrol(self, author: Author, role: Role = "terminal", *scopes: Scope) -> None:
        body = DeviceEnrolled(author.public, author.public, role, scopes, author.node[:4])
        self.write(ROOT, entities.device(author.node), body)

    def knows(self, author: Author) -> bool:
        """Return whether the author's enrolment is here."""
        return author.node in self._keys

    def ingest(self, signed: Signed) -> Stored | None:
        """Take in an event from a peer: None if it was known. Raises BadEvent."""
        event = read(signed)
        if event.id in self._ids:
            return None
        if event.node not in self._keys:
            raise BadEvent("its author is not enrolled here")
        verify(signed, self._keys[event.node])
        if event.seq > self.vector.get(event.place[:2], 0) + 1:
            raise BadEvent("it came before an earlier one")
        return self._insert(signed, event)

    def set_back(self, length: int, store_id: str | None = None) -> MemoryLog:
        """Return a copy of the log as it was after ``length`` events."""
        older = MemoryLog(store_id or self.store_id)
        for row in self.rows[:length]:
            older._insert(row.signed, row.event)
        older.cursors = dict(self.cursors) if length == self.end else {}
        return older

    def note_acked(self, node: str, vector: Vector, *, complete: bool) -> None:
        """What the hall says that it holds of ``node``'s own events."""
        if complete:
            self.acked.clear()
        for place, seq in vector.items():
            if place[0] == node and seq > self.acked.get(place, 0):
                self.acked[place] = seq

    def unacked(self, node: str) -> set[str]:
        """Ids of ``node``'s own events that the hall has not said to hold."""
        return {
            row.event.id
            for row in self.rows
            if row.event.node == node and row.event.seq > self.acked.get(row.event.place[:2], 0)
        }

    def _insert(self, signed: Signed, event: Event) -> Stored:
        stored = Stored.of(self.end + 1, event, signed)
        self.rows.append(stored)
        self._ids.add(event.id)
        place = (event.node, event.inc)
        if event.seq == self.vector.get(place, 0) + 1:
            self.vector[place] = event.seq
            self._last[place] = event.id
        else:
            self.forked.add(place)
        if isinstance(event.body, DeviceEnrolled):
            self._keys[node_of(event.body.sign_key)] = event.body.sign_key
        return stored


def device_of(who: Author, *, role: Role = "terminal", revoked: bool = False) -> Device:
    """Return the device as the hall's state knows it."""
    return Device(who.node, who.public, who.public, role, (), who.node[:4], revoked)
