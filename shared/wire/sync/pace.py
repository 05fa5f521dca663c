"""The pace of reading from the hall: how much to ask for at once, and when to ask again.

On a shared line an answer may take seconds, and pongs wait behind it; a round that begins takes the
line for itself for a while. So an answer must arrive in a part of the silence that ends a link.
Asked for again too soon, it comes twice.
"""

from collections.abc import Hashable

from shared.wire.limits import FIRST_ROOM, LEAST_ROOM, MAX_BATCH_BYTES
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS

QUICK_MS = 150
"""After an answer this quick, the next one may be twice as large."""
SLOW_MS = 400
"""After a slower answer, the next one is half as large."""


class Pace:
    """``room``: bytes of events to ask for. ``patience``: ms before the same question again."""

    def __init__(self) -> None:
        self.room = FIRST_ROOM
        self.patience = RESEND_MS
        self._what: Hashable = None
        self._asked = 0

    def asks(self, what: Hashable, now: int) -> None:
        """Note when these events were first asked for."""
        if what != self._what:
            self._what, self._asked = what, now

    def answered(self, now: int) -> None:
        """Set room and patience by how long the answer took."""
        took = now - self._asked
        if took <= QUICK_MS:
            self.room = min(2 * self.room, MAX_BATCH_BYTES)
        elif took > SLOW_MS:
            self.room = max(self.room // 2, LEAST_ROOM)
        # The next answer may be twice as large, and others may share the line.
        self.patience = min(max(RESEND_MS, 4 * took), RESEND_MAX_MS)

    def lost(self) -> None:
        """Halve the room: the link ended before the answer came."""
        self.room = max(self.room // 2, LEAST_ROOM)
        self._what = None
