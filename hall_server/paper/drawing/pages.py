"""Puts sheets on pages, and pages into a PDF: headings, feet, page breaks, paper sizes.

The same document gives the same bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from math import ceil
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from hall_server.paper.drawing.pen import MISSING, MM, Pen, Style, prepared, wants_cjk, width
from hall_server.paper.drawing.pieces import draw, draw_slip, height_of
from hall_server.paper.drawing.tables import draw_rows, lay, pages_for
from hall_server.paper.drawing.trees import draw_trees, pages
from hall_server.paper.sheet import (
    Bracket,
    Card,
    Cards,
    Document,
    PaperName,
    PaperSheet,
    Strips,
    Table,
)
from shared.core.text.language import _, in_catalogue

PAPERS: Final[dict[PaperName, tuple[float, float]]] = {
    "a4": (210 * MM, 297 * MM),
    "letter": (215.9 * MM, 279.4 * MM),
}
"""Width and height in points, upright."""

_MARGIN = 12 * MM
_FOOT = 7 * MM
_TITLE = {"wall": 26.0, "desk": 17.0, "fine": 17.0}
_CARD = (63 * MM, 88 * MM)
"""The size of a playing card."""
_BLOCK_GAP = 3 * MM

Op = Callable[[Pen], object]


@dataclass
class _Page:
    """A page: what is drawn on it, and its entries of the sheet's index."""

    sheet: PaperSheet
    size: tuple[float, float]
    ops: list[Op] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    plain: bool = False
    """Whether it has no heading: slips and cards are cut apart."""


def render(document: Document, paper: PaperName) -> bytes:
    """Return the document as PDF, in the document's language."""
    with in_catalogue(document.catalogue):
        return _rendered(document, paper)


def _rendered(document: Document, paper: PaperName) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1, pageCompression=1)
    canvas.setTitle(f"{document.event}: {document.name}")
    canvas.setAuthor(document.event)
    canvas.setSubject(document.made)
    canvas.setCreator("playing hall")
    for sheet in document.sheets:
        pages = _Flow(sheet, PAPERS[paper]).pages
        for number, page in enumerate(pages, start=1):
            canvas.setPageSize(page.size)
            pen = Pen(canvas, page.size[1])
            if not page.plain:
                _draw_heading(pen, page, _corner(page) if len(pages) > 1 else "")
            for op in page.ops:
                op(pen)
            _draw_foot(pen, page, document, number, len(pages))
            canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Flow:
    """Puts the blocks of a sheet on pages, one below the other."""

    def __init__(self, sheet: PaperSheet, paper: tuple[float, float]) -> None:
        self.sheet = sheet
        self.size = (paper[1], paper[0]) if sheet.landscape else paper
        self.wide = self.size[0] - 2 * _MARGIN
        self.bottom = self.size[1] - _MARGIN - _FOOT
        self.pages: list[_Page] = []
        self.y = 0.0
        indexed = False
        for block in sheet.blocks:
            match block:
                case Strips():
                    self._strips(block)
                case Cards():
                    self._cards(block)
                case Table():
                    self._table(block, None if indexed else sheet.index)
                    indexed = True
                case Bracket():
                    pass  # All brackets of a sheet are drawn together, below the rest.
                case _:
                    self._room(height_of(block, self.wide))
                    self._op(partial(draw, block, _MARGIN, self.y, self.wide))
                    self.y += height_of(block, self.wide)
        self._brackets([block for block in sheet.blocks if isinstance(block, Bracket)])
        if not self.pages:
            self._new_page()

    @property
    def top(self) -> float:
        """Return where the body begins below the heading."""
        return _MARGIN + _title_size(self.sheet) * 1.15 + 7 * MM

    def _op(self, op: Op) -> None:
        if not self.pages:
            self._new_page()
        self.pages[-1].ops.append(op)

    def _new_page(self, *, plain: bool = False) -> None:
        self.pages.append(_Page(self.sheet, self.size, plain=plain))
        self.y = _MARGIN if plain else self.top

    def _room(self, high: float) -> None:
        """Begin a new page unless ``high`` points are left on this one."""
        if not self.pages or self.y + high > self.bottom:
            self._new_page()

    def _table(self, table: Table, index: int | None) -> None:
        self._room(0)
        high = self.bottom - self.top
        laid = lay(table, self.wide, self.bottom - self.y, high)
        self._room(laid.least)
        row = 0
        while True:
            left = len(table.rows) - row
            # Evenly, so that no page has only the last two.
            even = ceil(left / pages_for(laid, left, self.bottom - self.y, high))
            count = max(min(laid.rows_in(self.bottom - self.y), even), 1)
            numbers = range(row, min(row + count, len(table.rows)))
            self._op(partial(draw_rows, laid, _MARGIN, self.y, numbers))
            if index is not None:
                self.pages[-1].entries += [table.rows[number][index] for number in numbers]
            self.y += laid.head + laid.row * len(numbers) + _BLOCK_GAP
            row = numbers.stop
            if row >= len(table.rows):
                return
            self._new_page()

    def _brackets(self, brackets: list[Bracket]) -> None:
        if not brackets:
            return
        self._room(0)
        for number, trees in enumerate(
            pages(brackets, self.bottom - self.y, self.bottom - self.top)
        ):
            if number:
                self._new_page()
            self._op(partial(draw_trees, trees, _MARGIN, self.y, self.wide, self.bottom - self.y))
        self.y = self.bottom

    def _strips(self, strips: Strips) -> None:
        usable = self.size[1] - 2 * _MARGIN - _FOOT
        high = usable / strips.per_page
        for at in range(len(strips.items)):
            place = at % strips.per_page
            if place == 0:
                self._new_page(plain=True)
            self._op(partial(_slip, strips, at, self.wide, high))
        self.y = self.bottom

    def _cards(self, cards: Cards) -> None:
        wide, high = _CARD
        across = int((self.size[0] - 8 * MM) // wide)
        down = int((self.size[1] - 8 * MM) // high)
        left = (self.size[0] - across * wide) / 2
        top = (self.size[1] - down * high) / 2
        for at, card in enumerate(cards.cards):
            place = at % (across * down)
            if place == 0:
                self._new_page(plain=True)
            x, y = left + place % across * wide, top + place // across * high
            self._op(partial(_card, card, x, y))
        self.y = self.bottom


def _title_size(sheet: PaperSheet) -> float:
    table = next((block for block in sheet.blocks if isinstance(block, Table)), None)
    return _TITLE[table.size if table else "desk"]


def _draw_heading(pen: Pen, page: _Page, corner: str) -> None:
    size = _title_size(page.sheet)
    wide = page.size[0] - 2 * _MARGIN
    room = (
        min(width(prepared(corner), bold=True) * size * 0.6, wide * 0.4) + 4 * MM if corner else 0
    )
    base = _MARGIN + size * 0.85
    pen.text(_MARGIN, base, page.sheet.title, Style(size, bold=True), room=wide - room)
    if corner:
        left, own = _MARGIN + wide - room + 4 * MM, room - 4 * MM
        pen.text(left, base, corner, Style(size * 0.6, bold=True, align="right"), room=own)
    pen.text(_MARGIN, base + 6 * MM, page.sheet.note, Style(max(size * 0.5, 11)), room=wide)


def _corner(page: _Page) -> str:
    if not page.entries or page.sheet.index is None:
        return ""
    first, last = (entry.partition(",")[0] for entry in (page.entries[0], page.entries[-1]))
    return f"{first} – {last}" if first != last else ""


def _draw_foot(pen: Pen, page: _Page, document: Document, number: int, of: int) -> None:
    wide, high = page.size
    size, base = 8.0, high - _MARGIN * 0.55
    third = (wide - 2 * _MARGIN) / 3
    if pen.lacked:
        letters = ", ".join(f"U+{ord(sign):04X}" for sign in list(pen.lacked)[:6])
        note = _("{sign} stands for a letter that these fonts lack ({letters}).")
        note = note.format(sign=MISSING, letters=letters)
        if wants_cjk(pen.lacked):
            note += " " + _(
                "The font for Chinese and Japanese is not installed here:"
                " pip install 'playing-hall[cjk]' adds it."
            )
        pen.text(_MARGIN, base - size * 1.4, note, Style(size), room=3 * third)
    if page.plain and any(isinstance(block, Cards) for block in page.sheet.blocks):
        return
    pen.text(_MARGIN, base, document.event, Style(size, grey=0.25), room=third)
    pen.text(
        _MARGIN + third,
        base,
        _("as of {time}").format(time=document.made),
        Style(size, align="centre", grey=0.25),
        room=third,
    )
    where = _("page {number} of {count}").format(number=number, count=of)
    words = f"{page.sheet.title}, {where}"
    pen.text(_MARGIN + 2 * third, base, words, Style(size, align="right", grey=0.25), room=third)


def _slip(strips: Strips, at: int, wide: float, high: float, pen: Pen) -> None:
    """Draw a slip in its place on the page, with a line to cut along above it."""
    place = at % strips.per_page
    y = _MARGIN + place * high
    if place:
        pen.cut(0, y, wide + 2 * _MARGIN, y)
    half = wide / 2
    mark = Style(9, align="right", grey=0.25)
    pen.text(_MARGIN + half, y + 6 * MM, strips.mark, mark, room=half)
    draw_slip(strips.items[at], _MARGIN, y + 3 * MM, wide, high - 6 * MM, pen)


def _card(card: Card, x: float, y: float, pen: Pen) -> None:
    wide, high = _CARD
    pen.box(x, y, wide, high, weight=0.4)
    pad = 4 * MM
    pen.text(x + pad, y + 12 * MM, card.mark, Style(34, bold=True))
    pen.text(
        x + pad, y + 12 * MM, card.mark, Style(34, bold=True, align="right"), room=wide - 2 * pad
    )
    pitch = (high - 24 * MM) / max(len(card.lines), 1)
    for at, (letter, words) in enumerate(card.lines):
        base = y + 17 * MM + (at + 0.7) * pitch
        pen.text(x + pad, base, letter, Style(11, bold=True))
        pen.text(x + pad + 8 * MM, base, words, Style(11), room=wide - 2 * pad - 8 * MM)
    pen.text(x + pad, y + high - 3 * MM, card.foot, Style(6.5, grey=0.3), room=wide - 2 * pad)
