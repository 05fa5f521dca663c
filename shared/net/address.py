"""Where a hall is to be found: an address is a hint, its keys are its identity."""

from __future__ import annotations

import msgspec

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
        if not host or spaced or not 0 < number < 65_535:
            raise ValueError(
                f"{text!r} is no address. Write the hall's name or IP address,"
                f" with a port if it is not {DEFAULT_PORT_BASE}: 192.168.1.10:{DEFAULT_PORT_BASE}"
            )
        return HallAddress(host, number, number + 1, self.curve_key)


MOST_HINTS = 4


class AddressBook:
    """Where to try: the address of the invite first, then what was hinted, in turn.

    Hints change no key. A hostile announcement costs one try in every round, no more.
    """

    def __init__(self, own: HallAddress) -> None:
        self._own = own
        self._hints: list[HallAddress] = []
        self._at = 0

    def hint(self, host: str, sync_port: int, feed_port: int) -> None:
        """Remember a place to try; the oldest hint makes room."""
        address = HallAddress(host, sync_port, feed_port, self._own.curve_key)
        if address != self._own and address not in self._hints:
            self._hints = [*self._hints, address][-MOST_HINTS:]

    def turn(self) -> HallAddress | None:
        """The next place to try, or None if there is only the one."""
        places = [self._own, *self._hints]
        if len(places) == 1:
            return None
        self._at = (self._at + 1) % len(places)
        return places[self._at]
