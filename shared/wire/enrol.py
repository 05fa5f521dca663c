"""Enrolment by six digits, without sockets or clocks.

The device commits to its keys, the hall sends its own keys, and the device reveals. Device and
hall then show the same digits, unless an attacker stands between them. The attacker must choose
keys before the digits are known, so one try in a million goes unnoticed. All messages are public.
Nothing counts until a referee has compared the digits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from shared.wire.codec import pack
from shared.wire.door import (
    VERSION,
    Admitted,
    Commit,
    HallOffer,
    Reveal,
    Revealed,
    Still,
    Turned,
    Waiting,
)
from shared.wire.messages import Newcomer

TRIES = 3
"""How often a device asks at one door. Then a person has to start it again."""
MOST_OFFERS = 100
"""Offers of a hall while enrolment is open once. Each gives an attacker who stands between one
chance in a million."""
PATIENCE_MS = 120_000
"""How long the referee has to compare the digits."""
REVEAL_MS = 10_000
"""How long a device may take from its commitment to its Reveal."""
MOST_ASKING = 8
"""Devices that may wait for the referee at one time."""

EnrolAnswer = HallOffer | Waiting | Admitted | Turned


def commitment(reveal: Reveal) -> bytes:
    """Return the hash that binds a device to its Reveal."""
    return blake2b(pack(reveal), digest_size=32, person=b"hall-commit").digest()


def digits(offer: HallOffer, reveal: Reveal) -> str:
    """Return the six digits that both screens show."""
    made_of = pack((pack(offer), pack(reveal)))
    number = int.from_bytes(blake2b(made_of, digest_size=16, person=b"hall-digits").digest())
    return f"{number % 1_000_000:06}"


@dataclass
class _Committed:
    """A device that has committed to its keys. ``since`` is monotonic ms."""

    commitment: bytes
    offer: HallOffer
    since: int
    reveal: Reveal | None = None


@dataclass(frozen=True)
class Admissions:
    """The hall's answers that the desk needs.

    ``offer`` makes the hall's keys with a fresh number, ``admission`` what an accepted device gets.
    A device that ``has_others_key`` is turned away.
    """

    offer: Callable[[], HallOffer]
    admission: Callable[[Reveal], Admitted | None]
    has_others_key: Callable[[Reveal], bool]


class EnrolDesk:
    """The hall's side. ``now`` is monotonic milliseconds."""

    def __init__(self, hall: Admissions) -> None:
        self._hall = hall
        self._asking: dict[bytes, _Committed] = {}
        self._opening = 0
        self._offers = 0

    def receive(
        self, route: bytes, message: Commit | Revealed | Still, now: int, *, opening: int
    ) -> EnrolAnswer:
        """Return the answer to a message from the connection ``route``.

        ``opening`` is new each time that the referee opens enrolment, and 0 while it is closed.
        """
        self._forget_old(now)
        if opening != self._opening:
            self._opening, self._offers = opening, 0
        if not opening:
            self._asking = {}
            return Turned(
                "Enrolment is closed. Ask the referee to open it: this device then goes on by"
                " itself."
            )
        match message:
            case Commit(version=version) if version != VERSION:
                return Turned(
                    "This device runs another version of the playing hall than the hall does."
                    " Install the same version on both."
                )
            case Commit():
                return self._committed(route, message, now)
            case Revealed(reveal=reveal):
                return self._revealed(route, reveal)
            case Still():
                return self._still(route)

    def _committed(self, route: bytes, message: Commit, now: int) -> EnrolAnswer:
        known = self._asking.get(route)
        if known is not None and known.commitment == message.commitment:
            return known.offer  # sent again: a second offer would change the digits
        if known is None and len(self._asking) >= MOST_ASKING:
            return Turned("Many devices are waiting. Try again in two minutes.")
        if self._offers >= MOST_OFFERS:
            return Turned(
                "Too many devices have asked since the referee opened enrolment. Ask the referee"
                " to close it and open it again, or to give you an invite file."
            )
        self._offers += 1
        self._asking[route] = _Committed(message.commitment, self._hall.offer(), now)
        return self._asking[route].offer

    def _revealed(self, route: bytes, message: Reveal) -> EnrolAnswer:
        asking = self._asking.get(route)
        if asking is None:
            return _START_AGAIN
        if asking.reveal is not None:
            return Waiting()
        if commitment(message) != asking.commitment:
            del self._asking[route]
            return _START_AGAIN
        if message.role not in ("terminal", "kiosk"):
            del self._asking[route]
            return Turned("Only terminals and kiosks are admitted by digits. Use an invite.")
        if self._hall.has_others_key(message):
            del self._asking[route]
            return _KEY_TAKEN
        asking.reveal = message
        return Waiting()

    def _still(self, route: bytes) -> EnrolAnswer:
        asking = self._asking.get(route)
        if asking is None or asking.reveal is None:
            return _START_AGAIN
        return self._hall.admission(asking.reveal) or Waiting()

    def newcomers(self, now: int) -> tuple[Newcomer, ...]:
        """Return the devices that wait for the referee, the longest wait first."""
        self._forget_old(now)
        revealed = [(a.offer, a.reveal) for a in self._asking.values() if a.reveal is not None]
        return tuple(
            Newcomer(shown.sign_key, shown.curve_key, shown.role, shown.name, digits(offer, shown))
            for offer, shown in revealed
        )

    def _forget_old(self, now: int) -> None:
        self._asking = {
            route: asking
            for route, asking in self._asking.items()
            if now - asking.since < (PATIENCE_MS if asking.reveal else REVEAL_MS)
        }


_KEY_TAKEN = Turned(
    "Another device of this tournament already has this device's key. Nothing was set up. Start"
    " the device again: it then makes its own keys."
)
_START_AGAIN = Turned("Two minutes have passed. The device asks again with new digits.")
