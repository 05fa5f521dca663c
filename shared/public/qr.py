"""The address of the hall's pages as a page of the lobby, with a picture to scan. Pure."""

from shared.core.text.language import _
from shared.public.dots import dots
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.names import wrap

_HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""The upper and the lower dot of a cell: what is drawn is light, what is left out is dark."""
_GAP, _LEAST_WORDS = 3, 20


def address_pages(address: str, frame: Frame) -> tuple[Page, ...]:
    """Return where the same pages are for phones, with a picture to scan where there is room."""
    title = _("These pages on your phone")
    words = [
        _("Scan this picture, or type the address. Your phone has to be in this hall's network."),
        _("Where devices are restricted during play, look only between your games."),
    ]
    drawn = _lines(dots(address))
    wide = len(drawn[0])
    beside = frame.width - wide - _GAP
    if len(drawn) <= frame.rows and beside >= _LEAST_WORDS:
        told = [address, "", *(line for text in words for line in (*wrap(text, beside), ""))]
        lines = tuple(
            (Part(line, "scan"), Part(" " * _GAP), Part(text, "text" if at else "key"))
            for at, (line, text) in enumerate(zip(drawn, [*told, *[""] * len(drawn)], strict=False))
        )
        return (Page("address", title, lines=lines, band=0),)
    plain: list[PageLine] = [(Part(address, "key"),)]
    plain += [(Part(line),) for text in words[1:] for line in wrap(text, frame.width)]
    return split(Page("address", title, band=0), tuple(plain), frame)


def _lines(rows: tuple[tuple[bool, ...], ...]) -> list[str]:
    """Return the picture with two rows of dots in a line."""
    even = [*rows, (False,) * len(rows[0])] if len(rows) % 2 else list(rows)
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(even[at], even[at + 1], strict=True))
        for at in range(0, len(even), 2)
    ]
