"""Which place a follower tries, and for how long, until a hall answers.

It opens no sockets. ``now`` is monotonic milliseconds.
"""

from shared.core.state import HallState
from shared.net.address import AddressBook, HallAddress
from shared.port import LinkState

KNOCK_MS = 800
"""How long a place has to open a connection before the next one is tried."""
TRY_MS = 4_000
"""How long a place with a connection has to answer: a hall that starts has much to do."""
SLOWEST = 4
"""The most times that TRY_MS is lengthened while no place answers."""
STALE_MS = 2_000
"""How long a hall of an earlier term has to hear of the new one and step back."""
HANDSHAKES_BEFORE_WORD = 3
"""Failed handshakes in a row before a person is told. A restarting hall may fail one or two."""


class Dial:
    """The places where the hall may be, and the one that is tried now: ``hall``."""

    def __init__(self, hall: HallAddress) -> None:
        self.hall = hall
        self._book = AddressBook(hall)
        self._tried_at = 0
        self._stale_since = 0
        self._failed = 0
        self._opened = False
        self._answered = False
        self._patience = 1

    def hint(self, address: HallAddress) -> None:
        """Remember a place to try."""
        self._book.hint(address)

    def first(self, state: HallState, now: int) -> HallAddress:
        """Return the place to try first."""
        return self._try(self._book.turn(state) or self.hall, now)

    def next(self, link: LinkState, state: HallState, now: int) -> HallAddress | None:
        """Return the place to try instead of this one, None to stay; ``link`` is its state."""
        if link in ("live", "catching_up"):
            self._answered, self._patience = True, 1
        strange = self._failed >= HANDSHAKES_BEFORE_WORD
        if link == "offline" or strange:
            self._stale_since = 0
            patience = self._patience * TRY_MS if self._opened else KNOCK_MS
            return self._turn(state, now) if now - self._tried_at > patience else None
        if not self._is_stale(state):
            self._stale_since = 0
            return None
        self._stale_since = self._stale_since or now
        return self._turn(state, now) if now - self._stale_since > STALE_MS else None

    def handshake(self, succeeded: bool, state: HallState) -> bool:
        """Note a handshake; return True if the only place has now failed often enough."""
        self._failed = 0 if succeeded else self._failed + 1
        self._opened = succeeded
        return self._failed == HANDSHAKES_BEFORE_WORD and len(self._book.places(state)) < 2

    def _turn(self, state: HallState, now: int) -> HallAddress | None:
        if self._opened and not self._answered:
            self._patience = min(2 * self._patience, SLOWEST)
        self._tried_at, self._stale_since = now, 0
        place = self._book.turn(state)
        return None if place is None else self._try(place, now)

    def _try(self, place: HallAddress, now: int) -> HallAddress:
        self.hall, self._tried_at = place, now
        self._failed = 0
        self._opened = self._answered = False
        return place

    def _is_stale(self, state: HallState) -> bool:
        """Return whether another hall comes first and its place is known."""
        first = state.devices.get(state.hall)
        if state.hall not in state.places or first is None:
            return False
        return first.curve_key != self.hall.curve_key
