"""A node that follows a hall: a terminal, a kiosk or a referee's laptop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from shared.clocks import Clock
from shared.core.events import Role
from shared.core.sentence import Sentence
from shared.core.state import Place
from shared.net.address import AddressBook, HallAddress
from shared.node.engine import Engine
from shared.node.identity import Home
from shared.node.work import Acked, Outcome, Work
from shared.port import (
    Applying,
    DeviceSeen,
    DevicesSeen,
    Enrolling,
    Link,
    LinkChanged,
    LiveSeen,
    LiveTable,
    Pinged,
    TwoDevices,
    VenuesStand,
)
from shared.wire.codec import CodecError, pack, prepare, unpack
from shared.wire.envelope import node_of
from shared.wire.messages import (
    TOPIC_ASKING,
    TOPIC_EVENTS,
    TOPIC_HEARTBEAT,
    TOPIC_LIVE,
    Asking,
    Doubles,
    FromHall,
    Live,
    OnFeed,
    Seen,
    Venues,
)
from shared.wire.sync.effects import (
    FollowerEffect,
    HallHas,
    Kept,
    LinkIs,
    Offset,
    Send,
    Take,
)
from shared.wire.sync.follower import Follower

if TYPE_CHECKING:
    from shared.net.discovery import Finder
    from shared.net.link import LinkSockets
    from shared.node.readiness import Readiness
    from shared.wire.sync.log import Stored

prepare(LiveTable)

LOOPBACK = "127."
KNOCK_MS = 800
"""A place where nobody opens for so long is left for the next one."""
TRY_MS = 4_000
"""One that opened and does not answer has so long: a hall that starts has much to do."""
SLOWEST = 4
"""And up to so many times as long while nobody answers anywhere: it may be slow."""
STALE_MS = 2_000
"""A hall of an earlier term has so long to hear of the new one and step back."""
HANDSHAKES_BEFORE_WORD = 3
"""A handshake may fail while a hall restarts; so many failures in a row are told."""

_PHASES = {
    "offline": "offline",
    "greeting": "offline",
    "catching_up": "catching_up",
    "live": "live",
    "refused": "refused",
}


class FollowerNode(Engine):
    """A replica with a link to the hall, wherever and whoever that is.

    ``hears_clocks``: whether to hear the tables' clocks. ``serves_at``: where this node would be
    found as the hall; it says so, and listens for who would come.
    """

    def __init__(
        self,
        home: Home,
        hall: HallAddress,
        *,
        role: Role,
        wall: Clock,
        monotonic: Clock,
        hears_clocks: bool = False,
        serves_at: Place | None = None,
    ) -> None:
        super().__init__(home, wall=wall, monotonic=monotonic)
        self._serves_at = serves_at
        self._readiness: Readiness | None = None
        self._hall = hall
        self._role: Role = role
        self._hears_clocks = hears_clocks
        self._sockets: LinkSockets | None = None
        self._follower: Follower
        self._link = Link("starting", wall())
        self._failed_handshakes = 0
        self._opened = False
        self._answered = False
        self._patience = 1
        self._pinned = hall
        self._places = AddressBook(hall)
        self._tried_at = 0
        self._stale_since = 0
        self._finder: Finder[HallAddress] | None = None

    def begin(self) -> None:
        """Begin to follow; messages go out once there are sockets."""
        self._follower = Follower(
            self.replica, root=self.replica.root, instance=self.home.instance, role=self._role
        )

    def open_link(self) -> None:
        """Connect to the hall."""
        import zmq

        self.begin()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._connect(self._places.turn(self.state) or self._hall)
        if self._serves_at is not None:
            from shared.node.readiness import Readiness

            self._readiness = Readiness(self, self._context, self._serves_at)
        self._set_link(Link("offline", self.wall()))

    @property
    def hall(self) -> HallAddress:
        """The hall that this node is linked to, or tries."""
        return self._hall

    @property
    def link(self) -> Link:
        """The link to the hall, as the app was told last."""
        return self._link

    @property
    def hall_key(self) -> bytes:
        """The key of the node that is the hall, as far as this one knows."""
        first = self.state.devices.get(self.state.hall)
        return self._pinned.curve_key if first is None else first.curve_key

    def _connect(self, hall: HallAddress) -> None:
        """Try a place where the hall may be; its key is the same wherever it is."""
        from shared.net.link import LinkSockets

        topics = [TOPIC_EVENTS, TOPIC_HEARTBEAT]
        if self._hears_clocks:
            topics += [TOPIC_LIVE, TOPIC_ASKING]
        if self._sockets is not None:
            self._sockets.close()
        self._hall = hall
        self._tried_at = self.now()
        self._failed_handshakes = 0
        self._opened = False
        self._answered = False
        self._sockets = LinkSockets(
            self._context,
            hall,
            self.home.keys,
            topics=topics,
            heard=self.heard,
            handshake=self._on_handshake,
        )

    async def look_around(self) -> None:
        """Listen for a hall that says where it is: a hint, never proof."""
        from shared.net.discovery import Finder, read_hint

        if not self._hall.host.startswith(LOOPBACK):
            self._finder = Finder(partial(read_hint, self.home.root_key), self._places.hint)
            await self._finder.open()

    async def look_away(self) -> None:
        """Listen no more."""
        if self._finder is not None:
            await self._finder.close()

    def close_link(self) -> None:
        """Disconnect."""
        if self._sockets is not None:
            if self._readiness is not None:
                self._readiness.close()
            self._sockets.close()
            self._context.destroy(linger=0)

    def tick(self) -> None:
        """Let the protocol's time pass; try another place if this one stays silent."""
        strange = self._failed_handshakes >= HANDSHAKES_BEFORE_WORD
        silent = self._link.state == "offline" or strange
        patience = self._patience * TRY_MS if self._opened else KNOCK_MS
        if silent and self.now() - self._tried_at > patience:
            self._try_next()
        elif not silent and self._is_stale(self._hall):
            self._stale_since = self._stale_since or self.now()
            if self.now() - self._stale_since > STALE_MS:
                self._try_next()
        else:
            self._stale_since = 0
        if self._readiness is not None:
            self._readiness.tick(self.now())
        self._carry_out(self._follower.tick(self.now(), self.wall()))

    def _try_next(self) -> None:
        if self._opened and not self._answered:
            self._patience = min(2 * self._patience, SLOWEST)
        place = self._places.turn(self.state)
        self._tried_at, self._stale_since = self.now(), 0
        if place is not None:
            self._connect(place)

    def _is_stale(self, hall: HallAddress) -> bool:
        """Whether another hall is known to come first, at a place that is known too."""
        state = self.state
        first = state.devices.get(state.hall)
        if state.hall not in state.places or first is None:
            return False
        return first.curve_key != hall.curve_key

    def on_live(self, live: LiveTable) -> None:
        """Send what this table's clock reads, if there is a hall to hear it."""
        if self._sockets is not None and self._link.state in ("live", "catching_up"):
            self._sockets.send(Live(live.table, pack(live)))

    def committed(self, outcomes: Sequence[Outcome], written: Sequence[Stored]) -> None:
        """What is new here goes to the hall."""
        for outcome in outcomes:
            if isinstance(outcome.work, Take):
                self._told_full("here", full=False)
                work, new, known = outcome.work, outcome.events, outcome.known
                self.where.stands((*new, *known), work.upto or self._follower.hall_end)
                self._carry_out(self._follower.took(work, new, known, self.now()))
        if written:
            self._carry_out(self._follower.poke(self.now()))

    def not_committed(self, work: Work, sentence: str) -> None:
        """What the hall sent could not be stored: ask for it again later."""
        if isinstance(work, Take):
            self._told_full("here", full=True)
            self._follower.could_not_take(work, self.now())

    def heard(self, messages: list[FromHall | OnFeed]) -> None:
        """The hall has sent these."""
        for message in messages:
            if isinstance(message, Live):
                self._heard_clock(message)
            elif isinstance(message, Asking):
                devices = (
                    Applying(node_of(a.sign_key), a.sign_key, a.curve_key, a.role, a.name, a.digits)
                    for a in message.askers
                )
                self.tell(Enrolling(tuple(devices)))
            elif isinstance(message, Seen):
                now = self.now()
                seen = (DeviceSeen(s.node.hex(), now - s.ago_ms, s.ahead_ms) for s in message.lines)
                self.tell(DevicesSeen(tuple(seen)))
            elif isinstance(message, Venues):
                self.tell(VenuesStand(message.lines))
            elif isinstance(message, Doubles):
                lines = ((d.label, d.served, d.turned_away) for d in message.lines)
                self.tell(TwoDevices(tuple(lines)))
            else:
                self._carry_out(self._follower.receive(message, self.now(), self.wall()))

    def _heard_clock(self, message: Live) -> None:
        try:
            live: LiveTable = unpack(message.data, LiveTable)
        except CodecError:
            return
        # The hall has checked whose table the message names; it does not look inside.
        if live.table != message.table:
            return
        self.tell(LiveSeen(live, self.now()))

    def _carry_out(self, effects: Sequence[FollowerEffect]) -> None:
        for effect in effects:
            match effect:
                case Send(message=message):
                    if self._sockets is not None:
                        self._sockets.send(message)
                case Take():
                    self.put(effect)
                case HallHas(vector=vector, complete=complete, end=end):
                    self.put(Acked(vector, complete, end))
                case Kept(positions=positions, full=full):
                    self._told_full("hall", full=full)
                    if self.where.kept(positions):
                        self.tell_state_soon()
                case LinkIs(phase=phase, behind=behind, sentence=sentence):
                    state = _PHASES[phase]
                    since = self._link.since if state == self._link.state else self.wall()
                    link = msgspec.structs.replace(
                        self._link, state=state, since=since, behind=behind, sentence=sentence
                    )
                    if state == "offline" and link.full == "hall":
                        link = msgspec.structs.replace(link, full="")
                    self._set_link(link)
                case Offset(ms=ms, uncertainty_ms=uncertainty):
                    self.tell(Pinged(2 * (uncertainty - 1), ms))
                    if abs(ms - self._link.offset_ms) > max(uncertainty, 250):
                        self._set_link(
                            msgspec.structs.replace(
                                self._link, offset_ms=ms, uncertainty_ms=uncertainty
                            )
                        )

    def _told_full(self, whose: Literal["here", "hall"], *, full: bool) -> None:
        """A disk takes in nothing more, or does again; this node's own trouble comes first."""
        known = self._link.full
        if full and known != "here":
            self._set_link(msgspec.structs.replace(self._link, full=whose))
        elif not full and known == whose:
            self._set_link(msgspec.structs.replace(self._link, full=""))

    def _set_link(self, link: Link) -> None:
        if link.state in ("live", "catching_up"):
            self._answered, self._patience = True, 1
        if link != self._link:
            self._link = link
            self.tell(LinkChanged(link))

    def _on_handshake(self, succeeded: bool) -> None:
        self._failed_handshakes = 0 if succeeded else self._failed_handshakes + 1
        self._opened = succeeded
        if succeeded:
            self._carry_out(self._follower.connected(self.now()))
        alone = len(self._places.places(self.state)) < 2
        silent = alone and self._link.state == "offline"
        if self._failed_handshakes == HANDSHAKES_BEFORE_WORD and silent:
            hall = self._hall
            self._set_link(
                msgspec.structs.replace(
                    self._link,
                    state="refused",
                    since=self.wall(),
                    sentence=Sentence(
                        "Something answers at {host}:{port}, but not with the key of this"
                        " tournament's hall. Check the address and the invite."
                        " Entries are saved here.",
                        host=hall.host,
                        port=hall.sync_port,
                    ),
                )
            )
