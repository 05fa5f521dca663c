"""The charge of this machine's battery. No other module reads it."""

from contextlib import suppress
from pathlib import Path

SUPPLIES = Path("/sys/class/power_supply")
"""The folder of batteries on Linux. Other systems have none."""


def battery_percent(supplies: Path = SUPPLIES) -> int | None:
    """Return the charge of the emptiest battery in use, in %; None on mains or unknown."""
    found = []
    for supply in supplies.glob("*"):
        with suppress(OSError, ValueError):
            kind, status, capacity = (
                (supply / name).read_text().strip() for name in ("type", "status", "capacity")
            )
            if (kind, status) == ("Battery", "Discharging") and 0 <= int(capacity) <= 100:
                found.append(int(capacity))
    return min(found, default=None)
