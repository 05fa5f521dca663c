"""Commands in the order in which the keys went down: the next waits until the notes hold the last.

So a press that the other side has answered is on the disk. A disk that hangs stops nobody for long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

PATIENCE_MS = 1_000
"""So long a command waits for the disk; then the game goes on, and what is not saved stays so."""


class InOrder:
    """Carries out each command at once, or in its turn while ``busy`` says that notes are saved."""

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()

    @property
    def waiting(self) -> bool:
        """Whether a key has gone down that is not carried out yet."""
        return bool(self._waiting)

    def put(self, act: Callable[[], None], at: int) -> None:
        """Carry out ``act``, whose key went down at ``at`` (monotonic ms), when its turn comes."""
        self._waiting.append((at, act))
        self.go_on(at)

    def go_on(self, at: int | None = None) -> None:
        """Carry out what need not wait any longer; with ``at``, also what has waited too long."""
        while self._waiting:
            since, act = self._waiting[0]
            if self._busy() and (at is None or at - since < PATIENCE_MS):
                return
            self._waiting.popleft()
            act()
