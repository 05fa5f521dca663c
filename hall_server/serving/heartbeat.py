"""What a service manager hears of a hall or standby: ready, alive, stopping."""

from collections.abc import Callable

from shared.net.supervisor import is_managed, tell_supervisor, watchdog_ms

_BEATS = 4
"""Signs of life in the time after which the manager gives up."""

Tell = Callable[[str], None]


class Heartbeat:
    """Sends a sign of life when one is due, from the node's thread."""

    def __init__(self, patience_ms: int | None = None, tell: Tell = tell_supervisor) -> None:
        self._every = (watchdog_ms() if patience_ms is None else patience_ms) // _BEATS
        self._tell = tell
        self.managed = is_managed()
        """Whether a service manager starts this program."""
        self._due: int | None = None

    def ready(self, status: str) -> None:
        """Tell that the node serves; the manager shows ``status``."""
        self._tell(f"READY=1\nSTATUS={' '.join(status.split())}")

    def beat(self, call: Callable[[Callable[[], None]], None], now: int) -> None:
        """Send a sign of life if one is due; ``call`` runs work in the node's thread.

        ``now`` is monotonic milliseconds.
        """
        if self._every and (self._due is None or now >= self._due):
            self._due = now + self._every
            call(self._alive)

    def stopping(self) -> None:
        """Tell that the program ends by itself."""
        self._tell("STOPPING=1")

    def _alive(self) -> None:
        self._tell("WATCHDOG=1")
