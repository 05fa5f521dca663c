"""The pace of reading a long log: how much to ask for at once, and when to ask again.

On a line that many share an answer may take seconds. It keeps the pongs waiting that are behind it,
so it has to be smaller than the silence that ends a link; and asked for again too soon it comes
twice.
"""

from __future__ import annotations

from shared.wire.limits import FIRST_ROOM, LEAST_ROOM, MAX_BATCH_BYTES
from shared.wire.sync.outbox import RESEND_MAX_MS, RESEND_MS

QUICK_MS = 400
"""An answer that took no longer may be twice as large the next time."""
SLOW_MS = 800
"""One that took longer has to be half as large: with a pong behind it, it is near the silence."""


class Pace:
    """``room``: bytes of events to ask for; ``patience``: ms before the same is asked for again."""

    def __init__(self) -> None:
        self.room = FIRST_ROOM
        self.patience = RESEND_MS
        self._after = -1
        self._asked = 0

    def asks(self, after: int, now: int) -> None:
        """What comes after a position is asked for, perhaps not for the first time."""
        if after != self._after:
            self._after, self._asked = after, now

    def answered(self, now: int) -> None:
        """It came."""
        took = now - self._asked
        if took <= QUICK_MS:
            self.room = min(2 * self.room, MAX_BATCH_BYTES)
        elif took > SLOW_MS:
            self.room = max(self.room // 2, LEAST_ROOM)
        # The next one may be twice as large, and takes as long again when others share the line.
        self.patience = min(max(RESEND_MS, 4 * took), RESEND_MAX_MS)

    def lost(self) -> None:
        """The link ended before it came."""
        self.room = max(self.room // 2, LEAST_ROOM)
        self._after = -1
