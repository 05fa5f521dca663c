"""A draw sheet drawn as a tree of lines in parts that fit the screen. Pure.

Knows no hall: names and scores are parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from shared.tui.names import clip, pad

_LEAST, _MOST = 13, 30
_JOIN = 3


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: what stands there, and the match that it comes from."""

    text: str
    before: Node | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A match in column ``round_no`` (from 1). ``winner`` is what stands behind it."""

    round_no: int
    sides: tuple[Side, Side]
    winner: str = ""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """As much of a sheet as one screen holds: the heads of its rounds and the lines."""

    head: str
    lines: tuple[str, ...]


def parts(
    root: Node, headings: tuple[tuple[str, ...], ...], width: int, rows: int
) -> tuple[SheetPart, ...]:
    """Return the sheet behind ``root`` in parts of ``width`` cells and at most ``rows`` lines.

    ``headings`` are those of each round, the longest first: the first that has room stands over it.
    Each part after the first begins with the winners of the part before.
    """
    found: list[SheetPart] = []
    first = min(node.round_no for node in _nodes(root))
    at_once = max(1, width // (_LEAST + _JOIN) - 1)
    while first <= root.round_no:
        last = min(root.round_no, first + at_once - 1)
        while last > first and any(_height(n, first) > rows for n in _roots(root, last)):
            last -= 1
        text = min(_MOST, (width + 1) // (last - first + 2) - _JOIN)
        head = "".join(
            pad(_fitting(headings[number - 1], text), text + _JOIN)
            for number in range(first, last + 1)
        ).rstrip()
        for roots in _pages(_roots(root, last), first, rows):
            lines: list[str] = []
            for node in roots:
                lines += [""] * bool(lines) + _drawn(node, first, text)
            found.append(SheetPart(head, tuple(lines[: max(rows, 3)])))
        first = last + 1
    return tuple(found)


def _pages(roots: list[Node], first: int, rows: int) -> Iterator[list[Node]]:
    page: list[Node] = []
    taken = 0
    for node in roots:
        height = _height(node, first)
        if page and taken + 1 + height > rows:
            yield page
            page, taken = [], 0
        taken += height + bool(page)
        page.append(node)
    if page:
        yield page


def _fitting(headings: tuple[str, ...], width: int) -> str:
    return next((one for one in headings if cell_len(one) <= width), clip(headings[-1], width))


def _nodes(root: Node) -> Iterator[Node]:
    for side in root.sides:
        if side.before is not None:
            yield from _nodes(side.before)
    yield root


def _roots(root: Node, last: int) -> list[Node]:
    """Return the matches of round ``last`` behind ``root``, and earlier ones that lead past it."""
    if root.round_no <= last:
        return [root]
    return [
        node for side in root.sides if side.before is not None for node in _roots(side.before, last)
    ]


def _height(node: Node, first: int) -> int:
    return 2 * _leaves(node, first) - 1


def _leaves(node: Node, first: int) -> int:
    return sum(
        _leaves(side.before, first) if _shown(side, first) and side.before else 1
        for side in node.sides
    )


def _shown(side: Side, first: int) -> bool:
    return side.before is not None and side.before.round_no >= first


def _drawn(root: Node, first: int, text: int) -> list[str]:
    """Return the lines of the matches behind ``root`` from round ``first`` on."""
    step = text + _JOIN
    rows = [[" "] * (step * (root.round_no - first + 2)) for _ in range(_height(root, first))]
    _place(root, first, text, 0, rows)
    return ["".join(row).rstrip() for row in rows]


def _place(node: Node, first: int, text: int, top: int, rows: list[list[str]]) -> int:
    """Draw a match whose first line is ``top``; return the line of its winner."""
    step = text + _JOIN
    at = (node.round_no - first) * step
    ends: list[int] = []
    for side in node.sides:
        if _shown(side, first) and side.before is not None:
            line = _place(side.before, first, text, top, rows)
            top += 2 * _leaves(side.before, first)
            _rule(rows[line], (side.before.round_no - first + 1) * step, at)
        else:
            line = top
            top += 2
        _write(rows[line], at, _lined(side.text, text))
        ends.append(line)
    middle = (ends[0] + ends[1]) // 2
    join = at + text
    for line in range(ends[0], ends[1] + 1):
        sign = "┐" if line == ends[0] else "┘" if line == ends[1] else "│"
        rows[line][join] = "├" if line == middle else sign
    rows[middle][join + 1] = "─"
    _write(rows[middle], at + step, pad(clip(node.winner, text), text))
    return middle


def _rule(row: list[str], start: int, end: int) -> None:
    """Draw a line over the rounds that a player skips."""
    for place in range(start, end):
        row[place] = "─"


def _lined(words: str, width: int) -> str:
    shown = clip(words, width - 2)
    return f"{shown} " + "─" * (width - cell_len(shown) - 1) if shown else "─" * width


def _write(row: list[str], at: int, words: str) -> None:
    """Lay words into the cells of a row; a wide sign leaves the cell behind it empty."""
    cells: list[str] = []
    for sign in words:
        width = cell_len(sign)
        if width == 0 and cells:
            cells[-1] += sign
        else:
            cells += [sign, *[""] * (width - 1)]
    row[at : at + len(cells)] = cells
