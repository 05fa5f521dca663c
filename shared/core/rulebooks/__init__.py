"""Every rulebook the hall knows, by name. Adds no number of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shared.core.rulebooks.acf import MAJORS, MASTERS, MINORS
from shared.core.rulebooks.base import Rulebook, cited, meaning

__all__ = ["RULEBOOKS", "Rulebook", "UnknownRulebook", "cited", "meaning", "rulebook"]

RULEBOOKS: Final[Mapping[str, Rulebook]] = MappingProxyType(
    {book.name: book for book in (MASTERS, MAJORS, MINORS)}
)


class UnknownRulebook(ValueError):
    """No rulebook has that name; the sentence lists those there are."""


def rulebook(name: str) -> Rulebook:
    """Return the rulebook called ``name``. Raises UnknownRulebook."""
    try:
        return RULEBOOKS[name]
    except KeyError:
        message = f"no rulebook is called {name!r}; there are {', '.join(RULEBOOKS)}"
        raise UnknownRulebook(message) from None
