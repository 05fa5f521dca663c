"""Names as people look for them: without accents and case, by any part, surname first. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from shared.core.state import Player

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_NOT_DECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_EAST_ASIAN = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")
"""How the Unicode names of the letters begin in which a name is written surname first."""
_GAPS = re.compile(r"[\s\-‐‑–_/,]+")
_SILENT = re.compile(r"[^\w\s]")


def folded(text: str) -> str:
    """``text`` without accents, case and punctuation; its words parted by one blank."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _SILENT.sub("", _GAPS.sub(" ", plain.translate(_NOT_DECOMPOSED))).strip()


def surname_first(name: str) -> str:
    """``Anna King`` → ``King, Anna``.

    A name of one word stays as it is, and one that is written surname first: ``King, Anna``,
    ``王 小明``.
    """
    if _is_surname_first(name):
        return " ".join(name.split())
    *rest, surname = _parts(name)
    return f"{surname}, {' '.join(rest)}" if rest else surname


def sort_key(name: str) -> tuple[str, str]:
    """Return the order of an alphabetical list by surname."""
    return _keys(name)[0], name


def find(players: Iterable[Player], typed: str) -> tuple[Player, ...]:
    """Return the players one of whose name parts begins with ``typed``, those by surname first.

    Nothing typed finds nobody.
    """
    query = folded(typed)
    if not query:
        return ()
    ranked = [(_rank(player.name, query), player) for player in players]
    found = [(rank, player) for rank, player in ranked if rank is not None]
    found.sort(key=lambda each: (each[0], sort_key(each[1].name), each[1].id))
    return tuple(player for _, player in found)


def _rank(name: str, query: str) -> int | None:
    """0 where the surname begins with the query, 1 for another part, None for no part."""
    whole, surname, tails = _keys(name)
    if whole.startswith(query) or surname.startswith(query):
        return 0
    return 1 if any(tail.startswith(query) for tail in tails) else None


@lru_cache(maxsize=1 << 13)
def _keys(name: str) -> tuple[str, str, tuple[str, ...]]:
    """Return a name folded surname first, its surname, and every end of it that begins with a word.

    Kept: a visitor types letter by letter, and each letter goes over all names of the hall.
    """
    words = folded(name).split()
    tails = tuple(" ".join(words[start:]) for start in range(len(words)))
    return folded(surname_first(name)), _surname(name), tails


def _surname(name: str) -> str:
    if _is_surname_first(name):
        return folded(name.partition(",")[0] if "," in name else name.split(maxsplit=1)[0])
    return folded(_parts(name)[-1])


def _is_surname_first(name: str) -> bool:
    """Return whether a name has a comma after the surname, or is in a script that puts it first."""
    surname, comma, rest = name.partition(",")
    if comma and surname.strip():
        return folded(rest) not in _SUFFIXES | {""}
    letters = "".join(name.split())
    return bool(letters) and all(unicodedata.name(s, "").startswith(_EAST_ASIAN) for s in letters)


def _parts(name: str) -> list[str]:
    parts = name.split() or [name]
    if len(parts) > 2 and folded(parts[-1]) in _SUFFIXES:
        parts = [*parts[:-2], f"{parts[-2]} {parts[-1]}"]
    return parts
