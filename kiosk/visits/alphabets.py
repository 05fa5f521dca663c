"""The letters that a kiosk without a keyboard offers: those of the registered names. Pure.

A to Z stand whole; of other scripts only the letters of the names.
"""

from collections.abc import Iterable
from string import ascii_uppercase
from unicodedata import name as name_of
from unicodedata import normalize

from shared.core.state.persons import folded

A_TO_Z = tuple(ascii_uppercase)
MOST = 28
"""Letters of one page; two keys beside them erase and turn to the next page."""

Alphabets = tuple[tuple[str, ...], ...]


def alphabets(names: Iterable[str]) -> Alphabets:
    """Return the pages of letters to tap, each of one script and at most ``MOST``; at least one.

    Letters are folded as a search folds them: an accent is tapped as its letter, small as large.
    """
    # Composed again: folding splits a Korean syllable into signs that mean nothing alone.
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
    """Return the capital, if a search takes it for the same letter."""
    large = sign.upper()
    return large if folded(large) == folded(sign) else sign
