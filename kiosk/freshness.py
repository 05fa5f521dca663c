"""How old what the lobby shows is, in words. Pure."""

from shared.core.text.language import _
from shared.port import Link
from shared.tui.times import age, clock_time


def age_words(link: Link, fresh_at: int | None, now: int, zone: str) -> str:
    """``""`` while live, else ``as of 14:02, 3 min old``.

    ``fresh_at`` is the UTC ms at which this screen last knew that it had everything, or None.
    """
    if link.state == "live":
        return ""
    if fresh_at is None:
        return _("age unknown, no hall yet")
    return _("as of {time}, {age} old").format(
        time=clock_time(fresh_at, zone, now), age=age(now - fresh_at)
    )


def freshness_words(link: Link, fresh_at: int | None, now: int, zone: str) -> str:
    """Return the same with a glyph and a word for the link: never colour alone."""
    old = age_words(link, fresh_at, now, zone)
    match link.state:
        case "live":
            return "● " + _("LIVE")
        case "catching_up" | "starting":
            return f"◌ {old}"
        case "offline":
            return f"▲ {old}"
        case "refused":
            return f"■ {old}"
