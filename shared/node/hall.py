"""The node that is the hall: its replica, the hub, and the two sockets it binds."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shared.clocks import Clock
from shared.core.state import Device
from shared.node.engine import Engine
from shared.node.identity import Home
from shared.node.work import Outcome, Work
from shared.port import Link, LinkChanged
from shared.wire.sync.effects import HubEffect, Publish, Reply, TakeFrom
from shared.wire.sync.hub import Hub

if TYPE_CHECKING:
    from shared.net.discovery import Announcer
    from shared.net.hub_sockets import HubSockets, Letter
    from shared.wire.sync.log import Stored

LOOPBACK = "127."

log = logging.getLogger(__name__)


class HallNode(Engine):
    """The hall. ``ports`` are known once the node is ready."""

    def __init__(
        self,
        home: Home,
        *,
        host: str,
        sync_port: int,
        feed_port: int,
        wall: Clock,
        monotonic: Clock,
    ) -> None:
        super().__init__(home, wall=wall, monotonic=monotonic)
        self._host = host
        self._wanted_ports = (sync_port, feed_port)
        self._sockets: HubSockets | None = None
        self._hub: Hub
        self._devices: dict[bytes, Device] = {}
        self._devices_of: object = None
        self._announcer: Announcer | None = None
        self.ports = (0, 0)

    def begin(self) -> None:
        """Begin to serve; answers go out once there are sockets."""
        self._hub = Hub(self.replica, root=self.replica.root)
        self.where.acked(self.replica.vector, complete=True, end=self.replica.end)

    def open_link(self) -> None:
        """Bind; nobody is answered before the replica is open."""
        import zmq

        from shared.net.hub_sockets import HubSockets, PortTaken
        from shared.store.errors import CannotOpen

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
        self.tell(LinkChanged(Link("live", self.wall())))

    def close_link(self) -> None:
        """Unbind."""
        if self._sockets is not None:
            self._sockets.close()
            self._context.destroy(linger=0)

    async def look_around(self) -> None:
        """Say on the LAN where the hall is; on loopback there is nobody to hear it."""
        from shared.net.discovery import Announcer

        if not self._host.startswith(LOOPBACK):
            self._announcer = Announcer(self.replica.root, self.node_id, *self.ports)
            await self._announcer.open()

    async def look_away(self) -> None:
        """Say no more."""
        if self._announcer is not None:
            await self._announcer.close()

    def tick(self) -> None:
        """The heartbeat."""
        self._carry_out(self._hub.tick(self.now()))
        if self.where.kept((self.replica.end, *self._hub.kept)):
            self.tell_state_soon()

    def committed(self, outcomes: Sequence[Outcome], written: Sequence[Stored]) -> None:
        """What is durable is acknowledged and published; what is held here is at the hall."""
        self.where.acked(self.replica.vector, complete=False, end=self.replica.end)
        for stored in written:
            self.where.stands((stored.event,), stored.pos)
        for outcome in outcomes:
            if isinstance(outcome.work, TakeFrom):
                places = self._places(outcome)
                self._carry_out(self._hub.stored(outcome.work, places, outcome.refused))
        if written:
            self._carry_out(self._hub.publish(written))

    def not_committed(self, work: Work, sentence: str) -> None:
        """Nothing is acknowledged: the sender keeps it and sends it again."""
        log.error("the hall could not store a push: %s", sentence)

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
                self._hub.receive(letter.route.hex(), device, state, letter.message, now, wall)
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
