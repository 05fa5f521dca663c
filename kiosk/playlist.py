"""Which pages the lobby has, and which of them it shows at a moment. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from shared.core.state import Division, HallState
from shared.core.state.office import DEFAULT_PAGES, Shows
from shared.core.text.language import _, of_official
from shared.pairing.places import beside_standings, division_standings
from shared.public.announcements import announcement_pages, corrected_pages
from shared.public.charts import chart_of, crosstable_pages, wall_chart_pages
from shared.public.countdown import countdown_pages
from shared.public.draw_sheets import draw_sheet_pages
from shared.public.hall_map import map_pages
from shared.public.large import (
    LARGE_PAGES,
    Wall,
    announced_large,
    pairings_large,
    standings_large,
    times_large,
    wall_for,
)
from shared.public.lookup import current_round
from shared.public.page import Frame, Page, notice
from shared.public.pairings import by_name, by_table, playoff_pages, taken_back_pages
from shared.public.rules import rules_pages
from shared.public.standings import standings_pages
from shared.public.timetable import timetable_pages
from shared.tui.letters import Letters

PAGE_MS = 8_000
"""How long the pages on one screen stay."""
_COLUMNS = ((3, 76), (2, 60))
"""Columns side by side, the most first, and the cells that each of so many wants."""
_BETWEEN = 4
"""Blank cells around a column."""
_AROUND, _CLOCK = 3, 16
"""Rows that a page has beside its lines, and those that a countdown wants."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The pages on one screen: columns side by side, and ``wide`` ones below over the width."""

    columns: tuple[tuple[Page, ...], ...]
    wide: tuple[Page, ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        """All of them, column by column, the wide ones last."""
        return (*(page for column in self.columns for page in column), *self.wide)

    @property
    def title(self) -> str:
        """What is on show."""
        return " | ".join(page.title for page in self.pages)


def columns_of(frame: Frame) -> int:
    """Return how many pages stand side by side: three on a screen of 1080 lines."""
    room = frame.width + _BETWEEN
    return next((count for count, each in _COLUMNS if room >= count * (each + _BETWEEN)), 1)


def alone_in(frame: Frame) -> Frame:
    """Return the room of a page that nothing stands beside: the widest that is still one column."""
    return Frame(min(frame.width, 2 * (_COLUMNS[-1][1] + _BETWEEN) - _BETWEEN - 1), frame.rows)


def column_of(frame: Frame) -> Frame:
    """Return the room of one column of the screen."""
    count = columns_of(frame)
    return Frame((frame.width + _BETWEEN) // count - _BETWEEN, frame.rows)


def playlist(
    state: HallState,
    frame: Frame,
    zone: str,
    now: int,
    shows: Shows | None = None,
    letters: Letters | None = None,
) -> tuple[Page, ...]:
    """Return every page of now in the order shown; at least one.

    ``frame`` is the whole screen's; a page that is not wide is made for a column of it. ``shows``
    is what the referee has chosen for this kiosk. With ``letters``, pages that are read from afar
    are in these, and others come only if the referee has chosen them.
    """
    if state.tournament is None:
        words = _("This screen begins as soon as the hall's data arrives.")
        return (Page("waiting", _("Welcome"), lines=notice(words, frame), band=0),)
    column = column_of(frame)
    shows = shows or Shows()
    kinds = frozenset(shows.pages or (LARGE_PAGES if letters else DEFAULT_PAGES))
    divisions = [
        division
        for division in state.divisions.values()
        if not shows.divisions or division.id in shows.divisions
    ]
    if letters:
        pages = [*_in_large(state, divisions, wall_for(letters, frame, zone, now), kinds)]
        kinds -= {*LARGE_PAGES}
    else:
        # On every kiosk, whatever its pages: one may be a fire alarm.
        pages = [*announcement_pages(state, column, zone, now)]
    if "countdown" in kinds:
        pages += countdown_pages(state, divisions)
    for division in divisions:
        with of_official(state.official(division.id)):
            paired = current_round(state, division.id)
            # Like an announcement: readers of the pairings have to learn that they do not count.
            back = () if letters else taken_back_pages(state, division, column)
            pages += back
            if paired is None and not back and not letters:
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
                    pages += draw_sheet_pages(state, division, (frame, column), zone, now)
                if "corrected" in kinds:
                    pages += corrected_pages(state, division, column, zone, now)
                pages += _results(state, division, frame, column, kinds)
            if "schedule" in kinds:
                pages += timetable_pages(state, division, column, zone)
            if "rules" in kinds:
                pages += rules_pages(division, column)
    if "map" in kinds and divisions:
        pages += map_pages(state, frame, column if pages else frame)
    if not pages:
        words = _("There is nothing to show here yet.")
        return (Page("waiting", _("Welcome"), lines=notice(words, frame), band=0),)
    return tuple(pages)


def _in_large(
    state: HallState, divisions: list[Division], wall: Wall, kinds: frozenset[str]
) -> Iterator[Page]:
    """Yield the pages that are read from afar."""
    yield from announced_large(state, wall)
    if "countdown" in kinds:
        yield from times_large(state, divisions, wall.letters)
    for division in divisions:
        with of_official(state.official(division.id)):
            paired = current_round(state, division.id)
            yield from pairings_large(state, division, paired, wall, kinds)
            if "standings" in kinds and paired is not None and not division.unreadable:
                rows = division_standings(state, division.id)
                yield from standings_large(division, rows, wall)


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


def spreads(pages: Iterable[Page], frame: Frame) -> tuple[Spread, ...]:
    """Return the pages on as few screens as hold them.

    Each page goes to the first screen that has room for it, so nothing takes turns that would
    fit side by side; only the parts of a list stay in their order.
    """
    count = columns_of(frame)
    screens: list[list[Page]] = []
    last_part: dict[str, int] = {}
    for page in pages:
        whole = page.key.rpartition("/")[0] or page.key
        free = range(last_part.get(whole, 0), len(screens))
        place = next((n for n in free if _laid([*screens[n], page], count, frame.rows)), None)
        if place is None:
            place = len(screens)
            screens.append([])
        screens[place].append(page)
        last_part[whole] = place
    return tuple(_laid(screen, count, frame.rows) or Spread((tuple(screen),)) for screen in screens)


def _laid(pages: list[Page], count: int, rows: int) -> Spread | None:
    """Return the pages on one screen, the columns as even as may be; None if they do not fit."""
    wide = tuple(page for page in pages if page.wide and count > 1)
    narrow = [page for page in pages if page not in wide]
    room = rows + _AROUND - sum(map(height, wide))
    if not narrow:
        return Spread((), wide) if room >= 0 else None
    for most in range(max(map(height, narrow)), room + 1):
        columns: list[list[Page]] = []
        for page in narrow:
            column = next((c for c in columns if sum(map(height, (*c, page))) <= most), None)
            if column is None:
                columns.append([page])
            else:
                column.append(page)
        if len(columns) <= count:
            return Spread(tuple(map(tuple, columns)), wide)
    return None


def height(page: Page) -> int:
    """Return the rows that a page takes among others."""
    more = page.letters.rows - 1 if page.letters else 0
    return _CLOCK + 3 * more if page.round_time is not None else _AROUND + more + len(page.lines)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The first page on show, since when (monotonic ms), and its screen's place from 0."""

    key: str
    since: int
    place: int = field(default=0, compare=False)


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

    However late the tick, no page is skipped; news leave the screen that is being read.
    """
    if cursor is None:
        return _at(shown, 0, now)
    place = _place(cursor, shown)
    if place is None:
        return _at(shown, cursor.place, now)
    if now - cursor.since < PAGE_MS:
        return replace(cursor, place=place)
    return _at(shown, place + 1, now)


def leafed(cursor: Cursor, shown: Sequence[Spread], steps: int, now: int) -> Cursor:
    """Return the cursor after a visitor turned the pages, round their ends."""
    return _at(shown, (_place(cursor, shown) or 0) + steps, now)


def showing(cursor: Cursor, shown: Sequence[Spread], now: int) -> Showing:
    """Return what the lobby shows for a cursor that ``turn`` returned for the same pages."""
    place = _place(cursor, shown) or 0
    left = max(0, cursor.since + PAGE_MS - now)
    return Showing(shown[place], place + 1, len(shown), max(1, -(-left // 1000)))


def _at(shown: Sequence[Spread], place: int, now: int) -> Cursor:
    place %= len(shown)
    return Cursor(shown[place].pages[0].key, now, place)


def _place(cursor: Cursor, shown: Sequence[Spread]) -> int | None:
    """Return the screen that has the page, wherever on it."""
    screens = (n for n, each in enumerate(shown) if any(p.key == cursor.key for p in each.pages))
    return next(screens, None)
