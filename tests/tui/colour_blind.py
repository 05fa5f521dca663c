"""What an app tells by colour alone: moments that read the same and are coloured differently.

For any app: show it each screen in each of its states. A part that is coloured as a whole is one
thing with all its text; in one that is coloured line by line, as a list is, each line is one.
"""

from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget

from shared.tui.theme import FILL, PALETTES
from tests.tui.contrast import rgb

Tones = tuple[str, ...]
"""The tones in which a thing stands, each once, as they come."""


class Shown:
    """Everything that screens showed so far, and in which tones."""

    def __init__(self) -> None:
        self._tones: dict[tuple[str, str], set[Tones]] = {}

    def look(self, app: App[Any]) -> None:
        """Take in the screen on top."""
        for part, text, tones in _things(app):
            self._tones.setdefault((part, text), set()).add(tones)

    @property
    def count(self) -> int:
        """How many things that read differently were seen."""
        return len(self._tones)

    @property
    def tones(self) -> set[str]:
        """Every tone that was seen."""
        return {tone for seen in self._tones.values() for tones in seen for tone in tones}

    def by_colour_alone(self) -> dict[tuple[str, str], set[Tones]]:
        """Return what read the same and was coloured in two ways."""
        return {thing: seen for thing, seen in self._tones.items() if len(seen) > 1}


def _things(app: App[Any]) -> Iterator[tuple[str, str, Tones]]:
    strips: list[Strip] = app.screen._compositor.render_strips()
    inside = app.screen.children[0] if isinstance(app.screen, ModalScreen) else app.screen
    names = _names(app.theme)
    for part in inside.walk_children(Widget):
        place = part.region
        if part.children or not part.display or not place:
            continue
        rows = [strip.crop(place.x, place.right) for strip in strips[place.y : place.bottom]]
        told = [(_text(row), _tones(row, names)) for row in rows if _text(row).strip()]
        name = f"{type(part).__name__}#{part.id or ''}"
        if len({tones for _text, tones in told}) <= 1:
            told = [("\n".join(text for text, _tones in told), told[0][1])] if told else []
        for text, tones in told:
            yield name, text, tones


def _text(row: Strip) -> str:
    return " ".join("".join(segment.text for segment in row).split())


def _tones(row: Strip, names: dict[tuple[int, int, int], str]) -> Tones:
    found = [_tone(segment, names) for segment in row if segment.text.strip()]
    return tuple(dict.fromkeys(found))


def _tone(segment: Segment, names: dict[tuple[int, int, int], str]) -> str:
    style = segment.style
    if style is None or not cell_len(segment.text):
        return ""
    front, ground = rgb(style.color), rgb(style.bgcolor)
    return names.get(ground.rgb) or names.get(front.rgb, "")


def _names(theme: str) -> dict[tuple[int, int, int], str]:
    """Return the colours of a theme that can stand for a state: neither plain ink nor a plain
    ground."""
    palette = PALETTES[theme]
    inks = ("accent", "good", "caution", "danger", "notice")
    told = {Color.parse(palette[name]).rgb: name for name in (*inks, *FILL)}
    plain = {Color.parse(palette[name]).rgb for name in ("ink", "ink-soft", "on-fill")}
    return {colour: name for colour, name in told.items() if colour not in plain}
