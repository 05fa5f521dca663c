"""The node that is the hall: its replica, the hub, and the two sockets it binds."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from shared.clocks import Clock
from shared.core import entities
from shared.core.events import Draft, NodePlaced
from shared.core.state import Device, Place
from shared.net.address import AddressBook, HallAddress
from shared.node.engine import Engine
from shared.node.identity import Home
from shared.node.work import Append, Outcome, Work
from shared.port import Link, LinkChanged
from shared.wire.messages import TOPIC_ASKING
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.hub import Hub

if TYPE_CHECKING:
    from shared.net.discovery import Announcer, Finder
    from shared.net.hub_sockets import HubSockets, Letter
    from shared.node.enrolment import Enrolment
    from shared.node.scout import Scout
    from shared.wire.envelope import Signed
    from shared.wire.sync.log import Stored

LOOPBACK = "127."
EVERYWHERE = ("*", "0.0.0.0")

log = logging.getLogger(__name__)


class HallNode(Engine):
    """The hall. ``ports`` are known once the node is ready.

    ``pinned`` is the hall of the invites, this one or another. ``opens_term`` is the reason to
    open a new term at the start, "" to go on in the term that is. ``found_at`` is where this node
    says that it is found, "" if invites and announcements are enough. Once another hall comes
    first the node ends by itself: ``superseded_by`` is its address.
    """

    def __init__(
        self,
        home: Home,
        *,
        host: str,
        sync_port: int,
        feed_port: int,
        wall: Clock,
        monotonic: Clock,
        pinned: HallAddress | None = None,
        opens_term: str = "",
        found_at: str = "",
    ) -> None:
        super().__init__(home, wall=wall, monotonic=monotonic)
        self._host = host
        self._book = None if pinned is None else AddressBook(pinned)
        self._opens_term = opens_term
        self._found_at = found_at
        self._scout: Scout | None = None
        self._enrolment: Enrolment | None = None
        self._finder: Finder[HallAddress] | None = None
        self.superseded_by: HallAddress | None = None
        self._wanted_ports = (sync_port, feed_port)
        self._sockets: HubSockets | None = None
        self._hub: Hub
        self._devices: dict[bytes, Device] = {}
        self._devices_of: object = None
        self._revoked: frozenset[str] = frozenset()
        self._announcer: Announcer | None = None
        self.ports = (0, 0)

    def begin(self) -> None:
        """Begin to serve; answers go out once there are sockets."""
        self._hub = Hub(self.replica, root=self.replica.root)
        self._revoked = frozenset(n for n, d in self.state.devices.items() if d.revoked)
        self.where.acked(self.replica.vector, complete=True, end=self.replica.end)

    def open_link(self) -> None:
        """Bind; nobody is answered before the replica is open."""
        import zmq

        from shared.net.hub_sockets import HubSockets, PortTaken
        from shared.node.enrolment import Enrolment
        from shared.node.terms import open_term
        from shared.store.errors import CannotOpen

        if self._opens_term:
            open_term(self.replica, self.home, reason=self._opens_term, at=self.wall())
        if self._is_superseded():
            self._step_back(None)
            return
        self.begin()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        try:
            self._sockets = HubSockets(
                self._context,
                self.home.keys,
                host=self._host,
                sync_port=self._wanted_ports[0],
                feed_port=self._wanted_ports[1],
                heard=self.heard,
                enrolled=self._is_enrolled,
            )
        except PortTaken as error:
            self._context.destroy(linger=0)
            raise CannotOpen(str(error)) from error
        self.ports = self._sockets.ports
        enrol_port = self._wanted_ports[0] and self._wanted_ports[0] + 2
        self._enrolment = Enrolment(self, self._context, host=self._host, port=enrol_port)
        self._say_where()
        if self._book is not None:
            from shared.node.scout import Scout

            self._scout = Scout(
                self._context,
                self.replica,
                self.home.keys,
                self._book,
                instance=self.home.instance,
                superseded=self._step_back,
            )
        self.tell(LinkChanged(Link("live", self.wall())))

    def close_link(self) -> None:
        """Unbind."""
        if self._sockets is not None:
            if self._scout is not None:
                self._scout.close()
            if self._enrolment is not None:
                self._enrolment.close()
            self._sockets.close()
            self._context.destroy(linger=0)

    @property
    def enrol_port(self) -> int:
        """The port where devices without an invite ask, 0 if there is none."""
        return 0 if self._enrolment is None else self._enrolment.port

    def _say_where(self) -> None:
        """Let every node know where this hall is, before it has to ask."""
        sync, feed = self.ports
        place = Place(self._found_at, sync, feed, sync + 2)
        known = self.state.places.get(self.node_id) == place
        if self._found_at and self.state.term and not known:
            body = NodePlaced(place.host, place.sync_port, place.feed_port, place.enrol_port)
            self.put(Append(0, (Draft(entities.address(self.node_id), body),)))

    def _is_superseded(self) -> bool:
        state = self.state
        return bool(state.hall) and state.hall != self.node_id

    def _step_back(self, address: HallAddress | None) -> None:
        """Another hall comes first: end the service; what is held here stays here."""
        if self.superseded_by is None:
            state = self.state
            place = state.places.get(state.hall)
            if address is None and place is not None and state.hall in state.devices:
                key = state.devices[state.hall].curve_key
                address = HallAddress(place.host, place.sync_port, place.feed_port, key)
            self.superseded_by = address or HallAddress("", 0, 0, b"")
            self._fail(
                "Another hall has taken over. This one has stepped back; everything it holds is on"
                " its disk and goes to the other one."
            )
            self._ask_to_stop()

    async def look_around(self) -> None:
        """Say on the LAN where the hall is; on loopback there is nobody to hear it."""
        from shared.net.discovery import Announcer, Finder, read_hint
        from shared.net.own_host import own_addresses

        if self._host.startswith(LOOPBACK) or self.superseded_by is not None:
            return
        sync, feed = self.ports
        state = self.state
        self._announcer = Announcer(
            self.replica.root,
            self.node_id,
            (sync, feed, self.enrol_port),
            name=state.tournament.name if state.tournament else "",
            certificate=self._certificate(),
            addresses=own_addresses() if self._host in EVERYWHERE else (self._host,),
        )
        await self._announcer.open()
        if self._book is not None:
            self._finder = Finder(partial(read_hint, self.home.root_key), self._book.hint)
            await self._finder.open()

    def _certificate(self) -> Signed | None:
        """The enrolment that the tournament key wrote for this node."""
        from shared.wire.envelope import read

        for signed in self.replica.signed_of(entities.device(self.node_id)):
            if read(signed).node == self.replica.root:
                return signed
        return None

    async def look_away(self) -> None:
        """Say no more."""
        if self._finder is not None:
            await self._finder.close()
        if self._announcer is not None:
            await self._announcer.close()

    def tick(self) -> None:
        """The heartbeat, and a look at who else may be the hall."""
        if self.superseded_by is not None:
            return
        if self._scout is not None:
            self._scout.tick(self.now())
        before = self._hub.doubles
        self._carry_out(self._hub.tick(self.now()))
        for double in self._hub.doubles:
            if double not in before:
                log.warning(
                    "two devices use the key of '%s': the one at %s is served, the one at %s is"
                    " turned away. Switch off the one that does not belong there",
                    double.label,
                    double.served,
                    double.turned_away,
                )
        asking = None if self._enrolment is None else self._enrolment.asking(self.now())
        if asking is not None and self._sockets is not None:
            self._sockets.publish(TOPIC_ASKING, asking)
        if self.where.kept((self.replica.end, *self._hub.kept)):
            self.tell_state_soon()

    def committed(self, outcomes: Sequence[Outcome], written: Sequence[Stored]) -> None:
        """What is durable is acknowledged and published; what is held here is at the hall."""
        self._hub.full = False
        self.where.acked(self.replica.vector, complete=False, end=self.replica.end)
        for stored in written:
            self.where.stands((stored.event,), stored.pos)
        for outcome in outcomes:
            if isinstance(outcome.work, TakeFrom):
                places = self._places(outcome)
                self._carry_out(self._hub.stored(outcome.work, places, outcome.refused))
        if written:
            self._carry_out(self._hub.publish(written))
        self._shut_out()
        if self._is_superseded():
            self._step_back(None)

    def _shut_out(self) -> None:
        """A key that was withdrawn hears the feed no longer."""
        revoked = frozenset(node for node, d in self.state.devices.items() if d.revoked)
        if revoked - self._revoked and self._sockets is not None:
            self._sockets.cut_feed()
        self._revoked = revoked

    def not_committed(self, work: Work, sentence: str) -> None:
        """Nothing is acknowledged: the sender keeps it and sends it again, and all are told."""
        self._hub.full = True
        log.error("the hall could not store a push: %s", sentence)

    def shares_private_with(self, device: Device) -> bool:
        """The hall lets everybody read who may, whenever he was certified."""
        return True

    def heard_from(self, node: str) -> int | None:
        """Milliseconds since a node's last word."""
        return self._hub.heard_from(node, self.now())

    def _places(self, outcome: Outcome) -> dict[tuple[str, str], int]:
        """How far the logs of the authors in a push are held here, durably."""
        vector = self.replica.vector
        taken = (*outcome.events, *outcome.known)
        return {place: vector[place] for place in {(e.node, e.inc) for e in taken}}

    def _device(self, curve_key: bytes) -> Device | None:
        state = self.replica.state
        if self._devices_of is not state.devices:
            self._devices = {device.curve_key: device for device in state.devices.values()}
            self._devices_of = state.devices
        return self._devices.get(curve_key)

    def _is_enrolled(self, curve_key: bytes) -> bool:
        device = self._device(curve_key)
        return device is not None and not device.revoked

    def heard(self, letters: list[Letter]) -> None:
        """Nodes have sent these."""
        now, wall = self.now(), self.wall()
        for letter in letters:
            device = self._device(letter.curve_key)
            state = self.replica.state
            self._carry_out(
                self._hub.receive(
                    letter.route.hex(), device, state, letter.message, now, wall, letter.address
                )
            )

    def _carry_out(self, effects: Sequence[HubEffect]) -> None:
        assert self._sockets is not None
        for effect in effects:
            match effect:
                case Reply(peer=peer, message=message):
                    self._sockets.reply(bytes.fromhex(peer), message)
                case Publish(topic=topic, message=message):
                    self._sockets.publish(topic, message)
                case TakeFrom():
                    self.put(effect)
