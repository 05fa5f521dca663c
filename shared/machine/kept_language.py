"""The languages chosen at a device, kept in a file of its folder over restarts."""

from collections.abc import Sequence
from pathlib import Path

from shared.machine.languages import LANGUAGES

FILE = "language"


def kept(home: Path, whose: str = "") -> tuple[str, ...]:
    """Return the codes that were kept for ``whose``, none if the file has none for them."""
    try:
        codes, _, of = (home / FILE).read_text(encoding="utf-8").strip().partition("\n")
    except (OSError, UnicodeDecodeError):
        return ()
    told = tuple(codes.split(" "))
    return told if of == whose and all(code in LANGUAGES for code in told) else ()


def keep(home: Path, languages: Sequence[str], whose: str = "") -> None:
    """Keep the choice for the next start. Raises OSError if the folder cannot be written."""
    (home / FILE).write_text(f"{' '.join(languages)}\n{whose}\n", encoding="utf-8")
