"""Reads and checks an event file, from disk or text."""

import tomllib
from pathlib import Path

import msgspec

from hall_server.eventfile.check import BadEventFile, check
from hall_server.eventfile.sections import EventFile
from hall_server.eventfile.where import DEEPEST, allowed, nested, place, too_deep
from shared.core.draughts.openings import DeckError, Opening, parse_deck
from shared.core.text.fields import UNSEEN, beyond, sound


def load_event_file(path: Path) -> EventFile:
    """Return a checked event file. Raises BadEventFile."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadEventFile(f"{path} cannot be read ({error}).") from error
    return parse_event_file(text, str(path))


def load_decks(event: EventFile, path: Path) -> dict[str, tuple[Opening, ...]]:
    """Return the decks that the event file at ``path`` names, by deck name.

    Raises BadEventFile for a deck that is missing or cannot be read.
    """
    decks: dict[str, tuple[Opening, ...]] = {}
    for division in event.division:
        if not division.deck:
            continue
        file = path.parent / division.deck
        try:
            text = file.read_text(encoding="utf-8")
            decks[division.deck_name] = parse_deck(text, mode=division.book.opening_mode)
        except (OSError, UnicodeDecodeError) as error:
            raise BadEventFile(f"{file}: the deck cannot be read ({error}).") from error
        except DeckError as error:
            raise BadEventFile(f"{file}, {error}.") from error
    return decks


def parse_event_file(text: str, name: str) -> EventFile:
    """Return a checked event file from its text. Raises BadEventFile."""
    if line := too_deep(text):
        raise BadEventFile(
            f"{name}{line}: a key has more than {DEEPEST} parts with dots between them. Nothing was"
            " saved. No key of an event file is so long."
        )
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadEventFile(f"{name}: not readable as TOML: {error}.") from error
    except (RecursionError, ValueError) as error:
        raise BadEventFile(
            f"{name}{nested(text)}: brackets stand in brackets too often here, or a number has too"
            " many digits. Write it shorter."
        ) from error
    try:
        event = msgspec.convert(read, EventFile, strict=True)
    except msgspec.ValidationError as error:
        why = beyond(EventFile, error) or f"{error}.{allowed(error)}"
        raise BadEventFile(f"{place(name, text, str(error))}: {why}") from error
    _check_texts(event, text, name)
    check(event, text, name)
    return event


def _check_texts(event: EventFile, text: str, name: str) -> None:
    for kind in event.__struct_fields__:
        held = getattr(event, kind)
        for number, section in enumerate(held if isinstance(held, tuple) else (held,)):
            if not sound(section):
                where = place(name, text, f" - at `$.{kind}[{number}]`")
                raise BadEventFile(f"{where}: {UNSEEN}")
