"""The envelope: one event as its author's exact bytes and Ed25519 signature.

The bytes are never encoded again: they are stored, forwarded and verified as they were signed.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import msgspec
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

from shared.core import entities
from shared.core.events import (
    KIND_OF,
    KINDS,
    Actor,
    Body,
    DeviceEnrolled,
    Event,
    Instant,
    Number,
)
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.limits import MAX_EVENT

VERSION = 1
NODE_BYTES = 16
INC_BYTES = 8


class Signed(NamedTuple):
    """An event on the wire and on disk: ``[bytes, sig]``."""

    data: bytes
    sig: bytes

    @property
    def id(self) -> str:
        """The event id: BLAKE2b-128 of the bytes, in hex."""
        return blake2b(self.data, digest_size=16).hexdigest()


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """The signed fields, in the order in which they stand in the bytes."""

    v: int
    node: bytes
    inc: bytes
    seq: Number
    at: Instant
    term: Number
    kind: str
    kv: Number
    ent: str
    deps: tuple[bytes, ...]
    actor: Actor
    body: object
    prev: bytes


class BadEvent(ValueError):
    """The event cannot be accepted; the sentence says why."""


def node_of(sign_key: bytes) -> str:
    """The node id that belongs to a 32-byte Ed25519 public key, in hex."""
    return blake2b(sign_key, digest_size=NODE_BYTES).hexdigest()


def seal(
    key: SigningKey,
    *,
    inc: str,
    seq: int,
    at: int,
    term: int,
    ent: str,
    deps: tuple[str, ...],
    actor: Actor,
    body: Body,
    prev: str,
) -> tuple[Signed, Event]:
    """Write an event as the owner of ``key``: returns what travels and what the core reads."""
    kind = KIND_OF[type(body)]
    version = KINDS[kind][1]
    node = node_of(bytes(key.verify_key))
    data = pack(
        Envelope(
            VERSION,
            bytes.fromhex(node),
            bytes.fromhex(inc),
            seq,
            at,
            term,
            kind,
            version,
            ent,
            tuple(bytes.fromhex(dep) for dep in deps),
            actor,
            body,
            bytes.fromhex(prev),
        )
    )
    if len(data) > MAX_EVENT:
        raise BadEvent(f"an event of {len(data)} bytes is larger than the limit of {MAX_EVENT}")
    signed = Signed(data, key.sign(data).signature)
    event = Event(signed.id, node, inc, seq, at, term, kind, version, ent, deps, actor, body, prev)
    return signed, event


def read(signed: Signed) -> Event:
    """Decode an event without checking its signature.

    An unknown kind or a newer body version gives ``body=None``: such an event is stored and
    forwarded, not projected. Raises BadEvent for anything that no author can have meant.
    """
    if len(signed.data) > MAX_EVENT:
        raise BadEvent(f"{len(signed.data)} bytes are more than an event may have")
    try:
        env: Envelope = unpack(signed.data, Envelope)
    except CodecError as error:
        raise BadEvent(str(error)) from error
    if env.v != VERSION:
        raise BadEvent(f"envelope version {env.v} is not known here: this node needs an update")
    if len(env.node) != NODE_BYTES or len(env.inc) != INC_BYTES or env.seq < 1 or env.term < 0:
        raise BadEvent("the envelope names no valid author, incarnation, number or term")
    body = _body(env.kind, env.kv, env.body)
    if isinstance(body, DeviceEnrolled) and env.ent != entities.device(node_of(body.sign_key)):
        raise BadEvent("the enrolment names another device than its key does")
    return Event(
        signed.id,
        env.node.hex(),
        env.inc.hex(),
        env.seq,
        env.at,
        env.term,
        env.kind,
        env.kv,
        env.ent,
        tuple(dep.hex() for dep in env.deps),
        env.actor,
        body,
        env.prev.hex(),
    )


def _body(kind: str, version: int, plain: object) -> Body | None:
    known = KINDS.get(kind)
    if known is None or version > known[1]:
        return None
    try:
        body: Body = msgspec.convert(plain, known[0], strict=True, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadEvent(f"the body of a {kind} does not fit: {error}") from error
    return body


def verify(signed: Signed, sign_key: bytes) -> None:
    """Check the signature against the author's public key. Raises BadEvent if it does not fit."""
    try:
        VerifyKey(sign_key).verify(signed.data, signed.sig)
    except (BadSignatureError, CryptoError, ValueError, TypeError) as error:
        raise BadEvent("the signature does not fit the author's key") from error
