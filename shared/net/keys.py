"""A device's keys, all from one 32-byte seed: Ed25519 to sign, Curve25519 for the sockets."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from nacl.public import PrivateKey
from nacl.signing import SigningKey
from zmq.utils import z85

from shared.wire.envelope import node_of

SEED_BYTES = 32


class DeviceKeys(NamedTuple):
    sign: SigningKey
    curve_secret: bytes
    curve_public: bytes

    @classmethod
    def from_seed(cls, seed: bytes) -> DeviceKeys:
        """Return all keys of a seed. Raises ValueError if the seed does not have 32 bytes."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a device seed has {SEED_BYTES} bytes, not {len(seed)}")
        secret = blake2b(seed, digest_size=32, person=b"hall-curve").digest()
        private = PrivateKey(secret)
        return cls(SigningKey(seed), bytes(private), bytes(private.public_key))

    @property
    def node(self) -> str:
        """The node id: the hash of the signing key, in hex."""
        return node_of(bytes(self.sign.verify_key))

    @property
    def sign_public(self) -> bytes:
        return bytes(self.sign.verify_key)


def to_z85(key: bytes) -> bytes:
    """Return a Curve25519 key in ZeroMQ's letters."""
    encoded: bytes = z85.encode(key)
    return encoded


@lru_cache(4_096)  # each message names its sender's
def from_z85(text: str) -> bytes:
    """Return the Curve25519 key that ZeroMQ's letters stand for. Raises ValueError."""
    decoded: bytes = z85.decode(text)
    return decoded
