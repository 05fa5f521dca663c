"""Draw sheets as trees of lines. A draw too large for a page stands on several, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hall_server.paper.drawing.pen import MM, Pen
from hall_server.paper.sheet import Bracket, BracketMatch, BracketSide

_LEAST_LINE = 15.0
_MOST_LINE = 42.0
_LARGEST, _SMALLEST = 16.0, 6.5
_HEAD = 22.0
_DROP = 2.0
_FIRST = 1.7
"""The first column is so much wider than the others."""


def parts(bracket: Bracket, high: float) -> tuple[Bracket, ...]:
    """The bracket cut into such as fit on pages ``high`` points high, the first rounds first."""
    most = max(int((high - _HEAD) // _LEAST_LINE), 4)
    cut: list[Bracket] = []
    last = _cut(bracket.last, most, bracket.headings, cut)
    return (*cut, replace(bracket, last=last))


def draw_tree(pen: Pen, bracket: Bracket, x: float, y: float, wide: float, high: float) -> float:
    """Draw a bracket; returns where it ends."""
    first = min(match.round_no for match in _matches(bracket.last))
    columns = bracket.last.round_no - first + 2
    edges = _edges(wide, columns)
    lines = _leaves(bracket.last)
    pitch = min((high - _HEAD) / max(lines, 1), _MOST_LINE)
    size = max(min(_LARGEST, pitch * 0.62), _SMALLEST)
    for number in range(first, bracket.last.round_no + 1):
        heading = bracket.headings[number - 1]
        left, right = edges[number - first : number - first + 2]
        pen.text(x + left, y + 10, heading, 9, room=right - left - 2 * MM, bold=True)
    drawing = _Tree(pen, x, y + _HEAD, edges, pitch, size, first)
    at = drawing.match(bracket.last)
    left, right = edges[-2:]
    pen.line(x + left, at, x + right, at, weight=1)
    room = right - left - MM
    pen.name(x + left + MM, at - _DROP, bracket.winner, size, room=room, bold=True, hangs=0)
    return y + _HEAD + lines * pitch


def _edges(wide: float, columns: int) -> tuple[float, ...]:
    """Where each column begins, and where the last one ends: names are read in the first one."""
    weights = [_FIRST, *[1.0] * (columns - 1)]
    return tuple(wide * sum(weights[:at]) / sum(weights) for at in range(columns + 1))


@dataclass
class _Tree:
    """Where the next leaf goes; everything else follows from the leaves."""

    pen: Pen
    x: float
    y: float
    edges: tuple[float, ...]
    pitch: float
    size: float
    first: int
    leaves: int = 0

    def match(self, match: BracketMatch) -> float:
        """Draw a match and all behind it; returns the height at which its winner goes on."""
        column = match.round_no - self.first
        left, right = self.x + self.edges[column], self.x + self.edges[column + 1]
        ends = [self._side(side, left, right) for side in match.sides]
        middle = sum(ends) / 2
        self.pen.line(right, ends[0], right, ends[1], weight=0.8)
        small = max(self.size * 0.62, 5)
        words = f"{match.label}  {match.score}" if match.score else match.label
        self.pen.text(
            right + MM,
            middle + small * 1.15,
            words,
            small,
            room=self.x + self.edges[column + 2] - right - 2 * MM,
            grey=0.35,
        )
        return middle

    def _side(self, side: BracketSide, left: float, right: float) -> float:
        if side.before is None:
            at = self.y + (self.leaves + 0.75) * self.pitch
            self.leaves += 1
        else:
            at = self.match(side.before)
            start = self.x + self.edges[side.before.round_no - self.first + 1]
            left = min(left, start)
        self.pen.line(left, at, right, at, weight=0.8)
        room = right - left - 2 * MM
        self.pen.name(left + MM, at - _DROP, side.name, self.size, room=room, hangs=0)
        return at


def _leaves(match: BracketMatch) -> int:
    return sum(1 if side.before is None else _leaves(side.before) for side in match.sides)


def _matches(match: BracketMatch) -> Iterator[BracketMatch]:
    yield match
    for side in match.sides:
        if side.before is not None:
            yield from _matches(side.before)


def _cut(
    match: BracketMatch, most: int, headings: tuple[str, ...], cut: list[Bracket]
) -> BracketMatch:
    """``match`` with what does not fit behind it taken out into brackets of their own."""
    if _leaves(match) <= most:
        return match
    sides = []
    for side in match.sides:
        if side.before is None:
            sides.append(side)
            continue
        before = _cut(side.before, most, headings, cut)
        cut.append(Bracket(before, headings, side.name))
        sides.append(BracketSide(side.name or f"winner of {before.label}"))
    return replace(match, sides=(sides[0], sides[1]))
