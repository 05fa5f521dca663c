"""What the themes are called: for command lines too, which draw nothing and load no screen."""

from __future__ import annotations

DARK = "hall-dark"
LIGHT = "hall-light"
CONTRAST = "hall-contrast"
REHEARSAL = "hall-rehearsal"
"""Violet ground: nobody takes what is rehearsed for the tournament."""

NAMES: dict[str, str] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}
"""What people write → theme name."""
