"""How old what the lobby shows is, in words. Pure."""

from __future__ import annotations

from shared.node.port import Link
from shared.tui.times import age, clock_time


def age_words(link: Link, fresh_at: int | None, now: int, zone: str) -> str:
    """``""`` while live, else ``as of 14:02, 3 min old``.

    ``fresh_at`` is the UTC ms at which this screen last knew that it had everything, or None.
    """
    if link.state == "live":
        return ""
    if fresh_at is None:
        return "age unknown, no hall yet"
    return f"as of {clock_time(fresh_at, zone, now)}, {age(now - fresh_at)} old"
