"""What is wrong with a value that a person wrote, in plain words."""

import re
from collections.abc import Callable

import msgspec

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a section of its own",
    "null": "nothing",
}
_SAID: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `([\w |]+)`, got `([\w |]+)`", lambda m: f"write {_kind(m[1])}, not {_kind(m[2])}"),
    (r"Expected `[\w |]+` >= (\S+)", lambda m: f"write a number of {m[1]} or more"),
    (r"Expected `[\w |]+` > (\S+)", lambda m: f"write a number above {m[1]}"),
    (r"Expected `[\w |]+` <= (\S+)", lambda m: f"write a number of {m[1]} or less"),
    (r"Expected `str` of length <= (\d+)", lambda m: f"write at most {m[1]} characters"),
    (r"Expected `str` of length >= (\d+)", lambda m: f"write at least {m[1]} characters"),
    (r"Expected `array` of length (\S+)", lambda m: f"write a list of {m[1]}"),
    (r"Object missing required field `(\w+)`", lambda m: f"{m[1]} is missing"),
    (r"Object contains unknown field `(\w+)`", lambda m: f"there is no field {m[1]}"),
    (r"Invalid (?:enum )?value '?([^']*)'?", lambda m: f"{m[1]} is none of the values"),
)  # fmt: skip


def plainly(error: msgspec.ValidationError) -> str:
    """Return what to write instead, or what is missing: a sentence without its full stop."""
    words = str(error).partition(" - at ")[0]
    found = ((re.match(pattern, words), say) for pattern, say in _SAID)
    return next((say(match) for match, say in found if match), words)


def field_of(complaint: str) -> str:
    """Return the innermost field that msgspec's sentence points at, "" for none."""
    return next(reversed(re.findall(r"\.(\w+)", complaint.partition(" - at ")[2])), "")


def _kind(types: str) -> str:
    return " or ".join(_KINDS.get(each, each) for each in types.split(" | "))
