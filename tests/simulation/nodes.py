"""The product's own engines without threads and sockets: the world carries what they send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from shared.core.events import Event, Role
from shared.net.address import AddressBook, HallAddress
from shared.node.follower import FollowerNode
from shared.node.hall import HallNode
from shared.node.identity import Home
from shared.node.scout import Scout
from shared.node.terms import open_term
from shared.node.work import Acked, Append, Outcome, Work
from shared.port import Saved, Told
from shared.store.batch import Batch
from shared.store.replica import Replica
from shared.wire.messages import FromHall, OnFeed, ToHall, Welcome

NOWHERE = HallAddress("127.0.0.1", 1, 2, b"h" * 32)


class Watcher(Protocol):
    """Who keeps the books of what a node did."""

    def writes(self, replica: Replica, ent: str) -> frozenset[str]:
        """A node is about to write on this entity; returns what it has seen of it."""

    def wrote(self, events: list[Event], seen: list[frozenset[str]]) -> None:
        """It has written."""

    def opened(self, event: Event, held: frozenset[str]) -> None:
        """A hall has opened a term, with this much on its disk."""

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

    def cut_feed(self) -> None:
        """The feed of the world has no handshakes: what it brings is a hint in any case."""

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

    def boot(self, watcher: Watcher, wire: HallWire, *, opens_term: bool) -> None:
        """Start the process; a person may have made it the hall."""
        self.watcher = watcher
        self._listener = lambda told: _hear(self, told)
        self.open_replica()
        if opens_term:
            self._open_term()
        self.begin()
        self._sockets = wire  # type: ignore[assignment]
        if self._is_superseded():
            self._step_back(None)

    def _open_term(self) -> None:
        held = frozenset(row[0] for row in self.replica.database.execute("SELECT id FROM log"))
        end = self.replica.end
        open_term(self.replica, self.home, reason="a test", at=self.wall())
        for stored in self.replica.after(end, 2):
            self.watcher.opened(stored.event, held)

    def _step_back(self, address: HallAddress | None) -> None:
        """The world makes a follower of it, as its service would."""
        self.superseded_by = address or NOWHERE

    def meets(self, other: SimHall) -> None:
        """It looks at another hall that is on the air, as its scout does."""
        key = other.home.keys.curve_public
        scout = Scout(
            None,  # type: ignore[arg-type]
            self.replica,
            self.home.keys,
            AddressBook(NOWHERE),
            instance=self.home.instance,
            superseded=self._step_back,
        )
        greeting = Welcome(other.replica.store_id, other.replica.end, other.replica.term, ())
        scout._heard(HallAddress("127.0.0.1", 1, 2, key), [greeting])

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
