"""Which pages the lobby has, and which of them is shown at a moment. Pure: ``now`` is handed in."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.announcements import announcement_pages
from kiosk.countdown import countdown_pages
from kiosk.lookup import current_round
from kiosk.page import Frame, Page, notice
from kiosk.pairings import by_name, by_table
from kiosk.standings_page import Standings, standings_pages
from shared.core.state import HallState


def playlist(
    state: HallState, frame: Frame, standings_of: Standings, zone: str, now: int
) -> tuple[Page, ...]:
    """All pages for this state of the hall; never empty.

    ``now`` (UTC ms) decides whether a starting time names its day, and what is still announced.
    """
    if state.tournament is None:
        words = "Waiting for the tournament. This screen fills itself as soon as the hall is there."
        return (Page("waiting", "Welcome", lines=notice(words, frame)),)
    pages = [*announcement_pages(state, frame, zone, now), *countdown_pages(state)]
    for division in state.divisions.values():
        paired = current_round(state, division.id)
        if paired is None:
            words = "Round 1 is not paired yet. The pairings appear here as soon as they are out."
            title = f"{division.name} · Pairings"
            pages.append(Page(f"{division.id}/0", title, lines=notice(words, frame)))
            continue
        pages += by_table(state, division, paired, frame, zone, now)
        pages += by_name(state, division, paired, frame, zone, now)
        pages += standings_pages(state, division, frame, standings_of)
    if not pages:
        words = "No division is open yet."
        return (Page("waiting", "Welcome", lines=notice(words, frame)),)
    return tuple(pages)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The page on show and since when (monotonic ms)."""

    key: str
    since: int


@dataclass(frozen=True, slots=True)
class Showing:
    """The page on show, its place among ``count`` pages (from 1), and how long it still stays."""

    page: Page
    number: int
    count: int
    next_in_s: int

    @property
    def words(self) -> str:
        """``page 2/5 · next in 6 s``."""
        if self.count == 1:
            return "page 1/1"
        return f"page {self.number}/{self.count} · next in {self.next_in_s} s"


def turn(cursor: Cursor | None, pages: tuple[Page, ...], now: int, page_ms: int) -> Cursor:
    """The cursor at ``now``: each page stays its time, and a page that is gone gives way at once.

    However late the tick, the next page is the next one: a slow screen skips nobody's name.
    """
    place = _place(cursor, pages)
    if cursor is None or place is None:
        return Cursor(pages[0].key, now)
    if now - cursor.since < page_ms:
        return cursor
    return Cursor(pages[(place + 1) % len(pages)].key, now)


def showing(cursor: Cursor, pages: tuple[Page, ...], now: int, page_ms: int) -> Showing:
    """What the lobby shows for a cursor that ``turn`` returned for the same pages."""
    place = _place(cursor, pages) or 0
    left = max(0, cursor.since + page_ms - now)
    return Showing(pages[place], place + 1, len(pages), max(1, -(-left // 1000)))


def _place(cursor: Cursor | None, pages: tuple[Page, ...]) -> int | None:
    if cursor is None:
        return None
    return next((n for n, page in enumerate(pages) if page.key == cursor.key), None)
