"""The tables' clocks that a node hears: kept until its next tick, so that its app is woken once."""

from collections.abc import Sequence

from shared.machine.clocks import Clock
from shared.port import LiveSeen, LiveTable
from shared.wire.codec import CodecError, prepare, unpack
from shared.wire.messages import Reading

prepare(LiveTable)


class ClocksHeard:
    """What was heard since it was last taken. ``now`` is monotonic milliseconds."""

    def __init__(self, now: Clock) -> None:
        self._now = now
        self._seen: list[LiveSeen] = []

    def hear(self, readings: Sequence[Reading]) -> None:
        """Keep the readings; one that cannot be read, or is another table's, is left out."""
        now = self._now()
        for reading in readings:
            try:
                live: LiveTable = unpack(reading.data, LiveTable)
            except CodecError:
                continue
            # The hall has checked the reading's table, but does not look into its data.
            if live.table == reading.table:
                self._seen.append(LiveSeen(live, now - reading.ago_ms))

    def take(self) -> list[LiveSeen]:
        """Return what is kept, and keep it no longer."""
        seen, self._seen = self._seen, []
        return seen
