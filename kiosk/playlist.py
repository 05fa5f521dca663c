"""Which pages the lobby has, and which of them it shows at a moment. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from shared.core.state import Division, HallState
from shared.core.state.office import DEFAULT_PAGES, Shows
from shared.core.text.language import _, of_official
from shared.pairing.places import beside_standings, division_standings
from shared.public.announcements import announcement_pages, corrected_pages
from shared.public.charts import chart_of, crosstable_pages, wall_chart_pages
from shared.public.countdown import countdown_pages
from shared.public.draw_sheets import draw_sheet_pages
from shared.public.hall_map import map_pages
from shared.public.lookup import current_round
from shared.public.page import Frame, Page, notice
from shared.public.pairings import by_name, by_table, playoff_pages, taken_back_pages
from shared.public.rules import rules_pages
from shared.public.standings import standings_pages
from shared.public.timetable import timetable_pages

_A_COLUMN = 76
"""Cells that a page wants beside another one."""
PAGE_MS = 8_000
"""How long the pages on one screen stay."""
MOST_COLUMNS = 3
MOST_STACKED = 4
"""So many pages stand one above the other in a column."""
_STACKED_FROM = 30
"""Rows from which short pages stand one above the other: a smaller screen shows one well."""
_AROUND, _CLOCK = 3, 16
"""Rows that a page has beside its lines, and those that a countdown wants."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The pages on one screen, in columns side by side; there is at least one in each."""

    columns: tuple[tuple[Page, ...], ...]

    @property
    def pages(self) -> tuple[Page, ...]:
        """All of them, column by column."""
        return tuple(page for column in self.columns for page in column)

    @property
    def key(self) -> str:
        """Stays the same while the first page does."""
        return self.pages[0].key

    @property
    def title(self) -> str:
        """What is on show."""
        return " | ".join(page.title for page in self.pages)


def columns_of(frame: Frame) -> int:
    """Return how many pages stand side by side: three on a screen of 1080 lines."""
    return max(1, min(MOST_COLUMNS, (frame.width + 4) // (_A_COLUMN + 3)))


def playlist(
    state: HallState,
    frame: Frame,
    zone: str,
    now: int,
    shows: Shows | None = None,
) -> tuple[Page, ...]:
    """Return every page of now in the order shown; at least one.

    ``frame`` is the whole screen's; a page that is not wide is made for a column of it. ``shows``
    is what the referee has chosen for this kiosk.
    """
    if state.tournament is None:
        words = _("This screen begins as soon as the word of the hall is there.")
        return (Page("waiting", _("Welcome"), lines=notice(words, frame), band=0),)
    count = columns_of(frame)
    column = Frame((frame.width + 4) // count - 4 if count > 1 else frame.width, frame.rows)
    shows = shows or Shows()
    kinds = frozenset(shows.pages or DEFAULT_PAGES)
    divisions = [
        division
        for division in state.divisions.values()
        if not shows.divisions or division.id in shows.divisions
    ]
    # Announcements are shown on every kiosk, whatever its pages: one may be a fire alarm.
    pages = [*announcement_pages(state, column, zone, now)]
    if "countdown" in kinds:
        pages += countdown_pages(state, divisions)
    for division in divisions:
        with of_official(state.official(division.id)):
            paired = current_round(state, division.id)
            # Like an announcement: readers of the pairings have to learn that they do not count.
            back = taken_back_pages(state, division, column)
            pages += back
            if paired is None and not back:
                words = _(
                    "Round 1 is not paired yet. The pairings appear here as soon as they are out."
                )
                title = f"{division.name} · " + _("Pairings")
                pages.append(Page(f"{division.id}/0", title, lines=notice(words, column), band=0))
            elif paired is not None:
                if kinds & {"by_table", "by_name"}:
                    pages += playoff_pages(state, division, column, zone, now)
                if "by_table" in kinds:
                    pages += by_table(state, division, paired, column, zone, now)
                if "by_name" in kinds:
                    pages += by_name(state, division, paired, column, zone, now)
                if "sheets" in kinds:
                    pages += draw_sheet_pages(state, division, frame, zone, now)
                if "corrected" in kinds:
                    pages += corrected_pages(state, division, column, zone, now)
                pages += _results(state, division, frame, column, kinds)
            if "schedule" in kinds:
                pages += timetable_pages(state, division, column, zone)
            if "rules" in kinds:
                pages += rules_pages(division, column)
    if "map" in kinds and divisions:
        pages += map_pages(state, frame)
    if not pages:
        words = _("There is nothing to show here yet.")
        return (Page("waiting", _("Welcome"), lines=notice(words, frame), band=0),)
    return tuple(pages)


def _results(
    state: HallState,
    division: Division,
    frame: Frame,
    column: Frame,
    kinds: frozenset[str],
) -> Iterator[Page]:
    """Yield standings, crosstable and wall chart from one calculation."""
    if not kinds & {"standings", "crosstable", "wall_chart"}:
        return
    rows = () if division.unreadable else division_standings(state, division.id)
    if "standings" in kinds:
        yield from standings_pages(state, division, column, rows)
        for part, beside in beside_standings(state, division.id).items():
            yield from standings_pages(state, division, column, beside, part=part)
    if division.unreadable or not kinds & {"crosstable", "wall_chart"}:
        return
    chart = chart_of(state, division, rows)
    if chart is not None and "crosstable" in kinds:
        yield from crosstable_pages(division, chart, frame, column)
    if chart is not None and "wall_chart" in kinds:
        yield from wall_chart_pages(division, chart, frame, column)


def spreads(pages: Iterable[Page], count: int, rows: int = 0) -> tuple[Spread, ...]:
    """Return the pages in ``count`` columns a screen; a wide one takes the whole width.

    On a screen of enough ``rows``, short pages stand one above the other. Pages keep their order.
    """
    found: list[Spread] = []
    columns: list[list[Page]] = []
    wide = False
    for page in pages:
        alone = page.wide and count > 1
        if columns and alone == wide and _stacks(columns[-1], page, rows, rows + _AROUND):
            columns[-1].append(page)
            continue
        if columns and (alone or wide or len(columns) == count):
            found.append(_spread(columns, 1 if wide else count, rows))
            columns = []
        columns.append([page])
        wide = alone
    if columns:
        found.append(_spread(columns, 1 if wide else count, rows))
    return tuple(found)


def _spread(columns: list[list[Page]], count: int, rows: int) -> Spread:
    """Return the pages of one screen, the columns as even as their order allows."""
    pages = [page for column in columns for page in column]
    if rows < _STACKED_FROM or count == 1:
        return Spread(tuple(map(tuple, columns)))
    for room in range(max(map(_height, pages)), rows + _AROUND):
        even: list[list[Page]] = []
        for page in pages:
            if even and _stacks(even[-1], page, rows, room):
                even[-1].append(page)
            else:
                even.append([page])
        if len(even) <= count:
            return Spread(tuple(map(tuple, even)))
    return Spread(tuple(map(tuple, columns)))


def _stacks(column: list[Page], page: Page, rows: int, room: int) -> bool:
    """Return whether a page fits below those of the column, in ``room`` rows in all."""
    if rows < _STACKED_FROM or len(column) == MOST_STACKED:
        return False
    return sum(map(_height, (*column, page))) <= room


def _height(page: Page) -> int:
    return _CLOCK if page.round_time is not None else _AROUND + len(page.lines)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The spread on show and since when (monotonic ms)."""

    key: str
    since: int


@dataclass(frozen=True, slots=True)
class Showing:
    """The spread on show, its place among ``count`` (from 1), and how long it still stays."""

    spread: Spread
    number: int
    count: int
    next_in_s: int

    @property
    def words(self) -> str:
        """``page 2/5 · next in 6 s``."""
        if self.count == 1:
            return _("page {number}/{count}").format(number=1, count=1)
        return _("page {number}/{count} · next in {seconds} s").format(
            number=self.number, count=self.count, seconds=self.next_in_s
        )

    @property
    def brief(self) -> str:
        """The same for a narrow screen, on which the age of the data goes first."""
        if self.count == 1:
            return "1/1"
        return f"{self.number}/{self.count} · " + _("{count} s").format(count=self.next_in_s)


def turn(cursor: Cursor | None, shown: Sequence[Spread], now: int) -> Cursor:
    """Return the cursor at ``now``: the next page after its time, or at once if it is gone.

    However late the tick, no page is skipped.
    """
    place = _place(cursor, shown)
    if cursor is None or place is None:
        return Cursor(shown[0].key, now)
    if now - cursor.since < PAGE_MS:
        return cursor
    return Cursor(shown[(place + 1) % len(shown)].key, now)


def leafed(cursor: Cursor, shown: Sequence[Spread], steps: int, now: int) -> Cursor:
    """Return the cursor after a visitor turned the pages, round their ends."""
    place = _place(cursor, shown) or 0
    return Cursor(shown[(place + steps) % len(shown)].key, now)


def showing(cursor: Cursor, shown: Sequence[Spread], now: int) -> Showing:
    """Return what the lobby shows for a cursor that ``turn`` returned for the same pages."""
    place = _place(cursor, shown) or 0
    left = max(0, cursor.since + PAGE_MS - now)
    return Showing(shown[place], place + 1, len(shown), max(1, -(-left // 1000)))


def _place(cursor: Cursor | None, shown: Sequence[Spread]) -> int | None:
    if cursor is None:
        return None
    return next((n for n, spread in enumerate(shown) if spread.key == cursor.key), None)
