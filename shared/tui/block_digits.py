"""Large digits for clocks, countdowns and scores, five or seven rows high, and their widget."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from textual.widgets import Static

Rows = Literal[5, 7, "narrow"]
"""A font by its rows; the narrow one has five too."""

# One digit a line, its rows parted by bars. Only full blocks: the bare Linux console has them.
_FIVE = {
    "0": "█████|██ ██|██ ██|██ ██|█████",
    "1": "████ |  ██ |  ██ |  ██ |█████",
    "2": "█████|   ██|█████|██   |█████",
    "3": "█████|   ██| ████|   ██|█████",
    "4": "██ ██|██ ██|█████|   ██|   ██",
    "5": "█████|██   |█████|   ██|█████",
    "6": "█████|██   |█████|██ ██|█████",
    "7": "█████|   ██|   ██|   ██|   ██",
    "8": "█████|██ ██|█████|██ ██|█████",
    "9": "█████|██ ██|█████|   ██|█████",
    ":": "  |██|  |██|  ",
    ".": "  |  |  |  |██",
    "+": "     |  █  |█████|  █  |     ",
    "-": "     |     |█████|     |     ",
    "½": "██   ██   |██  ██    |██ ██ ████|  ██   ██ | ██   ████",
    " ": "  |  |  |  |  ",
}
_SEVEN = {
    "0": "██████|██  ██|██  ██|██  ██|██  ██|██  ██|██████",
    "1": "████  |  ██  |  ██  |  ██  |  ██  |  ██  |██████",
    "2": "██████|    ██|    ██|██████|██    |██    |██████",
    "3": "██████|    ██|    ██| █████|    ██|    ██|██████",
    "4": "██  ██|██  ██|██  ██|██████|    ██|    ██|    ██",
    "5": "██████|██    |██    |██████|    ██|    ██|██████",
    "6": "██████|██    |██    |██████|██  ██|██  ██|██████",
    "7": "██████|    ██|    ██|    ██|    ██|    ██|    ██",
    "8": "██████|██  ██|██  ██|██████|██  ██|██  ██|██████",
    "9": "██████|██  ██|██  ██|██████|    ██|    ██|██████",
    ":": "  |  |██|  |██|  |  ",
    ".": "  |  |  |  |  |  |██",
    "+": "      |      |  ██  |██████|  ██  |      |      ",
    "-": "      |      |      |██████|      |      |      ",
    "½": "██    ██   |██   ██    |██  ██ ████|██ ██    ██|  ██    ██ | ██    ██  |██     ████",
    " ": "  |  |  |  |  |  |  ",
}
# Three cells a digit: an hour's clock has room in half of a 50-column screen.
_NARROW = {
    "0": "███|█ █|█ █|█ █|███",
    "1": "██ | █ | █ | █ |███",
    "2": "███|  █|███|█  |███",
    "3": "███|  █|███|  █|███",
    "4": "█ █|█ █|███|  █|  █",
    "5": "███|█  |███|  █|███",
    "6": "███|█  |███|█ █|███",
    "7": "███|  █|  █|  █|  █",
    "8": "███|█ █|███|█ █|███",
    "9": "███|█ █|███|  █|███",
    ":": " |█| |█| ",
    ".": " | | | |█",
    "+": "   | █ |███| █ |   ",
    "-": "   |   |███|   |   ",
    "½": "█   █  |█  █   |█ █ ██ | █   █ |█    ██",
    " ": " | | | | ",
}
_FONTS: dict[Rows, dict[str, list[str]]] = {
    5: {sign: rows.split("|") for sign, rows in _FIVE.items()},
    7: {sign: rows.split("|") for sign, rows in _SEVEN.items()},
    "narrow": {sign: rows.split("|") for sign, rows in _NARROW.items()},
}
_MOST = 4
"""How many times digits are enlarged at most."""


@lru_cache(maxsize=256)
def block_digits(text: str, rows: Rows) -> tuple[str, ...]:
    """Return ``text`` as lines of one width: digits, ½, colon, full stop, +, -, blank.

    One blank column stands between two signs. Raises ValueError for any other sign. No text is
    lines without a column.
    """
    font = _FONTS[rows]
    if not text:
        return ("",) * len(font["0"])
    unknown = sorted(set(text) - set(font))
    if unknown:
        raise ValueError(f"no large sign for {''.join(unknown)!r}")
    return tuple(map(" ".join, zip(*(font[sign] for sign in text), strict=True)))


def block_width(text: str, rows: Rows) -> int:
    """Return the width of ``block_digits(text, rows)`` in cells."""
    return len(block_digits(text, rows)[0])


def enlarged(lines: Sequence[str], times: int) -> list[str]:
    """Return drawn digits ``times`` as wide and as high."""
    wide = ["".join(sign * times for sign in line) for line in lines]
    return [line for line in wide for _row in range(times)]


def largest_digits(text: str, width: int, height: int) -> tuple[str, ...]:
    """Return ``text`` as large as there is room: the highest font, enlarged by a whole number.

    Nothing where no font has room, or where there is a sign that they lack.
    """
    fit = _fitting(text.translate(_ALIKE), width, height)
    return tuple(enlarged(block_digits(text, fit[0]), fit[1])) if fit else ()


def digits_high(text: str, width: int, height: int) -> int:
    """Return the rows that ``largest_digits`` takes."""
    fit = _fitting(text.translate(_ALIKE), width, height)
    return fit[2] if fit else 0


_ALIKE = str.maketrans("123456789", "000000000")
"""All digits of a font have one width: what fits is asked once, not at every second."""


@lru_cache(maxsize=256)
def _fitting(text: str, width: int, height: int) -> tuple[Rows, int, int] | None:
    """Return the font for ``text``, how many times it is enlarged, and its rows then."""
    if not text or not set(text) <= set(_FONTS[5]):
        return None
    fonts: tuple[Rows, ...] = (7, 5, "narrow")
    sizes = {rows: (len(block_digits(text, rows)), block_width(text, rows)) for rows in fonts}
    fitting = [
        (high * times, wide * times, rows, times)
        for rows, (high, wide) in sizes.items()
        for times in range(1, _MOST + 1)
        if high * times <= height and wide * times <= width
    ]
    if not fitting:
        return None
    high, _wide, font, times = max(fitting, key=lambda size: size[:2])
    return font, times, high


class BlockText(Static):
    """Large digits as a widget. ``show`` redraws only if something has changed."""

    DEFAULT_CSS = """
    BlockText { width: auto; height: auto; color: $ink; text-style: none; }
    """

    def __init__(
        self,
        text: str = "",
        rows: Rows = 5,
        *,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__("", id=id, classes=classes, markup=False)
        self.text = text
        self.rows: Rows = rows
        self.times = 1
        self.update(self._drawn())

    def show(self, text: str, rows: Rows | None = None, times: int = 1) -> None:
        """Show ``text``, ``times`` enlarged, and in another size if ``rows`` is given."""
        size = rows or self.rows
        if (text, size, times) == (self.text, self.rows, self.times):
            return
        self.text, self.rows, self.times = text, size, times
        self.update(self._drawn())

    def _drawn(self) -> str:
        drawn = block_digits(self.text, self.rows)
        return "\n".join(enlarged(drawn, self.times))
