"""Text that travels: how long each field may be, which characters it may hold, how it is shown.

Owns the one rule. It is kept at every border (what a peer sends, what a person types, what a file
says) and, for what came in before, wherever text is read for people.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, TypeVar
from unicodedata import category

import msgspec
from msgspec import inspect

from shared.core.text.sentence import Sentence

T = TypeVar("T")

_JSON: Final = msgspec.json.Encoder()

LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 500
_LINES: Final = {"lines": True}
"""Marks a field whose text has several lines."""

Ident = Annotated[str, msgspec.Meta(max_length=80)]
"""An id of something in the hall: a player, a table, a match, an event."""
Word = Annotated[str, msgspec.Meta(max_length=120)]
"""A word of the program: a time control, a seed, an algorithm, what exactly a report is about."""
Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
"""What a person, a place, a device or a tournament is called."""
Note = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]
"""What a person writes: a reason, a note, an announcement; and a clause with its number."""
LongLine = Annotated[str, msgspec.Meta(max_length=100_000)]
"""A list that a person writes in one line of a file: it may name a thousand tables."""
Data = Annotated[str, msgspec.Meta(max_length=60_000)]
"""What a program reads: the overrides of a rulebook."""
Pdn = Annotated[str, msgspec.Meta(max_length=60_000, extra=_LINES)]
"""The games of a match in PDN, in lines."""

REPLACED: Final = "\N{REPLACEMENT CHARACTER}"
_JOINERS: Final = "\u200c\u200d"
"""Format characters that Persian and the languages of India write with."""
_FORBIDDEN: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control: they steer a terminal
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"  # unseen, or they turn the line around
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\ud800-\udfff\ue000-\uf8ff"  # halves of pairs, private use
    "\ufdd0-\ufdef\ufffe\uffff"  # never assigned
    "\U00040000-\U000e00ff\U000e01f0-\U0010ffff"  # unassigned planes, tags, private planes
    "]"
)
"""What may not travel. The list is fixed, so that all nodes judge an event alike whichever Unicode
their Python knows. A character that only a newer Unicode assigns may travel; ``shown`` replaces it
where it is not known."""


def allowed(text: str) -> bool:
    """Return whether every character of a line may travel."""
    return text.isprintable() or _FORBIDDEN.search(text) is None


def shown(text: str, *, lines: bool = False) -> str:
    """Return ``text`` as it is shown, printed or exported: what may harm is U+FFFD.

    Line feeds and tabs stay with ``lines``.
    """
    if text.isprintable():
        return text
    return "".join(sign if _showable(sign, lines) else REPLACED for sign in text)


def noted(text: str) -> str:
    """Return what a program has to say of something as a ``Note``: it may quote anything."""
    fits = len(text) <= LONGEST_NOTE and allowed(text)
    return text if fits else shown(text)[:LONGEST_NOTE]


def typed(text: str) -> str:
    """Return what a person typed or pasted, as one line without what may not travel.

    Control characters are blanks, what cannot be seen is left out.
    """
    if text.isprintable():
        return text
    spaced = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text)
    return "".join(sign for sign in spaced if _showable(sign, lines=False))


def _showable(sign: str, lines: bool) -> bool:
    if sign.isprintable() or (lines and sign in "\n\t"):
        return True
    return sign in _JOINERS or category(sign) == "Zs"


def sound(value: object) -> bool:
    """Return whether every character of all texts in a value may travel."""
    return _sound_as_json(value) or all(map(allowed, _texts(value)))


def _sound_as_json(value: object) -> bool:
    """Return whether JSON writes all texts in a value as they are, and every character may travel.

    Most values are so, and this is quicker than text by text. False says nothing: a quotation mark
    is escaped too.
    """
    try:
        packed = _JSON.encode(value)
        if b"\\" in packed:
            return False
        return (packed.isascii() and b"\x7f" not in packed) or allowed(packed.decode())
    except (TypeError, ValueError):
        return False


def mended(value: T) -> T:
    """Return a Struct with all its texts as they are shown; one that is sound is handed back."""
    if sound(value):
        return value
    plain = msgspec.to_builtins(value, builtin_types=(bytes,))
    return msgspec.convert(_mended(plain), type(value), builtin_types=(bytes,))


def _mended(plain: Any) -> Any:
    match plain:
        case str():
            return shown(plain, lines=True)
        case list() | tuple():
            return [_mended(each) for each in plain]
        case dict():
            return {_mended(key): _mended(each) for key, each in plain.items()}
        case _:
            return plain


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value, those of several lines as one line."""
    match value:
        case str():
            yield value
        case list() | tuple():
            for each in value:
                yield from _texts(each)
        case dict():
            for pair in value.items():
                yield from _texts(pair)
        case msgspec.Struct():
            lines = _of_lines(type(value))
            for name in value.__struct_fields__:
                held = getattr(value, name)
                yield from _texts(held.replace("\n", " ") if name in lines else held)


@cache
def _of_lines(kind: type[msgspec.Struct]) -> frozenset[str]:
    """Return the fields of a Struct whose text has several lines."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return frozenset(
        field.name
        for field in info.fields
        if isinstance(field.type, inspect.Metadata) and field.type.extra == _LINES
    )


_WRONG: Final = re.compile(
    r"^Expected `(?P<what>\w+)` (?:of length )?(?P<sign><=|>=) (?P<limit>-?\d+)"
)


def fault(kind: type[msgspec.Struct], error: Exception) -> Sentence:
    """Return in words why a value is no ``kind``: the field, and what it may hold."""
    return beyond(kind, error) or Sentence(
        "Nothing was saved: the entry is not of the right form ({why}).", why=error
    )


def beyond(kind: type[msgspec.Struct], error: Exception) -> Sentence | None:
    """Return in words which field of a ``kind`` is too long or out of its range, if that is it."""
    wrong = _WRONG.match(str(error))
    field = _field(kind, str(error).partition(" - at ")[2])
    if wrong is None or not field:
        return None
    facts = {"field": field, "limit": wrong["limit"]}
    if wrong["what"] not in ("int", "float"):
        return Sentence(
            "Nothing was saved: '{field}' is too long, {limit} is the most. Shorten it, then enter"
            " it again.",
            **facts,
        )
    if wrong["sign"] == "<=":
        return Sentence(
            "Nothing was saved: the number in '{field}' is too large, {limit} is the most."
            " Correct it, then enter it again.",
            **facts,
        )
    return Sentence(
        "Nothing was saved: the number in '{field}' is too small, {limit} is the least."
        " Correct it, then enter it again.",
        **facts,
    )


def _field(kind: type[msgspec.Struct], path: str) -> str:
    """Return the field that a path names, or that its first number counts to; "" for none."""
    names = re.findall(r"\.(\w+)", path)
    number = re.match(r"`\$\[(\d+)\]", path)
    fields = kind.__struct_fields__
    if number is not None and int(number[1]) < len(fields):
        return fields[int(number[1])]
    return names[-1] if names else ""


UNSEEN: Final = Sentence(
    "Nothing was saved: a text holds a control character or another one that cannot be seen."
    " Type it again by hand."
)
"""What is said of an entry whose characters may not travel."""
