"""One player's half of the table: name, side, clock, and the word of the moment. A touch target."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import MouseDown
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from board_terminal.view.view import Half
from shared.core.match.outcome import Seat
from shared.tui.block_digits import digits_high, largest_digits
from shared.tui.letters import Letters
from shared.tui.names import clip, pad, wrap

_BOLD = Style(bold=True)

ROOM_FOR_LETTERS = 24
"""From this many rows on, a half has names and words in large letters."""

WITHOUT_DIGITS = (60, 10)
"""Columns and rows from which on a half without digits has them too."""

_LARGE = (Letters(10), Letters(7))
LETTERS = 8
"""Rows that the digits leave to them."""

COMPACT = 3
"""Rows of a half that leaves the screen to a question."""


def half_lines(
    half: Half, other: Half, width: int, height: int, face_width: int
) -> list[tuple[str, bool]]:
    """Lay out a half in ``height`` lines of ``width`` cells; with each line whether it is bold.

    ``face_width`` is the room for digits: the narrower half's, so that both are drawn alike.
    Both halves keep a line for whatever either of them says, so that nothing jumps when the turn
    changes. Where there is little room the key goes first, then the largest digits, then side and
    counts from the top; name, word and digits in blocks stay.
    """
    if width <= 0 or height <= 0:
        return []
    if height <= COMPACT:
        return _compact(half, width, height)
    inner = max(1, width - 2)
    word_rows = max(len(_wrapped(h.word, inner, 3)) for h in (half, other))
    under_rows = max(len(_under(h, inner)) for h in (half, other))
    key_rows = 1 if half.key or other.key else 0
    room = height - 1 - word_rows
    longest = max((half.big, other.big), key=len)
    bare = not longest and width >= WITHOUT_DIGITS[0] and height >= WITHOUT_DIGITS[1]
    lettered = bare or height >= ROOM_FOR_LETTERS
    most = room - LETTERS if lettered else room
    size = _face_rows(longest, face_width, most)
    beside = _face_rows(longest, face_width, most - under_rows)
    size = beside if beside > 1 else size
    room -= size
    under_rows = min(under_rows, room)
    room -= under_rows
    key_rows = min(key_rows, room)
    room -= key_rows
    name, word, under = [half.name], _wrapped(half.word, inner, 3), _under(half, inner)
    if lettered:
        # What is left goes to the texts, in this order, in letters that both halves have room for.
        names = _letters((half.name, other.name), inner, room - 1, _LARGE)
        name = _in(names, name)
        room -= len(name) - 1
        smaller = _LARGE[_LARGE.index(names) :] if names else ()
        if word_rows == 1:
            words = _letters((half.word, other.word), inner, room - 1, smaller)
            if words is None and bare:
                word = _in_lines((half.word, other.word), inner, room - 1, smaller) or word
            word = _in(words, word)
            word_rows = max(len(word), _rows_of(words))
            room -= word_rows - 1
        if under_rows == 1:
            lines = [" · ".join(_under(one, inner)) for one in (half, other)]
            sides = _letters(lines, inner, room - 1, smaller)
            under = _in(sides, under)
            room, under_rows = room - _rows_of(sides) + 1, _rows_of(sides)
    gap = 1 if room >= 2 and size else 0
    before_word = 1 if room - gap >= 1 and word_rows else 0
    room -= gap + before_word
    rows = [
        *_rows(name, len(name), bold=True),
        *_rows(under[-under_rows:] if under_rows else [], under_rows),
        *_rows([], gap),
        *_rows(face_lines(half.big, face_width, size) if half.big else [], size, bold=True),
        *_rows([], before_word),
        *_rows(word, word_rows, bold=True),
        *_rows([half.key], key_rows),
    ]
    rows = _rows([], max(room // 2, min(room, 1))) + rows
    rows += _rows([], height - len(rows))
    return _centred(rows[:height], width)


def _letters(
    texts: Sequence[str], width: int, spare: int, sizes: tuple[Letters, ...]
) -> Letters | None:
    """Return the first of ``sizes`` in which each text is one line, with ``spare`` more rows than
    ordinary letters need; None if there is none, or none for the script of a text."""
    for letters in sizes:
        if letters.rows - 1 > spare or any(letters.width(text) > width for text in texts):
            continue
        if not any(text and text in row for text in texts for row in letters.drawn(text)):
            return letters
    return None


def _in_lines(
    texts: Sequence[str], width: int, spare: int, sizes: tuple[Letters, ...]
) -> list[str]:
    """Return the rows of the first text in the first of ``sizes`` that has room for each text in
    several lines, as many rows for all; empty if there is none.

    A text that the letters cannot draw stands in the middle of its rows as it is.
    """
    for letters in sizes:
        drawn = [text for text in texts if _can_draw(letters, text, width)]
        high = max((len(letters.wrapped(text, width)) for text in drawn), default=0) * letters.rows
        if not 0 < high <= spare + 1:
            continue
        if texts[0] not in drawn:
            return [*[""] * (high // 2), texts[0], *[""] * (high - high // 2 - 1)]
        rows = [row for line in letters.wrapped(texts[0], width) for row in letters.drawn(line)]
        return rows + [""] * (high - len(rows))
    return []


def _can_draw(letters: Letters, text: str, width: int) -> bool:
    """Return whether each word has room and is drawn, not written as the terminal does."""
    return all(
        letters.width(word) <= width and not any(word in row for row in letters.drawn(word))
        for word in text.split()
    )


def _in(letters: Letters | None, lines: list[str]) -> list[str]:
    return list(letters.drawn(lines[0])) if letters is not None and lines else lines


def _rows_of(letters: Letters | None) -> int:
    return 1 if letters is None else letters.rows


def _centred(rows: list[tuple[str, bool]], width: int) -> list[tuple[str, bool]]:
    # Only what is too wide is cut: cutting closes up blanks, and digits are drawn with blanks.
    return [
        (pad(clip(line, width) if cell_len(line) > width else line, width, "centre"), bold)
        for line, bold in rows
    ]


def _under(half: Half, width: int) -> list[str]:
    """Side and counts: as many on a line as have room."""
    lines: list[str] = []
    for part in (half.side, *half.lines):
        joined = f"{lines[-1]} · {part}" if lines else part
        if lines and cell_len(joined) <= width:
            lines[-1] = joined
        elif part:
            lines += wrap(part, width)
    return lines[:3]


def _wrapped(text: str, width: int, most: int) -> list[str]:
    return wrap(text, width)[:most] if text else []


def _rows(lines: Sequence[str], count: int, *, bold: bool = False) -> list[tuple[str, bool]]:
    """Return exactly ``count`` rows: what there is no room for is left out, what is missing is
    blank."""
    rows = [(line, bold) for line in lines[:count]]
    return rows + [("", False)] * (count - len(rows))


def _compact(half: Half, width: int, height: int) -> list[tuple[str, bool]]:
    middle = "  ".join(part for part in (half.side, half.big) if part)
    middle = half.big if half.big and cell_len(middle) > width else middle
    lines = [(half.name, True), (middle, True), (half.word, False)]
    if not middle:
        lines = [(half.name, True), (half.word, False), (half.key, False)]
    lines += [("", False)] * (height - len(lines))
    return _centred(lines[:height], width)


class HalfPanel(Widget):
    """Shows a ``Half``; a touch anywhere on it is that player's key."""

    DEFAULT_CSS = """
    HalfPanel {
        width: 1fr; height: 1fr; background: $card; color: $ink;
        .half--calm { background: $card; color: $ink; }
        .half--run { background: $accent-fill; color: $on-fill; }
        .half--ask { background: $focus-fill; color: $on-fill; }
        .half--done { background: $card; color: $good; }
        .half--alarm { background: $danger-fill; color: $on-fill; }
    }
    """
    # Classes of the widget itself would have Textual look through all styles at every press.
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "half--calm", "half--run", "half--ask", "half--done", "half--alarm"
    }  # fmt: skip

    class Touched(Message):
        """The half of ``seat`` was touched."""

        def __init__(self, seat: Seat, place: tuple[int, int]) -> None:
            super().__init__()
            self.seat = seat
            self.place = place

    def __init__(self, seat: Seat) -> None:
        super().__init__(id=f"half-{seat}")
        self.seat: Seat = seat
        self.half = Half("")
        self.other = Half("")
        self._halves: tuple[HalfPanel, ...] = ()
        self._laid: object = None
        self._drawn: list[tuple[str, bool]] = []

    def show(self, half: Half, other: Half) -> None:
        """Show ``half`` beside ``other``; drawn again only if it looks different."""
        if (half, other) == (self.half, self.other):
            return
        if half.tone != self.half.tone:
            self.half, self.other = half, other
            self.refresh()
            return
        before = self._lines()
        self.half, self.other = half, other
        after, width = self._lines(), self.size.width
        if len(after) != len(before):
            self.refresh()
        elif after != before:
            # While tenths show a few rows change ten times a second: no other is drawn again.
            changed = (y for y, line in enumerate(after) if line != before[y])
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def render_lines(self, crop: Region) -> list[Strip]:
        # Both halves change at every press: their rows go to the screen as they are, without
        # Textual's search of each row for borders, padding and titles, which a half never has.
        plain = self.get_component_rich_style(f"half--{self.half.tone or 'calm'}")
        strong = plain + _BOLD
        rows = self._lines()[crop.y : crop.bottom]
        strips = [Strip([Segment(line, strong if bold else plain)]) for line, bold in rows]
        _beneath, ground = self.background_colors
        for drawn_so in self.get_line_filters():
            strips = [strip.apply_filter(drawn_so, ground) for strip in strips]
        return [strip.crop(crop.x, crop.right) for strip in strips]

    def _lines(self) -> list[tuple[str, bool]]:
        if not self._halves:
            self._halves = tuple(self.screen.query(HalfPanel))
        narrower = min(panel.size.width for panel in self._halves)
        laid = (self.half, self.other, self.size, narrower)
        if laid != self._laid:
            self._laid = laid
            self._drawn = half_lines(self.half, self.other, *self.size, narrower)
        return self._drawn

    def on_show(self) -> None:
        # While a page had no halves, what changed in them was drawn nowhere.
        self.refresh()

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        self.post_message(self.Touched(self.seat, (event.screen_x, event.screen_y)))


def _face_rows(text: str, width: int, height: int) -> int:
    return digits_high(text, width, height) or min(1, len(text))


def face_lines(text: str, width: int, height: int) -> tuple[str, ...]:
    """Draw ``text`` as large as ``width`` cells and ``height`` rows allow; at worst as it is."""
    return largest_digits(text, width, height) or ((text,) if text else ())
