"""The outbox: it sends the hall what it lacks of this log, one batch at a time, until acknowledged.

It keeps no events. It compares the log with what the hall is known to hold.
"""

from collections.abc import Sequence

from shared.core.events import Event
from shared.wire.limits import MAX_BATCH_BYTES, MAX_BATCH_EVENTS
from shared.wire.messages import Ack, Push, Vector, vector
from shared.wire.sync.effects import Send
from shared.wire.sync.log import Log, Stored
from shared.wire.sync.repair import Repair

RESEND_MS = 300
RESEND_MAX_MS = 2_000
"""An unanswered message is sent again after RESEND_MS, doubling to RESEND_MAX_MS."""
UNWANTED_RETRY_MS = 30_000
"""Refused events are offered again after this time: the hall may know the author by then."""
MOST_PAUSE_MS = 120_000
"""The longest pause that a hall may ask for."""


class Outbox:
    """The events that one node sends to one hall. ``now`` is monotonic milliseconds throughout."""

    def __init__(self, log: Log, repair: Repair) -> None:
        self._log = log
        self._repair = repair
        self._held: Vector = {}
        self._batch = 0
        self._push: Push | None = None
        self._owed: Sequence[Stored] = ()
        self._push_at = 0
        self._push_wait = RESEND_MS
        self._unwanted: set[str] = set()
        self._unwanted_until = 0
        self._later: dict[str, int] = {}

    def welcomed(self, held: Vector) -> None:
        """Note all that the hall holds."""
        self._held = held
        self._unwanted.clear()
        self._later.clear()
        self._push = None

    def fall_silent(self) -> None:
        """Stop waiting for an answer: the link is gone."""
        self._push = None

    def again(self, now: int) -> list[Send]:
        """Return the batch in flight if it is time to send it again."""
        if self._unwanted and now >= self._unwanted_until:
            self._unwanted.clear()
        if self._push is None or now < self._push_at:
            return []
        self._push_wait = min(self._push_wait * 2, RESEND_MAX_MS)
        self._push_at = now + self._push_wait
        return [Send(self._push)]

    def next(self, now: int) -> list[Send]:
        """Return a batch of what the hall lacks, if none is in flight."""
        if self._push is not None:
            return []
        self._later = {node: until for node, until in self._later.items() if now < until}
        owed = self._repair.owed()
        if owed and owed[0].place[0] not in self._later:
            batch = _within_limits(owed)
            self._repair.handed_in(batch[-1])
            self._owed = batch
        else:
            self._owed = []
            lacking = self._log.missing(self._wanted(), MAX_BATCH_EVENTS + len(self._unwanted))
            batch = _within_limits([s for s in lacking if s.id not in self._unwanted])
        if not batch:
            return []
        self._batch += 1
        self._push = Push(self._batch, tuple((s.signed.data, s.signed.sig) for s in batch))
        self._push_wait = RESEND_MS
        self._push_at = now + RESEND_MS
        return [Send(self._push)]

    def _wanted(self) -> Vector:
        """Return what the hall holds, with the logs of paused authors counted as held."""
        if not self._later:
            return self._held
        waits = {place: seq for place, seq in self._log.vector.items() if place[0] in self._later}
        return self._held | waits

    def acked(self, message: Ack, now: int) -> Vector | None:
        """Return what is durable at the hall now; None for an answer to another batch."""
        if self._push is None or message.batch != self._push.batch:
            return None
        self._push = None
        self._wait(message, now)
        durable = vector(message.vector)
        self._held.update(durable)
        if message.refused:
            self._unwanted.update(event_id for event_id, _ in message.refused)
            self._unwanted_until = now + UNWANTED_RETRY_MS
        return durable

    def _wait(self, message: Ack, now: int) -> None:
        """Note which authors the hall pauses, and owe it all of the part that it did not take."""
        pause = min(message.pause_ms, MOST_PAUSE_MS)
        for node in message.later:
            self._later[node.hex()] = now + pause
        for place in {stored.place[:2] for stored in self._owed}:
            if place[0] in self._later:
                self._repair.owe(place)

    def note(self, events: Sequence[Event]) -> Vector:
        """Note events of the hall's log as held there; return those that were not known to be."""
        noted: Vector = {}
        for event in events:
            place = (event.node, event.inc)
            if event.seq > self._held.get(place, 0):
                self._held[place] = noted[place] = event.seq
        return noted


def _within_limits(events: Sequence[Stored]) -> list[Stored]:
    size = 0
    for count, stored in enumerate(events[:MAX_BATCH_EVENTS]):
        size += len(stored.signed.data) + len(stored.signed.sig)
        if size > MAX_BATCH_BYTES and count:
            return list(events[:count])
    return list(events[:MAX_BATCH_EVENTS])
