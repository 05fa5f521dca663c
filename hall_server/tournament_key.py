"""The tournament key at rest: under the chief referee's passphrase, off the hall's disk."""

from __future__ import annotations

import json
from pathlib import Path

from nacl import pwhash, secret, utils
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey

from shared.node.home import write_secret

FORMAT = "playing-hall tournament key 1"


class BadKeyFile(ValueError):
    """The key file cannot be opened; the sentence says why."""


def write_tournament_key(path: Path, key: SigningKey, passphrase: str, tournament: str) -> None:
    """Write the key, encrypted (Argon2id, XSalsa20-Poly1305)."""
    salt = utils.random(pwhash.argon2id.SALTBYTES)
    box = secret.SecretBox(_stretch(passphrase, salt))
    write_secret(
        path,
        json.dumps(
            {
                "format": FORMAT,
                "tournament": tournament,
                "salt": salt.hex(),
                "sealed": bytes(box.encrypt(bytes(key))).hex(),
            },
            indent=1,
        ),
    )


def read_tournament_key(path: Path, passphrase: str) -> SigningKey:
    """Read the key back. Raises BadKeyFile."""
    try:
        outer = json.loads(path.read_text(encoding="utf-8"))
        salt, sealed = bytes.fromhex(outer["salt"]), bytes.fromhex(outer["sealed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadKeyFile(f"{path} is no tournament key file ({error}).") from error
    try:
        return SigningKey(secret.SecretBox(_stretch(passphrase, salt)).decrypt(sealed))
    except (CryptoError, ValueError) as error:
        raise BadKeyFile(f"The passphrase does not open {path}.") from error


def _stretch(passphrase: str, salt: bytes) -> bytes:
    key: bytes = pwhash.argon2id.kdf(
        secret.SecretBox.KEY_SIZE,
        passphrase.encode(),
        salt,
        opslimit=pwhash.argon2id.OPSLIMIT_MODERATE,
        memlimit=pwhash.argon2id.MEMLIMIT_MODERATE,
    )
    return key
