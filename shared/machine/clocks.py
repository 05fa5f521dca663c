"""The clocks of this machine: the only module that reads them. Everything else is handed one."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Returns integer milliseconds."""


def wall_ms() -> int:
    """UTC in milliseconds. May jump; used for display and audit, never to decide."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Milliseconds of a clock that never goes back; its zero means nothing."""
    return time.monotonic_ns() // 1_000_000


def monotonic_s() -> float:
    """Seconds of the same clock, for loops that wait."""
    return time.monotonic()


def asleep_ms() -> int:
    """How long this machine has slept since it started, in ms; 0 where the system does not say.

    Linux counts a suspend on one of its clocks and not on the other. A wall clock that jumps
    changes neither.
    """
    with_sleep = getattr(time, "CLOCK_BOOTTIME", None)
    if with_sleep is None:
        return 0
    return (time.clock_gettime_ns(with_sleep) - time.monotonic_ns()) // 1_000_000


def precise_ns() -> int:
    """Nanoseconds for measuring how long a piece of work took."""
    return time.perf_counter_ns()


def scaled(clock: Clock, factor: float) -> Clock:
    """Return ``clock`` running ``factor`` times as fast from now on (rehearsals and demos)."""
    if factor == 1:
        return clock
    zero = clock()
    return lambda: zero + int((clock() - zero) * factor)
