"""Passphrases and PINs at the strength of a test: right is told from wrong, and nothing more.

The product's own strength is slow on purpose: half a second and 256 MiB for each passphrase.
"""

from nacl import pwhash

from hall_server.setting_up import tournament_key
from shared.machine import pins


def weaken() -> None:
    """Have this process write keys and PINs that cost little to open."""
    least = (pwhash.argon2id.OPSLIMIT_MIN, pwhash.argon2id.MEMLIMIT_MIN)
    tournament_key.STRENGTH = tournament_key.Strength(*least)
    pins.COST = 1 << 4
