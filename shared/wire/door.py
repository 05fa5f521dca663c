"""What is said at the hall's door, where devices come that the sockets do not let in.

Each message is one frame: its kind, its length, its body. A kind has a size of its own, and a body
is read straight into the one type that the kind names.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from shared.core.events import Role
from shared.core.text.fields import Name, Note
from shared.wire.codec import CodecError, pack, prepare, unpack
from shared.wire.possession import CODE_BYTES, Proof

VERSION = 2
HEADER: Final = struct.Struct(">BH")
"""Kind and length."""
MOST_VOUCHERS = 8
VOUCHER_BYTES = 2 << 10
LONGEST = 16 << 10
"""Bytes of the longest frame's body."""

Key = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Voucher = tuple[
    Annotated[bytes, msgspec.Meta(max_length=VOUCHER_BYTES)],
    Annotated[bytes, msgspec.Meta(max_length=64)],
]
Vouchers = Annotated[tuple[Voucher, ...], msgspec.Meta(max_length=MOST_VOUCHERS)]


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """Base of all messages."""


class Commit(_Message, frozen=True):
    """Device: the hash of what it will reveal."""

    version: int
    commitment: Key


class Offer(_Message, frozen=True):
    """Hall: the tournament key, its own keys, and its number."""

    root_key: Key
    tournament: Note
    sign_key: Key
    curve_key: Key
    nonce: Key


class Reveal(_Message, frozen=True):
    """Device: its keys, what it wants to be, what it is called, and its number."""

    sign_key: Key
    curve_key: Key
    role: Role
    name: Name
    nonce: Key


class Revealed(_Message, frozen=True):
    """Device: what it committed to, with the proof that it holds both keys."""

    reveal: Reveal
    proof: Proof


class Still(_Message, frozen=True):
    """Device: it is still there and waits."""


class Waiting(_Message, frozen=True):
    """Hall: the referee has not decided yet."""


class Address(msgspec.Struct, frozen=True, array_like=True):
    """Where a hall is found, and the key that has to answer there."""

    host: Note
    sync_port: int
    feed_port: int
    curve_key: Key


class Admitted(_Message, frozen=True):
    """Hall: the referee accepted. ``vouchers`` link the device's key to the tournament key."""

    zone: Note
    label: Note
    table: Note
    halls: tuple[Address, ...]
    vouchers: Vouchers


class Turned(_Message, frozen=True):
    """Hall: not now; the sentence says why and what to do."""

    sentence: Note


class Ask(_Message, frozen=True):
    """Device: the sockets did not let it in. Its keys, and its number."""

    version: int
    sign_key: Key
    curve_key: Key
    nonce: Key


class Challenge(_Message, frozen=True):
    """Hall: the number that a proof has to stand for."""

    nonce: Key


class Papers(_Message, frozen=True):
    """Device: whose tournament it is of (the node of its key), its proof, and its vouchers."""

    root: Name
    proof: Proof
    vouchers: Vouchers


class Verdict(_Message, frozen=True):
    """Hall: whether it may come in (``code`` is "welcome") or why not, as ``Refused`` says it.

    ``shown`` is made with the hall's own key: nobody else can turn a device away.
    """

    code: Name
    sentence: Note
    shown: Annotated[bytes, msgspec.Meta(min_length=CODE_BYTES, max_length=CODE_BYTES)]


FromDevice = Commit | Revealed | Still | Ask | Papers
FromHall = Offer | Waiting | Admitted | Turned | Challenge | Verdict


class _Kind(NamedTuple):
    """The number of a kind, how long its body may be, and what it is read as."""

    number: int
    longest: int
    type: type[_Message]


def _kinds(*rows: tuple[int, type[_Message], int]) -> dict[type[_Message], _Kind]:
    return {kind: _Kind(number, longest, kind) for number, kind, longest in rows}


_FROM_DEVICE: Final = _kinds(
    (1, Commit, 64), (2, Revealed, 640), (3, Still, 1), (4, Ask, 160), (5, Papers, LONGEST)
)
_FROM_HALL: Final = _kinds(
    (65, Offer, 2_304),
    (66, Waiting, 1),
    (67, Admitted, LONGEST),
    (68, Turned, 2_304),
    (69, Challenge, 64),
    (70, Verdict, 2_560),
)
KINDS: Final = (*_FROM_DEVICE, *_FROM_HALL)
"""All messages of the door."""
prepare(*KINDS)
_NUMBER_OF: Final = _FROM_DEVICE | _FROM_HALL
_OF_DEVICE: Final = {row.number: row for row in _FROM_DEVICE.values()}
_OF_HALL: Final = {row.number: row for row in _FROM_HALL.values()}


def body(message: _Message) -> bytes:
    """Return the bytes of a message without its frame."""
    return pack(message)


def frame(message: FromDevice | FromHall) -> bytes:
    """Return a message as it travels."""
    data = pack(message)
    kind = _NUMBER_OF[type(message)]
    if len(data) > kind.longest:
        raise CodecError(f"{len(data)} bytes are more than this message may have")
    return HEADER.pack(kind.number, len(data)) + data


def announced(header: bytes, *, by_hall: bool) -> tuple[int, int]:
    """Return kind and length of the frame that begins so.

    Raises CodecError for a kind that the other side does not send, or one that is too long.
    """
    number, length = HEADER.unpack(header)
    kind = (_OF_HALL if by_hall else _OF_DEVICE).get(number)
    if kind is None:
        raise CodecError(f"{number} is no kind of message here")
    if length > kind.longest:
        raise CodecError(f"{length} bytes are more than this message may have")
    return number, length


def read_from_device(number: int, data: bytes) -> FromDevice:
    """Return the message of an announced frame. Raises CodecError."""
    message: FromDevice = _read(_OF_DEVICE[number], data)
    return message


def read_from_hall(number: int, data: bytes) -> FromHall:
    """Return the message of an announced frame. Raises CodecError."""
    message: FromHall = _read(_OF_HALL[number], data)
    return message


def _read(kind: _Kind, data: bytes) -> Any:
    if len(data) > kind.longest:
        raise CodecError(f"{len(data)} bytes are more than this message may have")
    return unpack(data, kind.type)


def enrolment_said(offer: Offer, reveal: Reveal) -> bytes:
    """Return what a proof at enrolment stands for."""
    return pack(("enrol", pack(offer), pack(reveal)))


def asking_said(ask: Ask, challenge: Challenge, hall_curve_key: bytes, papers_root: str) -> bytes:
    """Return what a proof stands for of a device that asks to be let in."""
    return pack(("ask", pack(ask), pack(challenge), hall_curve_key, papers_root))


def verdict_said(said: bytes, code: str, sentence: str) -> bytes:
    """Return what a verdict's proof stands for: the asker's own words, and the answer."""
    return pack(("verdict", said, code, sentence))
