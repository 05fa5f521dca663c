"""The messages between nodes. Each is one MessagePack array; its first item is the tag."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from shared.core.events import Number, Role
from shared.core.state.venue_line import VenueLine
from shared.core.text.fields import Ident, Name, Note, Word
from shared.wire.codec import CodecError, decode, judge, pack, prepare, unpack
from shared.wire.envelope import Signed
from shared.wire.limits import FIRST_ROOM, GROUPS, MAX_BATCH_EVENTS

PROTOCOL = 2

Octets = Annotated[bytes, msgspec.Meta(max_length=16)]
"""The bytes of a node id or an incarnation."""

VectorLine = tuple[Octets, Octets, int]
"""One line of a version vector: node, incarnation, last contiguous seq."""

LogLine = tuple[bytes, bytes, int, bytes]
"""A line of a vector with the digest of all events up to there. Two logs of one length differ if
their author wrote two events under one number."""

GroupDigest = Annotated[bytes, msgspec.Meta(max_length=16)]
"""The digest of the lines of one group of logs, empty without any."""

GroupNumber = Annotated[int, msgspec.Meta(ge=0, le=GROUPS - 1)]

Position = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A place in a hall's log: from 1, 0 before the first event."""

Ahead = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""How far a wall clock is ahead of the hall's, in ms; negative if it is behind."""

Digits = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{6}\Z")]
"""The digits that both screens of an enrolment show."""

Vector = dict[tuple[str, str], int]
"""A version vector: (node hex, incarnation hex) → last contiguous seq."""


class _Message(msgspec.Struct, frozen=True, array_like=True, tag_field="t"):
    """Base of all messages."""


class Hello(_Message, frozen=True, tag="hello"):
    """A node presents itself. ``instance`` is new at every process start."""

    protocol: int
    root: Ident
    store: Ident
    instance: Ident
    role: Role


class _AnyHello(_Message, frozen=True, tag="hello"):
    """The beginning of a greeting, the same in all versions."""

    protocol: int


class Welcome(_Message, frozen=True, tag="welcome"):
    """The hall answers a greeting: the id and the ``end`` of its log, and what it holds.

    ``groups`` has a digest for each group of logs: a thousand greetings at once stay small.
    """

    store: Ident
    end: Position
    term: Number
    groups: Annotated[tuple[GroupDigest, ...], msgspec.Meta(min_length=GROUPS, max_length=GROUPS)]


class Compare(_Message, frozen=True, tag="compare"):
    """Ask for each log of the groups whose digests differ from those of the Welcome."""

    store: Ident
    groups: Annotated[tuple[GroupNumber, ...], msgspec.Meta(max_length=GROUPS)]


class Compared(_Message, frozen=True, tag="compared"):
    """The hall's logs of some groups, all of them in its log up to position ``end``."""

    store: Ident
    end: Position
    groups: tuple[GroupNumber, ...]
    lines: tuple[LogLine, ...]


class Refused(_Message, frozen=True, tag="refused"):
    """The hall will not talk to this node; the sentence says what to do.

    ``code`` is "not_admitted", "key_taken", "revoked", "in_use", "other_tournament" or "protocol".
    A newer hall may send another code; its sentence is shown too.
    """

    code: Word
    sentence: Note


class Pull(_Message, frozen=True, tag="pull"):
    """Ask for the events after position ``after`` in the hall's log.

    ``room`` is how many bytes of events the answer may have; it has at least one event.
    """

    store: Ident
    after: Position
    room: Position = FIRST_ROOM


class Events(_Message, frozen=True, tag="events"):
    """Events of the hall's log between two positions; ``more`` if the log goes on.

    ``asked``: they answer a Pull. The feed brings them unasked.
    """

    store: Ident
    after: Position
    upto: Position
    more: bool
    end: Position
    events: tuple[tuple[bytes, bytes], ...]
    asked: bool = False


class Fetch(_Message, frozen=True, tag="fetch"):
    """Ask for one author's events beyond a number and after position ``after``.

    ``room`` is how many bytes of events the answer may have; it has at least one event.
    """

    store: Ident
    node: Octets
    inc: Octets
    beyond: Position
    after: Position = 0
    room: Position = FIRST_ROOM


class Fetched(_Message, frozen=True, tag="fetched"):
    """One author's events up to position ``upto``; ``more`` if there are further ones."""

    node: bytes
    inc: bytes
    after: Position
    upto: Position
    more: bool
    events: tuple[tuple[bytes, bytes], ...]


class Push(_Message, frozen=True, tag="push"):
    """Events for the hall. ``batch`` numbers the pushes of this instance."""

    batch: int
    events: Annotated[tuple[tuple[bytes, bytes], ...], msgspec.Meta(max_length=MAX_BATCH_EVENTS)]


class Ack(_Message, frozen=True, tag="ack"):
    """What the hall now holds on its disk of the push's authors, and what it refused.

    All of it stands in the hall's log up to position ``end``. From the authors in ``later`` the
    hall takes nothing more for ``pause_ms``.
    """

    batch: int
    vector: tuple[VectorLine, ...]
    refused: tuple[tuple[Ident, Note], ...] = ()
    end: Position = 0
    later: tuple[bytes, ...] = ()
    pause_ms: Position = 0


class Ping(_Message, frozen=True, tag="ping"):
    """Ask whether the hall is there. ``sent`` is the sender's wall clock in ms.

    ``upto`` is how far the sender holds the log of the hall ``store`` on its own disk. ``ahead_ms``
    is how far its wall clock is ahead of the hall's, None before the first answer.
    """

    sent: int
    store: Ident = ""
    upto: Position = 0
    ahead_ms: Ahead | None = None


class Pong(_Message, frozen=True, tag="pong"):
    """Answer a ping: three times for the clock offset, and the end of the hall's log."""

    sent: int
    received: int
    replied: int
    store: Ident
    end: Position
    term: Number


class Live(_Message, frozen=True, tag="live"):
    """The present reading of a table's clock. The protocol neither reads nor stores it."""

    table: Ident
    data: Annotated[bytes, msgspec.Meta(max_length=2_048)]


class Reading(msgspec.Struct, frozen=True, array_like=True):
    """What a table told of its clock, and how long ago."""

    table: Ident
    ago_ms: Position
    data: bytes


class Readings(_Message, frozen=True, tag="readings"):
    """On the feed: the clocks of which tables have told since the last heartbeat, the latest of
    each."""

    lines: tuple[Reading, ...]


class Heartbeat(_Message, frozen=True, tag="heartbeat"):
    """On the feed: the hall lives, and its log goes to ``end``.

    ``kept`` says how far other lasting nodes (standby, referee, kiosk) hold that log on their own
    disks, one position a node, the furthest first. ``full``: the hall's own disk is full.
    """

    store: Ident
    end: Position
    term: Number
    kept: tuple[Position, ...] = ()
    full: bool = False


class Newcomer(msgspec.Struct, frozen=True, array_like=True):
    """A device that asks to be admitted, with the digits that its screen shows."""

    sign_key: bytes
    curve_key: bytes
    role: Role
    name: Name
    digits: Digits


class Asking(_Message, frozen=True, tag="asking"):
    """On the feed: the devices that wait for the referee. The latest counts."""

    newcomers: tuple[Newcomer, ...]


class DoubleUse(msgspec.Struct, frozen=True, array_like=True):
    """One key on two devices: its label, the address that is served, the address turned away."""

    label: Name
    served: Note
    turned_away: Note


class Doubles(_Message, frozen=True, tag="doubles"):
    """On the feed: the keys that two devices use now. The latest counts."""

    lines: tuple[DoubleUse, ...]


class Beyond(_Message, frozen=True, tag="beyond"):
    """On the feed: the devices that send more than the hall takes. The latest counts."""

    nodes: tuple[bytes, ...]


class SeenLine(msgspec.Struct, frozen=True, array_like=True):
    """A device by its node: how long ago it spoke, and how far its clock is ahead, if known."""

    node: bytes
    ago_ms: Position
    ahead_ms: Ahead | None = None


class Seen(_Message, frozen=True, tag="seen"):
    """On the feed: every device that has spoken since the hall started. The latest counts."""

    lines: tuple[SeenLine, ...]


class Venues(_Message, frozen=True, tag="venues"):
    """The venues of a championship: from an uplink to its hall, and on the feed.

    The latest line of each venue counts.
    """

    lines: tuple[VenueLine, ...]


ToHall = Hello | Compare | Pull | Fetch | Push | Ping | Live | Venues
FromHall = Welcome | Compared | Refused | Events | Fetched | Ack | Pong
OnFeed = Events | Heartbeat | Readings | Asking | Doubles | Beyond | Seen | Venues
prepare(ToHall, FromHall, OnFeed, _AnyHello)

_GREETING = b"\xa5hello"
"""The tag of a greeting, after the head of its short array."""

TOPIC_EVENTS = b"e"
TOPIC_READINGS = b"l"
TOPIC_ASKING = b"n"
TOPIC_HEARTBEAT = b"h"
TOPICS = frozenset({TOPIC_EVENTS, TOPIC_READINGS, TOPIC_ASKING, TOPIC_HEARTBEAT})


def encode(message: ToHall | FromHall | OnFeed) -> bytes:
    """Return the bytes of a message."""
    return pack(message)


def decode_to_hall(data: bytes) -> ToHall:
    """Return the message that a node sent to the hall. Raises CodecError.

    Of a greeting in another shape only the version is read.
    """
    try:
        message: ToHall = _read(data, ToHall)
    except CodecError as error:
        if data[1 : 1 + len(_GREETING)] != _GREETING:
            raise
        why = str(error)
    else:
        return message
    strange: _AnyHello = unpack(data, _AnyHello)
    if strange.protocol == PROTOCOL:
        raise CodecError(why)
    return Hello(strange.protocol, "", "", "", "terminal")


def decode_from_hall(data: bytes) -> FromHall:
    """Return the message that the hall sent to this node. Raises CodecError."""
    message: FromHall = _read(data, FromHall)
    return message


def decode_feed(data: bytes) -> OnFeed:
    """Return the message that the hall published. Raises CodecError."""
    message: OnFeed = _read(data, OnFeed)
    return message


def _read(data: bytes, kind: Any) -> Any:
    """Return a message whose texts may travel. Those of its events are judged as they are read."""
    message = decode(data, kind)
    carries = isinstance(message, Events | Fetched | Push)
    judge(replace(message, events=()) if carries else message)
    return message


def entries(vector: Vector) -> tuple[VectorLine, ...]:
    """Return a vector as it travels."""
    return tuple(
        (bytes.fromhex(node), bytes.fromhex(inc), seq) for (node, inc), seq in vector.items()
    )


def vector(lines: tuple[VectorLine, ...] | tuple[LogLine, ...]) -> Vector:
    """Return a vector as a node works with it."""
    return {(line[0].hex(), line[1].hex()): line[2] for line in lines}


def digest(ids: Iterable[str]) -> bytes:
    """Return the digest of part of one author's log, from its event ids by number, twins by id."""
    return blake2b(b"".join(map(bytes.fromhex, ids)), digest_size=16).digest()


def signed(pairs: tuple[tuple[bytes, bytes], ...]) -> list[Signed]:
    """Return the events of a message."""
    return [Signed(data, sig) for data, sig in pairs]
