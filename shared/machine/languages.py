"""The languages of the programs, and their catalogues."""

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from shared.core.text.language import ENGLISH, Catalogue
from shared.data import FOLDER as DATA

DEFAULT = "en"
LANGUAGES: dict[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "ru": "Русский",
}
"""Code → the language's name in that language, in the order of the language key."""

FOLDER = "languages"
DOMAIN = "hall"


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language. Raises KeyError for an unknown one."""
    if language == DEFAULT:
        return ENGLISH
    name = LANGUAGES[language] and f"{FOLDER}/{language}/{DOMAIN}.mo"
    with (DATA / name).open("rb") as file:
        return gettext.GNUTranslations(file)


def after(language: str) -> str:
    """Return the language after this one; after the last comes the first."""
    codes = list(LANGUAGES)
    return codes[(codes.index(language) + 1) % len(codes)]


def of_system(environment: Mapping[str, str]) -> str:
    """Return the language that the machine is set to, English if it is none of these."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        told = environment.get(name, "")
        if told:
            code = told[:2].lower()
            return code if code in LANGUAGES and not told[2:3].isalpha() else DEFAULT
    return DEFAULT


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
