"""The park: events that came too early, kept on the disk.

An event needs its author's enrolment and the event before it. The park has a limit for all and a
limit for each author. An event that finds no room is refused, and its node offers it again. Without
the key a signature cannot be checked, so one event may be parked with several signatures.
"""

from collections.abc import Collection, Iterable, Iterator

from sqlite_utils import Database

from shared.core.events import DeviceEnrolled, Event
from shared.wire.envelope import BadEvent, Signed, node_of, read

MAX_EVENTS = 4_096
MAX_BYTES = 8 << 20
MAX_OF_ONE = 256
"""Parked events of one author, as many as a push holds. An author does not pay for parked events,
so they must not take the room of others."""


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
                continue  # the node that has it offers it again

    def __len__(self) -> int:
        return self._count

    def put(self, event: Event, signed: Signed) -> bool:
        """Park an event; return False if it is here already or there is no room."""
        own = self._by_node.get(event.node, {})
        full = self._count >= MAX_EVENTS or self._bytes + _size(signed) > MAX_BYTES
        if full or len(own) >= MAX_OF_ONE or signed in own:
            return False
        self._db.execute("INSERT INTO parked VALUES (?, ?, ?)", [event.id, signed.sig, signed.data])
        self._note(event, signed)
        return True

    def drop(self, event: Event, signed: Signed) -> None:
        """Remove an event that is stored now or proved to be forged."""
        del self._by_node[event.node][signed]
        self._count -= 1
        self._bytes -= _size(signed)
        self._db.execute("DELETE FROM parked WHERE id = ? AND sig = ?", [event.id, signed.sig])

    def waits_for(self, come: Event) -> Iterator[tuple[Event, Signed]]:
        """Return the events that can be stored now that ``come`` is here, in log order."""
        if isinstance(come.body, DeviceEnrolled):
            yield from _in_order(self._of(node_of(come.body.sign_key)))
        next_up = (pair for pair in self._of(come.node) if _is_next(pair[0], come))
        yield from _in_order(next_up)

    def _of(self, node: str) -> Collection[tuple[Event, Signed]]:
        return self._by_node.get(node, {}).values()

    def _note(self, event: Event, signed: Signed) -> None:
        self._by_node.setdefault(event.node, {})[signed] = (event, signed)
        self._count += 1
        self._bytes += _size(signed)


def _size(signed: Signed) -> int:
    return len(signed.data) + len(signed.sig)


def _is_next(early: Event, come: Event) -> bool:
    return early.inc == come.inc and early.seq <= come.seq + 1


def _in_order(parked: Iterable[tuple[Event, Signed]]) -> list[tuple[Event, Signed]]:
    return sorted(parked, key=lambda pair: (pair[0].place, pair[0].id))
