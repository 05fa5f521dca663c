"""Where a hall is to be found: an address is a hint, its keys are its identity."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from shared.core.state import HallState, holders

DEFAULT_PORT_BASE = 47301
"""sync stands at the base, feed one above, enrol two above."""


class HallAddress(msgspec.Struct, frozen=True):
    """One hall: host, ports, and the CURVE key that must answer there."""

    host: str
    sync_port: int
    feed_port: int
    curve_key: bytes

    def at(self, text: str) -> HallAddress:
        """The same hall at an address typed by hand: ``host`` or ``host:port-base``.

        Raises ValueError with the form that is wanted.
        """
        host, colon, port = text.strip().rpartition(":")
        if not colon:
            host, port = text.strip(), str(DEFAULT_PORT_BASE)
        spaced = any(letter.isspace() for letter in host)
        number = int(port) if port.isascii() and port.isdigit() else 0
        if not host or spaced or not 0 < number < 65_534:
            raise ValueError(
                f"{text!r} is no address. Write the hall's name or IP address,"
                f" with a port if it is not {DEFAULT_PORT_BASE}: 192.168.1.10:{DEFAULT_PORT_BASE}"
            )
        return HallAddress(host, number, number + 1, self.curve_key)


MOST_HINTS = 4


def candidates(
    own: HallAddress, state: HallState, hints: Sequence[HallAddress] = ()
) -> tuple[HallAddress, ...]:
    """Where the hall may be, the likeliest first: a key that was withdrawn is never tried.

    The hall of the term, the address of the invite, hints, the nodes that may become the hall,
    and last such a node at the invite's address: a machine that was replaced keeps its place.
    A hint that brings the tournament key's certificate is tried though nobody here knows that its
    device may be the hall: it may have been certified after the hall had died.
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
    """Where to try, in turn. Hints change no key: a hostile one costs one try in every round."""

    def __init__(self, own: HallAddress) -> None:
        self._own = own
        self._hints: list[HallAddress] = []
        self._tried: set[HallAddress] = set()

    def hint(self, address: HallAddress) -> None:
        """Remember a place to try; the oldest hint makes room."""
        kept = [hint for hint in self._hints if hint != address]
        self._hints = [*kept, address][-MOST_HINTS:]

    def places(self, state: HallState) -> tuple[HallAddress, ...]:
        """All places worth a try, the likeliest first."""
        return candidates(self._own, state, self._hints)

    def turn(self, state: HallState) -> HallAddress | None:
        """The next place to try, or None if there is only the one."""
        places = self.places(state)
        if len(places) < 2:
            return None
        left = [place for place in places if place not in self._tried]
        if not left:
            self._tried, left = set(), list(places)
        self._tried.add(left[0])
        return left[0]
