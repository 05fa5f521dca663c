"""Draw sheets as trees of lines: cut if they have too many rounds, and stacked on pages.

A name is on its line. Below the line is what a person needs to go on by hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hall_server.paper.drawing.pen import MM, Pen, Style
from hall_server.paper.sheet import Bracket, BracketMatch, BracketSide
from shared.core.text.language import _

_ROUNDS = 5
"""Columns of matches side by side: more would leave no room for a name."""
_LEAST_LINE, _MOST_LINE = 15.5, 54.0
_LARGEST, _SMALLEST = 15.0, 7.5
_HEAD = 20.0
_BETWEEN = 14.0
_DROP = 2.2
_FIRST = 1.45
"""How much wider the first column is than the others."""


def pages(brackets: Iterable[Bracket], first: float, high: float) -> list[tuple[Bracket, ...]]:
    """Return the brackets cut into trees, for each page as many as fit, the first rounds first.

    ``first`` and ``high`` are the heights of the first page and of the others, in points.
    """
    made: list[list[Bracket]] = [[]]
    for tree in (part for bracket in brackets for part in parts(bracket)):
        room = first if len(made) == 1 else high
        if made[-1] and _least([*made[-1], tree]) > room:
            made.append([])
        made[-1].append(tree)
    return [tuple(page) for page in made]


def parts(bracket: Bracket) -> tuple[Bracket, ...]:
    """Return the bracket cut into trees, each before the one that its winner goes to."""
    cut: list[Bracket] = []
    page_of = {number: at // _ROUNDS for at, number in enumerate(_columns(bracket))}
    last = _cut(bracket.last, bracket, page_of, cut)
    return (*cut, replace(bracket, last=last))


def draw_trees(
    trees: Sequence[Bracket], x: float, y: float, wide: float, high: float, pen: Pen
) -> None:
    """Draw the trees one below the other, as large as ``high`` points allow."""
    lines = sum(_leaves(tree.last) for tree in trees)
    besides = _least(trees) - lines * _LEAST_LINE
    pitch = max(min((high - besides) / lines, _MOST_LINE), _LEAST_LINE)
    columns = max(len(_columns(tree)) for tree in trees) + 1
    shown: tuple[str, ...] = ()
    for tree in trees:
        edges = _edges(wide, columns)
        if _headings(tree) != shown:
            shown = _headings(tree)
            for at, heading in enumerate(shown):
                room = edges[at + 1] - edges[at] - 2 * MM
                pen.text(x + edges[at], y + 9, heading, Style(9, bold=True), room=room)
            y += _HEAD
        y = _draw(pen, tree, x, y, edges, pitch) + _BETWEEN


def _draw(
    pen: Pen, tree: Bracket, x: float, y: float, edges: tuple[float, ...], pitch: float
) -> float:
    """Draw one tree; return where it ends."""
    size = max(min(_LARGEST, pitch * 0.56), _SMALLEST)
    columns = _columns(tree)
    drawing = _Tree(pen, x, y, edges, pitch, size, columns)
    middle = drawing.match(tree.last)
    left, right = edges[len(columns) : len(columns) + 2]
    pen.line(x + left, middle, x + right, middle, weight=1.2)
    pen.name(
        x + left + MM,
        middle - _DROP,
        tree.winner,
        Style(size, bold=True),
        room=right - left - MM,
        hangs=0,
    )
    return y + _leaves(tree.last) * pitch


def _least(trees: Sequence[Bracket]) -> float:
    """Return the least height of the trees, in points."""
    lines = sum(_leaves(tree.last) for tree in trees)
    heads = 1 + sum(_headings(a) != _headings(b) for a, b in pairwise(trees))
    return lines * _LEAST_LINE + heads * _HEAD + (len(trees) - 1) * _BETWEEN


def _columns(tree: Bracket) -> tuple[int, ...]:
    """Return the rounds of a tree; a round with only byes has no column."""
    return tuple(sorted({match.round_no for match in _matches(tree.last)}))


def _headings(tree: Bracket) -> tuple[str, ...]:
    return tuple(tree.headings[number - 1] for number in _columns(tree))


def _edges(wide: float, columns: int) -> tuple[float, ...]:
    """Return where each column begins, and where the last one ends."""
    weights = [_FIRST, *[1.0] * (columns - 1)]
    return tuple(wide * sum(weights[:at]) / sum(weights) for at in range(columns + 1))


@dataclass
class _Tree:
    """A tree while it is drawn; the number of leaves so far says where the next one goes."""

    pen: Pen
    x: float
    y: float
    edges: tuple[float, ...]
    pitch: float
    size: float
    columns: tuple[int, ...]
    leaves: int = 0

    def match(self, match: BracketMatch) -> float:
        """Draw a match and all before it; return the height of the winner's line."""
        column = self.columns.index(match.round_no)
        left, right = self.x + self.edges[column], self.x + self.edges[column + 1]
        ends = [self._side(side, left, right) for side in match.sides]
        middle = sum(ends) / 2
        self.pen.line(right, ends[0], right, ends[1], weight=0.9)
        room = self.edges[column + 2] - self.edges[column + 1] - 2 * MM
        self._below(right, middle, room, (match.label, *match.notes), bold=True)
        return middle

    def _side(self, side: BracketSide, left: float, right: float) -> float:
        if side.before is None:
            at = self.y + (self.leaves + 0.6) * self.pitch
            self.leaves += 1
            self._below(left, at, right - left - 2 * MM, (side.source,), bold=False)
        else:
            at = self.match(side.before)
            left = self.x + self.edges[self.columns.index(side.before.round_no) + 1]
        self.pen.line(left, at, right, at, weight=0.9)
        room = right - left - 2 * MM
        self.pen.name(left + MM, at - _DROP, side.name, Style(self.size), room=room, hangs=0)
        return at

    def _below(
        self, x: float, y: float, room: float, lines: tuple[str, ...], *, bold: bool
    ) -> None:
        """Write small print below a line; the first one is bold for a match."""
        size = min(max(self.pitch * 0.34, 5.4), 8.5)
        for number, words in enumerate(line for line in lines if line):
            strong = bold and number == 0
            base = y + (number + 1) * size * 1.12
            grey = 0.0 if strong else 0.3
            self.pen.text(x + MM, base, words, Style(size, bold=strong, grey=grey), room=room)


def _leaves(match: BracketMatch) -> int:
    return sum(1 if side.before is None else _leaves(side.before) for side in match.sides)


def _matches(match: BracketMatch) -> Iterator[BracketMatch]:
    yield match
    for side in match.sides:
        if side.before is not None:
            yield from _matches(side.before)


def _cut(
    match: BracketMatch, whole: Bracket, page_of: Mapping[int, int], cut: list[Bracket]
) -> BracketMatch:
    """Return ``match`` without the rounds that have no room; they become trees in ``cut``."""
    sides = []
    for side in match.sides:
        if side.before is None:
            sides.append(side)
            continue
        before = _cut(side.before, whole, page_of, cut)
        if page_of[before.round_no] == page_of[match.round_no]:
            sides.append(replace(side, before=before))
            continue
        to = _("winner to {match}").format(match=match.label)
        goes = replace(before, notes=(*before.notes, to))
        cut.append(Bracket(goes, whole.headings, side.name))
        sides.append(
            BracketSide(side.name, source=_("winner of {match}").format(match=before.label))
        )
    return replace(match, sides=(sides[0], sides[1]))
