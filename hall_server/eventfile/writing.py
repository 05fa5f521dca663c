"""Writes an event file that reads back as the same event. Leaves out what is as it would be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import msgspec

from hall_server.eventfile.sections import BracketSection, EventFile


def write_event_file(event: EventFile) -> str:
    """The text of an event file; ``parse_event_file`` makes the same event of it."""
    lines = [f"schema = {event.schema}", "", "[event]", *_fields(event.event)]
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


def _value(value: object) -> str:
    match value:
        case str():
            # A JSON string is a TOML string, but for the one sign that TOML wants escaped.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool() | int():
            return json.dumps(value)
        case Mapping():
            return "{ " + ", ".join(f"{key} = {_value(v)}" for key, v in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(_value(item) for item in value) + "]"
        case _:
            message = f"an event file holds no {type(value).__name__}"
            raise TypeError(message)
