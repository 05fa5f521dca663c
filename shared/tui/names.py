"""Text measured in terminal cells, so that long and CJK names keep their columns."""

import re
from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len, chop_cells, set_cell_size

Align = Literal["left", "right", "centre"]

ELLIPSIS = "…"

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MARK = "\N{LEFT-TO-RIGHT MARK}"
"""Takes no cell. A terminal that turns right-to-left text around turns it up to here only: of two
names in a row, each stays in its column."""


_BREAKS = re.compile(r"[^\S\u00a0]+")
_JOINER = "\N{ZERO WIDTH JOINER}"
"""At the end of a text it would take in the sign that follows, a blank too."""


def fit(text: str, width: int, align: Align = "left") -> str:
    """Return ``text`` in exactly ``width`` cells: cut with … if it is too long, else padded."""
    return pad(clip(text, width), width, align)


def clip(text: str, width: int) -> str:
    """Return ``text`` in at most ``width`` cells, cut with … if it is too long."""
    text = " ".join(text.split()).rstrip(_JOINER)
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    if width == 1:
        return ELLIPSIS
    return chop_cells(text, width - 1)[0].rstrip(f" {_JOINER}") + ELLIPSIS


def pad(text: str, width: int, align: Align = "left") -> str:
    """Return ``text`` padded with blanks to ``width`` cells; never cut."""
    text = text.rstrip(_JOINER)
    room = max(0, width - cell_len(text))
    if _RIGHT_TO_LEFT.search(text):
        text = f"{_MARK}{text}{_MARK}"
    if align == "right":
        return " " * room + text
    if align == "centre":
        return " " * (room // 2) + text + " " * (room - room // 2)
    return text + " " * room


def fit_row(text: str, width: int) -> str:
    """Return a row in exactly ``width`` cells; the blanks between its columns stay as they are."""
    if cell_len(text) <= width:
        return pad(text, width)
    return set_cell_size(set_cell_size(text, width - 1) + ELLIPSIS, width)


def columns(cells: Sequence[str], widths: Sequence[int], aligns: str = "", gap: int = 2) -> str:
    """Return one row of a list: each cell fitted to its width, ``gap`` blanks between.

    ``aligns`` holds one of ``<``, ``>``, ``^`` a column; missing ones are left-aligned. Columns of
    width 0 are left out with their gap.
    """
    words: dict[str, Align] = {"<": "left", ">": "right", "^": "centre"}
    marks = aligns.ljust(len(cells), "<")
    row = [
        fit(cell, width, words[mark])
        for cell, width, mark in zip(cells, widths, marks, strict=True)
        if width > 0
    ]
    return (" " * gap).join(row)


def words_of(text: str) -> list[str]:
    """Return what stands between the blanks at which a line may break: a no-break space is none."""
    return [word for word in _BREAKS.split(text) if word]


def wrap(text: str, width: int) -> list[str]:
    """Return ``text`` in lines of at most ``width`` cells, broken between words if possible."""
    lines: list[str] = []
    line = ""
    for word in words_of(text):
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *whole, line = chop_cells(word, max(1, width))
        lines.extend(whole)
    return [*lines, line] if line or not lines else lines
