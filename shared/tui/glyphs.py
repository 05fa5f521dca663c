"""Replacement signs, one for one, for a screen with the font of code page 437 (the Linux console).

Letters stay as they are. Every sign that a screen of the hall draws has a likeness there.
"""

from collections.abc import Mapping

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LIKE = {
    "▶": "►", "◀": "◄", "✓": "√", "✗": "x", "×": "x", "‖": "║", "●": "■", "◌": "○", "◆": "♦",
    "–": "-", "—": "-", "−": "-", "…": ".", "‘": "'", "’": "'", "“": '"', "”": '"', "′": "'",
    "━": "═", "┃": "║", "┏": "╔", "┓": "╗", "┗": "╚", "┛": "╝", "┣": "╠", "┫": "╣", "┳": "╦",
    "┻": "╩", "╋": "╬", "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "╸": "═", "╺": "═",
    "▁": "▄", "▂": "▄", "▃": "▄", "▅": "█", "▆": "█", "▇": "█", "▔": "▀", "▏": "│", "▎": "▌",
    "▍": "▌", "▋": "█", "▊": "█", "▉": "█", "▕": "│", "▛": "█", "▜": "█", "▙": "█", "▟": "█",
    "▸": "►", "▾": "▼", "▴": "▲", "◂": "◄",
    "□": "○", "⚠": "!", "⛀": "o", "⛂": "•", "⛁": "O", "⛃": "♦", "⇒": "→", "⇐": "←",
    "\N{LEFT-TO-RIGHT MARK}": "",
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{THIN SPACE}": " ",
}  # fmt: skip
_TABLE = str.maketrans(_LIKE)


def needs_likenesses(environment: Mapping[str, str], encoding: str) -> bool:
    """Return whether the screen has only code page 437: a bare Linux console, or no UTF-8."""
    utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return environment.get("TERM") == "linux" or not utf8


def likeness(text: str) -> str:
    """Return ``text`` in signs of code page 437, cell for cell."""
    return text.translate(_TABLE)


class Likenesses(LineFilter):
    """Draws every line of a screen in likenesses."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(likeness(text), style, control) for text, style, control in segments]
