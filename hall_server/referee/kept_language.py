"""The language that was chosen by key on this laptop, in a file of its folder, over restarts.

Decides nothing: an option of the command line goes before it, the environment after it.
"""

from __future__ import annotations

from pathlib import Path

from shared.languages import LANGUAGES

FILE = "language"


def kept(home: Path) -> str:
    """The code of the language, "" where none was chosen or the file says nothing known."""
    try:
        told = (home / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return told if told in LANGUAGES else ""


def keep(home: Path, language: str) -> None:
    """Keep the choice for the next start. Raises OSError where the folder cannot be written."""
    (home / FILE).write_text(f"{language}\n", encoding="utf-8")
