"""What an event sets otherwise than its rule sheet: checked, applied, and kept visible.

Owns the reading of overrides. A rulebook that comes out of here has passed every check again.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

import msgspec

from shared.core.match.outcome import MOST_GAMES
from shared.core.rulebooks.base import Rulebook
from shared.core.rulebooks.fields import (
    NOTHING,
    allowed,
    field_names,
    group_of,
    is_time,
    may_be_none,
    paths,
)
from shared.core.rulebooks.making import COUNT_PROFILES
from shared.core.text.faults import plainly
from shared.core.text.fields import LONGEST_NOTE
from shared.core.text.fields import allowed as allowed_text

_TIME = re.compile(r"([0-9]{1,4}):([0-5][0-9])")
_MINUTE_MS = 60_000
_SECOND_MS = 1_000
_NEAR = 5
_LONGEST_MS = 10_000 * _MINUTE_MS
_LARGEST = 1_000_000
_MOST = {"rounds": 999, "games_per_match": MOST_GAMES}
"""A time is at most as long as it can be written, a number at most so large, unless said here."""


class BadOverride(ValueError):
    """An override that cannot be; ``path`` is the field as the event wrote it."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


def apply_overrides(book: Rulebook, overrides: Mapping[str, object]) -> Rulebook:
    """Return the rulebook with other values, every check passed again.

    ``overrides`` maps a field to its value; a field of a group stands as ``group.field`` or in a
    table of the group. A time in ms may be written "30:00"; "none" is no value, or no group. A
    ``count_profile`` sets the counts of that profile first. ``overridden`` of the result names
    the fields that differ from what they were. Raises BadOverride.
    """
    given = dict(_flat(overrides))
    fields = (field for field in Rulebook.__struct_fields__ if field != "sheet")
    values = {field: msgspec.to_builtins(getattr(book, field)) for field in fields}
    values["sheet"] = book.sheet
    clauses = dict(book.citations)
    profile = given.get("count_profile")
    if isinstance(profile, str) and profile in COUNT_PROFILES:
        _set_profile(values, clauses, profile)
    for path, value in given.items():
        if value == NOTHING and group_of(path):
            _drop(values, clauses, path)
            continue
        _check_path(path)
        _check_size(path, value)
        _put(values, clauses, path, _value(path, value))
    changed = {path for path in given if _at(values, path) != _was(book, path)}
    known = (*Rulebook.__struct_fields__, *paths())
    kept = changed.union(book.overridden)
    values["overridden"] = tuple(path for path in dict.fromkeys(known) if path in kept)
    values["citations"] = tuple((path, clauses[path]) for path in _in_order(clauses))
    try:
        return msgspec.convert(values, Rulebook)
    except msgspec.ValidationError as error:
        raise _explained(error, given) from error


def overrides_json(overrides: Mapping[str, object]) -> str:
    """Write overrides as an event carries them: one JSON object, in order; "" for none."""
    flat = dict(sorted(_flat(overrides)))
    return msgspec.json.encode(flat).decode() if flat else ""


def overrides_from_json(text: str) -> Mapping[str, object]:
    """Read what :func:`overrides_json` wrote. Raises BadOverride for text that is none."""
    try:
        return msgspec.json.decode(text, type=dict[str, object]) if text else {}
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadOverride("", f"the overrides of the event cannot be read: {error}") from error


def _flat(overrides: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield fields by their path. Raises BadOverride for a table in a group's table."""
    for field, value in overrides.items():
        if not isinstance(value, Mapping):
            yield field, value
            continue
        for inner, held in value.items():
            path = f"{field}.{inner}"
            if isinstance(held, Mapping):
                message = f"a rulebook has no field {path!r} with fields of its own."
                raise BadOverride(path, message)
            yield path, held


def _check_path(path: str) -> None:
    known = paths()
    if path in known:
        return
    group = path.partition(".")[0]
    struct = group_of(group)
    if struct:
        fields = [f"{group}.{inner}" for inner in field_names(struct)]
    else:
        fields = get_close_matches(path, known, n=_NEAR, cutoff=0.5) or list(known)
    message = f"a rulebook has no field {path!r}. Allowed here: {', '.join(fields)}."
    raise BadOverride(path, message)


def _check_size(path: str, value: object) -> None:
    """Keep numbers and texts in bounds: those of a JSON text were judged by nobody yet."""
    most = _LONGEST_MS if is_time(path) else _MOST.get(path, _LARGEST)
    for each in value if isinstance(value, list | tuple) else (value,):
        if isinstance(each, int) and abs(each) > most:
            raise BadOverride(path, f"{path}: the number is too large, {most} is the most.")
        if isinstance(each, str) and (len(each) > LONGEST_NOTE or not allowed_text(each)):
            message = f"{path}: the text is longer than {LONGEST_NOTE} characters, or holds one"
            raise BadOverride(path, f"{message} that cannot be seen. Write it again.")


def _value(path: str, value: object) -> object:
    if value == NOTHING and may_be_none(path):
        return None
    if is_time(path) and isinstance(value, str):
        parts = _TIME.fullmatch(value.strip())
        if parts:
            return int(parts[1]) * _MINUTE_MS + int(parts[2]) * _SECOND_MS
    return value


def _put(values: dict[str, object], clauses: dict[str, str], path: str, value: object) -> None:
    field, _, inner = path.partition(".")
    if not inner:
        values[field] = value
        return
    group = values[field]
    if not isinstance(group, dict):
        # The sheet has no such group: the event brings one, under the clause that said so.
        clause = clauses.pop(field)
        struct = group_of(field)
        assert struct is not None
        clauses.update({f"{field}.{name}": clause for name in field_names(struct)})
        group = values[field] = {}
    group[inner] = value


def _drop(values: dict[str, object], clauses: dict[str, str], group: str) -> None:
    values[group] = None
    inside = [path for path in clauses if path.partition(".")[0] == group]
    cited_by = [clauses.pop(path) for path in inside]
    clauses[group] = cited_by[0]


def _set_profile(values: dict[str, object], clauses: dict[str, str], profile: str) -> None:
    for inner, (value, clause) in COUNT_PROFILES[profile].items():
        _put(values, clauses, f"counts.{inner}", value)
        clauses[f"counts.{inner}"] = clause


def _at(values: Mapping[str, object], path: str) -> object:
    field, _, inner = path.partition(".")
    value = values[field]
    return value.get(inner) if inner and isinstance(value, dict) else value


def _was(book: Rulebook, path: str) -> object:
    field, _, inner = path.partition(".")
    value = getattr(book, field)
    return msgspec.to_builtins(getattr(value, inner) if inner and value is not None else value)


def _in_order(clauses: Mapping[str, str]) -> list[str]:
    order = {field: at for at, field in enumerate(Rulebook.__struct_fields__)}
    return sorted(clauses, key=lambda path: order[path.partition(".")[0]])


def _explained(error: msgspec.ValidationError, given: Mapping[str, object]) -> BadOverride:
    """Return the field that the error is about: where it stands, or the one that its sentence
    begins."""
    words, _, where = str(error).partition(" - at ")
    path = ".".join(re.findall(r"\.(\w+)", where))
    _, _, rest = words.partition(": ")
    blamed = re.match(r"([a-z_.]+): ", rest)
    if path in paths():
        return BadOverride(path, f"{path}: {plainly(error)}. Allowed here: {allowed(path)}.")
    missing = re.search(r"missing required field `(\w+)`", words)
    if missing:
        message = f"{path}: this rulebook has none, so give all of it; {missing[1]} is missing"
        return BadOverride(_first(given, path), f"{message}.")
    named = blamed[1] if blamed else path
    at = named if named in given else _first(given, named.partition(".")[0])
    sentence = words if blamed is None and path else (rest or words)
    return BadOverride(
        at, f"{path + ': ' if path else ''}{sentence}, so the overrides contradict each other."
    )


def _first(given: Mapping[str, object], group: str) -> str:
    inside = [path for path in given if path.partition(".")[0] == group]
    return (inside or [*given, ""])[0]
