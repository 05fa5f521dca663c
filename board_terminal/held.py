"""Tells a key that goes down from one that is held down. Pure: every stamp is handed in.

No terminal says when a key is let go. A held key may go on doing what it did when it went down; it
never answers another question than the one that it was pressed for.
"""

from __future__ import annotations

SETTLE_MS = 700
"""A key that comes again within this is held: keyboards wait 250 to 660 ms before they repeat."""

RATE_MS = 150
"""Keys of two keyboards repeat side by side, but none more slowly than this."""


class Held:
    """What each key meant when it went down, and when it last came."""

    def __init__(self) -> None:
        self._last = ""
        self._came: dict[str, tuple[int, object]] = {}

    def is_stale(self, key: str, meaning: object, at: int) -> bool:
        """Whether ``key`` comes at ``at`` (monotonic ms) only because it is held down, and meant
        something else when it went down."""
        came, meant = self._came.get(key, (None, None))
        gap = SETTLE_MS if came is None else at - came
        repeats = gap < (SETTLE_MS if self._last == key else RATE_MS)
        self._last = key
        self._came[key] = (at, meant if repeats else meaning)
        return repeats and meant != meaning

    def let_go(self) -> None:
        """Something else than a key was used in between: whatever comes now is pressed anew."""
        self._last = ""
        self._came.clear()
