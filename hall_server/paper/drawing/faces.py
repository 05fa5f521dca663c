"""The fonts that come with the hall, and the font of each letter.

Latin, Greek and Cyrillic are DejaVu Sans Condensed, in regular and bold. Chinese and Japanese are
Droid Sans Fallback, Korean is Nanum Square. A letter that no font has is drawn as a box.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import groupby

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

MISSING = "□"
_PLAIN, _BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
_FALLBACKS = ("DroidSansFallbackFull", "NanumSquareR")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories that draw nothing: control, format, surrogate, private, unassigned."""


def prepared(words: str) -> str:
    """Return ``words`` as one line of composed letters, without what draws nothing."""
    composed = unicodedata.normalize("NFC", words)
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


@lru_cache(maxsize=8192)
def width(words: str, *, bold: bool = False) -> float:
    """Return the width of ``words`` at size 1."""
    return sum(
        float(pdfmetrics.stringWidth(piece, face, 1)) for face, piece in runs(words, bold=bold)
    )


@cache
def _face(sign: str, bold: bool) -> str:
    """Return the font that draws a letter, "" if none does."""
    for name in (_BOLD if bold else _PLAIN, _PLAIN, *_FALLBACKS):
        if ord(sign) in _load(name).face.charToGlyph:
            return name
    return ""


@cache
def _load(name: str) -> TTFont:
    with as_file(files("hall_server.paper").joinpath("fonts", f"{name}.ttf")) as path:
        font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    return font
