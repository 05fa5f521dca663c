"""What nodes say to each other: each message is one MessagePack array, tagged by its first item."""

from __future__ import annotations

from typing import Literal

import msgspec

from shared.core.events import Role
from shared.wire.codec import pack, unpack
from shared.wire.envelope import Signed

PROTOCOL = 1

Entry = tuple[bytes, bytes, int]
"""One line of a version vector: node, incarnation, last contiguous seq."""

Vector = dict[tuple[str, str], int]
"""A version vector: (node hex, incarnation hex) → last contiguous seq."""

RefusalCode = Literal["not_admitted", "revoked", "in_use", "other_tournament", "protocol"]


class _Message(msgspec.Struct, frozen=True, array_like=True, tag_field="t"):
    """Base of all messages."""


class Hello(_Message, frozen=True, tag="hello"):
    """A node presents itself. ``instance`` is new at every process start."""

    protocol: int
    root: str
    store: str
    instance: str
    role: Role
    vector: tuple[Entry, ...]


class Welcome(_Message, frozen=True, tag="welcome"):
    """The hall answers: whose log ``end`` counts in, and what the hall holds."""

    store: str
    end: int
    term: int
    vector: tuple[Entry, ...]


class Refused(_Message, frozen=True, tag="refused"):
    """The hall will not talk to this node; the sentence says what to do."""

    code: RefusalCode
    sentence: str


class Pull(_Message, frozen=True, tag="pull"):
    """Ask for what arrived in the hall's log after position ``after``."""

    store: str
    after: int


class Events(_Message, frozen=True, tag="events"):
    """Events of the hall's log between two positions; ``more`` if the log goes on."""

    store: str
    after: int
    upto: int
    more: bool
    end: int
    events: tuple[tuple[bytes, bytes], ...]


class Push(_Message, frozen=True, tag="push"):
    """Events that the hall lacks. ``batch`` numbers the pushes of this instance."""

    batch: int
    events: tuple[tuple[bytes, bytes], ...]


class Ack(_Message, frozen=True, tag="ack"):
    """What is durable at the hall now, for the authors in the push; and what it cannot take."""

    batch: int
    vector: tuple[Entry, ...]
    refused: tuple[tuple[str, str], ...] = ()


class Ping(_Message, frozen=True, tag="ping"):
    """Are you there? ``sent`` is the sender's wall clock in ms."""

    sent: int


class Pong(_Message, frozen=True, tag="pong"):
    """Yes. Three time stamps for the clock offset, and how far the hall's log goes."""

    sent: int
    received: int
    replied: int
    store: str
    end: int
    term: int


class Live(_Message, frozen=True, tag="live"):
    """What a table's clock reads now, opaque to the protocol; never stored."""

    table: str
    data: bytes


class Heartbeat(_Message, frozen=True, tag="heartbeat"):
    """On the feed: the hall lives, and its log goes to ``end``."""

    store: str
    end: int
    term: int


class Asker(msgspec.Struct, frozen=True, array_like=True):
    """A device that asks to be admitted, with the digits that its screen has to show."""

    sign_key: bytes
    curve_key: bytes
    role: Role
    name: str
    digits: str


class Asking(_Message, frozen=True, tag="asking"):
    """On the feed: the devices that wait for the referee. The latest one counts."""

    askers: tuple[Asker, ...]


ToHall = Hello | Pull | Push | Ping | Live
FromHall = Welcome | Refused | Events | Ack | Pong
OnFeed = Events | Heartbeat | Live | Asking

TOPIC_EVENTS = b"e"
TOPIC_LIVE = b"l"
TOPIC_ASKING = b"n"
TOPIC_HEARTBEAT = b"h"


def encode(message: _Message) -> bytes:
    """Bytes of a message."""
    return pack(message)


def decode_to_hall(data: bytes) -> ToHall:
    """Read what a node sent to the hall. Raises CodecError."""
    message: ToHall = unpack(data, ToHall)
    return message


def decode_from_hall(data: bytes) -> FromHall:
    """Read what the hall sent to this node. Raises CodecError."""
    message: FromHall = unpack(data, FromHall)
    return message


def decode_feed(data: bytes) -> OnFeed:
    """Read what the hall published. Raises CodecError."""
    message: OnFeed = unpack(data, OnFeed)
    return message


def entries(vector: Vector) -> tuple[Entry, ...]:
    """A vector as it travels."""
    return tuple(
        (bytes.fromhex(node), bytes.fromhex(inc), seq) for (node, inc), seq in vector.items()
    )


def vector(lines: tuple[Entry, ...]) -> Vector:
    """A vector as the node works with it."""
    return {(node.hex(), inc.hex()): seq for node, inc, seq in lines}


def signed(pairs: tuple[tuple[bytes, bytes], ...]) -> list[Signed]:
    """The events of a message."""
    return [Signed(data, sig) for data, sig in pairs]
