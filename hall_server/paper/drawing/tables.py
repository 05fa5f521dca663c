"""Tables, with the largest letters that need no more pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from hall_server.paper.drawing.pen import FOLDED, MM, Pen, Style, halves, prepared, width
from hall_server.paper.sheet import Column, Size, Table

_SIZES: dict[Size, tuple[float, float, float]] = {
    "wall": (26, 16, 11),
    "desk": (13, 10, 8),
    "fine": (16, 9, 6),
}
"""Letters in points: the largest, the smallest to save paper, the smallest to fit many columns.
People can read 16 points from two metres."""

_STEP = 0.5
_CUT: dict[Size, float] = {"wall": 0.88, "desk": 0.62, "fine": 0.62}
"""A cell that is too wide is set smaller, down to this part, and then cut off. On the wall it is
cut off earlier, so that it can be read."""
_LINE, _AIR = 1.22, 0.36
_HEAD = 0.72
"""A heading's letters, as a part of those of the cells."""
_LEAST_HEAD = 8.0
"""The smallest letters of a heading, unless the cells are smaller."""
_SIDE_AIR: dict[Size, float] = {"wall": 0.45, "desk": 0.45, "fine": 0.3}
_USUAL = 0.96
"""The part of a column's cells that set its width. Longer cells are set narrower."""
_LONG: dict[Size, float] = {"wall": 12.0, "desk": 15.5, "fine": 12.0}
"""The width, in letters' sizes, above which a name can have two lines."""
_STRETCH = 1.6
"""How much rows for a pen on the wall can grow if they all fit on one page."""
_NARROWEST = 0.4
"""The narrowest column of words, as a part of what it needs."""
_WIDEST = 1.5
"""The widest one. The rest of the room goes to all columns but those of numbers."""
_STRIPE = 0.925


@dataclass(frozen=True, slots=True)
class Laid:
    """A table ready to draw: letters, widths of columns, heights, all in points."""

    table: Table
    size: float
    widths: tuple[float, ...]
    row: float
    head: float

    def rows_in(self, high: float) -> int:
        """Return how many rows have room under a heading in ``high`` points."""
        return max(int((high - self.head + 0.01) // self.row), 0)

    @property
    def least(self) -> float:
        """Return the height that must be left, or a new page begins."""
        return self.head + self.row * min(len(self.table.rows), 3)


def lay(table: Table, wide: float, first: float, high: float) -> Laid:
    """Lay a table out for pages of ``high`` points, of which the first has ``first`` left."""
    largest, saving, smallest = _SIZES[table.size]
    if table.row_mm:  # the room is for a pen, not for the letters
        if table.size == "wall":
            grown = (first - _laid(table, smallest, wide).head * 1.5) / max(len(table.rows), 1)
            fitting = min(int(grown / MM), int(table.row_mm * _STRETCH))
            table = replace(table, row_mm=max(fitting, table.row_mm))
        written = table.row_mm * MM / (_LINE * table.lines + _AIR)
        largest = max(min(largest, written), smallest)
    steps = int((largest - smallest) / _STEP)
    sizes = [largest - _STEP * step for step in range(steps + 1)]
    fits = [size for size in sizes if sum(_widths(table, size)) <= wide] or [smallest]
    tries = [_laid(table, size, wide) for size in fits if size >= min(saving, fits[0])]
    fewest = min(pages_for(laid, len(table.rows), first, high) for laid in tries)
    return next(laid for laid in tries if pages_for(laid, len(table.rows), first, high) == fewest)


def draw_rows(laid: Laid, x: float, y: float, rows: Sequence[int], pen: Pen) -> float:
    """Draw the heading and the rows with those numbers at ``y``; return where they end."""
    table = laid.table
    total = sum(laid.widths)
    end = y + laid.head + laid.row * len(rows)
    _draw_head(pen, laid, x, y)
    y += laid.head
    for at, number in enumerate(rows):
        top = y + at * laid.row
        if not table.ruled and number % 2:
            pen.shade(x, top, total, laid.row, _STRIPE)
        _draw_row(pen, laid, x, top, table.rows[number])
    if table.ruled:
        edges = [x]
        for wide in laid.widths:
            edges.append(edges[-1] + wide)
        for edge in edges:
            pen.line(edge, y, edge, end)
        for at in range(len(rows) + 1):
            pen.line(x, y + at * laid.row, x + total, y + at * laid.row)
    else:
        pen.line(x, y, x + total, y, weight=1)
    return end


def _draw_head(pen: Pen, laid: Laid, x: float, y: float) -> None:
    table = laid.table
    size = _head_size(laid.size)
    pad = _pad(table, laid.size)
    base = y + laid.head - size * 0.35
    at = x
    for column, wide in zip(table.columns, laid.widths, strict=True):
        room = wide - 2 * pad
        pen.text(
            at + pad, base, column.heading, Style(size, bold=True, align=column.align), room=room
        )
        at += wide
    if any(column.group for column in table.columns):
        at = x
        pairs = zip(table.columns, laid.widths, strict=True)
        for group, members in groupby(pairs, key=lambda pair: pair[0].group):
            wide = sum(each for _, each in members)
            base = y + laid.head - size * (0.35 + 1.5)
            pen.text(at + pad, base, group, Style(size, bold=True), room=wide - 2 * pad)
            at += wide


def _draw_row(pen: Pen, laid: Laid, x: float, y: float, cells: tuple[str, ...]) -> None:
    pad = _pad(laid.table, laid.size)
    for column, wide, cell in zip(laid.table.columns, laid.widths, cells, strict=True):
        lines = cell.split("\n", laid.table.lines - 1) if laid.table.lines > 1 else [cell]
        high = laid.size * _LINE
        base = y + (laid.row - high * len(lines)) / 2 + laid.size * 0.96
        style = Style(laid.size, column.strong, column.align, smallest=_CUT[laid.table.size])
        write = pen.name if len(lines) == 1 and column.align == "left" else pen.text
        for at, line in enumerate(lines):
            write(x + pad, base + at * high, line, style, room=wide - 2 * pad)
        x += wide


def _laid(table: Table, size: float, wide: float) -> Laid:
    row = max(size * (_LINE * table.lines + _AIR), table.row_mm * MM)
    head = _head_size(size) * (1.9 + (1.5 if any(c.group for c in table.columns) else 0))
    return Laid(table, size, _spread(table, _widths(table, size), wide), row, head)


def _widths(table: Table, size: float) -> tuple[float, ...]:
    """Return the width of each column at a size of letters."""
    widths = []
    for at, column in enumerate(table.columns):
        needed = _usual_width(table, at) * size
        heading = width(prepared(column.heading), bold=True) * _head_size(size)
        if column.least_mm:
            heading = min(heading, column.least_mm * MM)
        widths.append(max(needed, heading, column.least_mm * MM) + 2 * _pad(table, size))
    return tuple(widths)


def _usual_width(table: Table, at: int) -> float:
    column, lines, long = table.columns[at], table.lines, _LONG[table.size]
    widths = sorted(
        max(
            _needed(prepared(line), column, long)
            for line in (cell.split("\n", lines - 1) if lines > 1 else [cell])
        )
        for cell in (row[at] for row in table.rows)
    )
    return widths[ceil((len(widths) - 1) * _USUAL)] if widths else 0


def _needed(words: str, column: Column, long: float) -> float:
    """Return the width of a cell at size 1; a long name has two lines."""
    whole = width(words, bold=column.strong)
    if column.align != "left" or whole <= long:
        return whole
    return max(long, *(width(h, bold=column.strong) * FOLDED for h in halves(words)))


def _head_size(size: float) -> float:
    return max(size * _HEAD, min(size, _LEAST_HEAD))


def _pad(table: Table, size: float) -> float:
    return size * _SIDE_AIR[table.size]


def _spread(table: Table, widths: tuple[float, ...], wide: float) -> tuple[float, ...]:
    """Fit the widths into ``wide``: columns of words grow or shrink first."""
    words = {at for at, column in enumerate(table.columns) if column.align == "left"}
    part = sum(widths[at] for at in words)
    factor = 1 + (wide - sum(widths)) / part if part else 1
    factor = min(max(factor, _NARROWEST), _WIDEST)
    spread = [each * factor if at in words else each for at, each in enumerate(widths)]
    takers = [at for at, column in enumerate(table.columns) if column.align != "right"]
    takers = takers or list(range(len(spread)))
    left = max(wide - sum(spread), 0) / max(len(takers), 1)
    spread = [each + (left if at in takers else 0) for at, each in enumerate(spread)]
    too_much = max(sum(spread) / wide, 1)
    return tuple(each / too_much for each in spread)


def pages_for(laid: Laid, rows: int, first: float, high: float) -> int:
    """Return how many pages of ``high`` points the rows need; the first has ``first`` left."""
    on_first = laid.rows_in(first)
    rest = rows - on_first
    return 1 + (ceil(rest / max(laid.rows_in(high), 1)) if rest > 0 else 0)
