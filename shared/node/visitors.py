"""Devices that the sockets turned away and that ask at the hall's door to be let in.

A device whose enrolment this hall lacks becomes a guest: it brings the enrolments that link its key
to the tournament key. It may then shake hands and send what the hall lacks. A device whose
connection key is disputed becomes a guest too, once it has proved that key.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from shared.core.events import DeviceEnrolled, DeviceRevoked, entities
from shared.core.state import Device, taken
from shared.net.invite import vouched
from shared.node.view import LinkedNode
from shared.wire.door import VERSION
from shared.wire.envelope import Signed, node_of, read
from shared.wire.messages import Refused
from shared.wire.sync.effects import TakeFrom
from shared.wire.sync.hub import (
    KEY_TAKEN,
    NOT_ADMITTED,
    OTHER_TOURNAMENT,
    OTHER_VERSION,
    REVOKED,
)
from shared.wire.visit import DoorAnswer, Presented

MOST_GUESTS = 1_000

WELCOME = DoorAnswer("welcome")


class Visitors:
    """Lives in the hall's loop. ``changed`` is called when there is a new guest."""

    def __init__(self, node: LinkedNode, changed: Callable[[], None]) -> None:
        self._node = node
        self._changed = changed
        self._guests: dict[bytes, Device] = {}

    @property
    def guests(self) -> Mapping[bytes, Device]:
        """Return the guests by their Curve25519 keys."""
        return self._guests

    def forget(self, devices: Mapping[str, Device]) -> None:
        """Forget the guests that are ordinary devices of this hall now."""
        self._guests = {
            key: replace(known, curve_key=key)
            for key, guest in self._guests.items()
            if (known := devices.get(guest.node, guest)) is guest or key in known.disputed
        }

    def decide(self, asks: Presented) -> DoorAnswer:
        """Return whether a device that has proved its keys may shake hands, or why not."""
        if asks.version != VERSION:
            return _refusal(OTHER_VERSION)
        if asks.root != self._node.replica.root:
            return _refusal(OTHER_TOURNAMENT)
        node = node_of(asks.sign_key)
        known = self._node.state.devices.get(node)
        if self._is_revoked(node):
            return _refusal(REVOKED)
        if known is None:
            return WELCOME if self._let_in(node, asks) else self._why_not(asks)
        if asks.curve_key in known.disputed:
            self._becomes_guest(replace(known, curve_key=asks.curve_key))
            return WELCOME
        return WELCOME if known.curve_key == asks.curve_key else self._why_not(asks)

    def _why_not(self, asks: Presented) -> DoorAnswer:
        """Return the refusal of a device that was never admitted with its connection key."""
        return _refusal(KEY_TAKEN if asks.curve_key in self._taken() else NOT_ADMITTED)

    def _taken(self) -> set[bytes]:
        return taken(self._node.state.devices.values())

    def _becomes_guest(self, device: Device) -> None:
        self._guests[device.curve_key] = device
        self._changed()

    def _is_revoked(self, node: str) -> bool:
        """Return whether a device is revoked here, even if its enrolment is not here."""
        known = self._node.state.devices.get(node)
        if known is not None:
            return known.revoked
        said = self._node.replica.signed_of(entities.device(node))
        return any(isinstance(read(signed).body, DeviceRevoked) for signed in said)

    def _let_in(self, node: str, asks: Presented) -> bool:
        """Make a device a guest if the tournament key vouches for it; return whether it does."""
        state = self._node.state
        revoked = {device.node for device in state.devices.values() if device.revoked}
        certified = vouched(self._node.home.root_key, asks.vouchers, without=revoked)
        body = certified.get(node)
        if body is None or body.curve_key != asks.curve_key or asks.curve_key in self._taken():
            return False
        if len(self._guests) >= MOST_GUESTS or not self._is_of_this_hall(body, certified):
            return False
        self._node.put(TakeFrom("", node, 0, tuple(Signed(*voucher) for voucher in asks.vouchers)))
        self._becomes_guest(
            Device(node, body.sign_key, body.curve_key, body.role, (), body.label, revoked=False)
        )
        return True

    def _is_of_this_hall(
        self, body: DeviceEnrolled, certified: Mapping[str, DeviceEnrolled]
    ) -> bool:
        """Return whether a device and all that vouch for it belong to this hall's venue."""
        own = self._node.state.devices.get(self._node.node_id)
        here = "" if own is None else own.venue
        return all(one.venue in ("", here) for one in (body, *certified.values()))


def _refusal(refused: Refused) -> DoorAnswer:
    return DoorAnswer(refused.code, refused.sentence)
