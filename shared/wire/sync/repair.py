"""Repair: what a hall promised and a node lacks, or holds otherwise, found and asked for by author.

Reading the hall's log by position brings nearly everything. What it cannot bring: events that
stand in positions read before the hall was restored, and the second of two events under one
number, where each side holds another.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.core.events import LogKey
from shared.wire.limits import MAX_BATCH_EVENTS
from shared.wire.messages import Fetch, Promise
from shared.wire.sync.log import Log, Stored


class Repair:
    """Compares the log with one Welcome. Asks for each author at most twice, so it ends.

    Once is enough for a link. While it stands, a log grows in two ways only: by what the hall
    sends, which stands in its log, twins and all; and by what this node writes, under a number of
    its own start. What comes into a file by any other way comes while no node runs on it, and its
    next start begins with a Welcome. Only a twin of what the hall sends shows a new difference: the
    other one may be here alone, and is handed in at once (``owe``).
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._promised: dict[LogKey, tuple[int, bytes]] = {}
        self._asked: set[LogKey] = set()
        self._owed: dict[LogKey, tuple[int, int]] = {}

    def promised(self, lines: Sequence[Promise]) -> None:
        """A hall greets: this is what it holds."""
        self._promised = {
            (node.hex(), inc.hex()): (seq, digest) for node, inc, seq, digest in lines
        }
        self._asked = set()
        self._owed = {}

    def next(self, store: str) -> Fetch | None:
        """The next range to ask for, once the hall's log was read; None if nothing is open.

        Where both logs are of one length and differ, the hall is owed all of ours as well.
        """
        while self._promised:
            log, (seq, digest) = next(iter(self._promised.items()))
            held = self._log.vector.get(log, 0)
            if held >= seq and self._log.digest(log, seq) == digest:
                del self._promised[log]
            elif held < seq and log not in self._asked:
                self._asked.add(log)
                return _fetch(store, log, held)
            else:
                del self._promised[log]
                self.owe(log)
                return _fetch(store, log, 0)
        return None

    def owe(self, log: LogKey) -> None:
        """The hall is owed all that is here of one author's start, whatever its vector says."""
        self._owed[log] = (0, self._log.end)

    def owed(self) -> Sequence[Stored]:
        """Events to hand in whatever the hall's vector says; ``handed_in`` moves on."""
        while self._owed:
            log, (after, end) = next(iter(self._owed.items()))
            rows = self._log.part(log, 0, after, MAX_BATCH_EVENTS)
            ours = [row for row in rows if row.pos <= end]
            if ours:
                return ours
            del self._owed[log]
        return ()

    def handed_in(self, last: Stored) -> None:
        """A batch of what is owed was sent, up to this event."""
        log = last.place[:2]
        self._owed[log] = (last.pos, self._owed[log][1])


def _fetch(store: str, log: LogKey, beyond: int) -> Fetch:
    return Fetch(store, bytes.fromhex(log[0]), bytes.fromhex(log[1]), beyond)
