"""What the link to the hall is doing, in words. Pure; never claims more than is true."""

from __future__ import annotations

from typing import Literal

from shared.port import Link
from shared.tui.times import clock_time

Tone = Literal["good", "caution", "danger", "notice"]

NOT_THERE = " not yet at the hall"
_OFFSET_SHOWN_MS = 1_000


def link_tone(link: Link) -> Tone:
    """How the link's words are coloured; the words alone say the same."""
    match link.state:
        case "live":
            return "good"
        case "catching_up" | "starting":
            return "notice"
        case "offline":
            return "caution"
        case "refused":
            return "danger"


def link_words(link: Link, unsent: int, now_ms: int, zone: str) -> str:
    """Say where the link stands, how much is not yet at the hall, and a clock that is off.

    ``now_ms`` is UTC ms; ``zone`` the event's IANA zone in which times are shown.
    """
    parts = [_state_words(link, now_ms, zone)]
    if unsent > 0:
        parts.append(f"{unsent}{NOT_THERE}")
    if abs(link.offset_ms) > _OFFSET_SHOWN_MS:
        side = "fast" if link.offset_ms > 0 else "slow"
        parts.append(f"clock {_offset(link)} {side}")
    return " · ".join(parts)


def _state_words(link: Link, now_ms: int, zone: str) -> str:
    match link.state:
        case "live":
            return "LIVE"
        case "catching_up":
            return f"CATCHING UP {link.behind}" if link.behind else "CATCHING UP"
        case "offline":
            return f"OFFLINE since {clock_time(link.since, zone, now_ms)} – saved here"
        case "refused":
            return f"REFUSED – {link.sentence or 'call the referee'}"
        case "starting":
            return "STARTING"


def _offset(link: Link) -> str:
    tenths = abs(link.offset_ms) // 100
    return f"{tenths // 10}.{tenths % 10} s" if tenths < 600 else f"{tenths // 600} min"
