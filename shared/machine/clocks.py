"""The clocks of this machine. No other module reads them; all others get one as an argument."""

import sys
import time
from collections.abc import Callable

Clock = Callable[[], int]
"""A function that returns integer milliseconds."""


def wall_ms() -> int:
    """Return UTC in milliseconds. It may jump, so it is for display and audit only."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Return milliseconds of a clock that never goes back; its zero is arbitrary."""
    return time.monotonic_ns() // 1_000_000


def monotonic_s() -> float:
    """Return seconds of the same clock, for loops that wait."""
    return time.monotonic()


def asleep_ms() -> int:
    """Return how long this machine has slept since it started, in ms; 0 if the system cannot tell.

    Linux counts a suspend on one of its clocks and not on the other. A jump of the wall clock
    changes neither.
    """
    if sys.platform != "linux":
        return 0
    else:  # noqa: RET505 - the checker of types takes the other branch as gone
        # Read one after the other, they may differ by less than nothing.
        apart = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
        return max(0, apart) // 1_000_000


def precise_ns() -> int:
    """Return nanoseconds of a clock for measuring work."""
    return time.perf_counter_ns()


def scaled(clock: Clock, factor: float) -> Clock:
    """Return ``clock`` running ``factor`` times as fast from now on (rehearsals and demos)."""
    if factor == 1:
        return clock
    zero = clock()
    return lambda: zero + int((clock() - zero) * factor)
