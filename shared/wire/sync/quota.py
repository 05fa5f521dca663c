"""How much the hall takes from one author: a budget for each key, refilled as time passes.

Events beyond the budget are not lost. They stay in their author's log, and the hall takes them
after a pause. So a table that was offline for days catches up more slowly, and a flood stays on
the disk of the device that writes it.

An author pays for each new event in the hall's log once its signature is checked, whichever device
brings it. So no device can use up another's budget.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from shared.core.state import Device
from shared.wire.envelope import Signed
from shared.wire.sync.log import Stored

MINUTE_MS = 60_000
PAUSE_MS = 30_000
"""How long an author waits whose budget is used up."""
TOLD_MS = 2 * PAUSE_MS + MINUTE_MS
"""How long after its last try a device over its budget is listed."""
WORK_MS = 10_000
"""After this time a push that the disk has not answered no longer keeps out the next one."""


class Budget(NamedTuple):
    """The most that the hall takes from one author, and what refills it each minute.

    The first event of each start of a device counts as ``start`` events: each start stays a line
    in the greetings of all nodes.
    """

    events: int
    size: int
    events_a_minute: int
    size_a_minute: int
    start: int = 50


TABLE = Budget(4_000, 4 << 20, 100, 100 << 10)
"""For a device without rights. The busiest table writes less than a tenth of the refill: a batch of
presses each half minute, moves and results once a game. A full budget is more than twelve hours of
work without the hall."""
OFFICE = Budget(40_000, 64 << 20, 1_000, 4 << 20)
"""For a device with rights: referees and halls register whole fields of players."""


@dataclass
class Spent:
    """The used part of one author's budget at ``at`` (monotonic ms)."""

    at: int
    starts: int = 0
    events: int = 0
    size: int = 0

    def refill(self, budget: Budget, now: int) -> None:
        """Give back whole events and bytes for the time that has passed; keep the rest of it."""
        self.events += self.starts * (budget.start - 1)
        self.starts = 0
        passed = now - self.at
        events = passed * budget.events_a_minute // MINUTE_MS
        if not events:
            return
        self.at = now
        self.events = max(0, self.events - events)
        self.size = max(0, self.size - passed * budget.size_a_minute // MINUTE_MS)


class Quota:
    """The budgets of all authors, and the devices whose push is being stored."""

    def __init__(self) -> None:
        self._spent: dict[str, Spent] = {}
        self._beyond: dict[str, int] = {}
        self._at_work: dict[str, int] = {}

    def begin(self, device: str, now: int) -> bool:
        """Note a device's push; return False while the hall still stores its last one."""
        if now < self._at_work.get(device, 0):
            return False
        self._at_work[device] = now + WORK_MS
        return True

    def end(self, device: str) -> None:
        """Note that the push of a device is stored, or cannot be."""
        self._at_work.pop(device, None)

    def part(
        self, events: Iterable[Signed], devices: dict[str, Device], now: int
    ) -> tuple[tuple[Signed, ...], tuple[bytes, ...]]:
        """Return the events of a push to take now, and the authors over their budget."""
        taken: list[Signed] = []
        open_: dict[bytes, bool] = {}
        for signed in events:
            author = author_of(signed)
            if author is not None and author not in open_:
                open_[author] = self._has_room(devices.get(author.hex()), now)
            if author is None or open_[author]:
                taken.append(signed)
        return tuple(taken), tuple(author for author, is_open in open_.items() if not is_open)

    def _has_room(self, author: Device | None, now: int) -> bool:
        """Return whether an author is within budget. The store judges authors unknown here."""
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
        """Charge the authors of events that are new in the hall's log."""
        for stored in written:
            spent = self._spent.get(stored.place[0])
            if spent is not None:
                spent.events += 1
                spent.starts += stored.place[2] == 1
                spent.size += len(stored.signed.data)

    def beyond(self, now: int) -> tuple[bytes, ...]:
        """Return the authors who have lately been over their budget."""
        self._beyond = {node: at for node, at in self._beyond.items() if now - at <= TOLD_MS}
        return tuple(bytes.fromhex(node) for node in sorted(self._beyond))


class _Author(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of an envelope, the same in all versions."""

    v: object
    node: bytes


_AUTHOR = msgspec.msgpack.Decoder(_Author)


def author_of(signed: Signed) -> bytes | None:
    """Return the author that an event names, None if it is not an envelope."""
    try:
        return _AUTHOR.decode(signed.data).node
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
