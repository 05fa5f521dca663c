"""A segment: a stretch of a hall's log as its authors signed it, signed once more by the hall.

Pure: builds and reads, decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

from shared.core.events.entities import checked
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.envelope import Signed, node_of

VERSION = 1
MAX_EVENTS = 64
"""Events in one segment."""
MAX_BYTES = 512 << 10
"""Bytes of events in one segment; one event alone may have half of that."""
HASH_BYTES = 16
RUN_BYTES = 8
NOTHING = bytes(HASH_BYTES)
"""The hash before the first segment, and of an empty log."""
_SIGNED_AS = b"playing-hall segment\0"
"""What is signed begins so: no signature of an event is one of a segment."""


class BadSegment(ValueError):
    """The message is no segment that may be taken in; the sentence says why."""


class Segment(msgspec.Struct, frozen=True, array_like=True):
    """Events ``first`` to ``last`` of one reading of a hall's log.

    ``run`` names the reading: a log that is no longer the one that was read before is read again
    from its start, under a new name. ``prev`` is the hash of the segment before, ``head`` the hash
    of all events up to ``last`` (see ``rolled``). ``events`` are authors' bytes and signatures.
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
        """The node id of the signer, in hex."""
        return self.signer.hex()

    def signed_events(self) -> tuple[Signed, ...]:
        """The events as they travel."""
        return tuple(Signed(data, sig) for data, sig in self.events)


def rolled(head: bytes, ids: Iterable[str]) -> bytes:
    """The hash of a log after the events ``ids``, which follow what ``head`` is the hash of."""
    for event_id in ids:
        head = blake2b(head + bytes.fromhex(event_id), digest_size=HASH_BYTES).digest()
    return head


def hash_of(message: bytes) -> bytes:
    """The hash of a segment, from the message that carries it."""
    return blake2b(message, digest_size=HASH_BYTES).digest()


def seal_segment(segment: Segment, key: SigningKey) -> bytes:
    """The message that carries a segment."""
    data = pack(segment)
    return pack((data, key.sign(_SIGNED_AS + data).signature))


def read_segment(message: bytes) -> Segment:
    """What a message carries; the signature is not looked at. Raises BadSegment."""
    data, _ = _parts(message)
    try:
        segment: Segment = unpack(data, Segment)
        checked(segment.venue)
    except (CodecError, ValueError) as error:
        raise BadSegment(f"it is no segment: {error}") from error
    if segment.v != VERSION:
        raise BadSegment(f"its version {segment.v} is not known here: this node needs an update")
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
    """The bytes of a segment, and their signature."""
    try:
        parts: tuple[bytes, bytes] = unpack(message, tuple[bytes, bytes])
    except (CodecError, ValueError) as error:
        raise BadSegment(f"it is no segment: {error}") from error
    return parts
