"""The envelope: one event as its author's exact bytes and Ed25519 signature.

The bytes are never encoded again: they are stored, forwarded and verified as they were signed.
"""

from functools import lru_cache
from hashlib import blake2b
from sys import intern
from typing import Annotated, Final, NamedTuple, cast

import msgspec
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

from shared.core.events import (
    KIND_OF,
    KINDS,
    Actor,
    Body,
    DeviceEnrolled,
    Draft,
    Event,
    Instant,
    Number,
    entities,
    is_read,
)
from shared.core.text.fields import UNSEEN, Word, fault, mended, shown, sound
from shared.core.text.for_people import ForPeople
from shared.core.text.sentence import Sentence
from shared.wire.codec import CodecError, decode, pack, prepare, shortened, unpack
from shared.wire.limits import MAX_EVENT

VERSION = 1
"""The newest envelope that this software reads. It also reads all older ones."""
NODE_BYTES = 16
INC_BYTES = 8


EntityName = Annotated[str, msgspec.Meta(max_length=400)]
"""The name of an event's entity: ids of at most 64 letters, and words between them."""


class Signed(NamedTuple):
    """An event on the wire and on disk: ``[bytes, sig]``."""

    data: bytes
    sig: bytes

    @property
    def id(self) -> str:
        """The event id: BLAKE2b-128 of the bytes, in hex."""
        return blake2b(self.data, digest_size=16).hexdigest()


class Stamp(NamedTuple):
    """What a node adds to a draft: its incarnation, the number in that log, the time in UTC ms,
    the term, the heads that it knew, and the id of its event before.
    """

    inc: str
    seq: int
    at: int
    term: int = 0
    deps: tuple[str, ...] = ()
    prev: str = ""


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """The signed fields, in the order of the bytes. The body stays raw until its kind is known."""

    v: int
    node: bytes
    inc: bytes
    seq: Number
    at: Instant
    term: Number
    kind: Word
    kv: Number
    ent: EntityName
    deps: tuple[bytes, ...]
    actor: Actor
    body: msgspec.Raw
    prev: bytes


class _Filed(msgspec.Struct, frozen=True, array_like=True):
    """An envelope from this node's own log: its fields were checked when it came."""

    v: int
    node: bytes
    inc: bytes
    seq: int
    at: int
    term: int
    kind: str
    kv: int
    ent: str
    deps: tuple[bytes, ...]
    actor: msgspec.Raw
    body: msgspec.Raw
    prev: bytes


_FILED: Final = msgspec.msgpack.Decoder(_Filed)
_ACTOR: Final = msgspec.msgpack.Decoder(Actor)
_BODIES: Final = {kind.name: msgspec.msgpack.Decoder(kind.body) for kind in KINDS.values()}
_NOTHING: Final = msgspec.Raw()


class _AnyEnvelope(msgspec.Struct, frozen=True, array_like=True):
    """The fields that keep their places in all versions: ``v``, ``node``, ``inc``, ``seq``, and
    ``prev`` as the thirteenth item. They let a node store, chain and hand on an event whose
    envelope it cannot read.
    """

    v: Number
    node: bytes
    inc: bytes
    seq: Number
    at: msgspec.Raw = _NOTHING
    term: msgspec.Raw = _NOTHING
    kind: msgspec.Raw = _NOTHING
    kv: msgspec.Raw = _NOTHING
    ent: msgspec.Raw = _NOTHING
    deps: msgspec.Raw = _NOTHING
    actor: msgspec.Raw = _NOTHING
    body: msgspec.Raw = _NOTHING
    prev: bytes = b""


prepare(Envelope, _AnyEnvelope, *KIND_OF)

UNREAD = "envelope"
"""The kind of an event with a later envelope than this software reads."""


class BadEvent(ForPeople, ValueError):
    """The event cannot be accepted; the sentence says why."""


def node_of(sign_key: bytes) -> str:
    """Return the node id of a 32-byte Ed25519 public key, in hex."""
    return blake2b(sign_key, digest_size=NODE_BYTES).hexdigest()


def seal(key: SigningKey, draft: Draft, stamp: Stamp) -> tuple[Signed, Event]:
    """Sign an event with ``key``: return what travels, and what every node reads.

    Raises BadEvent for an event that no node could read.
    """
    if stamp.at < 0:
        raise BadEvent(
            Sentence(
                "Nothing was saved: the clock of this machine stands before the year 1970."
                " Set the clock, then try again."
            )
        )
    kind = KIND_OF[type(draft.body)]
    node = node_of(bytes(key.verify_key))
    data = pack(
        Envelope(
            VERSION,
            bytes.fromhex(node),
            bytes.fromhex(stamp.inc),
            stamp.seq,
            stamp.at,
            stamp.term,
            kind.name,
            kind.version,
            draft.ent,
            tuple(bytes.fromhex(dep) for dep in stamp.deps),
            draft.actor,
            cast("msgspec.Raw", shortened(draft.body)),  # packed with the rest
            bytes.fromhex(stamp.prev),
        )
    )
    if len(data) > MAX_EVENT:
        raise BadEvent(
            Sentence(
                "Nothing was saved: the entry has {count} bytes, the limit is {limit}. Shorten it,"
                " then enter it again.",
                count=len(data),
                limit=MAX_EVENT,
            )
        )
    signed = Signed(data, key.sign(data).signature)
    return signed, read(signed)


def read(signed: Signed) -> Event:
    """Return a decoded event; its signature is not checked.

    An unknown kind, a newer body or a newer envelope gives ``body=None``: such an event is stored
    and handed on, but does not count. Of a newer envelope only the place is read. Raises BadEvent
    for bytes that are no event.
    """
    if len(signed.data) > MAX_EVENT:
        raise BadEvent(f"{len(signed.data)} bytes are more than an event may have")
    try:
        env: Envelope = decode(signed.data, Envelope)
    except CodecError as error:
        return _unread(signed, str(error))
    if not 1 <= env.v <= VERSION:
        return _unread(signed, f"envelope version {env.v} was never written")
    _check_place(env)
    if env.term < 0:
        raise BadEvent("the envelope names no valid term")
    body = _body(env.kind, env.kv, env.body)
    if not sound((env.kind, env.ent, env.actor, body)):
        raise BadEvent(UNSEEN)
    if isinstance(body, DeviceEnrolled) and env.ent != entities.device(node_of(body.sign_key)):
        raise BadEvent("the enrolment names another device than its key does")
    return _event(signed.id, env, _one_of_each(env.actor), body)


def read_filed(ident: str, data: bytes) -> Event:
    """Return a decoded event from this node's own log, which ``read`` accepted when it came.

    If its hash is unchanged, the bytes need no second check. An older version may have let more
    pass: characters that may not travel are replaced, and a body that no longer fits its fields is
    None, so the event does not count. Raises BadEvent for bytes that are not the event of that id.
    """
    if blake2b(data, digest_size=16).hexdigest() != ident:
        raise BadEvent("these are not the bytes of the event with this id")
    try:
        env = _FILED.decode(data)
        if env.v > VERSION:
            return read(Signed(data, b""))
        body = _filed_body(env) if is_read(env.kind, env.kv) else None
    except msgspec.MsgspecError:
        return read(Signed(data, b""))  # a newer envelope: only its place is known
    return _event(ident, env, _actor(bytes(env.actor)), body)


def _filed_body(env: _Filed) -> Body | None:
    try:
        body: Body = _BODIES[env.kind].decode(env.body)
    except msgspec.ValidationError:
        return None
    return mended(body)


def _event(ident: str, env: Envelope | _Filed, actor: Actor, body: Body | None) -> Event:
    """Return the event of an envelope. Events share one copy of each id, name and actor."""
    return Event(
        intern(ident),
        _hex(env.node),
        _hex(env.inc),
        env.seq,
        env.at,
        env.term,
        intern(shown(env.kind)),
        env.kv,
        intern(shown(env.ent)),
        tuple([intern(dep.hex()) for dep in env.deps]) if env.deps else (),
        actor,
        body,
        intern(env.prev.hex()),
    )


@lru_cache(maxsize=4_096)
def _hex(ident: bytes) -> str:
    return ident.hex()


@lru_cache(maxsize=256)
def _actor(packed: bytes) -> Actor:
    return mended(_one_of_each(_ACTOR.decode(packed)))


@lru_cache(maxsize=256)
def _one_of_each(actor: Actor) -> Actor:
    return actor


def _unread(signed: Signed, why: str) -> Event:
    """Return an event of which only the place is read. Its entity is its own id.

    Raises BadEvent(why) if its envelope is of no later version.
    """
    try:
        env: _AnyEnvelope = unpack(signed.data, _AnyEnvelope)
    except CodecError:
        raise BadEvent(why) from None
    if env.v <= VERSION:
        raise BadEvent(why)
    _check_place(env)
    ident, node, inc, prev = signed.id, env.node.hex(), env.inc.hex(), env.prev.hex()
    ent = entities.unread(ident)
    return Event(ident, node, inc, env.seq, 0, 0, UNREAD, env.v, ent, (), Actor(), None, prev)


def _check_place(env: Envelope | _AnyEnvelope) -> None:
    if len(env.node) != NODE_BYTES or len(env.inc) != INC_BYTES or env.seq < 1:
        raise BadEvent("the envelope names no valid author, incarnation or number")


def _body(kind: str, version: int, packed: msgspec.Raw) -> Body | None:
    if not is_read(kind, version):
        return None
    try:
        body: Body = _BODIES[kind].decode(packed)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadEvent(fault(KINDS[kind].body, error)) from error
    return body


def verify(signed: Signed, sign_key: bytes) -> None:
    """Check the signature with the author's public key. Raises BadEvent if it does not fit."""
    try:
        VerifyKey(sign_key).verify(signed.data, signed.sig)
    except (BadSignatureError, CryptoError, ValueError, TypeError) as error:
        raise BadEvent("the signature does not fit the author's key") from error
