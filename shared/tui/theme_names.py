"""The names of the themes, for command lines too, which load no screen."""

DARK = "hall-dark"
LIGHT = "hall-light"
CONTRAST = "hall-contrast"
REHEARSAL = "hall-rehearsal"
"""Its violet ground tells a rehearsal from the tournament."""

NAMES: dict[str, str] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}
"""The value of the option → theme name."""
