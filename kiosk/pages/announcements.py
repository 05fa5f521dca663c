"""What the referee announces, as pages of the lobby. Pure."""

from kiosk.pages.page import Frame, Page, PageLine, Part, split
from shared.core.events import ALWAYS
from shared.core.state import HallState
from shared.core.text.language import _
from shared.tui.announced import announced_words
from shared.tui.names import wrap
from shared.tui.times import clock_time


def announcement_pages(state: HallState, frame: Frame, zone: str, now: int) -> tuple[Page, ...]:
    """Return what is announced at ``now`` (UTC ms), the newest first; no page for nothing."""
    told = state.office.announced(now, "kiosk")
    if not told:
        return ()
    lines: list[PageLine] = []
    for said in told:
        division = state.divisions.get(said.division)
        whom = division.name if division is not None else said.division or _("Everybody")
        told_at = f"{whom} · {clock_time(said.at, zone, now)}"
        if said.until != ALWAYS:
            told_at += " · " + _("until {time}").format(time=clock_time(said.until, zone, now))
        lines.append(())
        lines += [(Part(text, "key"),) for text in wrap(announced_words(state, said), frame.width)]
        lines.append((Part(told_at, "soft"),))
    return split(Page("announcements", _("Announcements"), band=0), tuple(lines), frame)
