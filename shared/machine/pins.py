"""PINs: kept as slow salted hashes, with a guard against guessing at the keypad.

With the hash and an hour, a PIN of four digits can be found. The hash hides it in files and
backups; the guard stops people who try PINs at the screen.
"""

import hashlib
import hmac

from shared.machine.clocks import Clock

SALT_BYTES = 16
TRIES = 3
"""Wrong tries in a row before a person has to wait."""
WAIT_MS = 60_000
WAIT_MAX_MS = 3_600_000
"""The wait doubles with each further round, up to an hour."""

_NAME = "scrypt"
COST = 1 << 14
"""The cost of one try (scrypt's N): about 50 ms and 16 MiB on a small computer."""
_R, _P = 8, 1
_MEMORY = 64 << 20


def hashed(pin: str, salt: bytes) -> str:
    """Return a PIN as it is stored; ``salt`` is SALT_BYTES of fresh randomness."""
    return ":".join((_NAME, str(COST), str(_R), str(_P), salt.hex(), _stretch(pin, salt).hex()))


def is_hashed(text: str) -> bool:
    """Return whether a text is a PIN as ``hashed`` writes it."""
    parts = text.split(":")
    if parts[:4] != [_NAME, str(COST), str(_R), str(_P)] or len(parts) != 6:
        return False
    try:
        return len(bytes.fromhex(parts[4])) == SALT_BYTES and len(bytes.fromhex(parts[5])) == 32
    except ValueError:
        return False


def matches(pin: str, stored: str) -> bool:
    """Return whether ``pin`` is the stored one; False if ``stored`` is no stored PIN."""
    if not is_hashed(stored):
        return False
    salt, digest = stored.split(":")[4:]
    return hmac.compare_digest(_stretch(pin, bytes.fromhex(salt)), bytes.fromhex(digest))


def _stretch(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=_R, p=_P, maxmem=_MEMORY, dklen=32)


class Tally:
    """The wrong tries in a row for each PIN, by name, while the process runs."""

    def __init__(self) -> None:
        self.wrong: dict[str, int] = {}

    def of(self, name: str) -> int:
        """Return the wrong tries since the PIN was last right."""
        return self.wrong.get(name, 0)

    def note(self, name: str, wrong: int) -> None:
        """Set the number of wrong tries."""
        self.wrong[name] = wrong
        if not wrong:
            del self.wrong[name]


def _name(stored: str) -> str:
    """Return a name from which the PIN cannot be guessed."""
    return hashlib.blake2b(stored.encode(), digest_size=16).hexdigest()


class PinGuard:
    """Counts wrong tries. ``monotonic`` gives ms of a clock that never goes back.

    If the ``tally`` outlives a process that ended during a wait, the wait begins again. The tally
    knows the PIN by ``name``, or by a hash of its stored form.
    """

    def __init__(
        self, stored: str, monotonic: Clock, tally: Tally | None = None, *, name: str = ""
    ) -> None:
        self.stored = stored
        self._name = name or _name(stored)
        self._monotonic = monotonic
        self._tally = tally or Tally()
        self._until = monotonic() + self._due()

    def _due(self) -> int:
        """Return the wait after the last wrong try, in ms."""
        rounds, in_round = divmod(self._tally.of(self._name), TRIES)
        if not rounds or in_round:
            return 0
        return min(WAIT_MS << min(rounds - 1, 10), WAIT_MAX_MS)

    @property
    def wait_ms(self) -> int:
        """How long the next try has to wait, in ms."""
        return max(0, self._until - self._monotonic())

    @property
    def tries_left(self) -> int:
        """The tries before the next wait."""
        return TRIES - self._tally.of(self._name) % TRIES

    def attempt(self, pin: str) -> bool:
        """Return whether a PIN is right. During a wait none is right, and none counts."""
        if self.wait_ms:
            return False
        right = matches(pin, self.stored)
        self._tally.note(self._name, 0 if right else self._tally.of(self._name) + 1)
        self._until = self._monotonic() + self._due()
        return right
