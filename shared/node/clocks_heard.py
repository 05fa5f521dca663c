"""The tables' clocks that a node hears: kept until its next tick, so that its app is woken once."""

from shared.machine.clocks import Clock
from shared.port import LiveSeen, LiveTable
from shared.wire.codec import CodecError, prepare, unpack
from shared.wire.messages import Live

prepare(LiveTable)


class ClocksHeard:
    """What was heard since it was last taken. ``now`` is monotonic milliseconds."""

    def __init__(self, now: Clock) -> None:
        self._now = now
        self._seen: list[LiveSeen] = []

    def hear(self, message: Live) -> None:
        """Keep a reading; one that cannot be read, or is another table's, is left out."""
        try:
            live: LiveTable = unpack(message.data, LiveTable)
        except CodecError:
            return
        # The hall has checked the message's table, but does not look into its data.
        if live.table == message.table:
            self._seen.append(LiveSeen(live, self._now()))

    def take(self) -> list[LiveSeen]:
        """Return what is kept, and keep it no longer."""
        seen, self._seen = self._seen, []
        return seen
