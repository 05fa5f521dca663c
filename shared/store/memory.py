"""The part of a replica in memory: the fold, the keys, and how far each author's log goes.

It is rebuilt from the disk at each start and after each transaction that failed. It writes nothing.
"""

from collections.abc import Iterable, Iterator

from shared.core.events import DeviceEnrolled, Event, LogKey
from shared.core.fold import Fold, ToldState
from shared.core.state import EMPTY, HallState
from shared.store.shelf import ClockShelf
from shared.wire.envelope import node_of
from shared.wire.messages import Vector


class Memory:
    """The log of one replica in memory. Most clock batches stay on the ``shelf``, on disk.

    ``root_key`` is the tournament's.
    """

    def __init__(self, root_key: bytes, node: str, shelf: ClockShelf) -> None:
        root = node_of(root_key)
        self.fold = Fold(root, node, shelf)
        self.fold.resume(shelf.presses)
        self.state: HallState = EMPTY
        self.vector: Vector = {}
        self.acked: Vector = {}
        self.end = 0
        """The position of the last event."""
        self.forked: set[LogKey] = set()
        self._last: dict[LogKey, str] = {}
        self._last_of: dict[str, str] = {}
        self._keys: dict[str, bytes] = {root: root_key}
        self.digests: dict[LogKey, bytes] = {}
        """The digests of whole logs that were asked for since the log grew."""

    def add(self, events: Iterable[Event]) -> None:
        """Add the next events of the log. ``tell`` brings them into ``state``."""
        self.fold.add(self._noted(events))

    def _noted(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            self._note(event)
            yield event

    def _note(self, event: Event) -> None:
        log = (event.node, event.inc)
        self.digests.pop(log, None)
        if event.seq > self.vector.get(log, 0):
            self.vector[log] = event.seq
            self._last[log] = event.id
        else:
            self.forked.add(log)
        self._last_of[event.node] = event.id
        if isinstance(event.body, DeviceEnrolled):
            self._keys[node_of(event.body.sign_key)] = event.body.sign_key

    def tell(self) -> ToldState:
        """Derive the state anew."""
        told = self.fold.tell()
        self.state = told.state
        return told

    def key_of(self, node: str) -> bytes | None:
        """Return the public key that a node signs with, None while it is not known."""
        return self._keys.get(node)

    def held(self, log: LogKey) -> int:
        """Return the last number of an author's log that is here without a gap."""
        return self.vector.get(log, 0)

    def last(self, log: LogKey) -> str:
        """Return the id of the event with that number."""
        return self._last[log]

    def next_place(self, node: str, inc: str) -> tuple[int, str]:
        """Return the number of an author's next event, and the id of the one before it."""
        seq = self.held((node, inc)) + 1
        return seq, self._last[node, inc] if seq > 1 else self._last_of.get(node, "")
