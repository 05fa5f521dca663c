"""Repair: it finds what a node lacks of a hall's logs, and fetches it author by author.

That is quicker than to read a long log by position if nearly all of it is here. Reading by position
cannot bring events in positions that were read before the hall was restored, nor a twin: of two
events under one number, each side may hold another.
"""

from collections.abc import Sequence

from shared.core.events import LogKey
from shared.wire.limits import MAX_BATCH_EVENTS
from shared.wire.messages import Fetch, LogLine
from shared.wire.sync.log import Log, Stored

FETCH_COST = 20
"""To ask for one author's events takes as long as to read about so many more by position."""


class Repair:
    """Compares the log with that of one hall. It asks for each author at most twice, so it ends.

    One comparison is enough for a link. While the link stands, this log grows only by what the
    hall sends and by what this node writes itself. A twin of what the hall sends is sent to the
    hall at once (``owe``).
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._theirs: dict[LogKey, tuple[int, bytes]] = {}
        self._asked: set[LogKey] = set()
        self._owed: dict[LogKey, tuple[int, int]] = {}

    def compared(self, lines: Sequence[LogLine]) -> None:
        """Note what a hall holds of the logs in which it may differ."""
        self._theirs = {(node.hex(), inc.hex()): (seq, digest) for node, inc, seq, digest in lines}
        self._asked = set()
        self._owed = {}

    def lacking(self) -> list[int]:
        """Return of each log with events that are not here how many those are."""
        held = self._log.vector
        beyond = [seq - held.get(log, 0) for log, (seq, _) in self._theirs.items()]
        return [count for count in beyond if count > 0]

    def quicker_than(self, events: int) -> bool:
        """Return whether to ask by author is quicker than to read so many events by position."""
        lacking = self.lacking()
        return sum(lacking) + FETCH_COST * len(lacking) < events

    def next(self, store: str) -> Fetch | None:
        """Return the next range to ask for, None if none is open.

        Where both logs have the same length and differ, the hall is owed all of ours as well.
        """
        while self._theirs:
            log, (seq, digest) = next(iter(self._theirs.items()))
            held = self._log.vector.get(log, 0)
            if held >= seq and self._log.digest(log, seq) == digest:
                del self._theirs[log]
            elif held < seq and log not in self._asked:
                self._asked.add(log)
                return _fetch(store, log, held)
            else:
                del self._theirs[log]
                self.owe(log)
                return _fetch(store, log, 0)
        return None

    def owe(self, log: LogKey) -> None:
        """Owe the hall all events of one log here, whatever its vector says."""
        self._owed[log] = (0, self._log.end)

    def owed(self) -> Sequence[Stored]:
        """Return the next owed events; ``handed_in`` moves on."""
        while self._owed:
            log, (after, end) = next(iter(self._owed.items()))
            rows = self._log.part(log, 0, after, MAX_BATCH_EVENTS)
            ours = [row for row in rows if row.pos <= end]
            if ours:
                return ours
            del self._owed[log]
        return ()

    def handed_in(self, last: Stored) -> None:
        """Note that owed events were sent, up to this one."""
        log = last.place[:2]
        self._owed[log] = (last.pos, self._owed[log][1])


def _fetch(store: str, log: LogKey, beyond: int) -> Fetch:
    return Fetch(store, bytes.fromhex(log[0]), bytes.fromhex(log[1]), beyond)
