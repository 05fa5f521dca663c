"""Crosstable and wall chart of a division, in blocks of rounds that fit the width. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from shared.core.standings.order import StandingsRow
from shared.core.standings.records import division_records
from shared.core.standings.wall_chart import ChartRow, WallChart, poster, unplayed_word, wall_chart
from shared.core.state import Division, HallState
from shared.core.text.language import _, pgettext
from shared.public.lookup import current_round
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.names import columns, fit

_CELL = 6
_LEAST_NAME, _WHOLE_NAME, _MOST_NAME = 10, 20, 30
_NARROW = 66
_POINTS, _HONOR, _PLACE = 6, 7, 5
_NUMBERED = 6
"""Cells between a title and its note, with the number of a part such as ``1/2``."""


def chart_of(
    state: HallState, division: Division, rows: tuple[StandingsRow, ...]
) -> WallChart | None:
    """Return the division's chart, its players numbered by rating; None before any pairing.

    ``rows`` are its standings.
    """
    paired = current_round(state, division.id)
    records = sorted(
        division_records(state, division.id), key=lambda r: (-(r.rating or 0), r.name, r.player)
    )
    if paired is None or not records or len(rows) != len(records):
        return None
    return wall_chart(records, rows, division.book, rounds=paired.number)


def crosstable_pages(
    division: Division, chart: WallChart, frame: Frame, column: Frame
) -> tuple[Page, ...]:
    """Return a line a player: opponent and points of each round, ``6 +4``. If all rounds fit a
    ``column`` of the screen, the page stands beside others."""
    whole, *lines = poster(chart)
    narrow = frame.width < _NARROW
    ends = [_POINTS, *([_HONOR] if chart.honor else []), _PLACE][: 1 if narrow else None]
    told = (cell for line in lines for cell in line[2 : 2 + chart.rounds])
    cell = max((_CELL, *map(cell_len, told)))
    frame, wide = _place(chart, frame, column, cell, ends)
    heading, ends = _labelled(whole, chart, frame, cell, ends)
    title = f"{division.name} · " + _("Crosstable")
    note = _("opponent, +match points · f: not played")
    page = Page(f"{division.id}/crosstable", title, note, wide=wide)
    made: list[Page] = []
    for first, last, name in _blocks(chart, frame, cell, ends):
        widths = [4, name, *[cell] * (last - first), *ends]
        aligns = "><" + "^" * (last - first) + ">" * len(ends)
        head, *under = (
            columns(_cut(line, chart, first, last)[: len(widths)], widths, aligns, 1)
            for line in (heading, *lines)
        )
        shown: list[PageLine] = [(Part(line),) for line in under]
        part = _titled(page, chart, frame, first, last)
        part = replace(part, key=f"{page.key}/{first}", head=head)
        made += split(part, tuple(shown), frame)
    return tuple(made)


def wall_chart_pages(
    division: Division, chart: WallChart, frame: Frame, column: Frame
) -> tuple[Page, ...]:
    """Return two lines a player: the opponents above, the running totals below."""
    title = f"{division.name} · " + _("Wall chart")
    note = _("opponent, match points below · f: not played")
    frame, wide = _place(chart, frame, column, _CELL, [_POINTS])
    heading, ends = _labelled(poster(chart)[0], chart, frame, _CELL, [_POINTS])
    page = Page(f"{division.id}/wall_chart", title, note, wide=wide, band=2)
    rows = max(2, frame.rows - frame.rows % 2)
    made: list[Page] = []
    for first, last, name in _blocks(chart, frame, _CELL, ends):
        widths = [4, name, *[_CELL] * (last - first), *ends]
        aligns = "><" + ">" * (last - first) + ">"
        head = columns(_cut(heading, chart, first, last)[: len(widths)], widths, aligns, 1)
        lines: list[PageLine] = []
        for row in chart.rows:
            above, below = _boxes(row, first, last)
            top = columns([str(row.number), row.name, *above], widths[:-1], aligns[:-1], 1)
            points = fit(str(row.match_points), widths[-1], "right")
            under = columns(["", "", *below], widths[:-1], aligns[:-1], 1)
            blank = Part(" " * (1 + widths[-1]))
            lines += [(Part(top), Part(" " + points, "key")), (Part(under, "soft"), blank)]
        part = _titled(page, chart, frame, first, last)
        part = replace(part, key=f"{page.key}/{first}", head=head)
        made += split(part, tuple(lines), Frame(frame.width, rows))
    return tuple(made)


def _place(
    chart: WallChart, frame: Frame, column: Frame, cell: int, ends: list[int]
) -> tuple[Frame, bool]:
    """Return a column if all rounds fit it with whole names, else the whole width."""
    needed = 5 + sum(end + 1 for end in ends) + chart.rounds * (cell + 1) + _WHOLE_NAME
    return (frame, True) if needed > column.width else (column, False)


def _labelled(
    heading: Sequence[str], chart: WallChart, frame: Frame, cell: int, ends: list[int]
) -> tuple[Sequence[str], list[int]]:
    """Return the heading and the widths behind the rounds: the match points under their whole
    name, or under a short one where that would take room of the rounds or of whole names."""
    at = 2 + chart.rounds
    roomy = [max(ends[0], cell_len(heading[at])), *ends[1:]]
    blocks = _blocks(chart, frame, cell, roomy)
    if len(blocks) == len(_blocks(chart, frame, cell, ends)) and blocks[0][2] >= _WHOLE_NAME:
        return heading, roomy
    return (*heading[:at], pgettext("match points", "MP"), *heading[at + 1 :]), ends


def _cut(line: Sequence[str], chart: WallChart, first: int, last: int) -> Sequence[str]:
    """Return a line of the poster with some of its rounds."""
    return (*line[:2], *line[2 + first : 2 + last], *line[2 + chart.rounds :])


def _titled(page: Page, chart: WallChart, frame: Frame, first: int, last: int) -> Page:
    """Return the page with the rounds in its title, and without a note that would cut it."""
    title = page.title
    if last - first < chart.rounds:
        title += ", " + _("rounds {first}–{last}").format(first=first + 1, last=last)
    room = frame.width - cell_len(title) - _NUMBERED
    return replace(page, title=title, note=page.note if cell_len(page.note) <= room else "")


def _blocks(
    chart: WallChart, frame: Frame, cell: int, ends: list[int]
) -> list[tuple[int, int, int]]:
    """Return the rounds of each block (from, up to; from 0) and the width of the names."""
    taken = 5 + sum(end + 1 for end in ends)
    at_once = max(1, (frame.width - taken - _LEAST_NAME) // (cell + 1))
    at_once = min(at_once, chart.rounds)
    name = min(_MOST_NAME, frame.width - taken - at_once * (cell + 1))
    return [
        (first, min(first + at_once, chart.rounds), max(1, name))
        for first in range(0, chart.rounds, at_once)
    ]


def _boxes(row: ChartRow, first: int, last: int) -> tuple[list[str], list[str]]:
    above, below = [], []
    for number, cell in enumerate(row.cells[first:last], start=first + 1):
        out = row.dropped_out_after is not None and number > row.dropped_out_after
        if out or cell is None:
            above.append(_("out") if out else "")
            below.append("")
            continue
        word = unplayed_word(cell.kind)
        missed = "f" if cell.kind == "forfeit" else ""
        above.append(word if cell.opponent is None else f"{cell.opponent}{missed}")
        below.append(str(cell.total))
    return above, below
