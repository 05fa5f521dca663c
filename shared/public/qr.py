"""The address of the hall's pages as a page of the lobby, with a picture to scan. Pure."""

from dataclasses import replace
from itertools import zip_longest

from shared.core.text.language import _
from shared.public.dots import Dots, dots, few_dots
from shared.public.large import Wall
from shared.public.page import Frame, Page, PageLine, Part, notice, split
from shared.tui.names import wrap

_HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""The upper and the lower dot of a cell: what is drawn is light, what is left out is dark."""
_GAP, _LEAST_WORDS = 3, 20
_HEADS = 2
"""The rows of a title and of the heads of columns: a page without both has them for its lines."""


def address_pages(address: str, frame: Frame) -> tuple[Page, ...]:
    """Return where the same pages are for phones, with a picture to scan where there is room.

    The smallest screens have a picture of fewer dots, and no title above it. An address that is
    too long for that is there to be typed.
    """
    scan, between = _words()
    drawn = _lines(dots(address))
    page = Page("address", _title(), band=0)
    if _fits(drawn, frame):
        room = frame.width - len(drawn[0]) - _GAP
        told = [address, "", *wrap(scan, room), "", *wrap(between, room)]
        return (replace(page, lines=_beside(drawn, told, 1)),)
    few = few_dots(address)
    small = [] if few is None else _lines(few)
    if small and _fits(small, Frame(frame.width, frame.rows + _HEADS)):
        room = frame.width - len(small[0]) - _GAP
        scheme, slashes, rest = address.partition("//")
        heads = [*wrap(_title(), room), scheme + slashes, *wrap(rest, room)]
        told = [*heads, "", *wrap(between, room)]
        return (replace(page, title="", lines=_beside(small, told, len(heads))),)
    plain: list[PageLine] = [(Part(line, "key"),) for line in wrap(address, frame.width)]
    typed = _("Type this address into your phone. It has to be in this hall's network.")
    for sentence in (typed, between):
        plain += notice(sentence, frame)
    return split(page, tuple(plain), frame)


def address_large(address: str, wall: Wall) -> tuple[Page, ...]:
    """Return the same for a screen that is read from afar: the picture is as large as may be."""
    rows, width = wall.frame.rows, wall.frame.width
    side = len(dots(address))
    times = max(1, min(2 * rows // side, width // 2 // side))
    drawn = _lines(dots(address), times)
    room = width - len(drawn[0]) - _GAP
    scheme, slashes, rest = address.partition("//")
    parts = (address,) if wall.letters.width(address) <= room else (scheme + slashes, rest)
    heads = [line for part in parts for line in wall.letters.wrapped(part, room)]
    scan, between = _words()
    said = wall.letters.wrapped(between, room)
    large = (len(heads) + len(said)) * wall.letters.rows <= rows
    told = [row for line in heads + said * large for row in wall.letters.drawn(line)]
    told += [] if large else [*wrap(between, room), "", *wrap(scan, room)]
    keys = len(heads) * wall.letters.rows
    lines = _beside(drawn, told, keys)[:rows]
    title = _title() if wall.letters.width(_title()) <= width else _("On your phone")
    return (Page("address", title, lines=lines, band=0, wide=True, letters=wall.letters),)


def _title() -> str:
    return _("These pages on your phone")


def _words() -> tuple[str, str]:
    return (
        _("Scan this picture, or type the address. Your phone has to be in this hall's network."),
        _("Where devices are restricted during play, look only between your games."),
    )


def _fits(drawn: list[str], frame: Frame) -> bool:
    beside = frame.width - len(drawn[0]) - _GAP
    return len(drawn) <= frame.rows and beside >= _LEAST_WORDS


def _beside(drawn: list[str], told: list[str], keys: int) -> tuple[PageLine, ...]:
    """Return the picture with words beside it, the first ``keys`` lines of them in bold."""
    blank = " " * len(drawn[0])
    return tuple(
        (
            Part(line, "scan") if line else Part(blank),
            Part(" " * _GAP),
            Part(text, "key" if at < keys else "text"),
        )
        for at, (line, text) in enumerate(zip_longest(drawn, told, fillvalue=""))
    )


def _lines(rows: Dots, times: int = 1) -> list[str]:
    """Return the picture with two rows of dots in a line, each dot ``times`` as wide and high."""
    wide = [
        [dot for dot in row for _time in range(times)] for row in rows for _time in range(times)
    ]
    even = [*wide, [False] * len(wide[0])] if len(wide) % 2 else wide
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(even[at], even[at + 1], strict=True))
        for at in range(0, len(even), 2)
    ]
