"""The link of a node that follows a hall: a terminal, a kiosk, a referee's laptop or a standby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from shared.core.events import Role
from shared.core.state import Device, FoundAt
from shared.core.text.sentence import Sentence
from shared.net.address import HallAddress
from shared.node.clocks_heard import ClocksHeard
from shared.node.dial import KNOCK_MS, Dial
from shared.node.view import LinkedNode
from shared.node.vouchers import vouchers
from shared.node.work import Acked, Work, WorkDone
from shared.port import (
    Applying,
    DeviceSeen,
    DevicesSeen,
    Enrolling,
    Link,
    LinkChanged,
    LinkState,
    LiveTable,
    Pinged,
    TooMuch,
    TwoDevices,
    VenuesStand,
)
from shared.wire.codec import pack
from shared.wire.door import MOST_VOUCHERS
from shared.wire.envelope import node_of
from shared.wire.messages import (
    TOPIC_ASKING,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    TOPIC_READINGS,
    Asking,
    Beyond,
    Doubles,
    FromHall,
    Live,
    OnFeed,
    Readings,
    Refused,
    Seen,
    ToHall,
    Venues,
)
from shared.wire.sync.effects import Copies, FollowerEffect, HallHas, LinkIs, Offset, Send, TakeIn
from shared.wire.sync.follower import REFUSED_RETRY_MS, Follower

if TYPE_CHECKING:
    from shared.net.door_line import DoorQuestion
    from shared.net.link import Handshake, LinkSockets
    from shared.node.readiness import Readiness
    from shared.wire.sync.log import Stored
    from shared.wire.visit import DoorAnswer

log = logging.getLogger(__name__)

LOOPBACK = "127."
CALLED = "The log says that this node is the hall: it serves."
LEAST_OFFSET_MS = 250
"""The smallest change of the wall clock's offset that is told again."""
LOOK_S = 2.0
"""How often a node checks whether it has to look for its hall."""
WELCOMED_MS = 500
"""How long after the door's welcome the sockets are tried again."""


class MayServe(NamedTuple):
    """Where a follower would serve if it became the hall, and the term ``beyond`` which it may."""

    at: FoundAt
    beyond: int = -1


class FollowerLink:
    """A link to the hall, whichever node that is. ``status`` is the last that was told.

    ``hears_clocks``: whether to hear the tables' clocks. A node that ``serves`` announces where it
    would be found as the hall, and shows who would come. It ends once the log says that it is the
    hall: then it is ``called``. ``vouchers`` of the invite are for a hall that lacks this device.
    ``pause`` waits so many seconds between two looks at whether the hall is silent.
    """

    def __init__(
        self,
        hall: HallAddress,
        *,
        role: Role,
        hears_clocks: bool = False,
        serves: MayServe | None = None,
        vouchers: Sequence[tuple[bytes, bytes]] = (),
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pinned = hall
        self.called = False
        self._role = role
        self._topics = [TOPIC_EVENTS, TOPIC_HEARTBEAT]
        if hears_clocks:
            self._topics += [TOPIC_READINGS, TOPIC_ASKING]
        self._serves = serves
        self._dial = Dial(hall)
        self._sockets: LinkSockets | None = None
        self._readiness: Readiness | None = None
        self._question: DoorQuestion | None = None
        self._again_at: int | None = None
        self._vouchers = vouchers
        self._pause = pause
        self.status = Link("starting", 0)

    @property
    def hall(self) -> HallAddress:
        """Return the hall that this node is linked to, or tries."""
        return self._dial.hall

    @property
    def answers(self) -> bool:
        """Return whether the hall answers now."""
        return self.status.state in ("live", "catching_up")

    def begin(self, node: LinkedNode) -> None:
        """Begin to follow, still without sockets."""
        self.node = node
        self._clocks = ClocksHeard(node.now)
        self._follower = Follower(
            node.replica, root=node.replica.root, instance=node.home.instance, role=self._role
        )

    def open(self, node: LinkedNode, opened: AsyncExitStack) -> None:
        """Connect to the hall."""
        import zmq

        from shared.net.door_line import DoorQuestion

        self.begin(node)
        self._question = DoorQuestion()
        opened.callback(self._question.close)
        self._look_whether_called()
        if self.called:
            return
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        opened.callback(self._context.destroy, linger=0)
        opened.callback(self._disconnect)
        self._connect(self._dial.first(node.state, node.now()))
        if self._serves is not None:
            from shared.node.readiness import Readiness

            pinned = self._pinned.curve_key
            self._readiness = Readiness(node, self._context, self._serves.at, pinned)
            opened.callback(self._readiness.close)
        self._becomes("offline")

    def _connect(self, hall: HallAddress) -> None:
        """Try a place where the hall may be."""
        from shared.net.link import LinkSockets

        self._disconnect()
        self._again_at = None
        try:
            self._sockets = LinkSockets(
                self._context,
                hall,
                self.node.home.keys,
                topics=self._topics,
                heard=self.heard,
                handshake=self._on_handshake,
            )
        except OSError as error:
            log.warning("no connection can be opened now; it is tried again: %s", error)
            self._again_at = self.node.now() + REFUSED_RETRY_MS

    def _disconnect(self) -> None:
        if self._sockets is not None:
            self._sockets.close()
            self._sockets = None

    async def look_around(self, opened: AsyncExitStack) -> None:
        """Listen for announcements of a hall, once the known one is silent."""
        if not self.called and not self.hall.host.startswith(LOOPBACK):
            looking = asyncio.ensure_future(self._look_while_silent())
            opened.push_async_callback(_ended, looking)

    async def _look_while_silent(self) -> None:
        """Take announcements as hints while the hall is silent; linked tables ask nothing."""
        while True:
            await self._until(answers=False)
            from shared.net.discovery import HallFinder, read_hint

            finder = HallFinder(partial(read_hint, self.node.home.root_key), self._dial.hint)
            try:
                await finder.open()
                await self._until(answers=True)
            finally:
                await finder.close()

    async def _until(self, *, answers: bool) -> None:
        """Wait until the hall answers, or is silent, at the end of a pause."""
        await self._pause(LOOK_S)
        while self.answers is not answers:
            await self._pause(LOOK_S)

    def tick(self) -> None:
        """Do what the protocol has due; try another place if this one stays silent."""
        if self.called:
            return
        now = self.node.now()
        place = self._dial.next(self.status.state, self.node.state, now)
        if place is not None:
            self._connect(place)
        elif self._again_at is not None and now >= self._again_at:
            self._connect(self._dial.hall)
        if self._readiness is not None:
            self._readiness.tick(now, self.status)
        for seen in self._clocks.take():
            self.node.tell(seen)
        self._carry_out(self._follower.tick(now, self.node.wall()))

    def send(self, message: ToHall) -> None:
        """Send a message if the hall can be reached now."""
        if self._sockets is not None:
            self._sockets.send(message)

    def on_live(self, live: LiveTable) -> None:
        """Send the reading of this table's clock, if the hall answers."""
        if self.answers:
            self.send(Live(live.table, pack(live)))

    def shares_private_with(self, device: Device) -> bool:
        """Return whether the device is the hall. The hall shares with the others."""
        return device.role == "hall" or device.node == self.node.state.hall

    def committed(self, outcomes: Sequence[WorkDone], written: Sequence[Stored]) -> None:
        """Send the hall what is new here, and ask for its next events."""
        now = self.node.now()
        for outcome in outcomes:
            if isinstance(outcome.work, TakeIn):
                self._told_full("here", full=False)
                take, new, known = outcome.work, outcome.events, outcome.known
                self.node.where.stands((*new, *known), take.upto or self._follower.hall_end)
                self._carry_out(self._follower.took(take, new, known, now))
        if written:
            self._carry_out(self._follower.poke(now))
            self._look_whether_called()

    def _look_whether_called(self) -> None:
        """End this link if the node may serve and is now the hall: see HallLink."""
        state, serves = self.node.state, self._serves
        if serves is None or self.called or state.hall != self.node.node_id:
            return
        if state.term > serves.beyond:
            self.called = True
            self.node.end(CALLED)

    def not_committed(self, work: Work, sentence: str) -> None:
        """Ask again later for events that this disk did not take."""
        if isinstance(work, TakeIn):
            self._told_full("here", full=True)
            self._follower.could_not_take(work, self.node.now())

    def heard(self, messages: Sequence[FromHall | OnFeed]) -> None:
        """Handle messages of the hall."""
        node = self.node
        for message in messages:
            match message:
                case Readings(lines=readings):
                    self._clocks.hear(readings)
                case Asking(newcomers=newcomers):
                    devices = (
                        Applying(
                            node_of(a.sign_key), a.sign_key, a.curve_key, a.role, a.name, a.digits
                        )
                        for a in newcomers
                    )
                    node.tell(Enrolling(tuple(devices)))
                case Seen(lines=lines):
                    now = node.now()
                    seen = (DeviceSeen(s.node.hex(), now - s.ago_ms, s.ahead_ms) for s in lines)
                    node.tell(DevicesSeen(tuple(seen)))
                case Venues(lines=venues):
                    node.tell(VenuesStand(venues))
                case Doubles(lines=doubles):
                    twice = ((d.label, d.served, d.turned_away) for d in doubles)
                    node.tell(TwoDevices(tuple(twice)))
                case Beyond(nodes=nodes):
                    node.tell(TooMuch(tuple(one.hex() for one in nodes)))
                case _:
                    self._carry_out(self._follower.receive(message, node.now(), node.wall()))

    def _on_handshake(self, how: Handshake) -> None:
        opened = how != "failed"
        strange = self._dial.handshake(opened, self.node.state)
        if how == "done":
            self._carry_out(self._follower.connected(self.node.now()))
        elif how == "turned_away":
            self._ask_at_door()
        self._say_if_strange(strange)

    def _ask_at_door(self) -> None:
        """Ask at the door why the sockets turn this node away; ZeroMQ does not try again.

        A hall restored from a time before this node's enrolment gets the node's vouchers.
        """
        assert self._question is not None
        node, hall = self.node, self._dial.hall
        own = [(one.data, one.sig) for one in vouchers(node.replica, node.node_id)]
        papers = tuple(dict.fromkeys((*self._vouchers, *own)))[:MOST_VOUCHERS]
        told = partial(self._answered_at_door, hall)
        self._question.ask(hall, node.home.keys, node.replica.root, told, papers)

    def _answered_at_door(self, hall: HallAddress, said: DoorAnswer | None) -> None:
        if hall != self._dial.hall:
            return
        now = self.node.now()
        if said is None:
            self._again_at = now + KNOCK_MS
            self._say_if_strange(self._dial.handshake(False, self.node.state))
        elif said.code == "welcome":
            self._again_at = now + WELCOMED_MS
        else:
            self._again_at = now + REFUSED_RETRY_MS
            refused = Refused(said.code, said.sentence)
            self._carry_out(self._follower.receive(refused, now, self.node.wall()))

    def _say_if_strange(self, strange: bool) -> None:
        if strange and self.status.state == "offline":
            sentence = Sentence(
                "A machine answers at {host}:{port}, but not with the key of this tournament's"
                " hall. Entries are saved here. Check the address and the invite.",
                host=self.hall.host,
                port=self.hall.sync_port,
            )
            self._becomes("refused", sentence)

    def _carry_out(self, effects: Sequence[FollowerEffect]) -> None:
        for effect in effects:
            match effect:
                case Send(message=message):
                    self.send(message)
                case TakeIn():
                    self.node.put(effect)
                case HallHas(vector=vector, complete=complete, end=end):
                    self.node.put(Acked(vector, complete))
                    if self.node.where.acked(vector, complete=complete, end=end):
                        self.node.tell_state_soon()
                case Copies(positions=positions, full=full):
                    self._told_full("hall", full=full)
                    if self.node.where.kept(positions):
                        self.node.tell_state_soon()
                case LinkIs():
                    self._link_is(effect)
                case Offset(ms=ms, uncertainty_ms=uncertainty):
                    self.node.tell(Pinged(2 * (uncertainty - 1), ms))
                    if abs(ms - self.status.offset_ms) > max(uncertainty, LEAST_OFFSET_MS):
                        self._set(replace(self.status, offset_ms=ms, uncertainty_ms=uncertainty))

    def _link_is(self, told: LinkIs) -> None:
        state = told.phase
        since = self.status.since if state == self.status.state else self.node.wall()
        full = "" if state == "offline" and self.status.full == "hall" else self.status.full
        behind, sentence = told.behind, told.sentence
        new = replace(self.status, state=state, since=since, behind=behind, sentence=sentence)
        self._set(replace(new, full=full))

    def _becomes(self, state: LinkState, sentence: str = "") -> None:
        self._set(replace(self.status, state=state, since=self.node.wall(), sentence=sentence))

    def _told_full(self, whose: Literal["here", "hall"], *, full: bool) -> None:
        """Note whether a disk is full. This node's own disk comes first."""
        known = self.status.full
        if full and known != "here":
            self._set(replace(self.status, full=whose))
        elif not full and known == whose:
            self._set(replace(self.status, full=""))

    def _set(self, status: Link) -> None:
        if status != self.status:
            self.status = status
            self.node.tell(LinkChanged(status))


async def _ended(task: asyncio.Future[None]) -> None:
    task.cancel()
    await asyncio.wait((task,))
