"""The hall's side of enrolment by digits: its door, who waits there, and what an accepted device
is given. Whom to accept is decided by a referee's event, never here."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING

from shared.core import entities
from shared.core.events import DeviceEnrolled
from shared.net.enrol_sockets import EnrolDoor
from shared.net.hub_sockets import PortTaken
from shared.node.view import NodeView
from shared.wire.enrol import Address, Admitted, EnrolDesk, FromDevice, FromHall, Offer, Reveal
from shared.wire.envelope import Signed, node_of, read
from shared.wire.messages import Asker, Asking

if TYPE_CHECKING:
    import zmq

    from shared.store.replica import Replica

TELL_MS = 500

log = logging.getLogger(__name__)


class Enrolment:
    """Lives in the hall's loop. ``serves`` are the hall's own ports: sync and feed."""

    def __init__(
        self,
        node: NodeView,
        replica: Replica,
        serves: tuple[int, int],
        context: zmq.Context[zmq.Socket[bytes]],
        *,
        host: str,
        port: int,
    ) -> None:
        self._node = node
        self._replica = replica
        self._serves = serves
        self._desk = EnrolDesk()
        self._door: EnrolDoor | None = None
        self._next = 0
        self._told = Asking(())
        try:
            self._door = EnrolDoor(context, host=host, port=port, heard=self._heard)
        except PortTaken as error:
            log.warning("devices are admitted by invites only: %s", error)

    @property
    def port(self) -> int:
        """Return the port of the door, 0 if there is none."""
        return 0 if self._door is None else self._door.port

    def asking(self, now: int) -> Asking | None:
        """Return what to tell the referees, None if nothing is new; ``now`` is monotonic ms."""
        if now < self._next:
            return None
        self._next = now + TELL_MS
        askers = tuple(
            Asker(a.reveal.sign_key, a.reveal.curve_key, a.reveal.role, a.reveal.name, a.digits)
            for a in self._desk.askers(now)
            if node_of(a.reveal.sign_key) not in self._node.state.devices
        )
        before, self._told = self._told, Asking(askers)
        return self._told if askers or before.askers else None

    def _heard(self, route: bytes, message: FromDevice) -> FromHall | None:
        node = self._node
        until = node.state.enrolling_until
        return self._desk.receive(
            route,
            message,
            node.now(),
            opening=until if node.wall() < until else 0,
            offer=self._offer,
            admission=self._admission,
        )

    def _offer(self) -> Offer:
        home, tournament = self._node.home, self._node.state.tournament
        return Offer(
            home.root_key,
            tournament.name if tournament else "",
            home.keys.sign_public,
            home.keys.curve_public,
            secrets.token_bytes(32),
        )

    def _admission(self, reveal: Reveal) -> Admitted | None:
        """Return what an accepted device is given; a terminal has to have its table first."""
        state, node = self._node.state, node_of(reveal.sign_key)
        device = state.devices.get(node)
        if device is None or device.revoked or device.role != reveal.role:
            return None
        tables = [table.id for table in state.tables.values() if table.device == node]
        if device.role == "terminal" and not tables:
            return None
        here = Address("", *self._serves, self._node.home.keys.curve_public)
        return Admitted(
            state.tournament.zone if state.tournament else "UTC",
            device.label,
            tables[0] if tables else "",
            (here,),
            tuple((signed.data, signed.sig) for signed in self._vouchers(node)),
        )

    def _vouchers(self, node: str) -> list[Signed]:
        """Return what certifies this hall, the referee who admitted the device, and the device."""
        admitted = self._enrolments(node)
        authors = [read(signed).node for signed in admitted]
        first = [
            signed
            for author in dict.fromkeys((self._node.node_id, *authors))
            for signed in self._enrolments(author)
            if read(signed).node == self._replica.root
        ]
        return [*first, *admitted]

    def _enrolments(self, node: str) -> list[Signed]:
        return [
            signed
            for signed in self._replica.signed_of(entities.device(node))
            if isinstance(read(signed).body, DeviceEnrolled)
        ]

    def close(self) -> None:
        """Close the door."""
        if self._door is not None:
            self._door.close()
