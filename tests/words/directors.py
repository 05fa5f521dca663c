"""What every message of every language says under a sheet whose official is a director."""

from collections.abc import Iterator
from pathlib import Path

from shared.core.text.official import directed
from shared.machine.languages import DEFAULT, LANGUAGES
from tests.words.catalogues import catalogue_of, forms, template

FILE = Path(__file__).with_suffix(".txt")


def changed(language: str) -> dict[str, str]:
    """Return each message of a language that a director changes → what it says then."""
    return {said: directed(said) for said in _messages(language) if directed(said) != said}


def _messages(language: str) -> Iterator[str]:
    for message in template() if language == DEFAULT else catalogue_of(language):
        if language != DEFAULT:
            yield from filter(None, forms(message) if message.id else ())
        elif isinstance(message.id, tuple):
            yield from message.id
        else:
            yield message.id


def written() -> str:
    """Return all of them as ``directors.txt`` has them, for a person to read."""
    parts = []
    for code, name in LANGUAGES.items():
        told = sorted({one.strip().replace("\n", " ") for one in changed(code).values()})
        parts += [f"== {name} ==", *told, ""]
    return "\n".join(parts)
