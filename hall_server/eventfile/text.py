"""An event file as text: read and checked, or written so that it reads back as the same event."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from hall_server.eventfile.check import (
    DEEPEST,
    BadEventFile,
    allowed,
    check,
    nested,
    place,
    too_deep,
)
from hall_server.eventfile.sections import SCHEMA, BracketSection, EventFile
from shared.core.draughts.openings import DeckError, Opening, parse_deck
from shared.core.text.faults import field_of, plainly
from shared.core.text.fields import UNSEEN, beyond, sound
from shared.core.text.for_people import why


def load_event_file(path: Path) -> EventFile:
    """Return a checked event file. Raises BadEventFile."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadEventFile(f"{path} cannot be read ({why(error)}).") from error
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
            raise BadEventFile(f"{file}: the deck cannot be read ({why(error)}).") from error
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
        field = field_of(str(error))
        told = f"{field}: {plainly(error)}" if field else plainly(error)
        why = beyond(EventFile, error) or f"{told}.{allowed(error)}"
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


def write_event_file(event: EventFile) -> str:
    """Return the text of an event file; ``parse_event_file`` makes the same event of it.

    An older event is written in the newest form.
    """
    lines = [f"schema = {SCHEMA}", "", "[event]", *_fields(event.event)]
    for kind in ("division", "table", "schedule", "prize", "player"):
        for section in getattr(event, kind):
            lines += ["", f"[[{kind}]]", *_fields(section)]
            if kind == "division":
                lines += _tables(section.bracket, section.override)
    return "\n".join(lines) + "\n"


def _fields(section: msgspec.Struct) -> Iterator[str]:
    for field in msgspec.structs.fields(type(section)):
        value = getattr(section, field.name)
        if field.name in ("bracket", "override") or (not field.required and value == field.default):
            continue
        yield f"{field.name} = {_value(value)}"


def _tables(bracket: BracketSection, override: Mapping[str, object]) -> Iterator[str]:
    if bracket != BracketSection():
        yield from ("", "[division.bracket]", *_fields(bracket))
    if override:
        yield from ("", "[division.override]")
        yield from (f"{key} = {_value(value)}" for key, value in override.items())


def _drawn(text: str) -> bool:
    """Return whether a text is a drawing that can be written as it looks."""
    plain = all(line.isprintable() for line in text.split("\n"))
    return "\n" in text and plain and "'''" not in text and not text.endswith("'")


def _value(value: object) -> str:
    match value:
        case str() if _drawn(value):
            return f"'''\n{value}'''"
        case str():
            # A JSON string is a TOML string, except for one sign that TOML escapes.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool() | int():
            return json.dumps(value)
        case Mapping():
            return "{ " + ", ".join(f"{key} = {_value(v)}" for key, v in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(_value(item) for item in value) + "]"
        case _:
            raise TypeError(f"an event file holds no {type(value).__name__}")
