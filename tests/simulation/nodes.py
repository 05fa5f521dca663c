"""The product's own engines without threads and sockets: the world carries what they send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from shared.core.events import Event, Role
from shared.net.address import HallAddress
from shared.node.follower import FollowerNode
from shared.node.hall import HallNode
from shared.node.identity import Home
from shared.node.work import Acked, Append, Outcome, Work
from shared.port import Saved, Told
from shared.store.batch import Batch
from shared.store.replica import Replica
from shared.wire.messages import FromHall, OnFeed, ToHall

NOWHERE = HallAddress("127.0.0.1", 1, 2, b"h" * 32)


class Watcher(Protocol):
    """Who keeps the books of what a node did."""

    def writes(self, replica: Replica, ent: str) -> frozenset[str]:
        """A node is about to write on this entity; returns what it has seen of it."""

    def wrote(self, events: list[Event], seen: list[frozenset[str]]) -> None:
        """It has written."""

    def accepted(self, event_ids: tuple[str, ...]) -> None:
        """A screen said *held here*."""

    def at_hall(self, event_ids: set[str]) -> None:
        """A screen said *at the hall*."""


class Wire:
    """What a node has instead of sockets."""

    def __init__(self, send: Callable[[ToHall], None]) -> None:
        self.send = send

    def close(self) -> None:
        """Nothing to close."""


class HallWire:
    """What a hall has instead of sockets."""

    def __init__(
        self,
        reply: Callable[[bytes, FromHall], None],
        publish: Callable[[bytes, OnFeed], None],
    ) -> None:
        self.reply = reply
        self.publish = publish

    def close(self) -> None:
        """Nothing to close."""


def _hear(node: SimFollower | SimHall, told: Told) -> None:
    if isinstance(told, Saved) and told.events:
        node.watcher.accepted(told.events)


def _do(node: SimFollower | SimHall, batch: Batch, work: Work, outcome: Outcome) -> None:
    if isinstance(work, Append):
        node.watcher.wrote(outcome.events, node.seen_by_work)


class SimFollower(FollowerNode):
    """A follower node whose messages the world carries."""

    watcher: Watcher

    def __init__(
        self, home: Home, role: Role, clock: Callable[[], int], wall: Callable[[], int]
    ) -> None:
        super().__init__(home, NOWHERE, role=role, wall=wall, monotonic=clock)
        self.seen_by_work: list[frozenset[str]] = []

    def boot(self, watcher: Watcher, send: Callable[[ToHall], None]) -> None:
        """Start the process."""
        self.watcher = watcher
        self._listener = lambda told: _hear(self, told)
        self.open_replica()
        self.begin()
        self._sockets = Wire(send)  # type: ignore[assignment]

    def _connect(self, hall: HallAddress) -> None:
        """The world decides who hears whom: every place is reached by the same wire."""
        self._hall = hall

    def _do(self, batch: Batch, work: Work) -> Outcome:
        if isinstance(work, Append):
            self.seen_by_work = [self.watcher.writes(self.replica, d.ent) for d in work.drafts]
        outcome = super()._do(batch, work)
        _do(self, batch, work, outcome)
        return outcome

    def note_acked(self, acked: Acked) -> None:
        before = set(self.where.unsent)
        super().note_acked(acked)
        self.watcher.at_hall(before - self.where.unsent)

    @property
    def waits(self) -> bool:
        """Whether work waits for a commit."""
        return bool(self._queue)

    @property
    def live(self) -> bool:
        """Whether it says that it has everything, and the hall has everything of its own."""
        return self._link.state == "live" and not self.where.unsent

    @property
    def refused(self) -> bool:
        """Whether the hall turned it away."""
        return self._link.state == "refused"


class SimHall(HallNode):
    """A hall node whose messages the world carries."""

    watcher: Watcher

    def __init__(self, home: Home, clock: Callable[[], int], wall: Callable[[], int]) -> None:
        super().__init__(
            home, host="127.0.0.1", sync_port=0, feed_port=0, wall=wall, monotonic=clock
        )
        self.seen_by_work: list[frozenset[str]] = []

    def boot(self, watcher: Watcher, wire: HallWire) -> None:
        """Start the process."""
        self.watcher = watcher
        self._listener = lambda told: _hear(self, told)
        self.open_replica()
        self.begin()
        self._sockets = wire  # type: ignore[assignment]

    def _do(self, batch: Batch, work: Work) -> Outcome:
        if isinstance(work, Append):
            self.seen_by_work = [self.watcher.writes(self.replica, d.ent) for d in work.drafts]
        outcome = super()._do(batch, work)
        _do(self, batch, work, outcome)
        return outcome

    @property
    def waits(self) -> bool:
        """Whether work waits for a commit."""
        return bool(self._queue)
