"""A pen on one page: text that always fits, lines and boxes. Measures from the top left corner."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import groupby
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from hall_server.paper.drawing.leftward import drawn_order, joined
from hall_server.paper.sheet import Align

MISSING = "□"
_PLAIN, _BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
_CJK, _KOREAN = "DroidSansFallbackFull", "NanumSquareR"
_CJK_PACKAGE = "playing_hall_cjk"
"""What the extra ``cjk`` brings: the font for Chinese and Japanese, which is large."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories that draw nothing: control, format, surrogate, private, unassigned."""


def prepared(words: str) -> str:
    """Return ``words`` as one line of composed and joined letters, without what draws nothing."""
    composed = joined(unicodedata.normalize("NFC", words), lambda form: _face(form, bold=False))
    seen = (" " if sign in "\t\r\n\v\f\u2028\u2029" else sign for sign in composed)
    return "".join(sign for sign in seen if unicodedata.category(sign) not in _UNSEEN)


def runs(words: str, *, bold: bool = False) -> Iterator[tuple[str, str]]:
    """Yield font name and piece of ``words``, which are as from ``prepared``."""
    signs = [(_face(sign, bold), sign) for sign in words]
    for face, same in groupby(signs, key=lambda each: each[0]):
        if face:
            yield face, "".join(sign for _, sign in same)
        else:
            yield _load(_BOLD if bold else _PLAIN).fontName, MISSING * len(list(same))


def missing_from(words: str) -> tuple[str, ...]:
    """Return the letters of ``words`` that no font has."""
    return tuple(sign for sign in prepared(words) if not _face(sign, bold=False))


def wants_cjk(signs: Iterable[str]) -> bool:
    """Return whether Chinese or Japanese is among ``signs`` and its font is not installed."""
    return not _has_cjk() and any(unicodedata.name(sign, "").startswith("CJK") for sign in signs)


def _has_cjk() -> bool:
    return find_spec(_CJK_PACKAGE) is not None


@lru_cache(maxsize=8192)
def width(words: str, *, bold: bool = False) -> float:
    """Return the width of ``words`` at size 1."""
    return sum(
        float(pdfmetrics.stringWidth(piece, face, 1)) for face, piece in runs(words, bold=bold)
    )


@cache
def _face(sign: str, bold: bool) -> str:
    """Return the font that draws a letter, "" if none does."""
    fallbacks: tuple[str, ...] = (_CJK, _KOREAN) if _has_cjk() else (_KOREAN,)
    for name in (_BOLD if bold else _PLAIN, _PLAIN, *fallbacks):
        if ord(sign) in _load(name).face.charToGlyph:
            return name
    return ""


@cache
def _load(name: str) -> TTFont:
    package = _CJK_PACKAGE if name == _CJK else "hall_server.paper"
    with as_file(files(package).joinpath("fonts", f"{name}.ttf")) as path:
        font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    return font


MM = 72 / 25.4
"""A millimetre in points."""

_NARROWEST = 0.78
"""Text that is too wide is first set narrower, down to this part of its width."""
_SMALLEST = 0.62
"""Then it is set smaller, down to this part of its size, and only then cut off."""
FOLDED = 0.62
"""The size of a name on two lines, as a part of the size of the others."""
_LEADING = 1.08
_HANGS = 0.19
"""How far the second line is below the base line, as a part of the letters' size."""


_IDEOGRAPHS = "\u2e80"


class Style(NamedTuple):
    """How words are set; too long ones shrink to the part ``smallest`` of ``size`` (points)."""

    size: float
    bold: bool = False
    align: Align = "left"
    grey: float = 0
    smallest: float = _SMALLEST


@dataclass
class Pen:
    """Draws on the current page of a canvas ``height`` points high."""

    canvas: Canvas
    height: float
    lacked: dict[str, str] = field(default_factory=dict)
    """Letters of this page that no font has, each with its text."""

    def text(
        self, x: float, y: float, words: str, style: Style, *, room: float | None = None
    ) -> None:
        """Write ``words`` on the base line ``y``, within ``room`` points from ``x``."""
        for sign in missing_from(words):
            self.lacked.setdefault(sign, words)
        words = prepared(words)
        size, narrow = style.size, 1.0
        if room is not None:
            words, size, narrow = fitted(words, style, room)
        drawn = width(words, bold=style.bold) * size * narrow
        if room is not None and style.align != "left":
            x += (room - drawn) * (1 if style.align == "right" else 0.5)
        line = self.canvas.beginText(x, self.height - y)
        line.setFillGray(style.grey)
        line.setHorizScale(100 * narrow)
        for face, piece in runs(drawn_order(words), bold=style.bold):
            line.setFont(face, size)
            line.textOut(piece)
        self.canvas.drawText(line)

    def name(
        self, x: float, y: float, words: str, style: Style, *, room: float, hangs: float = _HANGS
    ) -> None:
        """Write a name as ``text`` does, but a name that is too long on two lines.

        They fit where one line has 1.5 times its size from row to row.
        """
        words = prepared(words)
        if width(words, bold=style.bold) * style.size * _NARROWEST <= room:
            self.text(x, y, words, style, room=room)
            return
        small, base = style.size * FOLDED, y + style.size * hangs
        for at, line in enumerate(reversed(halves(words, bold=style.bold))):
            lower = base - at * small * _LEADING
            self.text(x, lower, line, style._replace(size=small), room=room)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, weight: float = 0.6, grey: float = 0
    ) -> None:
        """Draw a line."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(x1, self.height - y1, x2, self.height - y2)

    def dots(self, x: float, y: float, size: float, rows: Sequence[Sequence[bool]]) -> None:
        """Fill the dark dots of a picture, each ``size`` points wide; neighbours in one stroke."""
        self.canvas.setFillGray(0)
        for at, row in enumerate(rows):
            start = 0
            for dark, same in groupby(row):
                count = len(list(same))
                if dark:
                    top = self.height - y - (at + 1) * size
                    self.canvas.rect(x + start * size, top, count * size, size, stroke=0, fill=1)
                start += count

    def cut(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line to cut along."""
        self.canvas.setDash(4, 4)
        self.line(x1, y1, x2, y2, weight=0.5, grey=0.45)
        self.canvas.setDash()

    def shade(self, x: float, y: float, wide: float, high: float, grey: float) -> None:
        """Fill an area."""
        self.canvas.setFillGray(grey)
        self.canvas.rect(x, self.height - y - high, wide, high, stroke=0, fill=1)

    def box(self, x: float, y: float, wide: float, high: float, *, weight: float = 0.6) -> None:
        """Draw an empty box."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeGray(0)
        self.canvas.rect(x, self.height - y - high, wide, high, stroke=1, fill=0)


def fitted(words: str, style: Style, room: float) -> tuple[str, float, float]:
    """Return ``words``, size and narrowing with which they fit into ``room``."""
    size = style.size
    needed = width(words, bold=style.bold) * size
    if needed <= room:
        return words, size, 1.0
    narrow = max(room / needed, _NARROWEST)
    if needed * narrow <= room:
        return words, size, narrow
    smaller = max(room / (needed * narrow), style.smallest)
    if needed * narrow * smaller <= room * 1.0001:
        return words, size * smaller, narrow
    size *= smaller
    most = room / (size * narrow) - width("…", bold=style.bold)
    return _begun(words, most, bold=style.bold).rstrip() + "…", size, narrow


def _begun(words: str, room: float, *, bold: bool) -> str:
    """Return as much of the beginning of ``words`` as fits into ``room`` at size 1."""
    used = 0.0
    for at, sign in enumerate(words):
        used += width(sign, bold=bold)
        if used > room:
            return words[:at]
    return words


def halves(words: str, *, bold: bool = False) -> tuple[str, ...]:
    """Return ``words`` as two lines of nearly the same width.

    They are split at a blank, after a hyphen, or between Chinese, Japanese or Korean letters. A
    single word stays whole.
    """
    found = [
        (words[:at].rstrip(), words[at:].lstrip())
        for at in range(1, len(words))
        if words[at - 1] in " -‑" or (words[at - 1] > _IDEOGRAPHS and words[at] > _IDEOGRAPHS)
    ]
    whole = [pair for pair in found if all(pair)]
    if not whole:
        return (words,)
    return min(whole, key=lambda pair: max(width(line, bold=bold) for line in pair))


def wrapped(words: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Return ``words`` in lines that fit into ``room``; a word too long for a line is broken."""
    lines = [""]
    blank = width(" ", bold=bold) * size
    used = 0.0
    for word in prepared(words).split(" "):
        wide = width(word, bold=bold) * size
        if lines[-1] and used + blank + wide <= room:
            lines[-1] += f" {word}"
            used += blank + wide
            continue
        if lines[-1]:
            lines.append("")
        *whole, last = _broken(word, room / size, bold=bold) if wide > room else [word]
        lines[-1:] = [*whole, last]
        used = width(last, bold=bold) * size
    return lines


def _broken(word: str, room: float, *, bold: bool) -> list[str]:
    """Return ``word`` in pieces that fit into ``room`` at size 1, of at least one letter."""
    pieces = []
    start, used = 0, 0.0
    for at, sign in enumerate(word):
        wide = width(sign, bold=bold)
        if at > start and used + wide > room:
            pieces.append(word[start:at])
            start, used = at, 0.0
        used += wide
    return [*pieces, word[start:]]
