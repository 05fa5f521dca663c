"""The status line: what the link is doing and what is not yet at the hall. Never claims more."""

from __future__ import annotations

from typing import Literal

from rich.cells import cell_len
from textual.widgets import Static

from shared.port import Link
from shared.tui.names import clip
from shared.tui.times import clock_time

Tone = Literal["good", "caution", "danger", "notice"]

_GLYPHS: dict[Tone, str] = {"good": "●", "caution": "▲", "danger": "■", "notice": "◌"}
_OFFSET_SHOWN_MS = 1_000
_NOT_THERE = " not yet at the hall"
_NOT_THERE_SHORT = " to send"


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
        parts.append(f"{unsent}{_NOT_THERE}")
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


class StatusBar(Static):
    """One line at the edge of a screen, placed by the screen that composes it."""

    DEFAULT_CSS = """
    StatusBar {
        height: 1; width: 1fr; padding: 0 1;
        background: $raised; color: $ink; text-style: bold;
        &.good { color: $good; }
        &.notice { color: $notice; }
        &.caution { color: $on-fill; background: $caution-fill; }
        &.danger { color: $on-fill; background: $danger-fill; }
    }
    """

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, classes=classes, markup=False)
        self.words = ""

    def show(self, link: Link, unsent: int, now_ms: int, zone: str) -> None:
        """Show the link as it stands; ``now_ms`` is UTC ms."""
        tone = link_tone(link)
        words = f"{_GLYPHS[tone]} {link_words(link, unsent, now_ms, zone)}"
        if words == self.words:
            return
        self.words = words
        self.set_classes(tone)
        width = self.content_size.width or 200
        if cell_len(words) > width:
            words = words.replace(_NOT_THERE, _NOT_THERE_SHORT)
        self.update(clip(words, width))
