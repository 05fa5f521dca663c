"""The product's own engines without threads and sockets: the world carries what they send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Protocol

from shared.core.events import Event, Role
from shared.machine.clocks import Clock
from shared.net.address import AddressBook, HallAddress, ListenAt
from shared.net.gate import Gate
from shared.net.hub_sockets import Letter
from shared.node.engine import Engine, L_co
from shared.node.follower import FollowerLink
from shared.node.hall import HallLink
from shared.node.home import Home
from shared.node.scout import Scout
from shared.node.terms import open_term
from shared.node.view import LinkedNode
from shared.node.work import Append, Work, WorkDone
from shared.port import Saved, Told
from shared.store.batch import Batch
from shared.store.replica import Replica
from shared.wire.messages import FromHall, OnFeed, ToHall, Welcome
from shared.wire.sync.comparison import Groups
from shared.wire.sync.effects import FollowerEffect

NOWHERE = HallAddress("127.0.0.1", 1, 2, b"h" * 32)


class Watcher(Protocol):
    """Who keeps the books of what a node did."""

    def writes(self, replica: Replica, ent: str) -> frozenset[str]:
        """Note that a node is about to write on this entity; return what it has seen of it."""

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
        self.gate = Gate()

    def look(self, now: int) -> None:
        """Nobody sends without an end."""

    def asking(self, now: int) -> None:
        """Nobody asks to be admitted."""

    def hang_up(self, letter: Letter) -> None:
        """The world has no connections."""

    def cut_feed(self) -> None:
        """The feed of the world has no handshakes: what it brings is a hint in any case."""

    def close(self) -> None:
        """Nothing to close."""


class _Still:
    """A loop that never calls by itself what it is given: the world does."""

    def call_soon(self, work: Callable[[], object]) -> None:
        """The world commits."""

    def call_later(self, delay: float, work: Callable[[], object]) -> None:
        """There is no screen that would be told, and the world commits."""


class SimNode(Engine[L_co]):
    """A node that the world calls, in the thread of the test."""

    def __init__(self, home: Home, link: L_co, watcher: Watcher, clock: Clock, wall: Clock) -> None:
        super().__init__(home, link, wall=wall, monotonic=clock)
        self._watcher = watcher
        self._listener = self._hear

    def boot(self) -> None:
        """Start the process; it ends without closing anything."""
        opened = AsyncExitStack()
        self.open(_Still(), opened)  # type: ignore[arg-type]
        self._do = self.commits._do
        self.commits._do = self._watched  # type: ignore[method-assign]
        self.link.open(self, opened)

    @property
    def waits(self) -> bool:
        """Whether work waits for a commit."""
        return bool(self.commits._queue)

    def _hear(self, told: Told) -> None:
        if isinstance(told, Saved) and told.events:
            self._watcher.accepted(told.events)

    def _watched(self, batch: Batch, work: Work) -> WorkDone:
        if not isinstance(work, Append):
            return self._do(batch, work)
        seen = [self._watcher.writes(self.replica, draft.ent) for draft in work.drafts]
        outcome = self._do(batch, work)
        self._watcher.wrote(outcome.events, seen)
        return outcome


class _FollowerLink(FollowerLink):
    """A follower's link whose messages the world carries."""

    def __init__(self, role: Role, watcher: Watcher, send: Callable[[ToHall], None]) -> None:
        super().__init__(NOWHERE, role=role)
        self._watcher = watcher
        self._sockets = Wire(send)  # type: ignore[assignment]

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        self.begin(node)

    def _connect(self, hall: HallAddress) -> None:
        """The world decides who hears whom: every place is reached by the same wire."""

    def _carry_out(self, effects: Sequence[FollowerEffect]) -> None:
        before = set(self.node.where.unsent)
        super()._carry_out(effects)
        self._watcher.at_hall(before - self.node.where.unsent)


class SimFollower(SimNode[_FollowerLink]):
    """A node that follows a hall of the world."""

    def __init__(
        self,
        home: Home,
        role: Role,
        send: Callable[[ToHall], None],
        watcher: Watcher,
        clock: Clock,
        wall: Clock,
    ) -> None:
        super().__init__(home, _FollowerLink(role, watcher, send), watcher, clock, wall)

    @property
    def live(self) -> bool:
        """Whether it says that it has everything, and the hall has everything of its own."""
        return self.link.status.state == "live" and not self.where.unsent

    @property
    def refused(self) -> bool:
        """Whether the hall turned it away."""
        return self.link.status.state == "refused"


class _HallLink(HallLink):
    """A hall's link whose messages the world carries. ``opens_term``: a person has said so."""

    def __init__(self, wire: HallWire, watcher: Watcher, *, opens_term: bool) -> None:
        super().__init__(ListenAt("127.0.0.1", 0, 0), opens_term="a test" * opens_term)
        self._watcher = watcher
        self._sockets = wire  # type: ignore[assignment]
        self._door = wire  # type: ignore[assignment]
        self._enrolment = wire  # type: ignore[assignment]

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        if self._opens_term:
            self._open_term(node)
        self.begin(node)
        self.acknowledge_all()
        if self._is_superseded():
            self._step_back()

    def _open_term(self, node: LinkedNode) -> None:
        replica = node.replica
        held = frozenset(row[0] for row in replica.database.execute("SELECT id FROM log"))
        end = replica.end
        open_term(replica, node.home, reason=self._opens_term, at=node.wall())
        for stored in replica.after(end, 2):
            self._watcher.opened(stored.event, held)

    def _step_back(self, address: HallAddress | None = None) -> None:
        """The world makes a follower of it, as its service would."""
        self.superseded_by = address or NOWHERE


class SimHall(SimNode[_HallLink]):
    """A node that is a hall of the world."""

    def __init__(
        self,
        home: Home,
        wire: HallWire,
        watcher: Watcher,
        clock: Clock,
        wall: Clock,
        *,
        opens_term: bool,
    ) -> None:
        link = _HallLink(wire, watcher, opens_term=opens_term)
        super().__init__(home, link, watcher, clock, wall)

    def meets(self, other: SimHall) -> None:
        """It looks at another hall that is on the air, as its scout does."""
        key = other.home.keys.curve_public
        context, book, hello = None, AddressBook(NOWHERE), None
        scout = Scout(self, book, context, self.link._step_back, hello)  # type: ignore[arg-type]
        ours = other.replica
        greeting = Welcome(ours.store_id, ours.end, ours.term, Groups(ours).digests())
        scout._heard(HallAddress("127.0.0.1", 1, 2, key), [greeting])
