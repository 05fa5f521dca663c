"""The map of the hall as text: as it was laid out, or the tables in hall order. Pure.

A map that does not fit shows the part around the player's table.
"""

import re

from rich.cells import cell_len

from shared.core.state import HallState
from shared.core.text.language import N_, _
from shared.public.lookup import table_label, tables_in_hall_order
from shared.public.page import Frame, Page, PageLine, Part
from shared.tui.names import clip

_LARGEST = 400
"""Nothing is drawn this many cells from the corner: no hall is so large."""
_MOST_WIDE, _MOST_HIGH = 3, 2
"""How far a small map is drawn apart on a large screen."""
LAID_OUT, IN_ORDER = N_("Where the tables are"), N_("The tables, in the order of the hall")


def map_title(state: HallState) -> str:
    """Return what the map is: a plan of the room, or only an order."""
    return _(LAID_OUT if state.office.layout else IN_ORDER)


def hall_map(state: HallState, mine: str, width: int, rows: int) -> tuple[str, ...]:
    """Return the map in at most ``width`` cells and ``rows`` lines, the table ``mine`` marked."""
    if not state.office.layout:
        return table_map(tables_in_hall_order(state), mine, width, rows)
    if rows <= 0:
        return ()
    words = _spots(state)
    if not words:
        return ()
    wide = _width(state)
    high = max(spot[1] for spot in words) + 1
    by_x = max(1, min(_MOST_WIDE, width // wide))
    by_y = max(1, min(_MOST_HIGH, rows // max(1, high)))
    canvas: dict[int, dict[int, str]] = {}
    centre = (0, 0)
    tables = {table_label(state, spot.table) for spot in state.office.layout if spot.table}
    for x, y, text in words:
        at, line = x * by_x + 1, y * by_y
        shown = clip(text, width - 2)
        if text == mine and text in tables:
            centre = (at, line)
            at, shown = at - 1, f"[{shown}]"
        _write(canvas.setdefault(line, {}), at, shown)
    left = max(0, min(centre[0] - width // 2, wide * by_x - width))
    top = max(0, min(centre[1] - rows // 2, (high - 1) * by_y + 1 - rows))
    last = min(top + rows, (high - 1) * by_y + 1)
    return tuple(_line(canvas.get(line, {}), left, width) for line in range(top, last))


def _spots(state: HallState) -> list[tuple[int, int, str]]:
    """Return what was laid out: column, line and words."""
    return [
        (spot.x, spot.y, table_label(state, spot.table) if spot.table else spot.words)
        for spot in state.office.layout
        if 0 <= spot.x < _LARGEST and 0 <= spot.y < _LARGEST and not _is_away(state, spot.table)
    ]


def _width(state: HallState) -> int:
    """Return the cells that the map needs; one in the order of the hall needs none."""
    return max((x + cell_len(text) + 2 for x, _y, text in _spots(state)), default=0)


def _is_away(state: HallState, table: str) -> bool:
    known = state.tables.get(table)
    return known is not None and known.away


def table_map(labels: tuple[str, ...], mine: str, width: int, rows: int) -> tuple[str, ...]:
    """Return the tables in hall order, ``[mine]`` marked; the rows around it if there are too many.

    Every cell is as wide as the longest label in brackets.
    """
    if not labels or rows <= 0:
        return ()
    cell = min(width, max(map(cell_len, labels)) + 2)
    a_row = max(1, width // cell)
    cells = [
        f"[{clip(each, cell - 2)}]" if each == mine else f" {clip(each, cell - 2)} "
        for each in labels
    ]
    lines = [
        "".join(_centred(text, cell) for text in cells[start : start + a_row]).rstrip()
        for start in range(0, len(cells), a_row)
    ]
    mine_row = labels.index(mine) // a_row if mine in labels else 0
    first = max(0, min(mine_row - rows // 2, len(lines) - rows))
    return tuple(lines[first : first + rows])


def map_pages(state: HallState, frame: Frame, column: Frame) -> tuple[Page, ...]:
    """Return the whole map as pages; none if there are no tables.

    A map that fits a ``column`` of the screen whole stands beside other pages.
    """
    if not state.tables_up:
        return ()
    drawn_in = column if _width(state) <= column.width else frame
    lines = hall_map(state, "", drawn_in.width, _LARGEST)
    if len(lines) > column.rows:
        drawn_in = frame
        lines = hall_map(state, "", frame.width, frame.rows if state.office.layout else _LARGEST)
    pages = [lines[start : start + frame.rows] for start in range(0, len(lines), frame.rows)]
    title = map_title(state)
    labels = frozenset(tables_in_hall_order(state))
    return tuple(
        Page(
            f"map/{number}",
            title if len(pages) == 1 else f"{title} {number}/{len(pages)}",
            lines=tuple(_drawn(line, labels) for line in part),
            wide=drawn_in == frame,
            band=0,
        )
        for number, part in enumerate(pages, start=1)
    )


def _drawn(line: str, labels: frozenset[str]) -> PageLine:
    """Draw a line. Tables stand out from doors and desks."""
    words = (part for part in re.split(r"(\s{2,}|^\s+)", line) if part)
    return tuple(Part(part, "key" if part.strip() in labels else "text") for part in words)


def _centred(text: str, width: int) -> str:
    room = width - cell_len(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def _write(row: dict[int, str], at: int, words: str) -> None:
    for sign in words:
        width = cell_len(sign)
        row[at] = sign
        for behind in range(1, width):
            row[at + behind] = ""
        at += max(1, width)


def _line(row: dict[int, str], left: int, width: int) -> str:
    signs = "".join(row.get(place, " ") for place in range(left, left + width))
    while cell_len(signs) > width:
        signs = signs[:-1]
    return signs.rstrip()
