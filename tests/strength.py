"""Passphrases and PINs at the strength of a test: right is told from wrong, and nothing more.

The product's own strength is slow on purpose: half a second and 256 MiB for each passphrase.
"""

from nacl import pwhash

from hall_server import setting_up
from shared.machine import pins


def weaken() -> None:
    """Have this process write keys and PINs that cost little to open."""
    least = (pwhash.argon2id.OPSLIMIT_MIN, pwhash.argon2id.MEMLIMIT_MIN)
    setting_up.STRENGTH = setting_up.Strength(*least)
    pins.COST = 1 << 4
