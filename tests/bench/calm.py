"""Whether this machine is calm: how long it takes to verify a signature now, and at its best.

A virtual machine shares its cores with strangers. What is measured beside them says little of the
hall, so that a part is measured when the machine is calm, and again where it was not.
"""

import os
import time
from collections.abc import Callable

from nacl.signing import SigningKey

from shared.machine.clocks import monotonic_s, precise_ns

BUSY = 1.2
"""A signature that takes so many times what it takes at best says that the machine is not calm."""
PATIENCE_S = 60.0
"""So long a part waits until the machine is calm."""
_VERIFIED = 1_000
_AGAIN_S = 2.0


def signature_us() -> float:
    """Return how long a signature takes to verify on the slowest core, in µs."""
    key = SigningKey.generate()
    signed, public = key.sign(b"an event of a few fields" * 10), key.verify_key
    cores = os.sched_getaffinity(0)
    took = []
    try:
        for core in cores:
            os.sched_setaffinity(0, {core})
            begun = precise_ns()
            for _ in range(_VERIFIED):
                public.verify(signed)
            took.append((precise_ns() - begun) / _VERIFIED / 1_000)
    finally:
        os.sched_setaffinity(0, cores)
    return max(took)


class Calm:
    """Looks at the machine from time to time and knows it at its best; ``look`` returns µs."""

    def __init__(
        self,
        look: Callable[[], float] = signature_us,
        now: Callable[[], float] = monotonic_s,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._look, self._now, self._sleep = look, now, sleep
        self.best = look()

    def look(self) -> float:
        """Return what a signature takes now, in µs."""
        took = self._look()
        self.best = min(self.best, took)
        return took

    def is_calm(self, took: float) -> bool:
        """Return whether that is about what a signature takes at best."""
        return took <= BUSY * self.best

    def wait(self) -> float:
        """Wait until the machine is calm, not for ever; return what a signature takes then."""
        ends = self._now() + PATIENCE_S
        took = self.look()
        while not self.is_calm(took) and self._now() < ends:
            self._sleep(_AGAIN_S)
            took = self.look()
        return took
