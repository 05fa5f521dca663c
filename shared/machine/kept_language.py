"""The languages that were chosen by key at a device, in a file of its folder, over restarts.

Decides nothing: whoever reads them knows what goes before them and what after.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shared.machine.languages import LANGUAGES

FILE = "language"


def kept(home: Path, whose: str = "") -> tuple[str, ...]:
    """The codes that were kept for ``whose``, as they were; none where none were chosen, where they
    were chosen for somebody else, or where the file says nothing known."""
    try:
        codes, _, of = (home / FILE).read_text(encoding="utf-8").strip().partition("\n")
    except (OSError, UnicodeDecodeError):
        return ()
    told = tuple(codes.split(" "))
    return told if of == whose and all(code in LANGUAGES for code in told) else ()


def keep(home: Path, languages: Sequence[str], whose: str = "") -> None:
    """Keep the choice for the next start. Raises OSError where the folder cannot be written."""
    (home / FILE).write_text(f"{' '.join(languages)}\n{whose}\n", encoding="utf-8")
