"""Large events, of kinds that may be large."""

from __future__ import annotations

from shared.core.events import RoundPaired

LINE = 20_000


def large(size: int) -> RoundPaired:
    """A body of about so many bytes, in lines as long as a pairing's log may have them."""
    lines = ["x" * LINE] * (size // LINE) + ["x" * (size % LINE)]
    return RoundPaired(0, "", (), trace=tuple(lines))
