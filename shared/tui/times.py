"""Times and durations in words, in the event's zone."""

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shared.core.text.language import N_, _

_LAST_S = 253_402_300_799 - 86_400


@lru_cache(maxsize=8)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def local(at_ms: int, zone: str) -> datetime:
    """Return UTC ms as local time in an IANA zone; as UTC if the zone is unknown.

    The last day of the calendar becomes the day before it, so that every zone can show it.
    """
    return datetime.fromtimestamp(min(at_ms // 1000, _LAST_S), UTC).astimezone(_zone(zone))


def clock_time(at_ms: int, zone: str, now_ms: int | None = None) -> str:
    """Return a time as ``14:02``, or on another day than ``now_ms`` as ``Sat 14:02``."""
    at = local(at_ms, zone)
    if now_ms is not None and local(now_ms, zone).date() != at.date():
        return f"{day_word(at)} {at:%H:%M}"
    return f"{at:%H:%M}"


_DAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))


def day_word(at: datetime) -> str:
    """Return the day of the week in at most three letters."""
    return _(_DAYS[at.weekday()])


def duration(ms: int) -> str:
    """Return a duration as ``0:40``, ``12:05`` or ``1:02:03``, never negative."""
    seconds = max(0, ms) // 1000
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def age(ms: int) -> str:
    """Return an age as ``12 s``, ``3 min`` or ``2 h 05 min``."""
    seconds = max(0, ms) // 1000
    if seconds < 60:
        return _("{count} s").format(count=seconds)
    minutes = seconds // 60
    if minutes < 60:
        return _("{count} min").format(count=minutes)
    return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=f"{minutes % 60:02}")
