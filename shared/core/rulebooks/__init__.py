"""Every rulebook the hall knows, by name. Adds no number of its own."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from shared.core.rulebooks.acf import MAJORS, MASTERS, MINORS
from shared.core.rulebooks.apca import APCA
from shared.core.rulebooks.base import Cited, Rulebook
from shared.core.rulebooks.fields import Field, fields_of, meaning, overrides_of, set_by_event
from shared.core.rulebooks.making import cited
from shared.core.rulebooks.override import (
    BadOverride,
    apply_overrides,
    overrides_from_json,
    overrides_json,
)
from shared.core.rulebooks.standard import CONTEST, STANDARD
from shared.core.rulebooks.usbgf import DOUBLES, LIMITED, OPEN

__all__ = [
    "ALIASES",
    "RULEBOOKS",
    "BadOverride",
    "Cited",
    "Field",
    "Rulebook",
    "UnknownRulebook",
    "apply_overrides",
    "cited",
    "fields_of",
    "meaning",
    "overrides_json",
    "overrides_of",
    "register",
    "rulebook",
    "rulebook_for",
    "set_by_event",
]

_REGISTERED: Final[dict[str, Rulebook]] = {}
RULEBOOKS: Final[Mapping[str, Rulebook]] = MappingProxyType(_REGISTERED)
"""Every rulebook that is registered, by name."""


def register(*books: Rulebook) -> None:
    """Make rulebooks known to the programs. Raises ValueError for a name that is taken."""
    for book in books:
        if book.name in _REGISTERED:
            raise ValueError(f"two rulebooks are called {book.name!r}")
        _REGISTERED[book.name] = book


register(MASTERS, MAJORS, MINORS, APCA, OPEN, LIMITED, DOUBLES, STANDARD, CONTEST)

ALIASES: Final[Mapping[str, str]] = MappingProxyType({"usbgf": OPEN.name})
"""Other names of rulebooks."""


class UnknownRulebook(ValueError):
    """No rulebook has that name; the sentence lists those there are."""


def rulebook(name: str) -> Rulebook:
    """Return the rulebook called ``name``. Raises UnknownRulebook."""
    try:
        return RULEBOOKS[ALIASES.get(name, name)]
    except KeyError:
        message = f"no rulebook is called {name!r}; there are {', '.join(RULEBOOKS)}"
        raise UnknownRulebook(message) from None


def rulebook_for(name: str, overrides: str = "") -> Rulebook:
    """Return the rulebook called ``name`` with an event's overrides, a JSON object or nothing.

    Raises UnknownRulebook and BadOverride.
    """
    book = rulebook(name)
    return _with_overrides(book.name, overrides) if overrides else book


@lru_cache(maxsize=64)
def _with_overrides(name: str, overrides: str) -> Rulebook:
    return apply_overrides(rulebook(name), overrides_from_json(overrides))
