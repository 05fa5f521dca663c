"""Where a hall may be found. An address is a hint; the hall's key is its identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from shared.core.state import HallState, holders

DEFAULT_PORT_BASE = 47301
"""The sync port. The feed is one above, the door two above."""
MOST_HINTS = 4
"""Each costs a follower that looks for its hall one try in every round."""


class ListenAt(NamedTuple):
    """Where a hall listens: host and ports, 0 for any free port. The door is two above sync."""

    host: str
    sync_port: int
    feed_port: int


class HallAddress(msgspec.Struct, frozen=True):
    """Where a hall may be: host, ports, and the CURVE key that must answer there."""

    host: str
    sync_port: int
    feed_port: int
    curve_key: bytes

    def at(self, text: str) -> HallAddress:
        """Return the same hall at an address typed by hand: ``host`` or ``host:port-base``.

        Raises ValueError with the right form.
        """
        host, colon, port = text.strip().rpartition(":")
        if not colon:
            host, port = text.strip(), str(DEFAULT_PORT_BASE)
        spaced = any(letter.isspace() for letter in host)
        number = int(port) if port.isascii() and port.isdigit() else 0
        if not host or spaced or not 0 < number < 65_534:
            raise ValueError(
                f"{text!r} is no address. Write the hall's name or IP address,"
                f" with the port if it is not {DEFAULT_PORT_BASE}:"
                f" 192.168.1.10:{DEFAULT_PORT_BASE}"
            )
        return HallAddress(host, number, number + 1, self.curve_key)


def candidates(
    own: HallAddress, state: HallState, hints: Sequence[HallAddress] = ()
) -> tuple[HallAddress, ...]:
    """Return where the hall may be, the likeliest first, without revoked keys.

    First the hall of the term, then the address of the invite, the hints, and the nodes that may
    become the hall. Last such a node at the invite's address: a replaced machine keeps its place.
    A hint may name a device that this state does not know as a hall: the tournament key may have
    certified it after the hall had died.
    """
    able = {node: d.curve_key for node, d in state.devices.items() if state.may_be_hall(node)}
    owners = holders(state.devices.values())
    withdrawn = {key for key, device in owners.items() if device.revoked}
    placed = {
        node: HallAddress(place.host, place.sync_port, place.feed_port, able[node])
        for node, place in state.places.items()
        if node in able
    }
    found = [
        *([placed[state.hall]] if state.hall in placed else []),
        own,
        *reversed(hints),
        *placed.values(),
        *(HallAddress(own.host, own.sync_port, own.feed_port, key) for key in able.values()),
    ]
    return tuple(dict.fromkeys(a for a in found if a.curve_key not in withdrawn))


class AddressBook:
    """The places to try in turn. A hostile hint costs one try in every round."""

    def __init__(self, own: HallAddress) -> None:
        self._own = own
        self._hints: list[HallAddress] = []
        self._tried: set[HallAddress] = set()

    def hint(self, address: HallAddress) -> None:
        """Remember a place to try.

        If there are too many, the oldest of the host with the most is forgotten: who announces
        many false halls crowds out none but its own.
        """
        hints = [*(hint for hint in self._hints if hint != address), address]
        if len(hints) > MOST_HINTS:
            of_host = Counter(hint.host for hint in hints)
            hints.remove(max(hints, key=lambda hint: of_host[hint.host]))
        self._hints = hints

    def places(self, state: HallState) -> tuple[HallAddress, ...]:
        """Return all places to try, the likeliest first."""
        return candidates(self._own, state, self._hints)

    def turn(self, state: HallState) -> HallAddress | None:
        """Return the next place to try, None if there is only one."""
        places = self.places(state)
        if len(places) < 2:
            return None
        left = [place for place in places if place not in self._tried]
        if not left:
            self._tried, left = set(), list(places)
        self._tried.add(left[0])
        return left[0]
