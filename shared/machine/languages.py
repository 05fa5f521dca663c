"""The languages there are, and their catalogues from the package's own files."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from shared.core.text.language import ENGLISH, Catalogue

DEFAULT = "en"
LANGUAGES: dict[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "ru": "Русский",
}
"""Code → the language's own name for itself, in the order in which a key goes through them."""

FOLDER = "languages"
DOMAIN = "hall"


@cache
def catalogue(language: str) -> Catalogue:
    """The words of a language. Raises KeyError for a language that there is not."""
    if language == DEFAULT:
        return ENGLISH
    name = LANGUAGES[language] and f"{FOLDER}/{language}/{DOMAIN}.mo"
    with files("shared.data").joinpath(name).open("rb") as file:
        return gettext.GNUTranslations(file)


def after(language: str) -> str:
    """The language after this one, round the end."""
    codes = list(LANGUAGES)
    return codes[(codes.index(language) + 1) % len(codes)]


def of_system(environment: Mapping[str, str]) -> str:
    """The language that the machine is set to, English where that is none of these."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        told = environment.get(name, "")
        if told:
            code = told[:2].lower()
            return code if code in LANGUAGES and not told[2:3].isalpha() else DEFAULT
    return DEFAULT
