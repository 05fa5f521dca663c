"""Writes an event file that reads back as the same event, without default values."""

import json
from collections.abc import Iterator, Mapping

import msgspec

from hall_server.eventfile.sections import SCHEMA, BracketSection, EventFile


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
