"""The messages at the hall's door, for devices that the sockets do not let in.

Each message is one frame: kind, length, body. Each kind has its own greatest length.
"""

import struct
from typing import Annotated, Final, NamedTuple

import msgspec

from shared.core.events import Role
from shared.core.text.fields import Name, Note
from shared.wire.codec import CodecError, pack, prepare
from shared.wire.possession import CODE_BYTES, Proof

VERSION = 2
HEADER: Final = struct.Struct(">BH")
"""Kind and length."""
MOST_VOUCHERS = 8
VOUCHER_BYTES = 2 << 10
LONGEST = 16 << 10
"""Bytes of the longest body."""

Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Voucher = tuple[
    Annotated[bytes, msgspec.Meta(max_length=VOUCHER_BYTES)],
    Annotated[bytes, msgspec.Meta(max_length=64)],
]
Vouchers = Annotated[tuple[Voucher, ...], msgspec.Meta(max_length=MOST_VOUCHERS)]


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """Base of all messages."""


class Commit(_Message, frozen=True):
    """Device: the hash of the Reveal that it will send."""

    version: int
    commitment: Bytes32


class HallOffer(_Message, frozen=True):
    """Hall: the tournament key, its own keys, and its fresh number."""

    root_key: Bytes32
    tournament: Note
    sign_key: Bytes32
    curve_key: Bytes32
    nonce: Bytes32


class Reveal(_Message, frozen=True):
    """Device: its keys, its role, its name, and its fresh number."""

    sign_key: Bytes32
    curve_key: Bytes32
    role: Role
    name: Name
    nonce: Bytes32


class Revealed(_Message, frozen=True):
    """Device: the Reveal that it committed to, and the proof that it holds both keys."""

    reveal: Reveal
    proof: Proof


class Still(_Message, frozen=True):
    """Device: it still waits for the referee."""


class Waiting(_Message, frozen=True):
    """Hall: the referee has not decided yet."""


class Address(msgspec.Struct, frozen=True, array_like=True):
    """Where to find a hall, and the key that must answer there."""

    host: Note
    sync_port: int
    feed_port: int
    curve_key: Bytes32


class Admitted(_Message, frozen=True):
    """Hall: the referee accepted the device. ``vouchers`` link its key to the tournament key."""

    zone: Note
    label: Note
    table: Note
    halls: tuple[Address, ...]
    vouchers: Vouchers


class Turned(_Message, frozen=True):
    """Hall: it turns the device away; the sentence says why and what to do."""

    sentence: Note


class AskIn(_Message, frozen=True):
    """Device: the sockets did not let it in. It sends its keys and a fresh number."""

    version: int
    sign_key: Bytes32
    curve_key: Bytes32
    nonce: Bytes32


class Challenge(_Message, frozen=True):
    """Hall: the fresh number that the proof must cover."""

    nonce: Bytes32


class Papers(_Message, frozen=True):
    """Device: its tournament (the node id of the tournament key), its proof, and its vouchers."""

    root: Name
    proof: Proof
    vouchers: Vouchers


class DoorVerdict(_Message, frozen=True):
    """Hall: the device may come in (``code`` is "welcome"), or why not, as ``Refused`` says it.

    ``shown`` is made with the hall's own key, so only the hall can turn a device away.
    """

    code: Name
    sentence: Note
    shown: Annotated[bytes, msgspec.Meta(min_length=CODE_BYTES, max_length=CODE_BYTES)]


FromDevice = Commit | Revealed | Still | AskIn | Papers
FromHall = HallOffer | Waiting | Admitted | Turned | Challenge | DoorVerdict


class _Kind(NamedTuple):
    """A kind of message: its number in the frame, its type, and the most bytes of its body."""

    number: int
    type: type[_Message]
    longest: int


_OF_DEVICE: Final = (
    _Kind(1, Commit, 64),
    _Kind(2, Revealed, 640),
    _Kind(3, Still, 1),
    _Kind(4, AskIn, 160),
    _Kind(5, Papers, LONGEST),
)
_OF_HALL: Final = (
    _Kind(65, HallOffer, 2_304),
    _Kind(66, Waiting, 1),
    _Kind(67, Admitted, LONGEST),
    _Kind(68, Turned, 2_304),
    _Kind(69, Challenge, 64),
    _Kind(70, DoorVerdict, 2_560),
)
_BY_TYPE: Final = {kind.type: kind for kind in (*_OF_DEVICE, *_OF_HALL)}
KINDS: Final = tuple(_BY_TYPE)
"""The types of all messages at the door."""
prepare(*KINDS)


def frame(message: FromDevice | FromHall) -> bytes:
    """Return a message as it travels. Raises CodecError if it is too long for its kind."""
    data = pack(message)
    kind = _BY_TYPE[type(message)]
    _check_length(kind, len(data))
    return HEADER.pack(kind.number, len(data)) + data


def announced(header: bytes, *, by_hall: bool) -> tuple[type[_Message], int]:
    """Return the type and the length of the body that follows a header.

    Raises CodecError for a kind that the other side does not send, or a body that is too long.
    """
    number, length = HEADER.unpack(header)
    for kind in _OF_HALL if by_hall else _OF_DEVICE:
        if kind.number == number:
            _check_length(kind, length)
            return kind.type, length
    raise CodecError(f"{number} is no kind of message here")


def _check_length(kind: _Kind, length: int) -> None:
    if length > kind.longest:
        raise CodecError(f"{length} bytes are more than this message may have")


def enrolment_said(offer: HallOffer, reveal: Reveal) -> bytes:
    """Return the bytes that a proof at enrolment covers."""
    return pack(("enrol", pack(offer), pack(reveal)))


def asking_said(ask: AskIn, challenge: Challenge, hall_curve_key: bytes, papers_root: str) -> bytes:
    """Return the bytes that the proof of a device covers when it asks to be let in."""
    return pack(("ask", pack(ask), pack(challenge), hall_curve_key, papers_root))


def verdict_said(said: bytes, code: str, sentence: str) -> bytes:
    """Return the bytes that the proof of a verdict covers: what the device said, and the answer."""
    return pack(("verdict", said, code, sentence))
