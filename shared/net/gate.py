"""The gate of the hall's sockets: which keys may shake hands, and how often.

It lives in the door's thread, so a stranger's handshakes cost the engine nothing. The engine
replaces the set of admitted keys as a whole.
"""

import logging
from dataclasses import dataclass

import zmq
from zmq.auth.asyncio import AsyncioAuthenticator

from shared.machine.clocks import monotonic_ms
from shared.net.keys import from_z85

SYNC = "sync"
FEED = "feed"
AT_ONCE = 60
"""Handshakes that a key may make at once on each socket."""
REFILL_MS = 2_000
"""The time after which a key may make one more. A device that finds no hall calls less often."""
WITHOUT_FEED_MS = 600_000
"""How long a key that misused the feed stays without it. It can pull what it misses."""

log = logging.getLogger(__name__)


@dataclass
class _Budget:
    """The handshakes left to a key on one socket at ``at`` (monotonic ms)."""

    left: int
    at: int
    told: bool = False

    def takes_one(self, now: int) -> bool:
        """Spend one handshake; return whether there was one."""
        refilled = (now - self.at) // REFILL_MS
        self.left = min(AT_ONCE, self.left + refilled)
        self.at += refilled * REFILL_MS
        if not self.left:
            return False
        self.left -= 1
        return True


class Gate:
    """Tells ZeroMQ whether a key may shake hands, from ``open`` on."""

    def __init__(self) -> None:
        self.admitted: frozenset[bytes] = frozenset()
        """The keys that may shake hands. Any thread may replace the set; none may change it."""
        self._without_feed: dict[bytes, int] = {}
        self._budgets: dict[tuple[str, bytes], _Budget] = {}
        self._auth: AsyncioAuthenticator | None = None

    def open(self, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        """Begin to answer in this thread's loop. Raises ZMQError."""
        self._auth = AsyncioAuthenticator(context)
        self._auth.start()
        for domain in (SYNC, FEED):
            self._auth.configure_curve_callback(domain=domain, credentials_provider=self)

    def without_feed(self, curve_key: bytes) -> None:
        """Keep a key from the feed for a while. Any thread may call this."""
        self._without_feed[curve_key] = monotonic_ms() + WITHOUT_FEED_MS

    def callback(self, domain: str, key: bytes) -> bool:
        """Return whether ``key`` (ZeroMQ's 40 letters) may shake hands."""
        curve_key, now = from_z85(key.decode()), monotonic_ms()
        if curve_key not in self.admitted:
            return False
        if domain == FEED and self._without_feed.get(curve_key, 0) > now:
            return False
        budget = self._budgets.setdefault((domain, curve_key), _Budget(AT_ONCE, now))
        if budget.takes_one(now):
            return True
        if not budget.told:
            budget.told = True
            log.warning(
                "a device connects too often and is slowed down; its key is %s. If no device is"
                " broken, revoke the key.",
                curve_key.hex(),
            )
        return False

    def close(self) -> None:
        if self._auth is not None:
            self._auth.stop()
