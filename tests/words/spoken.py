"""Lets a test hear another language."""

from __future__ import annotations

from contextlib import AbstractContextManager

from shared.core.language import Voice, speaking
from shared.languages import catalogue


def said_in(language: str) -> AbstractContextManager[None]:
    """Everything inside is said in ``language``."""
    return speaking(Voice(catalogue(language)))
