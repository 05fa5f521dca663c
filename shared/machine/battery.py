"""What this machine's battery holds: the only module that reads it. Decides nothing."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

SUPPLIES = Path("/sys/class/power_supply")
"""Where Linux tells of batteries; other systems have no such folder."""


def battery_percent(supplies: Path = SUPPLIES) -> int | None:
    """How full the emptiest battery is that this machine runs on; None on mains or unknown."""
    found = []
    for supply in supplies.glob("*"):
        with suppress(OSError, ValueError):
            kind, status, capacity = (
                (supply / name).read_text().strip() for name in ("type", "status", "capacity")
            )
            if (kind, status) == ("Battery", "Discharging") and 0 <= int(capacity) <= 100:
                found.append(int(capacity))
    return min(found, default=None)
