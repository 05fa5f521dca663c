"""Letters several rows high, made of half blocks: what is read across a hall. Pure.

Latin, Greek and Cyrillic are drawn; words in other scripts stand in ordinary letters between.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from rich.cells import cell_len

from shared.tui.names import ELLIPSIS, Align, clip, pad, words_of

_LEAST_MM, _SCREEN_MM = 25, 299
"""A letter is read from eight metres if its capitals are 25 mm high (a 320th of the way). The
smallest screen of a lobby, a television of 24 inches, is 299 mm high: of 55 rows each has 5.4 mm,
so a capital takes 5 of them."""
_LEAST_WIDTH, _LEAST_ROWS = 100, 30
"""Cells of a screen on which names still fit in large letters."""
_ABOVE, _LINE = {7: 8, 10: 12}, {7: 10, 10: 14}
"""By the height of a capital in pixels, two a row: those above the base line, and of a line."""
_BLANK = {7: 3, 10: 4}
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@dataclass(frozen=True, slots=True)
class _Letter:
    """Its width and height above the base line in pixels, and its rows from the top, as bits."""

    width: int
    above: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters whose capitals are ``capital`` half rows high, drawn ``times`` enlarged."""

    capital: int
    times: int = 1

    @property
    def rows(self) -> int:
        """The rows of a line."""
        return _LINE[self.capital] * self.times // 2

    def drawn(self, text: str) -> tuple[str, ...]:
        """Return a line of text as rows of one width."""
        return _drawn(self, text)

    def width(self, text: str) -> int:
        """Return the cells that a line of text takes."""
        return cell_len(self.drawn(text)[0])

    def fitted(self, text: str, width: int, align: Align = "left") -> tuple[str, ...]:
        """Return the rows of ``text`` in exactly ``width`` cells, cut with … if it is too long."""
        shown = text
        while self.width(shown) > width and shown.rstrip(ELLIPSIS):
            shown = shown.rstrip(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        return tuple(pad(clip_row(row, width), width, align) for row in self.drawn(shown))

    def wrapped(self, text: str, width: int) -> list[str]:
        """Return ``text`` in lines of at most ``width`` cells, broken between words if possible."""
        lines: list[str] = []
        for word in words_of(text):
            if lines and self.width(f"{lines[-1]} {word}") <= width:
                lines[-1] += f" {word}"
                continue
            lines.append("")
            for sign in word:
                if lines[-1] and self.width(lines[-1] + sign) > width:
                    lines.append("")
                lines[-1] += sign
        return lines


def clip_row(row: str, width: int) -> str:
    """Return a row that is not wider than ``width``; blanks at its start stay."""
    return row if cell_len(row) <= width else clip(row, width)


def letters_for(width: int, height: int) -> Letters | None:
    """Return the letters that are read from eight metres on a screen of so many cells and rows;
    None if too few of them fit.
    """
    if width < _LEAST_WIDTH or height < _LEAST_ROWS:
        return None
    sizes = (Letters(7), Letters(10), Letters(7, 2), Letters(10, 2))
    large = (s for s in sizes if s.capital * s.times * _SCREEN_MM >= 2 * height * _LEAST_MM)
    return next(large, sizes[-1])


def in_letters(letters: Letters | None, text: str, width: int) -> str:
    """Return ``text`` as it is, or in ``letters`` and in as many lines as ``width`` asks for."""
    if letters is None:
        return text
    return "\n".join(row for line in letters.wrapped(text, width) for row in letters.drawn(line))


@lru_cache(maxsize=4096)
def _drawn(letters: Letters, text: str) -> tuple[str, ...]:
    known = _known()[letters.capital]
    rows = [""] * letters.rows
    gap = " " * (_BLANK[letters.capital] * letters.times)
    words = groupby(text.split(), key=lambda word: all(sign in known for sign in word))
    for large, run in words:
        whole = " ".join(run)
        parts = _large(letters, whole) if large else _ordinary(letters, whole)
        rows = [f"{row}{gap if row else ''}{part}" for row, part in zip(rows, parts, strict=True)]
    return tuple(rows)


def _ordinary(letters: Letters, words: str) -> Iterator[str]:
    """Yield rows with the words in the middle one, as the terminal writes them."""
    for row in range(letters.rows):
        yield words if row == letters.rows // 2 else " " * cell_len(words)


def _large(letters: Letters, words: str) -> Iterator[str]:
    """Yield the rows of the words, a pixel's width between two letters."""
    for parts in zip(*(_sign(letters, sign) for sign in words), strict=True):
        yield (" " * letters.times).join(parts)


@lru_cache(maxsize=1024)
def _sign(letters: Letters, sign: str) -> tuple[str, ...]:
    """Return the rows of one letter, two rows of pixels in each."""
    blank = _Letter(_BLANK[letters.capital] - 2, 0, ())
    letter = blank if sign == " " else _known()[letters.capital][sign]
    top = letter.above - _ABOVE[letters.capital]
    pixels = []
    for at in range(top, top + _LINE[letters.capital]):
        bits = letter.rows[at] if 0 <= at < len(letter.rows) else 0
        dots = [bool(bits >> n & 1) for n in reversed(range(letter.width))]
        pixels += [[dot for dot in dots for _time in range(letters.times)]] * letters.times
    halves = zip(pixels[::2], pixels[1::2], strict=True)
    return tuple(
        "".join(_HALVES[both] for both in zip(upper, lower, strict=True)) for upper, lower in halves
    )


@lru_cache(maxsize=1)
def _known() -> dict[int, dict[str, _Letter]]:
    """Return the letters by the height of a capital."""
    found: dict[int, dict[str, _Letter]] = {capital: {} for capital in _LINE}
    file = Path(__file__).with_name("letters.txt")
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            continue
        capital, sign, width, above, rows = line.split(" ")
        bits = tuple(int(row, 16) for row in rows.split(","))
        found[int(capital)][sign] = _Letter(int(width), int(above), bits)
    return found
