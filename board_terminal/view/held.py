"""Tells a pressed key from a held one. Every stamp is a parameter.

A terminal does not say when a key is released. A held key may repeat its command, but it never
answers another question than the one it was pressed for.
"""

SETTLE_MS = 700
"""A key that comes again within this is held: keyboards wait 250 to 660 ms before they repeat."""

RATE_MS = 150
"""Keys of two keyboards repeat side by side, but none more slowly than this."""


NEAR = (6, 2)
"""Columns and rows within which two touches are of the same place."""

Point = tuple[int, int]
"""Column and row of the screen."""


class Held:
    """What each key meant when it went down, and when it last came; the same of the last touch."""

    def __init__(self) -> None:
        self._last = ""
        self._touched: tuple[int, Point, object] | None = None
        self._came: dict[str, tuple[int, object]] = {}

    def is_stale(self, key: str, meaning: object, at: int) -> bool:
        """Return whether ``key`` comes at ``at`` (monotonic ms) only because it is held down, and
        meant something else when it went down."""
        came, meant = self._came.get(key, (None, None))
        gap = SETTLE_MS if came is None else at - came
        repeats = gap < (SETTLE_MS if self._last == key else RATE_MS)
        self._last = key
        self._came[key] = (at, meant if repeats else meaning)
        return repeats and meant != meaning

    def is_tapped_twice(self, place: Point, meaning: object, at: int) -> bool:
        """Return whether a touch at ``at`` (monotonic ms) is the second of two on one ``place``,
        and the first of them meant something else: it was not meant for what is there by now."""
        before, self._touched = self._touched, (at, place, meaning)
        if before is None or at - before[0] >= SETTLE_MS:
            return False
        if any(abs(a - b) > near for a, b, near in zip(place, before[1], NEAR, strict=True)):
            return False
        self._touched = (at, place, before[2])
        return meaning != before[2]

    def let_go(self) -> None:
        """Forget the held keys: a touch came in between, so the next key is pressed anew."""
        self._last = ""
        self._came.clear()
