"""Segments of a hall's log and their chain: which is next, and whether one fits.

Each event is signed by its author, and each segment by the hall. Pure: both ends of the stream
decide by this module, and neither by a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, Protocol

import msgspec
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

from shared.core.events.entities import checked
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.envelope import Signed, node_of
from shared.wire.sync.log import Stored

VERSION = 1
MAX_EVENTS = 64
"""Events in one segment, at most."""
MAX_BYTES = 512 << 10
"""Bytes of events in one segment, at most; one event can have half of that."""
HASH_BYTES = 16
RUN_BYTES = 8
NOTHING = bytes(HASH_BYTES)
"""The hash before the first segment, and of an empty log."""
_SIGNED_AS = b"playing-hall segment\0"
"""What is signed begins with this, so that no signature of an event fits a segment."""


class BadSegment(ValueError):
    """The segment cannot be taken in; the sentence says why."""


class Segment(msgspec.Struct, frozen=True, array_like=True):
    """Events ``first`` to ``last`` of one reading of a hall's log.

    ``run`` names the reading: a log that was replaced is read from its start under a new name.
    ``prev`` is the hash of the segment before, ``head`` the hash of all events up to ``last`` (see
    ``rolled``). ``events`` are authors' bytes and signatures.
    """

    v: int
    root: bytes
    venue: str
    signer: bytes
    run: bytes
    first: int
    last: int
    prev: bytes
    head: bytes
    events: tuple[tuple[bytes, bytes], ...]

    @property
    def node(self) -> str:
        """Return the node id of the signer, in hex."""
        return self.signer.hex()

    def signed_events(self) -> tuple[Signed, ...]:
        """Return the events with their signatures."""
        return tuple(Signed(data, sig) for data, sig in self.events)


def rolled(head: bytes, ids: Iterable[str]) -> bytes:
    """Return the hash of a log that had the hash ``head`` and got the events ``ids``."""
    for event_id in ids:
        head = blake2b(head + bytes.fromhex(event_id), digest_size=HASH_BYTES).digest()
    return head


def hash_of(message: bytes) -> bytes:
    """Return the hash of a segment's message."""
    return blake2b(message, digest_size=HASH_BYTES).digest()


def seal_segment(segment: Segment, key: SigningKey) -> bytes:
    """Return the signed message of a segment."""
    data = pack(segment)
    return pack((data, key.sign(_SIGNED_AS + data).signature))


def read_segment(message: bytes) -> Segment:
    """Return the segment in a message, its signature not checked. Raises BadSegment."""
    data, _ = _parts(message)
    try:
        segment: Segment = unpack(data, Segment)
        checked(segment.venue)
    except (CodecError, ValueError) as error:
        raise BadSegment(f"it is no segment: {error}") from error
    if segment.v != VERSION:
        raise BadSegment(f"its version {segment.v} is newer than this program: update this node")
    sizes = {len(segment.signer), len(segment.prev), len(segment.head), len(segment.root)}
    if sizes != {HASH_BYTES} or len(segment.run) != RUN_BYTES:
        raise BadSegment("its keys and hashes have a wrong length")
    count = segment.last - segment.first + 1
    if segment.first < 1 or count != len(segment.events) or not 0 < count <= MAX_EVENTS:
        raise BadSegment("its positions do not fit the events in it")
    return segment


def verify_segment(segment: Segment, message: bytes, sign_key: bytes) -> None:
    """Check the signature of the message that carries ``segment`` against its signer's key.

    Raises BadSegment.
    """
    if node_of(sign_key) != segment.node:
        raise BadSegment("it is signed by another key than the one it names")
    data, sig = _parts(message)
    try:
        VerifyKey(sign_key).verify(_SIGNED_AS + data, sig)
    except (BadSignatureError, CryptoError, ValueError, TypeError) as error:
        raise BadSegment("its signature does not fit the hall's key") from error


def _parts(message: bytes) -> tuple[bytes, bytes]:
    """Return the bytes of a segment and their signature. Raises BadSegment."""
    try:
        parts: tuple[bytes, bytes] = unpack(message, tuple[bytes, bytes])
    except (CodecError, ValueError) as error:
        raise BadSegment(f"it is no segment: {error}") from error
    return parts


class LogReader(Protocol):
    """The part of a replica that an uplink reads."""

    @property
    def end(self) -> int:
        """Return the position of the last event."""

    def after(self, pos: int, limit: int) -> Sequence[Stored]:
        """Return up to ``limit`` events after a position."""


@dataclass(frozen=True)
class Chain:
    """The end of a chain so far: the reading, the last position, its hashes.

    ``prev`` is the hash of the last segment, ``head`` that of the log up to ``last``.
    """

    run: bytes
    last: int = 0
    prev: bytes = NOTHING
    head: bytes = NOTHING

    def with_next(self, segment: Segment, message: bytes) -> Chain:
        """Return the chain after a segment."""
        return Chain(segment.run, segment.last, hash_of(message), segment.head)


class Sealer(NamedTuple):
    """Who writes segments: tournament, venue, the signer's node id, and how it signs.

    ``new_run`` names a new reading of the log.
    """

    root: str
    venue: str
    node: str
    seal: Callable[[Segment], bytes]
    new_run: Callable[[], bytes]


class Next(NamedTuple):
    """The segment to publish next, and the chain once it is in the stream."""

    message: bytes
    chain: Chain


def next_segment(chain: Chain, log: LogReader, by: Sealer) -> Next | None:
    """Return the segment that follows ``chain`` in the log, None if there is no event for one."""
    events: list[Stored] = []
    size = 0
    for stored in log.after(chain.last, MAX_EVENTS):
        size += len(stored.signed.data)
        if events and size > MAX_BYTES:
            break
        events.append(stored)
    if not events:
        return None
    segment = Segment(
        VERSION,
        bytes.fromhex(by.root),
        by.venue,
        bytes.fromhex(by.node),
        chain.run,
        chain.last + 1,
        chain.last + len(events),
        chain.prev,
        rolled(chain.head, (stored.id for stored in events)),
        tuple((stored.signed.data, stored.signed.sig) for stored in events),
    )
    message = by.seal(segment)
    return Next(message, chain.with_next(segment, message))


def resumed(tail: bytes | None, log: LogReader, by: Sealer) -> Chain | None:
    """Return the chain to go on with after the last message of the stream.

    Return None if the stream was not written from this log: it is empty, or another replica or a
    disk of an earlier day wrote it. Then all of the log goes up under a new run.
    """
    if tail is None:
        return None
    try:
        segment = read_segment(tail)
    except BadSegment:
        return None
    if segment.root.hex() != by.root or segment.venue != by.venue or segment.last > log.end:
        return None
    if head_at(log, segment.last) != segment.head:
        return None
    return Chain(segment.run, segment.last, hash_of(tail), segment.head)


def held_bytes(held: Chain | None) -> bytes:
    """Return what headquarters tells a hall that it holds of its log; b"" for nothing."""
    return b"" if held is None else pack((held.run, held.last, held.prev, held.head))


def gone_on_from(told: bytes, chain: Chain, log: LogReader) -> Chain | None:
    """Return the chain from where headquarters lacks something; None to send all of the log.

    ``chain`` is where the uplink is. It is returned if headquarters lacks nothing. Raises
    BadSegment for bytes that headquarters never sends.
    """
    if not told:
        return None
    try:
        held = Chain(*unpack(told, tuple[bytes, int, bytes, bytes]))
    except CodecError as error:
        raise BadSegment(f"it does not say what it holds: {error}") from error
    if held == chain:
        return chain
    if held.run != chain.run or held.last > log.end:
        return None
    return held if head_at(log, held.last) == held.head else None


def head_at(log: LogReader, last: int) -> bytes:
    """Return the hash of a log up to position ``last``."""
    head, pos = NOTHING, 0
    while pos < last:
        stretch = log.after(pos, min(1_024, last - pos))
        if not stretch:
            return NOTHING
        head = rolled(head, (stored.id for stored in stretch))
        pos = stretch[-1].pos
    return head


class Hole(BadSegment):
    """A segment before this one is missing."""


def followed(held: Chain | None, segment: Segment, message: bytes) -> Chain:
    """Return the chain after a new segment.

    Raises BadSegment if it cannot follow what is ``held``, and Hole if segments before it are
    missing.
    """
    starts = segment.first == 1
    if not starts and (held is None or segment.run != held.run):
        raise Hole("it begins in the middle of a reading of the hall's log")
    if starts and held is not None and segment.run == held.run:
        raise BadSegment("it begins a reading that has begun already")
    before = Chain(segment.run) if starts or held is None else held
    if segment.first > before.last + 1:
        raise Hole(f"events {before.last + 1} to {segment.first - 1} are missing before it")
    if segment.first <= before.last:
        raise BadSegment(f"another segment has already brought event {segment.first}")
    if segment.prev != before.prev:
        raise BadSegment("it does not follow the segment before it")
    if rolled(before.head, (signed.id for signed in segment.signed_events())) != segment.head:
        raise BadSegment("its events are not those of its hash")
    return before.with_next(segment, message)
