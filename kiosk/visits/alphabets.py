"""Which letters a kiosk without a keyboard offers: those in which the registered names are written.

Pure. A to Z stand as everybody knows them; of other scripts only what some name has.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from unicodedata import name as name_of
from unicodedata import normalize

from shared.core.state.names import folded

A_TO_Z = tuple(ascii_uppercase)
MOST = 28
"""Letters of one page; two keys beside them erase and turn to the next page."""

Alphabets = tuple[tuple[str, ...], ...]


def alphabets(names: Iterable[str]) -> Alphabets:
    """The pages of letters to tap, a script to a page, each of at most ``MOST``; at least one.

    Letters are folded as a search folds them: an accent is tapped as its letter, small as large.
    """
    # Composed again: folding takes a Korean syllable apart into signs that nobody can read alone.
    words = (normalize("NFC", folded(name)) for name in names)
    signs = {_tapped(sign) for word in words for sign in word if sign.isalpha()}
    by_script: dict[str, list[str]] = {}
    for sign in sorted(signs - {*A_TO_Z}):
        by_script.setdefault(name_of(sign, "").partition(" ")[0], []).append(sign)
    pages = [
        tuple(letters[start : start + MOST])
        for letters in by_script.values()
        for start in range(0, len(letters), MOST)
    ]
    return (A_TO_Z, *pages) if signs & {*A_TO_Z} or not pages else tuple(pages)


def _tapped(sign: str) -> str:
    """The capital, where a search takes it for the same letter."""
    large = sign.upper()
    return large if folded(large) == folded(sign) else sign
