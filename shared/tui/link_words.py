"""The state of the link to the hall, in words."""

from typing import Literal

from shared.core.text.language import _, ngettext, shown_number
from shared.core.text.sentence import said
from shared.port import Link
from shared.tui.times import clock_time

LinkTone = Literal["good", "caution", "danger", "notice"]

_OFFSET_SHOWN_MS = 1_000


def link_tone(link: Link) -> LinkTone:
    """Return the tone of the link's words. The words alone say the same."""
    match link.state:
        case "live" | "catching_up" if link.full:
            return "caution"
        case "live":
            return "good"
        case "catching_up" | "starting":
            return "notice"
        case "offline":
            return "caution"
        case "refused":
            return "danger"


def link_words(link: Link, unsent: int, now_ms: int, zone: str, *, brief: bool = False) -> str:
    """Return the link's state, a full disk, what is not yet at the hall, and a clock that is off.

    ``now_ms`` is UTC ms; ``zone`` is the event's IANA zone. ``brief`` is for a short line.
    """
    parts = [_state_words(link, now_ms, zone)]
    if link.full:
        here = link.full == "here"
        parts.append(_("this disk is full") if here else _("the hall's disk is full"))
    if unsent > 0:
        words = (
            ngettext("{count} to send", "{count} to send", unsent)
            if brief
            else ngettext("{count} not yet at the hall", "{count} not yet at the hall", unsent)
        )
        parts.append(words.format(count=unsent))
    if abs(link.offset_ms) > _OFFSET_SHOWN_MS:
        words = _("clock {offset} fast") if link.offset_ms > 0 else _("clock {offset} slow")
        parts.append(words.format(offset=_offset(link)))
    return " · ".join(parts)


def _state_words(link: Link, now_ms: int, zone: str) -> str:
    match link.state:
        case "catching_up":
            return state_word(link) + (f" {link.behind}" if link.behind else "")
        case "offline":
            since = clock_time(link.since, zone, now_ms)
            return _("OFFLINE since {time} – saved here").format(time=since)
        case "refused":
            why = said(link.sentence).rstrip(".") or _("call the referee")
            return _("REFUSED – {why}").format(why=why)
        case _:
            return state_word(link)


def state_word(link: Link) -> str:
    """Return the link's state in one word."""
    match link.state:
        case "live":
            return _("LIVE")
        case "catching_up":
            return _("CATCHING UP")
        case "offline":
            return _("OFFLINE")
        case "refused":
            return _("REFUSED")
        case "starting":
            return _("STARTING")


def _offset(link: Link) -> str:
    tenths = abs(link.offset_ms) // 100
    if tenths < 600:
        return _("{count} s").format(count=shown_number(f"{tenths // 10}.{tenths % 10}"))
    return _("{count} min").format(count=tenths // 600)
