"""The time zone that the machine is set to."""

from pathlib import Path
from zoneinfo import available_timezones

LOCALTIME = Path("/etc/localtime")


def own_zone(localtime: Path = LOCALTIME) -> str:
    """Return the machine's IANA zone, UTC if the system does not say."""
    try:
        zone = str(localtime.resolve(strict=True)).partition("zoneinfo/")[2]
    except OSError:
        zone = ""
    return zone if zone in available_timezones() else "UTC"
