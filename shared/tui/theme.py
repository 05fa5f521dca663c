"""The themes of the hall. Every text colour has a contrast of 7:1 or more on every ground, and
what marks a control has 3:1 or more.

Style sheets use the names of ``INK`` and ``GROUND`` ($ink, $good, $paper, ...), never Textual's own
accents, whose contrast is not known.
"""

from typing import Any

from textual.app import App
from textual.theme import Theme

from shared.core.text.language import N_
from shared.tui.theme_names import CONTRAST, DARK, LIGHT, REHEARSAL

INK = ("ink", "ink-soft", "accent", "good", "caution", "danger", "notice")
"""Text colours. Each may stand on each ground."""

GROUND = ("paper", "card", "raised")
"""Grounds, from the page to the boxes on top of it."""

FILL = ("accent-fill", "good-fill", "caution-fill", "danger-fill", "focus-fill", "key-fill")
"""Filled areas. Their text is always $on-fill."""

EDGE = ("line", *FILL)
"""What controls are told by: the edge of a field, the chip of a key, the row with the cursor. Each
stands out by 3:1 or more on each ground."""

_COLOURS = {
    # colour: dark, light, high contrast
    "paper": ("#0a0e13", "#fbfaf6", "#000000"),
    "card": ("#121920", "#f1efe8", "#000000"),
    "raised": ("#1c2630", "#e6e3d8", "#262626"),
    "line": ("#6f8594", "#76736a", "#ffffff"),
    "ink": ("#f4f6f8", "#14181d", "#ffffff"),
    "ink-soft": ("#b9c5d0", "#363f48", "#ffffff"),
    "accent": ("#ffcb5c", "#5f3d00", "#ffff00"),
    "good": ("#86e3a4", "#0b4d26", "#7dff9b"),
    "caution": ("#ffb870", "#6b3300", "#ffd24a"),
    "danger": ("#ffaaa3", "#84100f", "#ffb3ad"),
    "notice": ("#8fd6ff", "#07406b", "#7fe9ff"),
    "on-fill": ("#0a0e13", "#ffffff", "#000000"),
    "accent-fill": ("#ffcb5c", "#5f3d00", "#ffff00"),
    "good-fill": ("#6fd793", "#0b5a2c", "#7dff9b"),
    "caution-fill": ("#ffb05e", "#7a3b00", "#ffd24a"),
    "danger-fill": ("#ff9d94", "#961412", "#ffb3ad"),
    "focus-fill": ("#8fd6ff", "#084a7c", "#ffffff"),
    "key-fill": ("#b9c5d0", "#363f48", "#ffffff"),
}
_DARK, _LIGHT, _CONTRAST = (
    {name: shades[theme] for name, shades in _COLOURS.items()} for theme in range(3)
)
_REHEARSAL = {
    **_DARK,
    "paper": "#2b0d4a",
    "card": "#35155a",
    "raised": "#401f68",
    "line": "#a387cf",
    "ink-soft": "#d0d9e2",
}
PALETTES: dict[str, dict[str, str]] = {
    DARK: _DARK,
    LIGHT: _LIGHT,
    CONTRAST: _CONTRAST,
    REHEARSAL: _REHEARSAL,
}
"""Theme name → colour name → #rrggbb."""

WORDS: dict[str, tuple[str, str]] = {
    DARK: (N_("Dark theme"), N_("Light text on a dark ground")),
    LIGHT: (N_("Light theme"), N_("Dark text on a light ground")),
    CONTRAST: (N_("High contrast"), N_("White and yellow on black")),
}
"""Theme name → its title and its description."""


def _theme(name: str) -> Theme:
    colours = PALETTES[name]
    return Theme(
        name=name,
        primary=colours["accent"],
        secondary=colours["notice"],
        warning=colours["caution"],
        error=colours["danger"],
        success=colours["good"],
        accent=colours["accent"],
        foreground=colours["ink"],
        background=colours["paper"],
        surface=colours["card"],
        panel=colours["raised"],
        dark=name != LIGHT,
        text_alpha=1.0,
        variables={
            **colours,
            "text": colours["ink"],
            "text-muted": colours["ink-soft"],
            "text-disabled": colours["ink-soft"],
            "border": colours["line"],
            "border-blurred": colours["line"],
            "scrollbar": colours["line"],
            "scrollbar-hover": colours["ink-soft"],
            "scrollbar-active": colours["accent"],
            "scrollbar-background": colours["card"],
            "scrollbar-background-hover": colours["card"],
            "scrollbar-background-active": colours["card"],
            "scrollbar-corner-color": colours["card"],
            "input-selection-background": colours["focus-fill"],
            "input-selection-foreground": colours["on-fill"],
            "block-cursor-foreground": colours["on-fill"],
            "block-cursor-background": colours["focus-fill"],
            "block-cursor-blurred-foreground": colours["ink"],
            "block-cursor-blurred-background": colours["raised"],
        },
    )


def register(app: App[Any], theme: str = DARK) -> None:
    """Give ``app`` all themes and choose one."""
    for name in PALETTES:
        app.register_theme(_theme(name))
    app.theme = theme
