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
from typing import Annotated

import msgspec

from shared.core.events import Port, Role
from shared.core.text import Ident, Name, Note, Word
from shared.wire.codec import CodecError, pack, prepare, unpack

VERSION = 1
TRIES = 3
"""So often a device asks by itself; then somebody has to start it again."""
MOST_OFFERS = 100
"""So many numbers a hall gives while enrolment is open once. Whoever stands between may take new
ones, under new keys, until his digits are right: each is one chance in a million."""
PATIENCE_MS = 120_000
"""So long the referee has to compare the digits."""
REVEAL_MS = 10_000
"""So long a device may take to reveal what it committed to."""
MOST_ASKING = 8
"""Devices that wait for the referee at one time."""
MAX_ENROL_MESSAGE = 16 << 10
"""Bytes of one message."""

Key = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class _Message(msgspec.Struct, frozen=True, array_like=True, tag_field="t"):
    """Base of all messages."""


class Commit(_Message, frozen=True, tag="commit"):
    """Device: the hash of what it will reveal."""

    version: int
    commitment: Key


class Offer(_Message, frozen=True, tag="offer"):
    """Hall: the tournament key, its own keys, and its number."""

    root_key: Key
    tournament: Name
    sign_key: Key
    curve_key: Key
    nonce: Key


class Reveal(_Message, frozen=True, tag="reveal"):
    """Device: its keys, what it wants to be, what it is called, and its number."""

    sign_key: Key
    curve_key: Key
    role: Role
    name: Name
    nonce: Key


class Still(_Message, frozen=True, tag="still"):
    """Device: it is still there and waits."""


class Waiting(_Message, frozen=True, tag="waiting"):
    """Hall: the referee has not decided yet."""


class Address(msgspec.Struct, frozen=True, array_like=True):
    """Where a hall is found, and the key that has to answer there."""

    host: Note
    sync_port: Port
    feed_port: Port
    curve_key: Key


class Admitted(_Message, frozen=True, tag="admitted"):
    """Hall: the referee accepted. ``vouchers`` link the device's key to the tournament key."""

    zone: Word
    label: Name
    table: Ident
    halls: tuple[Address, ...]
    vouchers: tuple[tuple[bytes, bytes], ...]


class Turned(_Message, frozen=True, tag="turned"):
    """Hall: not now; the sentence says why and what to do."""

    sentence: Note


FromDevice = Commit | Reveal | Still
FromHall = Offer | Waiting | Admitted | Turned
prepare(FromDevice, FromHall)


def encode(message: _Message) -> bytes:
    """Bytes of a message."""
    return pack(message)


def decode_from_device(data: bytes) -> FromDevice:
    """Read what a device sent. Raises CodecError."""
    if len(data) > MAX_ENROL_MESSAGE:
        raise CodecError(f"{len(data)} bytes are more than an enrolment may have")
    message: FromDevice = unpack(data, FromDevice)
    return message


def decode_from_hall(data: bytes) -> FromHall:
    """Read what a hall sent. Raises CodecError."""
    if len(data) > MAX_ENROL_MESSAGE:
        raise CodecError(f"{len(data)} bytes are more than an enrolment may have")
    message: FromHall = unpack(data, FromHall)
    return message


def commitment(reveal: Reveal) -> bytes:
    """The hash that binds a device to what it will reveal."""
    return blake2b(encode(reveal), digest_size=32, person=b"hall-commit").digest()


def digits(offer: Offer, reveal: Reveal) -> str:
    """The six digits that both screens show."""
    made_of = pack((encode(offer), encode(reveal)))
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
        message: FromDevice,
        now: int,
        *,
        opening: int,
        offer: Callable[[], Offer],
        admission: Callable[[Reveal], Admitted | None],
    ) -> FromHall | None:
        """A message from the connection ``route``; returns the answer.

        ``opening`` is another number each time that the referee opens enrolment, 0 while it is
        closed. ``offer`` gives the hall's keys with a fresh number, ``admission`` what a device
        gets that the referee has accepted.
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
            case Reveal():
                return self._revealed(route, message)
            case _:
                return self._still(route, admission)

    def _committed(
        self, route: bytes, message: Commit, now: int, offer: Callable[[], Offer]
    ) -> FromHall:
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

    def _revealed(self, route: bytes, message: Reveal) -> FromHall | None:
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
        asking.reveal = message
        return Waiting()

    def _still(
        self, route: bytes, admission: Callable[[Reveal], Admitted | None]
    ) -> FromHall | None:
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


_START_AGAIN = Turned("The two minutes are over. The device asks again with new digits.")
