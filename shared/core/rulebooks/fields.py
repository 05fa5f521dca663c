"""The fields of a rulebook as a person sees them: path, value, clause, meaning, what is allowed.

Owns that view. A path is a field's name, or ``group.field`` for a field of a group.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from shared.core.rulebooks.base import NAMES, Rulebook
from shared.core.text.sentence import Sentence, Series

NOTHING = "none"
"""How a field without a value is written."""

_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a printed rulebook. ``overridden``: the event has set it otherwise."""

    path: str
    value: object
    clause: str
    meaning: str
    overridden: bool


def fields_of(book: Rulebook) -> tuple[Field, ...]:
    """Return every field of a rulebook but its names, in order; a group it does not have is one
    line."""
    return tuple(
        Field(path, value_at(book, path), clause, meaning(path), path in book.overridden)
        for path, clause in book.citations
    )


def paths() -> tuple[str, ...]:
    """Return every path that an override may name, groups' fields included."""
    return tuple(_paths())


def value_at(book: Rulebook, path: str) -> object:
    """Return the value of a field; None for a field of a group that the rulebook does not have."""
    group, _, inner = path.partition(".")
    value = getattr(book, group)
    return getattr(value, inner) if inner and value is not None else value


def set_by_event(book: Rulebook, *starts: str) -> tuple[str, ...]:
    """Return a line for each field that the event has set otherwise, of paths that begin so, in
    the language spoken."""
    return tuple(said_of_override(*each).said() for each in overrides_of(book, *starts))


def overrides_of(book: Rulebook, *starts: str) -> tuple[tuple[str, Any, str], ...]:
    """Return path, value and the sheet's clause of each field that the event has set otherwise, of
    paths that begin so."""
    return tuple(
        (path, value_at(book, path), book.clauses.get(path, book.name))
        for path in book.overridden
        if path.startswith(starts)
    )


def said_of_override(path: str, value: object, clause: str) -> Sentence:
    """Return what is said of a field that the event has set otherwise than ``clause``."""
    return Sentence(
        "Set by the event: {path} is {value} (sheet: {clause}).",
        path=path,
        value=_value(path, value),
        clause=clause,
    )


def meaning(path: str) -> str:
    """Return the one line that says what a field means. Raises KeyError for no field."""
    return str(_meta(path).description)


def group_of(field: str) -> type[msgspec.Struct] | None:
    """Return the struct of a group, or None for a field that stands by itself or for no field."""
    if field in NAMES or field not in Rulebook.__struct_fields__:
        return None
    kinds = get_args(_bare(_hints(Rulebook)[field])) or (_bare(_hints(Rulebook)[field]),)
    return next(
        (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)),
        None,
    )


def field_names(struct: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields of a group, in order."""
    return struct.__struct_fields__


def allowed(path: str) -> str:
    """Say what may stand in a field: "one of draw, rating", "a whole number from 0 on"."""
    return _allowed(_hint(path), is_time(path))


def may_be_none(path: str) -> bool:
    """Return whether a field may be without a value."""
    return NoneType in get_args(_bare(_hint(path)))


def is_time(path: str) -> bool:
    """Return whether a field is a length of time in ms."""
    return path.endswith("_ms")


def written(path: str, value: object) -> str:
    """Return a value as a person reads it and may write it: 30:00, yes, none, Red / White."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_time(path) and isinstance(value, int):
        return _time(value)
    if isinstance(value, tuple):
        return " / ".join(written("", item) for item in value) or NOTHING
    return str(value)


def said(path: str, value: object) -> str:
    """Return a value as it is said to people in the language spoken; nobody writes it so."""
    return _value(path, value).said()


def _value(path: str, value: object) -> Series:
    if isinstance(value, tuple) and value:
        return Series(*(Sentence(written("", item)) for item in value), between=" / ")
    return Series(Sentence(written(path, value)))


def _time(ms: int) -> str:
    minutes, rest = divmod(ms, _MINUTE_MS)
    seconds, thousandths = divmod(rest, 1_000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")


def _paths() -> Iterator[str]:
    for field in Rulebook.__struct_fields__:
        if field in NAMES:
            continue
        struct = group_of(field)
        if struct is None:
            yield field
        else:
            yield from (f"{field}.{inner}" for inner in field_names(struct))


@cache
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct, include_extras=True)


def _hint(path: str) -> Any:
    group, _, inner = path.partition(".")
    struct = group_of(group) if inner else None
    return _hints(struct)[inner] if struct else _hints(Rulebook)[path]


def _meta(path: str) -> Meta:
    metas = (note for note in _hint(path).__metadata__ if isinstance(note, Meta))
    return next(meta for meta in metas if meta.description)


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _allowed(hint: Any, time: bool) -> str:
    kind = _bare(hint)
    if get_origin(kind) in (Union, UnionType):
        choices = [_allowed(each, time) for each in get_args(kind) if each is not NoneType]
        return " or ".join([*choices, f'"{NOTHING}"'])
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if get_origin(kind) is tuple:
        parts = [each for each in get_args(kind) if each is not ...]
        many = "a list" if ... in get_args(kind) else f"a list of {len(parts)}"
        return f"{many}, each {_allowed(parts[0], time)}"
    if kind is bool:
        return "true or false"
    if kind is int:
        least = _least(hint)
        number = "a whole number" + (f" from {least} on" if least is not None else "")
        return f'a time as "30:00" or {number} of ms' if time else number
    return "a text in quotes" if kind is str else "a table of its fields"


def _least(hint: Any) -> int | None:
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Meta) and note.ge is not None:
            return int(note.ge)
        if isinstance(note, Meta) and note.gt is not None:
            return int(note.gt) + 1
    return None
