"""What a rendered screen tells by colour: texts that are hard to read, and tones of each text.

For any app: hand it in with the screen on top that is meant.
"""

from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.color import Color as RichColor
from textual.app import App
from textual.color import Color
from textual.screen import ModalScreen
from textual.strip import Strip

from shared.tui.board import LIGHT, MEN
from shared.tui.theme import FILL, PALETTES

LEAST = 7.0
"""WCAG 2's AAA for text of any size."""
TONES = ("good", "caution", "danger", "notice", "good-fill", "caution-fill", "danger-fill")
"""Colours that stand for a state. What one of them says, its text has to say alone."""
_LINES = range(0x2500, 0x2580)
_FRAMES = "▁▔▏▕▎▊▌▐▂▃▅▆▇"
"""Frames, and the ends of a scroll bar: no text is made of them."""
_PIECES = frozenset("░▀▄█○●▲▼")
_OF_PIECES = {
    Color.parse(colour).rgb for colour in (LIGHT, *(c for man in MEN.values() for c in man))
}
"""Squares and men: pictures, which are told apart at 3:1."""


def ratio(one: Color, two: Color) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: Color) -> float:
    def channel(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (channel(value) for value in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def texts(app: App[Any]) -> Iterator[tuple[str, Color, Color]]:
    """Yield each piece of text on the screen with its colour and its ground; no lines, no frames.

    Of a question over a screen only the question: what lies behind its veil is not to be read.
    """
    strips: list[Strip] = app.screen._compositor.render_strips()
    asked = app.screen.children[0].region if isinstance(app.screen, ModalScreen) else None
    edge = Color.parse(PALETTES[app.theme]["line"]).rgb
    for y, strip in enumerate(strips):
        after = 0
        for text, style, _control in strip:
            x, after = after, after + cell_len(text)
            said = "".join(s for s in text if ord(s) not in _LINES and s not in _FRAMES).strip()
            if not said or style is None or (asked is not None and not asked.contains(x, y)):
                continue
            front, ground = rgb(style.color), rgb(style.bgcolor)
            if style.reverse:
                front, ground = ground, front
            if front.rgb in _OF_PIECES and _PIECES.issuperset(said):
                continue
            if front.rgb == edge and set(said) == {"█"}:
                continue  # a line between two areas
            if style.dim:
                front = ground.blend(front, 0.5)
            yield said, front, ground


def weak(app: App[Any]) -> dict[str, float]:
    """Texts on the screen that stand at less than 7:1, with their contrast."""
    return {
        text: round(ratio(front, ground), 2)
        for text, front, ground in texts(app)
        if ratio(front, ground) < LEAST
    }


def tones(app: App[Any]) -> dict[str, set[str]]:
    """Return text → the tones of state in which it stands on the screen; "" is none."""
    palette = PALETTES[app.theme]
    names: dict[tuple[int, int, int], str] = {}
    for name in TONES:
        names[Color.parse(palette[name]).rgb] = name.removesuffix("-fill")
    filled = {Color.parse(palette[name]).rgb for name in FILL}
    found: dict[str, set[str]] = {}
    for text, front, ground in texts(app):
        shown = ground if ground.rgb in filled else front
        found.setdefault(text, set()).add(names.get(shown.rgb, ""))
    return found


def rgb(colour: RichColor | None) -> Color:
    """Return a colour of a rendered segment. Fails on one that is the terminal's own."""
    # A colour that is the terminal's own has a contrast that nobody knows.
    assert colour is not None
    assert colour.triplet is not None, f"{colour} is the terminal's own"
    return Color(*colour.triplet)
