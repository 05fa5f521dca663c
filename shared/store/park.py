"""The park: events that came before what they need, kept on the disk until it comes.

An event needs its author's enrolment and the event before it. The park is bounded: what finds no
room is refused, and the node that has it offers it again. A signature cannot be checked before
the key is known, so one event may be parked with several: the true one is found later.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from shared.core.events import DeviceEnrolled, Event
from shared.wire.envelope import BadEvent, Signed, node_of, read

MAX_EVENTS = 4_096
MAX_BYTES = 8 << 20


class Park:
    """The parked events of one replica; they are not in its log, its vector or its state."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._by_node: dict[str, dict[Signed, tuple[Event, Signed]]] = {}
        self._count = 0
        self._bytes = 0
        for data, sig in db.execute("SELECT data, sig FROM parked ORDER BY id, sig").fetchall():
            signed = Signed(data, sig)
            try:
                self._note(read(signed), signed)
            except BadEvent:
                continue  # nothing is claimed about it, and whoever has it offers it again

    def __len__(self) -> int:
        return self._count

    def put(self, event: Event, signed: Signed) -> bool:
        """Park an event; False if it is here already or there is no room."""
        full = self._count >= MAX_EVENTS or self._bytes + _size(signed) > MAX_BYTES
        if full or signed in self._by_node.get(event.node, {}):
            return False
        self._db.execute("INSERT INTO parked VALUES (?, ?, ?)", [event.id, signed.sig, signed.data])
        self._note(event, signed)
        return True

    def drop(self, event: Event, signed: Signed) -> None:
        """It was taken in, or it proved to be forged."""
        del self._by_node[event.node][signed]
        self._count -= 1
        self._bytes -= _size(signed)
        self._db.execute("DELETE FROM parked WHERE id = ? AND sig = ?", [event.id, signed.sig])

    def waits_for(self, come: Event) -> Iterator[tuple[Event, Signed]]:
        """What may be taken in now that ``come`` is here, in the order of its author."""
        if not self._count:
            return
        node = come.node
        if isinstance(come.body, DeviceEnrolled):
            node = node_of(come.body.sign_key)
            yield from self._of(come.node)
        yield from self._of(node)

    def _of(self, node: str) -> list[tuple[Event, Signed]]:
        parked = self._by_node.get(node, {}).values()
        return sorted(parked, key=lambda pair: (pair[0].place, pair[0].id))

    def _note(self, event: Event, signed: Signed) -> None:
        self._by_node.setdefault(event.node, {})[signed] = (event, signed)
        self._count += 1
        self._bytes += _size(signed)


def _size(signed: Signed) -> int:
    return len(signed.data) + len(signed.sig)
