"""Proof that one device holds both of its keys: a signature, and a code under the Curve25519 key.

Both cover everything that was said on one connection, with the other side's fresh number.
"""

from hashlib import blake2b
from hmac import compare_digest
from typing import Annotated

import msgspec
from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey
from nacl.signing import SigningKey, VerifyKey

CODE_BYTES = 32


class Proof(msgspec.Struct, frozen=True, array_like=True):
    """``signature`` proves the signing key, ``code`` the Curve25519 key."""

    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
    code: Annotated[bytes, msgspec.Meta(min_length=CODE_BYTES, max_length=CODE_BYTES)]


def code(said: bytes, own_secret: bytes, their_key: bytes) -> bytes:
    """Return the code for ``said`` that only the holders of two Curve25519 keys can compute.

    Raises ValueError if ``their_key`` is no key.
    """
    try:
        shared = Box(PrivateKey(own_secret), PublicKey(their_key)).shared_key()
    except (CryptoError, ValueError, TypeError) as error:
        raise ValueError("this is no Curve25519 key") from error
    return blake2b(said, digest_size=CODE_BYTES, key=shared, person=b"hall-door-code").digest()


def prove(said: bytes, sign: SigningKey, curve_secret: bytes, their_key: bytes) -> Proof:
    """Return the proof of both keys for ``said``. Raises ValueError if ``their_key`` is no key."""
    return Proof(sign.sign(_signed(said)).signature, code(said, curve_secret, their_key))


def holds(said: bytes, proof: Proof, sign_key: bytes, curve_key: bytes, own_secret: bytes) -> bool:
    """Return whether the author of ``proof`` holds both keys."""
    try:
        VerifyKey(sign_key).verify(_signed(said), proof.signature)
        expected = code(said, own_secret, curve_key)
    except (CryptoError, ValueError, TypeError):
        return False
    return compare_digest(expected, proof.code)


def _signed(said: bytes) -> bytes:
    """Return the bytes that the signature covers. No event begins with them."""
    return b"hall-door" + blake2b(said, digest_size=32, person=b"hall-door-sign").digest()
