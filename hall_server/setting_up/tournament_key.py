"""The tournament key at rest: under the chief referee's passphrase, off the hall's disk."""

import json
from dataclasses import dataclass
from pathlib import Path

from nacl import pwhash, secret, utils
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey

from shared.node.home import write_secret

FORMAT = "playing-hall tournament key 2"


class BadKeyFile(ValueError):
    """The key file cannot be opened; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How much work one try of a passphrase costs: passes, and bytes of memory (Argon2id)."""

    passes: int
    memory: int


STRENGTH = Strength(pwhash.argon2id.OPSLIMIT_MODERATE, pwhash.argon2id.MEMLIMIT_MODERATE)
"""The strength of every key file that is written. A file says its own, and is read by that."""
_PASSES_AT_MOST = 16
_MEMORY_AT_MOST = 1 << 30
"""A file that asks for more would hold the laptop up for minutes."""


def write_tournament_key(path: Path, key: SigningKey, passphrase: str, tournament: str) -> None:
    """Write the key, encrypted (Argon2id, XSalsa20-Poly1305)."""
    salt = utils.random(pwhash.argon2id.SALTBYTES)
    box = secret.SecretBox(_stretch(passphrase, salt, STRENGTH))
    write_secret(
        path,
        json.dumps(
            {
                "format": FORMAT,
                "tournament": tournament,
                "passes": STRENGTH.passes,
                "memory": STRENGTH.memory,
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
        strength = Strength(int(outer["passes"]), int(outer["memory"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadKeyFile(f"{path} is no tournament key file ({error}).") from error
    if strength.passes > _PASSES_AT_MOST or strength.memory > _MEMORY_AT_MOST:
        raise BadKeyFile(f"{path} is no tournament key file (it asks for too much memory).")
    try:
        return SigningKey(secret.SecretBox(_stretch(passphrase, salt, strength)).decrypt(sealed))
    except (CryptoError, ValueError) as error:
        raise BadKeyFile(f"The passphrase does not open {path}.") from error


def _stretch(passphrase: str, salt: bytes, strength: Strength) -> bytes:
    key: bytes = pwhash.argon2id.kdf(
        secret.SecretBox.KEY_SIZE,
        passphrase.encode(),
        salt,
        opslimit=strength.passes,
        memlimit=strength.memory,
    )
    return key
