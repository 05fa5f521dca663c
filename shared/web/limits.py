"""How much one address and all of them together may take. Reads no clock: times are handed in."""

from collections import Counter

OPEN_EACH = 64
"""Connections that one address may hold. All phones of a guest network may share one."""
STREAMS_EACH = 32
"""Of these, how many hear of changes; the others read their page again by themselves."""
BURST, A_SECOND = 120, 20
"""Requests of one address at once, and then each second."""
_MOST_KNOWN = 4096


class Limits:
    """Counts connections, streams and requests; ``visitors`` streams in all, twice that open."""

    def __init__(self, visitors: int) -> None:
        self.visitors = visitors
        self.open: Counter[str] = Counter()
        self.streams: Counter[str] = Counter()
        self._left: dict[str, tuple[float, int]] = {}

    def may_connect(self, address: str) -> bool:
        """Return whether another connection from an address is taken."""
        return self.open[address] < OPEN_EACH and self.open.total() < 2 * self.visitors + OPEN_EACH

    def may_stream(self, address: str) -> bool:
        """Return whether another stream of changes is given to an address."""
        return self.streams[address] < STREAMS_EACH and self.streams.total() < self.visitors

    def may_ask(self, address: str, now: int) -> bool:
        """Return whether a request at ``now`` (monotonic ms) is answered, and count it."""
        left, since = self._left.get(address, (float(BURST), now))
        left = min(float(BURST), left + (now - since) * A_SECOND / 1000)
        if len(self._left) > _MOST_KNOWN:
            self._left = {}
        self._left[address] = (max(0.0, left - 1), now)
        return left >= 1


def gone(counted: Counter[str], address: str) -> None:
    """Count one less for an address; one that has none left is forgotten."""
    counted[address] -= 1
    if counted[address] <= 0:
        del counted[address]
