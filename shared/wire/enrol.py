"""Enrolment by six digits, sans-IO: the device commits to its keys, the hall answers with its own,
the device reveals. Both show the same digits only if nobody stood between them.

Whoever stands between has to choose his keys before he knows the numbers that the digits are made
of: he is found out but for one try in a million. What travels here is public; nothing is believed
until a referee has compared the digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from shared.wire.codec import pack
from shared.wire.door import (
    VERSION,
    Admitted,
    Commit,
    Offer,
    Reveal,
    Revealed,
    Still,
    Turned,
    Waiting,
    body,
)

TRIES = 3
"""So often a device asks at one door; then a person has to start it again."""
MOST_OFFERS = 100
"""So many numbers a hall gives while enrolment is open once. Whoever stands between may take new
ones, under new keys, until his digits are right: each is one chance in a million."""
PATIENCE_MS = 120_000
"""So long the referee has to compare the digits."""
REVEAL_MS = 10_000
"""So long a device may take to reveal what it committed to."""
MOST_ASKING = 8
"""Devices that wait for the referee at one time."""

EnrolAnswer = Offer | Waiting | Admitted | Turned


def commitment(reveal: Reveal) -> bytes:
    """The hash that binds a device to what it will reveal."""
    return blake2b(body(reveal), digest_size=32, person=b"hall-commit").digest()


def digits(offer: Offer, reveal: Reveal) -> str:
    """The six digits that both screens show."""
    made_of = pack((body(offer), body(reveal)))
    number = int.from_bytes(blake2b(made_of, digest_size=16, person=b"hall-digits").digest())
    return f"{number % 1_000_000:06}"


@dataclass
class _Asking:
    """One device on its way in. ``since`` is monotonic ms."""

    commitment: bytes
    offer: Offer
    since: int
    reveal: Reveal | None = None


@dataclass(frozen=True)
class Asker:
    """A device that waits for the referee."""

    reveal: Reveal
    digits: str


class EnrolDesk:
    """The hall's side. ``now`` is monotonic milliseconds."""

    def __init__(self) -> None:
        self._asking: dict[bytes, _Asking] = {}
        self._opening = 0
        self._offers = 0

    def receive(
        self,
        route: bytes,
        message: Commit | Revealed | Still,
        now: int,
        *,
        opening: int,
        offer: Callable[[], Offer],
        admission: Callable[[Reveal], Admitted | None],
        has_others_key: Callable[[Reveal], bool],
    ) -> EnrolAnswer | None:
        """A message from the connection ``route``; returns the answer.

        ``opening`` is another number each time that the referee opens enrolment, 0 while it is
        closed. ``offer`` gives the hall's keys with a fresh number, ``admission`` what a device
        gets that the referee has accepted. A device that ``has_others_key`` is turned away.
        """
        self._forget_old(now)
        if opening != self._opening:
            self._opening, self._offers = opening, 0
        if not opening:
            self._asking = {}
            return Turned("Enrolment is closed. Ask the referee to open it, then start again.")
        match message:
            case Commit(version=version) if version != VERSION:
                return Turned(
                    "This device runs another version of the playing hall than the hall does."
                    " Install the same version on both."
                )
            case Commit():
                return self._committed(route, message, now, offer)
            case Revealed(reveal=reveal):
                return self._revealed(route, reveal, has_others_key)
            case _:
                return self._still(route, admission)

    def _committed(
        self, route: bytes, message: Commit, now: int, offer: Callable[[], Offer]
    ) -> EnrolAnswer:
        known = self._asking.get(route)
        if known is not None and known.commitment == message.commitment:
            return known.offer  # it was sent again: two numbers would make two sets of digits
        if known is None and len(self._asking) >= MOST_ASKING:
            return Turned("Many devices are waiting. Try again in two minutes.")
        if self._offers >= MOST_OFFERS:
            return Turned(
                "Too many have asked since enrolment was opened. Ask the referee to close it and"
                " open it again, or for an invite file."
            )
        self._offers += 1
        self._asking[route] = _Asking(message.commitment, offer(), now)
        return self._asking[route].offer

    def _revealed(
        self, route: bytes, message: Reveal, has_others_key: Callable[[Reveal], bool]
    ) -> EnrolAnswer | None:
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
        if has_others_key(message):
            del self._asking[route]
            return _KEY_TAKEN
        asking.reveal = message
        return Waiting()

    def _still(
        self, route: bytes, admission: Callable[[Reveal], Admitted | None]
    ) -> EnrolAnswer | None:
        asking = self._asking.get(route)
        if asking is None or asking.reveal is None:
            return _START_AGAIN
        admitted = admission(asking.reveal)
        if admitted is None:
            return Waiting()
        return admitted

    def askers(self, now: int) -> tuple[Asker, ...]:
        """The devices that wait for the referee, the longest wait first."""
        self._forget_old(now)
        return tuple(
            Asker(asking.reveal, digits(asking.offer, asking.reveal))
            for asking in self._asking.values()
            if asking.reveal is not None
        )

    def _forget_old(self, now: int) -> None:
        self._asking = {
            route: asking
            for route, asking in self._asking.items()
            if now - asking.since < (PATIENCE_MS if asking.reveal else REVEAL_MS)
        }


_KEY_TAKEN = Turned(
    "Another device of this tournament already has this device's key. Nothing was set up. Start it"
    " again: it then makes keys of its own."
)
_START_AGAIN = Turned("The two minutes are over. The device asks again with new digits.")
