"""How much the hall takes in of one author: a budget for each key, refilled as time passes.

What goes beyond it is not refused and not lost. It stays in its author's own log, is not handed on,
and is asked for again after a pause. So a table that was offline for days catches up a little more
slowly, and a flood stays on the disk of the device that writes it.

An author pays for what is new in the hall's log, whoever brings it, and only once its signature
was found to be true: nobody can use up another's budget.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from shared.core.state import Device
from shared.wire.envelope import Signed
from shared.wire.sync.log import Stored

MINUTE_MS = 60_000
PAUSE_MS = 30_000
"""So long an author whose budget is used up waits before the hall takes in more of him."""
TOLD_MS = 2 * PAUSE_MS + MINUTE_MS
"""So long after its last try a device is told of that sends more than it may."""
WORK_MS = 10_000
"""A push that the disk has not answered for so long no longer keeps out the next one."""


class Budget(NamedTuple):
    """What the hall takes in of one author: a store, and what refills it each minute.

    Every start of a device is a line in the greetings of all nodes, for good: the first event of
    one counts as ``start`` events.
    """

    events: int
    size: int
    events_a_minute: int
    size_a_minute: int
    start: int = 50


TABLE = Budget(4_000, 4 << 20, 100, 100 << 10)
"""For a device without rights. The busiest table writes less than a tenth of what refills it (a
batch of presses each half minute, moves and results once a game), so it never catches up with
itself; the store alone is more than a day's work of twelve hours without the hall."""
OFFICE = Budget(40_000, 64 << 20, 1_000, 4 << 20)
"""For a device with rights: referees and halls bring in whole fields of players."""


@dataclass
class Spent:
    """What is used of one author's budget, as of ``at`` (monotonic ms)."""

    at: int
    starts: int = 0
    events: int = 0
    size: int = 0

    def refill(self, budget: Budget, now: int) -> None:
        """Time has passed. Whole events and bytes come back; the rest of the time is kept."""
        self.events += self.starts * (budget.start - 1)
        self.starts = 0
        passed = now - self.at
        events = passed * budget.events_a_minute // MINUTE_MS
        if not events:
            return
        self.at = now
        self.events = max(0, self.events - events)
        self.size = max(0, self.size - passed * budget.size_a_minute // MINUTE_MS)


class Part(NamedTuple):
    """A push, parted: what is taken in now, and the authors of whom the rest comes later."""

    taken: tuple[Signed, ...]
    later: tuple[bytes, ...]


class Quota:
    """The budgets of all authors, and which device has a push at work."""

    def __init__(self) -> None:
        self._spent: dict[str, Spent] = {}
        self._beyond: dict[str, int] = {}
        self._at_work: dict[str, int] = {}

    def begin(self, device: str, now: int) -> bool:
        """A device hands something in; False while the hall still stores its last push."""
        if now < self._at_work.get(device, 0):
            return False
        self._at_work[device] = now + WORK_MS
        return True

    def end(self, device: str) -> None:
        """The push of a device is stored, or cannot be."""
        self._at_work.pop(device, None)

    def part(self, events: Iterable[Signed], devices: dict[str, Device], now: int) -> Part:
        """Return what of a push is taken in now, whatever its authors have in hand later."""
        taken: list[Signed] = []
        open_: dict[bytes, bool] = {}
        for signed in events:
            author = author_of(signed)
            if author is not None and author not in open_:
                open_[author] = self._has_room(devices.get(author.hex()), now)
            if author is None or open_[author]:
                taken.append(signed)
        return Part(tuple(taken), tuple(author for author, is_open in open_.items() if not is_open))

    def _has_room(self, author: Device | None, now: int) -> bool:
        """Whether more of an author is taken in; who is not enrolled here is judged elsewhere."""
        if author is None:
            return True
        budget = OFFICE if author.scopes else TABLE
        spent = self._spent.setdefault(author.node, Spent(now))
        spent.refill(budget, now)
        if spent.events < budget.events and spent.size < budget.size:
            return True
        self._beyond[author.node] = now
        return False

    def pay(self, written: Iterable[Stored]) -> None:
        """These events are new in the hall's log."""
        for stored in written:
            spent = self._spent.get(stored.place[0])
            if spent is not None:
                spent.events += 1
                spent.starts += stored.place[2] == 1
                spent.size += len(stored.signed.data)

    def beyond(self, now: int) -> tuple[bytes, ...]:
        """The authors who have lately sent more than they may."""
        self._beyond = {node: at for node, at in self._beyond.items() if now - at <= TOLD_MS}
        return tuple(bytes.fromhex(node) for node in sorted(self._beyond))


class _Author(msgspec.Struct, frozen=True, array_like=True):
    """What an envelope begins with, in all versions."""

    v: object
    node: bytes


_AUTHOR = msgspec.msgpack.Decoder(_Author)


def author_of(signed: Signed) -> bytes | None:
    """Return who says that they wrote an event, None if it is not an envelope."""
    try:
        return _AUTHOR.decode(signed.data).node
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
