"""Entries of tables by the kind of a value: what an event of one kind does, and what one says.

The type checker sees, where an entry is written, that its function takes that kind of value.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar, cast

Value = TypeVar("Value")
Rest = ParamSpec("Rest")
Words = TypeVar("Words")


def says(
    kind: type[Value], say: Callable[Concatenate[Value, Rest], Words]
) -> tuple[type, Callable[Concatenate[object, Rest], Words]]:
    """Return the entry that says what a value of ``kind`` means."""
    return kind, cast("Callable[Concatenate[object, Rest], Words]", say)


Happening = TypeVar("Happening")
Does = Callable[[Value, object], Value]
"""From a value and what happens to the value after it; reached only by the entry of its kind."""


def on(kind: type[Happening], do: Callable[[Value, Happening], Value]) -> tuple[type, Does[Value]]:
    """Return the entry that says what a happening of ``kind`` does."""
    return kind, cast("Does[Value]", do)


def row(*entries: tuple[type, Does[Value]]) -> dict[type, Does[Value]]:
    """Return a phase's row of the table; of two entries of one kind the later one counts."""
    return dict(entries)
