"""Text that travels: how long each field may be, which characters it may hold, how it is shown.

Owns the one rule. It is kept at every border (what a peer sends, what a person types, what a file
says) and, for what came in before, wherever text is read for people.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, Final, TypeVar
from unicodedata import category

import msgspec
from msgspec import inspect

from shared.core.text.sentence import Sentence

T = TypeVar("T")
_Collect = Callable[[Sequence[Any], list[str]], object]
"""Puts all texts of some values of one type into a list: a column at a time, for there are many."""

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


def sound(value: object, kind: Any = None) -> bool:
    """Return whether every character of all texts in a value may travel.

    ``kind`` is its type, where that is no class of its own.
    """
    if _is_ascii(value):
        return True
    judged: Any = kind or type(value)
    collect = _collector(judged)
    if collect is None:
        return True
    found: list[str] = []
    collect((value,), found)
    return allowed("".join(found))


def _is_ascii(value: object) -> bool:
    """Return whether all texts in a value are ASCII that JSON writes as it is, so that it may
    travel: most are, and JSON says so sooner than a look at each text."""
    try:
        packed = _JSON.encode(value)
    except (TypeError, ValueError):
        return False
    return packed.isascii() and b"\\" not in packed and b"\x7f" not in packed


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


@cache
def _collector(kind: Any) -> _Collect | None:
    """Return what gathers the texts of values of this type; None where it can hold none."""
    return _gather(inspect.type_info(kind))


def _gather(info: inspect.Type) -> _Collect | None:
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            return _lines if extra == _LINES else _gather(inner)
        case inspect.StrType():
            return _text
        case inspect.StructType():
            return _of_struct(info)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _of_all(_gather(item))
        case inspect.TupleType(item_types=items):
            return _of_each([_gather(item) for item in items])
        case inspect.DictType(key_type=key, value_type=item):
            return _of_dict(_gather(key), _gather(item))
        case inspect.UnionType(types=types):
            return _any_of(types)
        case _:
            return None


def _text(values: Sequence[Any], found: list[str]) -> None:
    found.extend(values)


def _lines(values: Sequence[Any], found: list[str]) -> None:
    found.extend(value.replace("\n", " ") for value in values)


def _of_struct(info: inspect.StructType) -> _Collect | None:
    plain = [field.name for field in info.fields if _gather(field.type) is _text]
    others = [
        (attrgetter(field.name), inner)
        for field in info.fields
        if (inner := _gather(field.type)) is not None and inner is not _text
    ]
    if not plain and not others:
        return None
    # Two at least, so that the getter returns a tuple.
    getter = attrgetter(*plain, *plain[:1]) if plain else None

    def collect(values: Sequence[Any], found: list[str]) -> None:
        if getter is not None:
            found.extend(chain.from_iterable(map(getter, values)))
        for held, inner in others:
            inner([each for each in map(held, values) if each], found)

    return collect


def _of_all(inner: _Collect | None) -> _Collect | None:
    if inner is None:
        return None
    return lambda values, found: inner(list(chain.from_iterable(values)), found)


def _of_each(inner: Sequence[_Collect | None]) -> _Collect | None:
    if all(gather is _text for gather in inner):
        return _of_all(_text)
    if not any(inner):
        return None

    def collect(values: Sequence[Any], found: list[str]) -> None:
        for gather, column in zip(inner, zip(*values, strict=True), strict=False):
            if gather is not None:
                gather(column, found)

    return collect


def _of_dict(of_key: _Collect | None, of_item: _Collect | None) -> _Collect | None:
    of_both = _of_each([of_key, of_item])
    if of_both is None:
        return None
    return lambda values, found: of_both([pair for one in values for pair in one.items()], found)


def _any_of(types: tuple[inspect.Type, ...]) -> _Collect | None:
    """Of a union: Structs go by their class; what is no text stands beside at most one other."""
    structs = {info.cls: _gather(info) for info in types if isinstance(info, inspect.StructType)}
    plain = [
        g for info in types if not isinstance(info, inspect.StructType) if (g := _gather(info))
    ]
    if not plain and not any(structs.values()):
        return None
    others = [gather for gather in plain if gather is not _text]

    def collect(values: Sequence[Any], found: list[str]) -> None:
        for value in values:
            gather = structs.get(type(value))
            if gather is not None:
                gather((value,), found)
            elif isinstance(value, str):
                found.append(value)
            elif others and not isinstance(value, int | bytes | None):
                others[0]((value,), found)

    return collect


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
