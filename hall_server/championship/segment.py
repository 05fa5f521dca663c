"""A segment: some events of a hall's log, each signed by its author and all signed by the hall.

Pure: it builds and reads segments.
"""

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
