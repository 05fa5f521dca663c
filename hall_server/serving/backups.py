"""Rolling snapshots: their names, and which of them to keep, by count and age."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

_NAME = re.compile(r"hall-(\d{8}T\d{6})Z\.db")
_FORMAT = "%Y%m%dT%H%M%S"


def backup_name(at_ms: int) -> str:
    """Return the name of a snapshot taken at ``at_ms`` (UTC)."""
    return f"hall-{datetime.fromtimestamp(at_ms // 1000, UTC):{_FORMAT}}Z.db"


def expired(names: Iterable[str], now_ms: int, *, keep: int, days: int) -> list[str]:
    """Return the snapshots to remove.

    The newest ``keep`` stay. Of older ones the last of each hour stays, until it is ``days`` old.
    Files with other names always stay.
    """
    dated = sorted(
        (
            (datetime.strptime(found[1], _FORMAT).replace(tzinfo=UTC), name)
            for name in names
            if (found := _NAME.fullmatch(name))
        ),
        reverse=True,
    )
    now = datetime.fromtimestamp(now_ms // 1000, UTC)
    hours: set[datetime] = set()
    gone: list[str] = []
    for place, (at, name) in enumerate(dated):
        hour = at.replace(minute=0, second=0)
        first_of_hour = hour not in hours
        hours.add(hour)
        if place >= keep and not (first_of_hour and (now - at).days < days):
            gone.append(name)
    return gone


def prune(folder: Path, now_ms: int, *, keep: int, days: int) -> None:
    """Remove expired snapshots."""
    for name in expired((file.name for file in folder.iterdir()), now_ms, keep=keep, days=days):
        (folder / name).unlink(missing_ok=True)
