"""Turns Textual's export of a screen into an SVG that stands alone: no web fonts, plain blanks."""

import re

FONTS = '"DejaVu Sans Mono", "Cascadia Mono", "Menlo", "Consolas", "Noto Sans Mono", monospace'
"""Fonts that a reader's machine is likely to have; all have block and box characters."""

_CELL = 12.2
_ROW = 24.4
_ASCENT = 20
"""The export's grid: width of a cell, height of a row, and the base line in it."""

_TEXT = re.compile(r'<text class="([^"]+)" x="([^"]+)" y="([^"]+)"[^>]*>((?:█|&#160;)+)</text>')
_FONT_FACE = re.compile(r"\s*@font-face\s*\{[^}]*\}")
_IDENTITY = re.compile(r"terminal-\d+")


def standing_alone(svg: str, name: str) -> str:
    """Return the picture ``name`` without anything to fetch, the same on every run.

    Raises ValueError if something to fetch is left.
    """
    svg = _IDENTITY.sub(name, _FONT_FACE.sub("", svg))
    svg = _TEXT.sub(_blocks, svg)
    svg = svg.replace("font-family: Fira Code, monospace", f"font-family: {FONTS}")
    svg = svg.replace("font-family: arial", "font-family: sans-serif")
    svg = svg.replace("&#160;", " ").replace("<text ", '<text xml:space="preserve" ')
    svg = re.sub(r"\s*<!--.*?-->", "", svg)
    fetched = [found for found in re.findall(r"\w+://[^\s\"')]+", svg) if "w3.org" not in found]
    if fetched or "url(http" in svg:
        raise ValueError(f"{name} would fetch {', '.join(fetched)}")
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def _blocks(text: re.Match[str]) -> str:
    """Full blocks as rectangles: big digits have no seams, whatever the reader's font."""
    style, x, y, words = text.groups()
    top = float(y) - _ASCENT + 1.5
    return "".join(
        f'<rect class="{style}" x="{float(x) + run.start() * _CELL:g}" y="{top:g}"'
        f' width="{len(run[0]) * _CELL:g}" height="{_ROW + 0.25:g}" shape-rendering="crispEdges"/>'
        for run in re.finditer("█+", words.replace("&#160;", " "))
    )
